import Changes

/// A row for tests: its identity and its content.
struct TestRow: Identifiable, Equatable {
    let id: Int
    var content = 0
}

/// A section's header for tests.
struct TestHeader: Identifiable, Equatable {
    let id: Int
    var title = ""
}

typealias TestSection = SnapshotSection<TestHeader, TestRow>

func section(_ id: Int, _ rows: [Int]) -> TestSection {
    TestSection(TestHeader(id: id), items: rows.map { TestRow(id: $0) })
}

func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

/// Every list without repetition of any of these values.
func arrangements(of values: [Int]) -> [[Int]] {
    [[]]
        + values.flatMap { first in
            arrangements(of: values.filter { $0 != first }).map { [first] + $0 }
        }
}

/// Every list of up to two sections out of these, with any of these rows in any order.
func smallLists(sections: [Int], rows: [Int]) -> [[TestSection]] {
    let orders = arrangements(of: rows)
    return arrangements(of: sections).filter { $0.count <= 2 }.flatMap { ids -> [[TestSection]] in
        switch ids.count {
        case 0: [[]]
        case 1: orders.map { [section(ids[0], $0)] }
        default:
            orders.flatMap { order in
                (0...order.count).map { split in
                    [section(ids[0], Array(order[..<split])), section(ids[1], Array(order[split...]))]
                }
            }
        }
    }
}

/// The length of the longest increasing subsequence.
func longestRun(_ values: [Int]) -> Int {
    var best = [Int](repeating: 1, count: values.count)
    for end in values.indices {
        for start in 0..<end where values[start] < values[end] { best[end] = max(best[end], best[start] + 1) }
    }
    return best.max() ?? 0
}

/// Every change set between two lists of unique values. Any increasing subsequence of the common values may stay, and
/// the others move, perhaps onto their own positions.
func explanations(
    from old: [Int], to new: [Int], deleted: (Int) -> Change, inserted: (Int) -> Change, moved: (Int, Int) -> Change
) -> [ChangeSet] {
    let common = new.filter(old.contains)
    return (0..<1 << common.count).compactMap { mask in
        let still = common.indices.filter { mask >> $0 & 1 == 1 }.map { common[$0] }
        let places = still.compactMap(old.firstIndex)
        guard places == places.sorted() else { return nil }
        let arrivals = new.enumerated().compactMap { place, value -> Change? in
            guard !still.contains(value) else { return nil }
            return old.firstIndex(of: value).map { moved($0, place) } ?? inserted(place)
        }
        let departures = old.enumerated().filter { !common.contains($0.element) }.map { deleted($0.offset) }
        return ChangeSet(arrivals + departures)
    }
}
