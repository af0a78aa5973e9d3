// Prints the cost of the difference between two lists of 100,000 rows. Every tenth row differs: a fifth of these rows
// are deleted, a fifth inserted, a fifth moved, two fifths changed. CPU in milliseconds, the median of 31 runs.
import Changes
import Glibc

struct NumberedRow: Identifiable, Equatable {
    let id: Int
    var content: Int
}

struct NamedRow: Identifiable, Equatable {
    let id: String
    var content: Int
}

struct Title: Identifiable, Equatable {
    let id: Int
}

/// Identities and contents before and after.
func lists(count: Int, changed: Int) -> (old: [(Int, Int)], new: [(Int, Int)]) {
    var random = SystemRandomNumberGenerator()
    let old = (0..<count).map { ($0, 0) }.shuffled(using: &random)
    var new = old
    for change in 0..<changed {
        let place = Int.random(in: 0..<new.count, using: &random)
        switch change % 5 {
        case 0: new.remove(at: place)
        case 1: new.insert((count + change, 0), at: place)
        case 2:
            let row = new.remove(at: place)
            new.insert(row, at: Int.random(in: 0...new.count, using: &random))
        default: new[place].1 += 1
        }
    }
    return (old, new)
}

/// The processor time of this process so far, in milliseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The median of 31 runs, to hundredths.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    var runs: [Double] = []
    for _ in 0..<31 {
        let start = processorTime()
        try body()
        runs.append(processorTime() - start)
    }
    return (runs.sorted()[15] * 100).rounded() / 100
}

func measure<Item: Identifiable & Equatable>(_ name: String, _ make: ((Int, Int)) -> Item) throws {
    let (old, new) = lists(count: 100_000, changed: 10_000)
    let sections = (
        SnapshotSection(Title(id: 0), items: old.map(make)), SnapshotSection(Title(id: 0), items: new.map(make))
    )
    let before = try Snapshot([sections.0])
    let after = try Snapshot([sections.1])
    var count = 0
    let difference = milliseconds { count = before.changeSet(to: after).changes.count }
    let making = try milliseconds { _ = try Snapshot([sections.1]) }
    precondition(count > 9_000, "\(count) changes")
    print("| change set of 100,000 rows with \(name), every tenth changed, ms of CPU | \(difference) | |")
    print("| and the new snapshot made and checked, ms of CPU | \(making) | |")
}

try measure("`Int` identities") { NumberedRow(id: $0.0, content: $0.1) }
try measure("identities of 9 bytes") { NamedRow(id: "row-\($0.0 + 10_000)", content: $0.1) }
try measure("identities of 24 bytes") { NamedRow(id: "a-longer-identity-\($0.0 + 100_000)", content: $0.1) }
