"""Reads a formula in DIMACS, as the harness writes it."""


def read(path):
    """The number of variables, and the clauses as lists of literals."""
    variables, clauses = 0, []
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["p"]:
                variables = int(words[2])
            elif words and words[0] != "c":
                clauses.append([int(word) for word in words[:-1]])
    return variables, clauses
