/* Graph colouring: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.
 *
 *     javac Solver.java
 *     java Solver welsh-powell|dsatur|recursive     answers the harness
 *     java Solver referee < GRIDS                   1, -1 or 0 for each grid
 *     java Solver svg < GRIDS > grid.svg            a picture of the first grid
 *     java Solver dot < GRIDS | dot -Tsvg > g.svg   its graph, coloured
 *
 * A graph has a list of neighbours for each vertex. A colouring has a number from 1 for each vertex, or 0.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class Solver {
    static final String SYMBOLS = "123456789ABCDEFG";
    static final Map<String, Integer> BOARDS = Map.of("classic4", 2, "classic9", 3, "classic16", 4);

    /** TODO 1: the graph of a board whose blocks are n by n; its vertices are the cells, in reading order, from 0. */
    static List<List<Integer>> boardGraph(int n) {
        return List.of();
    }

    /** TODO 2: 1: complete and right; -1: neighbours of the same colour; 0: incomplete, and no rule is broken. */
    static int verify(List<List<Integer>> graph, int[] colours) {
        return 0;
    }

    /** TODO 3: by decreasing degree. So far, each vertex has a colour of its own. */
    static int[] welshPowell(List<List<Integer>> graph) {
        return IntStream.rangeClosed(1, graph.size()).toArray();
    }

    /** TODO 4: by decreasing saturation. */
    static int[] dsatur(List<List<Integer>> graph) {
        return welshPowell(graph);
    }

    /** TODO 5: completes the colouring with colours up to `number`, recursively. Returns whether that is possible. */
    static boolean complete(List<List<Integer>> graph, int[] colours, int number) {
        return false;
    }

    /** TODO 5: a colouring with as few colours as possible, by `complete`. */
    static int[] fewest(List<List<Integer>> graph) {
        return welshPowell(graph);
    }

    /** TODO 6: the text of a picture of the grid. */
    static String svg(String cells) {
        return "";
    }

    /** TODO 6: the graph of the grid for Graphviz, with its colours. */
    static String dot(String cells, List<List<Integer>> graph) {
        return "";
    }

    static int root(int square) {
        return (int) Math.round(Math.sqrt(square));
    }

    /** The graph of a line `geometry N graph vertices=5 edges=0-1,0-4,…`. */
    static List<List<Integer>> readGraph(Map<String, String> keys) {
        List<List<Integer>> graph = new ArrayList<>();
        for (int i = Integer.parseInt(keys.get("vertices")); i > 0; i--) graph.add(new ArrayList<>());
        for (String edge : keys.getOrDefault("edges", "").split(",")) {
            if (edge.isEmpty()) continue;
            String[] ends = edge.split("-");
            int a = Integer.parseInt(ends[0]), b = Integer.parseInt(ends[1]);
            graph.get(a).add(b);
            graph.get(b).add(a);
        }
        return graph;
    }

    /** The colours of the cells, 0 for an empty one. */
    static int[] readCells(String cells) {
        return cells.chars().map(symbol -> symbol == '.' ? 0 : SYMBOLS.indexOf(symbol) + 1).toArray();
    }

    /** The result for a puzzle, from the status on. */
    static String solveBoard(String cells, List<List<Integer>> graph) {
        int[] colours = readCells(cells);
        if (verify(graph, colours) == -1 || !complete(graph, colours, root(graph.size()))) return "impossible - -";
        return "solved - " + Arrays.stream(colours).mapToObj(colour -> SYMBOLS.substring(colour - 1, colour))
                .collect(Collectors.joining());
    }

    /** The result for a graph: the colours in the order of the vertices. */
    static String solveGraph(List<List<Integer>> graph, String algorithm) {
        int[] colours = switch (algorithm) {
            case "dsatur" -> dsatur(graph);
            case "recursive" -> fewest(graph);
            default -> welshPowell(graph);
        };
        return "solved - " + Arrays.stream(colours).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }

    /** One line in, one line out; println flushes. */
    static void speak(String algorithm) throws IOException {
        System.out.println("hello sudoku-backend/1 name=" + algorithm
                + " version=1 geometries=classic4,classic9,classic16,graph tasks=first");
        Map<String, List<List<Integer>>> boards = new HashMap<>(), graphs = new HashMap<>();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" +");
            Map<String, String> keys = new HashMap<>();
            for (String word : words) {
                int equals = word.indexOf('=');
                if (equals > 0) keys.put(word.substring(0, equals), word.substring(equals + 1));
            }
            if (words[0].equals("quit")) return;
            if (words[0].equals("geometry") && words.length >= 3) {
                if (words[2].equals("graph")) graphs.put(words[1], readGraph(keys));
                Integer n = BOARDS.get(words[2]);
                if (n != null) boards.put(words[1], boardGraph(n));
            }
            if (words[0].equals("solve") && words.length >= 3) {
                List<List<Integer>> board = boards.getOrDefault(keys.get("geometry"), List.of());
                List<List<Integer>> graph = graphs.get(keys.get("geometry"));
                String result = graph != null ? solveGraph(graph, algorithm)
                        : board.isEmpty() ? "unsupported - -" : solveBoard(words[2], board);
                System.out.println("result " + words[1] + " " + result);
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        String mode = arguments.length > 0 ? arguments[0] : "dsatur";
        if (!List.of("referee", "svg", "dot").contains(mode)) {
            speak(mode);
            return;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank() || line.startsWith("#")) continue;
            String cells = line.trim();
            List<List<Integer>> graph = boardGraph(root(root(cells.length())));
            if (mode.equals("referee")) {
                System.out.println(verify(graph, readCells(cells)));
            } else {
                System.out.println(mode.equals("svg") ? svg(cells) : dot(cells, graph));
                return;
            }
        }
    }
}
