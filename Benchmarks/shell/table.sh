# The table: `section` and `figure` add to it, `print_table` prints it. Sourced by Benchmarks/run.

table=''
failures=0

section() {
    printf 'bench: %s\n' "$1" >&2
    table+="| **$(thousands "$1")** | | | | |"$'\n'
}

# holds VALUE GOAL: succeeds if figures such as "0.5 / 2" meet a goal such as "≤ 1 / ≤ 5 (words)", "≥ 3" or a word.
holds() {
    awk -v value="$1" -v goal="$2" 'BEGIN {
        sub(/ *\(.*/, "", goal)
        count = split(goal, goals, " / "); split(value, values, " / ")
        for (i = 1; i <= count; i++) {
            split(goals[i], part, " ")
            if (part[1] == "≤") good = values[i] != "" && values[i] + 0 <= part[2] + 0
            else if (part[1] == "≥") good = values[i] + 0 >= part[2] + 0
            else good = values[i] == goals[i]
            if (!good) exit 1
        }
    }'
}

# thousands TEXT: adds commas to whole numbers of four digits or more.
thousands() {
    sed -E ':again; s/(^|[^0-9.,])([0-9]{1,})([0-9]{3})($|[^0-9.])/\1\2,\3\4/; t again' <<<"$1"
}

# figure NAME VALUE [GOAL [BESIDE]]
figure() {
    local goal=${3:-} met=''
    [ -n "$2" ] || failed "$1" || return 0
    if [ -n "$goal" ]; then
        met=yes
        holds "$2" "$goal" || met='**no**'
    fi
    table+="| $(thousands "$1") | $(thousands "$2") | $(thousands "$goal") | $met | $(thousands "${4:-}") |"$'\n'
}

# figures_of PROGRAM...: adds the figures that a program prints, as lines of "| name | value | goal | beside |", where the last may
# be missing.
figures_of() {
    local _ name value goal beside
    "$@" >"$folder/figures" || failed "$1" || true
    while IFS='|' read -r _ name value goal beside _; do
        figure "$(trim "$name")" "$(trim "$value")" "$(trim "$goal")" "$(trim "$beside")"
    done <"$folder/figures"
}

trim() {
    sed 's/^ *//; s/ *$//' <<<"$1"
}

# failed WHAT: reports a failed measurement, so that the run ends with an error.
failed() {
    failures=$((failures + 1))
    printf 'bench: FAILED: %s\n' "$1" >&2
    table+="| $1 | **failed** | | | |"$'\n'
    return 1
}

# times FACTOR NUMBER
times() {
    awk -v factor="$1" -v number="$2" 'BEGIN { printf "%.0f", factor * number }'
}

print_table() {
    printf '\n| | Oriel | goal | met | beside it in this run |\n|---|---:|---:|---|---|\n%s' "$table"
}
