// SPDX-License-Identifier: GPL-2.0-or-later
// Prints the simple commands that the reader's parser finds in each file, as JSON lines: an array of commands, each
// an array of [begin, end] of its words. For differential tests.
#include "core/script/shell/parser.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

int main(int argc, char** argv) {
    using namespace worklines::script;
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        const shell::Syntax syntax = shell::parse(text);
        nlohmann::json commands = nlohmann::json::array();
        for (const shell::Statement& statement : syntax.statements) {
            if (statement.kind != shell::Statement::Kind::command || statement.words.count == 0) continue;
            nlohmann::json words = nlohmann::json::array();
            for (std::uint32_t w = 0; w < statement.words.count; ++w) {
                const shell::Word& word = syntax.words[statement.words.first + w];
                words.push_back({word.begin, word.end});
            }
            commands.push_back(std::move(words));
        }
        std::cout << commands.dump() << '\n';
    }
}
