// An outside solver in C++: the empty cell with the fewest symbols left, and nothing else. It speaks sudoku-backend/1
// (harness/BACKENDS.md) on standard input and output, for classic9. C++17, one file.
//
//     mkdir -p build && c++ -std=c++17 -O2 -o build/cpp solver.cpp
//     ./talk.py build/cpp
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t NONE = UINT64_MAX;

// Whether a search goes on, and else why it ended.
enum class Stop { no, enough, timeout, nodeout };

struct Search {
    std::uint64_t goal = NONE, limit_nodes = NONE, nodes = 0, bets = 0;
    Clock::time_point deadline = Clock::time_point::max();
    std::string grid;
    std::vector<int> empty;          // the cells to fill: those before the depth are filled
    std::vector<std::string> shown;  // the first two solutions
    std::uint64_t solutions = 0;
    Stop stop = Stop::no;
    unsigned rows[9] = {}, columns[9] = {}, blocks[9] = {};  // the symbols that stand there, as bits

    unsigned left(int cell) const {
        return 0x1ff & ~(rows[cell / 9] | columns[cell % 9] | blocks[cell / 27 * 3 + cell % 9 / 3]);
    }

    // Places a symbol, or takes it back.
    void flip(int cell, unsigned bit) {
        rows[cell / 9] ^= bit;
        columns[cell % 9] ^= bit;
        blocks[cell / 27 * 3 + cell % 9 / 3] ^= bit;
    }

    // Places the givens. Returns false if two of them clash.
    bool load(const std::string& cells) {
        grid = cells;
        for (int cell = 0; cell < 81; cell++) {
            if (cells[cell] == '.' || cells[cell] == '0') {
                empty.push_back(cell);
                continue;
            }
            unsigned bit = 1u << (cells[cell] - '1');
            if (!(left(cell) & bit)) return false;
            flip(cell, bit);
        }
        return true;
    }

    // Enters a search state, in which `depth` cells are filled.
    void enter(std::size_t depth) {
        if (nodes == limit_nodes) stop = Stop::nodeout;
        if (nodes % 1024 == 0 && Clock::now() >= deadline) stop = Stop::timeout;
        if (stop != Stop::no) return;
        nodes++;
        if (depth == empty.size()) {
            if (shown.size() < 2) shown.push_back(grid);
            if (++solutions == goal) stop = Stop::enough;
            return;
        }
        auto count = [this](int cell) { return __builtin_popcount(left(cell)); };
        auto fewest = std::min_element(empty.begin() + depth, empty.end(),
                                       [&](int a, int b) { return count(a) < count(b); });
        std::swap(*fewest, empty[depth]);
        int cell = empty[depth];
        bool is_bet = count(cell) > 1;
        for (unsigned choices = left(cell); choices && stop == Stop::no; choices &= choices - 1) {
            unsigned bit = choices & -choices;
            bets += is_bet;
            grid[cell] = static_cast<char>('1' + __builtin_ctz(bit));
            flip(cell, bit);
            enter(depth + 1);
            flip(cell, bit);
        }
    }

    // What the search proved.
    std::string status(const std::string& task) const {
        if (stop == Stop::timeout) return "timeout";
        if (stop == Stop::nodeout) return "nodeout";
        if (solutions == 0) return "impossible";
        if (task == "count") return stop == Stop::enough ? "limited" : "counted";
        if (task == "first") return "solved";
        return solutions > 1 ? "multiple" : "unique";
    }
};

// The words key=value of a line; `-` is no value.
std::map<std::string, std::string> pairs(std::istream& words) {
    std::map<std::string, std::string> all;
    for (std::string word; words >> word;) {
        auto mark = word.find('=');
        if (mark != std::string::npos && word.substr(mark) != "=-")
            all[word.substr(0, mark)] = word.substr(mark + 1);
    }
    return all;
}

// The result of a puzzle, from the status on.
std::string solve(const std::string& cells, std::map<std::string, std::string>& asked) {
    auto number = [&](const char* key) { return asked.count(key) ? std::stoull(asked[key]) : NONE; };
    auto start = Clock::now();
    Search search;
    search.goal = number("limit_solutions");
    if (asked["task"] == "first") search.goal = 1;
    if (asked["task"] == "unique") search.goal = 2;
    search.limit_nodes = number("limit_nodes");
    if (asked.count("limit_ms")) search.deadline = start + std::chrono::milliseconds(number("limit_ms"));
    if (search.load(cells)) search.enter(0);
    else search.nodes = 1;  // the state in which the clash is seen
    auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start);
    auto grid = [&](std::size_t index) { return index < search.shown.size() ? search.shown[index] : "-"; };
    std::ostringstream result;
    result << search.status(asked["task"]) << ' ' << time.count() << ' ' << grid(0) << " second=" << grid(1)
           << " solutions=" << search.solutions << " nodes=" << search.nodes << " bets=" << search.bets;
    return result.str();
}

int main() {
    std::cout << "hello sudoku-backend/1 name=cpp version=1 geometries=classic9 tasks=first,unique,count" << std::endl;
    std::string line, verb, id, cells;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        if (!(words >> verb)) continue;
        if (verb == "quit") break;
        if (verb != "solve" || !(words >> id >> cells)) continue;
        auto asked = pairs(words);
        bool is_puzzle = cells.size() == 81 && cells.find_first_not_of(".0123456789") == std::string::npos;
        std::string result = is_puzzle ? solve(cells, asked) : "unsupported - -";
        std::cout << "result " << id << ' ' << result << std::endl;  // endl also flushes
    }
}
