import Tables

/// A query of the items, and what it selects from the model.
struct ItemQuery: Sendable {
    /// Each section with the ids of its rows, and all rows as ``FollowedList`` prints them.
    typealias Answer = (ids: [[String]], rows: [String])

    let name: String
    let query: Query
    private let select: @Sendable ([Item]) -> Answer

    /// Returns what the query selects from items in the order of the database.
    func answer(_ items: [Item]) -> Answer { select(items) }

    static let all = [unsorted, byName, ranked, inSections, searched, totals] + selected

    private static let unsorted = ItemQuery(name: "all rows", query: rows()) { plain($0) }

    private static let byName = ItemQuery(name: "by name", query: rows { $0.sort = ["name"] }) { items in
        plain(items.stablySorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    private static let ranked = ItemQuery(
        name: "filtered, by two terms",
        query: rows { query in
            query.filters = [.range("rank", 2...6)]
            query.sort = [.descending("rank"), "name"]
        }
    ) { items in
        let sorted = items.stablySorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return plain(sorted.stablySorted { $0.rank > $1.rank }.filter { (2...6).contains($0.rank) })
    }

    /// Lists that differ in a value only, of the rank, of the name and of the key.
    private static let selected =
        (0..<9).map { rank in
            ItemQuery(
                name: "rank \(rank)", query: rows { $0.filters = [Filter(column: "rank", value: .integer(rank))] }
            ) { items in plain(items.filter { $0.rank == rank }) }
        }
        + (0..<4).map { number in
            ItemQuery(name: "name a\(number)", query: rows { $0.filters = [.any("name", of: ["a\(number)", "b1"])] }) {
                items in plain(items.filter { ["a\(number)", "b1"].contains($0.name) })
            }
        }
        + [3, 50, 99].map { id in
            ItemQuery(name: "row \(id)", query: rows { $0.key = String(id) }) { plain($0.filter { $0.id == id }) }
        }

    private static let inSections = ItemQuery(name: "in sections", query: rows { $0.section = .column("rank") }) {
        items in
        let ranks = Set(items.map(\.rank)).sorted()
        let sections = ranks.map { rank in items.filter { $0.rank == rank } }
        return (sections.map { $0.map { String($0.id) } }, sections.joined().map(\.printed))
    }

    private static let searched = ItemQuery(name: "searched", query: rows { $0.search = "A" }) { items in
        plain(items.filter { $0.name.contains("a") })
    }

    private static let totals = ItemQuery(
        name: "totals", query: .totals(of: "item", by: "rank", [.count, .sum("id"), .max("name")])
    ) { items in
        let ranks = Set(items.map(\.rank)).sorted()
        let rows = ranks.map { rank in
            let group = items.filter { $0.rank == rank }
            let last = group.map(\.name).max { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? ""
            return "\(rank):\(rank):\(group.count):\(group.map(\.id).reduce(0, +)):\(last.printed)"
        }
        return ([ranks.map(String.init)], rows)
    }

    private static func rows(_ change: (inout Query) -> Void = { _ in }) -> Query {
        var query = Query(table: "item", columns: ["rank", "name"])
        change(&query)
        return query
    }

    private static func plain(_ items: [Item]) -> Answer {
        ([items.map { String($0.id) }], items.map(\.printed))
    }
}

extension Item {
    fileprivate var printed: String { "\(id):\(rank):\(name.printed)" }
}

extension String {
    /// The bytes in hexadecimal.
    fileprivate var printed: String {
        utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension [Item] {
    fileprivate func stablySorted(by isBefore: (Item, Item) -> Bool) -> [Item] {
        enumerated().sorted { left, right in
            if isBefore(left.element, right.element) { return true }
            return !isBefore(right.element, left.element) && left.offset < right.offset
        }.map(\.element)
    }
}
