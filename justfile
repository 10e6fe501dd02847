# What CI runs.
check:
    bash .ci/run

# The main job.
race:
    cargo run -p harness -- datasets/hardest.txt

# The tests alone.
test:
    cargo test --workspace

# Format the code.
fmt:
    cargo fmt

# Search for inputs that break a reader or a backend.
fuzz minutes="60":
    scripts/fuzz.sh {{minutes}}
