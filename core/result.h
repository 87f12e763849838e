// SPDX-License-Identifier: GPL-2.0-or-later
// A value or one error that a person can act on. No exceptions cross a part's border for what can be foreseen.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace worklines {

/// What went wrong, where, and what to do about it: one line when printed.
struct Error {
    std::string what;  ///< "cannot open the archive: permission denied"
    std::string where; ///< a path, `file:line`, an option; may be empty
    std::string todo;  ///< "run as the archive's owner"; may be empty

    std::string line() const {
        std::string text = where.empty() ? what : where + ": " + what;
        return todo.empty() ? text : text + "; " + todo;
    }
};

template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}
    Result(Error error) : state_(std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    T& operator*() { return std::get<0>(state_); }
    const T& operator*() const { return std::get<0>(state_); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }
    const Error& error() const { return std::get<1>(state_); }

  private:
    std::variant<T, Error> state_;
};

/// For what yields nothing but may fail: success converts to true.
template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    const Error& error() const { return *error_; }

  private:
    std::optional<Error> error_;
};

} // namespace worklines
