// Candidates and techniques: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.
//
//     g++ -std=c++17 -O2 -o solver solver.cpp
//     ./solver list        answers the harness, with the candidates in a list
//     ./solver flags       the same with truth values
//     ./solver test        tests the four operations
//     ./solver stats       prints the four statistics of each puzzle on standard input

#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using std::string;
using std::vector;

const string SYMBOLS = "123456789ABCDEFG";

// The candidates in a list that is filled from the left, and their number.
struct ListCell {
    int value = 0;  // 0 is an empty cell
    vector<int> candidates;
    int count = 0;

    explicit ListCell(int size) : candidates(size, 0) {}

    // TODO 1: the four operations on the list.
    void add(int) {}
    void remove(int) {}
    bool has(int) const { return false; }
    int number() const { return 0; }
};

// A truth value for each symbol, and the number of true ones. Index 0 is unused.
struct FlagCell {
    int value = 0;
    vector<bool> candidates;
    int count = 0;

    explicit FlagCell(int size) : candidates(size + 1, false) {}

    // TODO 2: the same four operations on truth values.
    void add(int) {}
    void remove(int) {}
    bool has(int) const { return false; }
    int number() const { return 0; }
};

// The cells in reading order, and the regions: rows, columns, blocks, each a list of cell numbers.
template <typename Cell>
struct Grid {
    int size;
    vector<Cell> cells;
    vector<vector<int>> regions;

    explicit Grid(const string& text)
        : size(std::lround(std::sqrt(text.size()))), cells(text.size(), Cell(size)), regions(3 * size) {
        const int n = std::lround(std::sqrt(size));
        for (int i = 0; i < size * size; i++) {
            if (text[i] != '.' && text[i] != '0') cells[i].value = SYMBOLS.find(text[i]) + 1;
            const int row = i / size, column = i % size;
            regions[row].push_back(i);
            regions[size + column].push_back(i);
            regions[2 * size + row / n * n + column / n].push_back(i);
        }
        fill_candidates();
    }

    // TODO 3: gives each empty cell the values that its row, column and block allow.
    void fill_candidates() {}
};

// TODO 4: the techniques. Each returns whether it placed or removed anything.
template <typename Cell>
bool naked_singles(Grid<Cell>&) {
    return false;
}

template <typename Cell>
bool hidden_singles(Grid<Cell>&) {
    return false;
}

template <typename Cell>
bool naked_pairs(Grid<Cell>&) {
    return false;
}

template <typename Cell>
bool hidden_pairs(Grid<Cell>&) {
    return false;
}

// TODO 5: applies the techniques in turn until none makes progress. Returns false if the grid has no solution.
template <typename Cell>
bool deduce(Grid<Cell>&) {
    return true;
}

struct Statistics {
    int filled = 0;
    double fill_rate = 0;  // in per cent
    int removed = 0;
    double elimination_rate = 0;  // in per cent
};

// TODO 6: the four statistics.
template <typename Cell>
Statistics statistics(const Grid<Cell>&) {
    return {};
}

// The candidates that are left, one hexadecimal number a cell: bit 0 is the symbol 1. Empty without candidates.
template <typename Cell>
string left(const Grid<Cell>& grid) {
    std::ostringstream out;
    for (const Cell& cell : grid.cells) {
        unsigned mask = 0;
        for (int value = 1; value <= grid.size; value++) {
            if (cell.value == value || (cell.value == 0 && cell.has(value))) mask |= 1u << (value - 1);
        }
        if (mask == 0) return "";
        out << (out.tellp() > 0 ? "." : "") << std::hex << mask;
    }
    return " left=" + out.str();
}

// The result for a puzzle, from the status on.
template <typename Cell>
string answer(const string& text) {
    Grid<Cell> grid(text);
    if (!deduce(grid)) return "impossible - -";
    string shown;
    for (const Cell& cell : grid.cells) shown += cell.value ? SYMBOLS[cell.value - 1] : '.';
    if (shown.find('.') == string::npos) return "solved - " + shown;
    return "stuck - - partial=" + shown + left(grid);
}

// One line in, one line out; std::endl flushes.
template <typename Cell>
void speak() {
    std::cout << "hello sudoku-backend/1 name=candidates version=1 geometries=classic4,classic9,classic16 tasks=first"
              << std::endl;
    for (string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        string word, id, cells;
        words >> word >> id >> cells;
        if (word == "quit") return;
        if (word == "solve") std::cout << "result " << id << " " << answer<Cell>(cells) << std::endl;
    }
}

// Tests the four operations: a cell gets 3, 7, 8, 3 again, and loses 7 and 5.
template <typename Cell>
void test(const string& name) {
    Cell cell(9);
    for (int value : {3, 7, 8, 3}) cell.add(value);
    cell.remove(7);
    cell.remove(5);
    std::cout << name << ": candidates";
    for (int value = 1; value <= 9; value++) {
        if (cell.has(value)) std::cout << " " << value;
    }
    std::cout << ", number " << cell.number() << "; expected 3 8, number 2" << std::endl;
}

// A line for each puzzle.
void print_statistics() {
    for (string line; std::getline(std::cin, line);) {
        if (line.empty() || line[0] == '#') continue;
        Grid<FlagCell> grid(line);
        deduce(grid);
        const Statistics of = statistics(grid);
        std::cout << std::fixed << std::setprecision(1) << of.filled << " " << of.fill_rate << " " << of.removed << " "
                  << of.elimination_rate << std::endl;
    }
}

int main(int count, char** arguments) {
    const string mode = count > 1 ? arguments[1] : "flags";
    if (mode == "test") {
        test<ListCell>("ListCell");
        test<FlagCell>("FlagCell");
    } else if (mode == "stats") {
        print_statistics();
    } else if (mode == "list") {
        speak<ListCell>();
    } else {
        speak<FlagCell>();
    }
}
