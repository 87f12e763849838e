// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/shell_words.h"

namespace worklines::lines {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool ends_command(char c) { return std::string_view("\n;|&(){}`").find(c) != std::string_view::npos; }
bool ends_word(char c) { return is_blank(c) || ends_command(c) || c == '<' || c == '>'; }

std::string_view line_at(std::string_view text, std::size_t at) {
    return text.substr(at, text.find('\n', at) - at);
}

} // namespace

bool ShellWords::next() {
    word_.clear();
    quoted_ = false;
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r')) {
            at_ += 2;
        } else if (is_blank(c)) {
            ++at_;
        } else if (c == '#') {
            at_ += line_at(text_, at_).size();
        } else if (c == '<' || c == '>') {
            note_here_document();
        } else if (text_.substr(at_, 2) == "((") {
            skip_past("))");
        } else {
            break;
        }
    }
    if (at_ >= text_.size()) return false;
    if (ends_command(text_[at_])) {
        if (text_[at_++] == '\n' && here_open_) skip_here_documents();
        return true;
    }
    while (at_ < text_.size() && !ends_word(text_[at_])) {
        const char c = text_[at_++];
        if (c == '"' || c == '\'') {
            skip_quoted(c);
        } else if (c == '\\' && at_ < text_.size()) {
            word_ += text_[at_++];
        } else if (c == '$' && at_ < text_.size() && text_[at_] == '{') {
            word_ += "${";
            while (at_ < text_.size() && text_[at_] != '}' && text_[at_] != '\n')
                ++at_;
            at_ += at_ < text_.size() && text_[at_] == '}';
        } else {
            word_ += c;
        }
    }
    if (word_.empty()) quoted_ = true;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("((") && word_.ends_with('$')) skip_past("))"); // $((1 + 2))
    if (rest.starts_with('(') && word_.ends_with('=')) skip_past(")");   // LIST=(a b c)
    return true;
}

void ShellWords::skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
}

void ShellWords::skip_quoted(char quote) {
    quoted_ = true;
    while (at_ < text_.size() && text_[at_] != quote) {
        at_ += text_[at_] == '\\' && quote == '"' && at_ + 1 < text_.size();
        word_ += text_[at_++];
    }
    at_ += at_ < text_.size();
}

/// At a redirection: it and its target are no words, unless a here-document begins here.
void ShellWords::note_here_document() {
    const bool here = text_.substr(at_, 2) == "<<" && text_.substr(at_, 3) != "<<<";
    while (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>' || (here && text_[at_] == '-')))
        ++at_;
    if (at_ < text_.size() && text_[at_] == '&') ++at_;  // 2>&1
    if (at_ < text_.size() && text_[at_] == '(') return; // <(command)
    while (at_ < text_.size() && is_blank(text_[at_]))
        ++at_;
    std::string target;
    while (at_ < text_.size() && !ends_word(text_[at_])) {
        const char c = text_[at_++];
        if (c != '"' && c != '\'' && c != '\\') target += c;
    }
    if (!here || target.empty()) return;
    here_end_ = std::move(target);
    here_open_ = true;
}

void ShellWords::skip_here_documents() {
    here_open_ = false;
    while (at_ < text_.size()) {
        std::string_view line = line_at(text_, at_);
        at_ += line.size() + (at_ + line.size() < text_.size());
        while (!line.empty() && is_blank(line.front()))
            line.remove_prefix(1);
        while (!line.empty() && is_blank(line.back()))
            line.remove_suffix(1);
        if (line == here_end_) return;
    }
}

} // namespace worklines::lines
