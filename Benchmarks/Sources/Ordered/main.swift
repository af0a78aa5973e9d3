// Prints the cost of keeping 1,000,000 rows in order (`OrderedRows<Int64>`): processor time, as the median of 5 runs,
// and memory, as the allocator counts it.
import CMalloc
import CSQLite
import Glibc
import SQLite

let count = 1_000_000
let edits = 200_000
let numbers = (0..<count).map(scattered)

/// Random numbers up to 2^60, the same in every run (SplitMix64).
func scattered(_ index: Int) -> UInt64 {
    var mixed = UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) >> 4
}

/// The processor time of this process so far, in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns the median of 5 runs in nanoseconds, without the time of `prepare`.
func nanoseconds<Value>(_ prepare: @autoclosure () -> Value, _ body: (inout Value) -> Void) -> Double {
    let runs = (0..<5).map { _ in
        var value = prepare()
        let start = processorTime()
        body(&value)
        return processorTime() - start
    }
    return runs.sorted()[2]
}

/// The bytes that are allocated now.
func allocatedBytes() -> Int {
    let information = mallinfo2()
    return Int(information.uordblks + information.hblkhd)
}

/// A code like that of a short text.
func code(_ number: UInt64) -> SortCode {
    SortCode(prefix: SortPrefix(high: 0x03 << 56 | number >> 8, low: number << 56), isWhole: true)
}

func built(_ numbers: [UInt64]) -> OrderedRows<Int64> {
    var builder = OrderedRowsBuilder<Int64>()
    for (index, number) in numbers.enumerated() { builder.add(Int64(index), by: code(number)) { _ in } }
    return builder.finish()
}

func insert(_ rows: inout OrderedRows<Int64>, _ key: Int) {
    let entry = OrderedEntry(prefix: code(scattered(count + key)).prefix, key: Int64(count + key))
    rows.insert(entry, at: rows.rank(.of(entry)))
}

func remove(_ rows: inout OrderedRows<Int64>, _ key: Int) {
    rows.remove(at: Int(scattered(-1 - key)) % rows.count)
}

func show(_ what: String, _ figure: Double) {
    print("| \(what) | \((figure * 100).rounded() / 100) | |")
}

func showMemory() {
    let before = allocatedBytes()
    var rows = built(numbers)
    show("memory after building, bytes a row", Double(allocatedBytes() - before) / Double(rows.count))
    for key in 0..<count {
        insert(&rows, key)
        remove(&rows, key)
    }
    show("and after 1,000,000 inserts and removals", Double(allocatedBytes() - before) / Double(rows.count))
    for key in 0..<count { insert(&rows, key) }
    show("and after 1,000,000 further inserts", Double(allocatedBytes() - before) / Double(rows.count))
}

func showBuilding() {
    show("building, rows in random order, ms", nanoseconds(numbers) { _ = built($0) } / 1e6)
    show("building, rows in order, ms", nanoseconds(numbers.sorted()) { _ = built($0) } / 1e6)
}

func showEditing() {
    let perEdit = 1e3 * Double(edits)
    show("insert, µs", nanoseconds(built(numbers)) { rows in for key in 0..<edits { insert(&rows, key) } } / perEdit)
    show("remove, µs", nanoseconds(built(numbers)) { rows in for key in 0..<edits { remove(&rows, key) } } / perEdit)
    var snapshot = built([])
    let inserting = nanoseconds(built(numbers)) { rows in
        for key in 0..<edits {
            snapshot = rows
            insert(&rows, key)
        }
    }
    show("insert after a new snapshot, µs", inserting / perEdit)
    let removing = nanoseconds(built(numbers)) { rows in
        for key in 0..<edits {
            snapshot = rows
            remove(&rows, key)
        }
    }
    show("remove after a new snapshot, µs", removing / perEdit)
    precondition(snapshot.count == count - edits + 1)
}

func showReading() {
    let rows = built(numbers)
    let last = rows.key(at: count - 1)
    var sum = 0
    show("a key looked for among all, ms", nanoseconds(last) { sum += rows.position(of: $0) ?? 0 } / 1e6)
    for size in [10, 1_000] {
        let keys = Set((1...size).map { rows.key(at: count - $0) })
        show("\(size) keys looked for among all, ms", nanoseconds(keys) { sum += rows.positions(of: $0).count } / 1e6)
    }
    show("all keys as an array, ms", nanoseconds(0..<count) { sum += rows.keys(in: $0).count } / 1e6)
    let reads = nanoseconds(rows) { rows in
        for position in 0..<edits { sum &+= Int(rows.key(at: position &* 7919 % count)) }
    }
    show("a key at a position, µs", reads / (1e3 * Double(edits)))
    precondition(sum != 0)
}

/// Steps through 1,000,000 rows of a table in memory, with and without codes.
func showCodes() {
    var connection: OpaquePointer?
    sqlite3_open(":memory:", &connection)
    defer { sqlite3_close(connection) }
    let fill = """
        CREATE TABLE t(i, x); WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        INSERT INTO t SELECT random() >> 20, 'Title ' || (i * 7919 % 1000000) FROM n
        """
    sqlite3_exec(connection, fill, nil, nil, nil)
    let encoder = SortEncoder([SortColumn(collation: .nocase)])
    for column in [1, 0] {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, "SELECT i, x FROM t", -1, &statement, nil)
        guard let row = statement else { return }
        var sum: UInt64 = 0
        let stepping = nanoseconds(row) { while sqlite3_step($0) == SQLITE_ROW {} }
        let coding = nanoseconds(row) { row in
            while sqlite3_step(row) == SQLITE_ROW {
                sum &+= encoder.code(of: StatementRow(row), from: column).prefix.high
            }
        }
        show("a code of \(column == 1 ? "a text of 12 bytes" : "an integer"), ns", (coding - stepping) / Double(count))
        precondition(sum != 0)
        sqlite3_finalize(statement)
    }
}

showMemory()
showBuilding()
showEditing()
showReading()
showCodes()
