// Graph colouring: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.
//
//     g++ -std=c++17 -O2 -o solver solver.cpp
//     ./solver welsh-powell|dsatur|recursive     answers the harness
//     ./solver referee < GRIDS                   1, -1 or 0 for each grid
//     ./solver svg < GRIDS > grid.svg            a picture of the first grid
//     ./solver dot < GRIDS | dot -Tsvg > g.svg   its graph, coloured
//
// A graph has a list of neighbours for each vertex. A colouring has a number from 1 for each vertex, or 0.

#include <cmath>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

using std::string;
using std::vector;
using Graph = vector<vector<int>>;
using Colours = vector<int>;

const string SYMBOLS = "123456789ABCDEFG";

// TODO 1: the graph of a board whose blocks are n by n; its vertices are the cells, in reading order, from 0.
Graph board_graph(int) { return {}; }

// TODO 2: 1: complete and right; -1: two neighbours have the same colour; 0: incomplete, and no rule is broken.
int verify(const Graph&, const Colours&) { return 0; }

// TODO 3: by decreasing degree. So far, each vertex has a colour of its own.
Colours welsh_powell(const Graph& graph) {
    Colours colours(graph.size());
    std::iota(colours.begin(), colours.end(), 1);
    return colours;
}

// TODO 4: by decreasing saturation.
Colours dsatur(const Graph& graph) { return welsh_powell(graph); }

// TODO 5: completes the colouring with colours up to `number`, recursively. Returns whether that is possible.
bool complete(const Graph&, Colours&, int /* number */) { return false; }

// TODO 5: a colouring with as few colours as possible, by `complete`.
Colours fewest(const Graph& graph) { return welsh_powell(graph); }

// TODO 6: the text of a picture of the grid.
string svg(const string&) { return ""; }

// TODO 6: the graph of the grid for Graphviz, with its colours.
string dot(const string&, const Graph&) { return ""; }

int root(size_t square) { return std::lround(std::sqrt(square)); }

// The value behind `key=` among the words, or nothing.
string value(const vector<string>& words, const string& key) {
    for (const string& word : words) {
        if (word.rfind(key + "=", 0) == 0) return word.substr(key.size() + 1);
    }
    return "";
}

// The graph of a line `geometry N graph vertices=5 edges=0-1,0-4,…`.
Graph read_graph(const vector<string>& words) {
    Graph graph(std::stoi(value(words, "vertices")));
    std::istringstream edges(value(words, "edges"));
    for (string edge; std::getline(edges, edge, ',');) {
        const int a = std::stoi(edge), b = std::stoi(edge.substr(edge.find('-') + 1));
        graph[a].push_back(b);
        graph[b].push_back(a);
    }
    return graph;
}

// The colours of the cells, 0 for an empty one.
Colours read_cells(const string& cells) {
    Colours colours;
    for (char symbol : cells) colours.push_back(symbol == '.' ? 0 : SYMBOLS.find(symbol) + 1);
    return colours;
}

// The result for a puzzle, from the status on.
string solve_board(const string& cells, const Graph& graph) {
    Colours colours = read_cells(cells);
    if (verify(graph, colours) == -1 || !complete(graph, colours, root(graph.size()))) return "impossible - -";
    string grid;
    for (int colour : colours) grid += SYMBOLS[colour - 1];
    return "solved - " + grid;
}

// The result for a graph: the colours in the order of the vertices.
string solve_graph(const Graph& graph, const string& algorithm) {
    const Colours colours = algorithm == "dsatur"      ? dsatur(graph)
                            : algorithm == "recursive" ? fewest(graph)
                                                       : welsh_powell(graph);
    string list;
    for (int colour : colours) list += (list.empty() ? "" : ",") + std::to_string(colour);
    return "solved - " + list;
}

// A graph, and whether it is that of a board.
struct Known {
    Graph graph;
    bool is_board;
};

// One line in, one line out; std::endl flushes.
void speak(const string& algorithm) {
    std::cout << "hello sudoku-backend/1 name=" << algorithm
              << " version=1 geometries=classic4,classic9,classic16,graph tasks=first" << std::endl;
    const std::map<string, int> boards = {{"classic4", 2}, {"classic9", 3}, {"classic16", 4}};
    std::map<string, Known> known;
    for (string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        vector<string> words;
        for (string word; in >> word;) words.push_back(word);
        if (words.empty()) continue;
        if (words[0] == "quit") return;
        if (words[0] == "geometry" && words.size() >= 3) {
            const auto board = boards.find(words[2]);
            if (words[2] == "graph") known[words[1]] = {read_graph(words), false};
            if (board != boards.end()) known[words[1]] = {board_graph(board->second), true};
        }
        if (words[0] == "solve" && words.size() >= 3) {
            const Known& of = known[value(words, "geometry")];
            const string result = of.graph.empty() ? "unsupported - -"
                                  : of.is_board    ? solve_board(words[2], of.graph)
                                                   : solve_graph(of.graph, algorithm);
            std::cout << "result " << words[1] << " " << result << std::endl;
        }
    }
}

int main(int count, char** arguments) {
    const string mode = count > 1 ? arguments[1] : "dsatur";
    if (mode != "referee" && mode != "svg" && mode != "dot") {
        speak(mode);
        return 0;
    }
    for (string cells; std::getline(std::cin, cells);) {
        if (cells.empty() || cells[0] == '#') continue;
        const Graph graph = board_graph(root(root(cells.size())));
        if (mode == "referee") {
            std::cout << verify(graph, read_cells(cells)) << std::endl;
        } else {
            std::cout << (mode == "svg" ? svg(cells) : dot(cells, graph)) << std::endl;
            return 0;
        }
    }
}
