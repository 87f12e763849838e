// SPDX-License-Identifier: GPL-2.0-or-later
// A map that forgets what was not used for longest when it is full.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <utility>

namespace worklines::hint {

template <class Key, class Value>
class Recent {
  public:
    explicit Recent(std::size_t most) : most_(most) {}

    /// Null: not known.
    Value* find(const Key& key) {
        const auto found = places_.find(key);
        if (found == places_.end()) return nullptr;
        order_.splice(order_.begin(), order_, found->second);
        return &order_.front().second;
    }

    /// The value of a key, made anew if need be.
    Value& operator[](const Key& key) {
        if (Value* known = find(key)) return *known;
        if (order_.size() >= most_) {
            places_.erase(order_.back().first);
            order_.pop_back();
        }
        order_.emplace_front(key, Value{});
        places_.emplace(key, order_.begin());
        return order_.front().second;
    }

    std::size_t size() const { return order_.size(); }

  private:
    std::size_t most_;
    std::list<std::pair<Key, Value>> order_; ///< the last used first
    std::map<Key, typename std::list<std::pair<Key, Value>>::iterator> places_;
};

} // namespace worklines::hint
