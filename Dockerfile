# The program `harness` in an image:
#
#   docker build -t sudoku-harness .
#   docker run --rm -v "$PWD:/work" sudoku-harness puzzles.txt -o run
#
# Times measured in a container are those of its limits of processors and memory, which `harness doctor` shows.
FROM rust:1-slim-trixie AS build
WORKDIR /source
COPY . .
RUN cargo rustc --locked --profile wheel -p harness --bin harness -- -C opt-level=3 -C strip=symbols

FROM debian:trixie-slim
COPY --from=build /source/target/wheel/harness /usr/local/bin/harness
WORKDIR /work
ENTRYPOINT ["harness"]
