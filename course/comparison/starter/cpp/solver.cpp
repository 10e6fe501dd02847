// Four methods behind one protocol: what you start from. The methods are yours, from TODO 1 to TODO 4.
//
//     g++ -std=c++17 -O2 -o solver solver.cpp
//     ./solver backtracking|mrv|cover|sat

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using std::string;
using std::vector;
using Clock = std::chrono::steady_clock;

const string SYMBOLS = "123456789ABCDEFG";

// A symbol for each cell, from 0; -1 for an empty one.
using Grid = vector<int>;

// Ends a search. Its text is the status of the answer.
struct Limit {
    string status;
};

// Counts, keeps solutions, and stops a search at its limit.
struct Meter {
    size_t goal;
    Clock::time_point deadline;
    long nodes = 0, bets = 0;
    vector<Grid> found = {};

    // A search state is entered. Call it for each, else your program does not stop at the time limit.
    void node() {
        if (Clock::now() >= deadline) throw Limit{"timeout"};
        nodes++;
    }

    // Keeps a copy of a solution. Returns whether there are enough, so that the search can end.
    bool solution(const Grid& grid) {
        found.push_back(grid);
        return found.size() >= goal;
    }
};

// What does not depend on the puzzle. Cells and symbols are numbers from 0.
struct Board {
    int order = 0, cells = 0;
    // The row, the column and the block of each cell: regions 0 to 3 * order - 1.
    vector<vector<int>> regions_of;
    // The cells that share a region with each cell.
    vector<vector<int>> peers;

    Board() = default;
    explicit Board(int order) : order(order), cells(order * order), peers(order * order) {
        const int n = std::lround(std::sqrt(order));
        for (int i = 0; i < cells; i++) {
            const int row = i / order, column = i % order;
            regions_of.push_back({row, order + column, 2 * order + row / n * n + column / n});
        }
        for (int i = 0; i < cells; i++) {
            for (int j = 0; j < cells; j++) {
                const auto &a = regions_of[i], &b = regions_of[j];
                if (i != j && (a[0] == b[0] || a[1] == b[1] || a[2] == b[2])) peers[i].push_back(j);
            }
        }
    }
};

// A method calls `meter.node()` for each search state, adds to `meter.bets` for each value that it tries where there
// are at least two, and calls `meter.solution(grid)` for each solution.

// TODO 1: the first empty cell in reading order, the symbols in order.
void backtracking(const Board&, Grid&, Meter&) { throw Limit{"unsupported"}; }

// TODO 2: the empty cell with the fewest candidates.
void mrv(const Board&, Grid&, Meter&) { throw Limit{"unsupported"}; }

// TODO 3: exact cover, the item with the fewest options.
void cover(const Board&, Grid&, Meter&) { throw Limit{"unsupported"}; }

// TODO 4: a formula, unit propagation, and a literal that is true or false.
void sat(const Board&, Grid&, Meter&) { throw Limit{"unsupported"}; }

using Method = void (*)(const Board&, Grid&, Meter&);
const std::map<string, Method> METHODS = {{"backtracking", backtracking}, {"mrv", mrv}, {"cover", cover}, {"sat", sat}};

// The value behind `key=` among the words, or "-".
string value(const vector<string>& words, const string& key) {
    for (const string& word : words) {
        if (word.rfind(key + "=", 0) == 0) return word.substr(key.size() + 1);
    }
    return "-";
}

string shown(const vector<Grid>& found, size_t index) {
    string text;
    if (index >= found.size()) return "-";
    for (int symbol : found[index]) text += SYMBOLS[symbol];
    return text;
}

bool clash(const Board& board, const Grid& grid) {
    for (int i = 0; i < board.cells; i++) {
        for (int j : board.peers[i]) {
            if (grid[i] >= 0 && grid[i] == grid[j]) return true;
        }
    }
    return false;
}

// The result for a puzzle, from the status on.
string solve(Method method, const Board& board, const vector<string>& words) {
    const string limit = value(words, "limit_ms"), task = value(words, "task");
    // A tenth of the limit is kept back for the way of the answer.
    const auto deadline = limit == "-" ? Clock::time_point::max()
                                       : Clock::now() + std::chrono::microseconds(std::stol(limit) * 900);
    Grid grid;
    for (char symbol : words[2]) grid.push_back(symbol == '.' ? -1 : int(SYMBOLS.find(symbol)));
    Meter meter{size_t(task == "first" ? 1 : 2), deadline};
    string status;
    try {
        if (!clash(board, grid)) method(board, grid, meter);
        status = vector<string>{"impossible", "unique", "multiple"}[meter.found.size()];
        if (task == "first" && !meter.found.empty()) status = "solved";
    } catch (const Limit& limit) {
        status = limit.status;
    }
    std::ostringstream out;
    out << status << " - " << shown(meter.found, 0) << " second=" << shown(meter.found, 1)
        << " nodes=" << std::max(meter.nodes, 1L) << " bets=" << meter.bets;
    return out.str();
}

// One line in, one line out; std::endl flushes.
int main(int count, char** arguments) {
    const string name = count > 1 ? arguments[1] : "backtracking";
    std::cout << "hello sudoku-backend/1 name=" << name
              << " version=1 geometries=classic4,classic9,classic16 tasks=first,unique" << std::endl;
    std::map<string, Board> boards;
    for (string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        vector<string> words;
        for (string word; in >> word;) words.push_back(word);
        if (words.empty()) continue;
        if (words[0] == "quit") return 0;
        if (words[0] == "geometry" && words.size() >= 3) {
            for (int order : {4, 9, 16}) {
                if (words[2] == "classic" + std::to_string(order)) boards[words[1]] = Board(order);
            }
        }
        if (words[0] == "solve" && words.size() >= 3) {
            const Board& board = boards[value(words, "geometry")];
            const string task = value(words, "task");
            const bool known = board.order > 0 && (task == "first" || task == "unique");
            std::cout << "result " << words[1] << " "
                      << (known ? solve(METHODS.at(name), board, words) : "unsupported - -") << std::endl;
        }
    }
}
