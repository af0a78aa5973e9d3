# Dashboards of 12 tiles over 1,000,000 rows, and lists by columns of other rows. Sourced by Benchmarks/run.

dashboards() {
    local name value goal beside
    section 'A dashboard of 12 tiles over 1,000,000 rows'
    taskset -c 1 node Benchmarks/dashboards.mjs "$program" >"$folder/dashboards" || failed 'dashboards' || return 0
    while IFS='|' read -r name value goal beside; do
        figure "$name" "$value" "$goal" "$beside"
    done <"$folder/dashboards"
}
