import JSON
import Lists
import TestSupport

/// A row of the table `item` that every engine under test has.
struct Item: Sendable, Equatable {
    var id: Int64
    var name: String
    var rank: Int64

    var values: JSONObject { ["id": .int(id), "name": .string(name), "rank": .int(rank)] }

    /// Creates a row with few names and ranks, so that rows tie.
    static func random(id: Int64, _ random: inout SeededGenerator) -> Item {
        let start = ["a", "b", "one name that is longer than sixteen bytes "].randomElement(using: &random) ?? ""
        let name = start + String(Int.random(in: 0..<4, using: &random))
        return Item(id: id, name: name, rank: Int64.random(in: 0..<9, using: &random))
    }
}

/// A change of one row.
enum ItemChange: Sendable {
    case insert(Item)
    case delete(Int64)
    /// Changes the row of this id, and perhaps its key.
    case update(Int64, Item)

    /// The change as a command of a store.
    var command: WriteCommand {
        switch self {
        case .insert(let item): .insert(table: "item", values: item.values)
        case .delete(let id): .delete(table: "item", id: String(id))
        case .update(let id, let item): .update(table: "item", id: String(id), values: item.values)
        }
    }
}

/// The rows of the table, in the order of their insertion.
struct ItemModel: Sendable {
    private(set) var items: [Item]

    mutating func apply(_ changes: [ItemChange]) {
        for change in changes {
            switch change {
            case .insert(let item): items.append(item)
            case .delete(let id): items.removeAll { $0.id == id }
            case .update(let id, let item): items = items.map { $0.id == id ? item : $0 }
            }
        }
    }

    /// Returns random changes that are valid in sequence. Never deletes the first row, so that the table is not empty.
    func changes(_ random: inout SeededGenerator) -> [ItemChange] {
        var next = self
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let change = next.change(&random)
            next.apply([change])
            return change
        }
    }

    private func change(_ random: inout SeededGenerator) -> ItemChange {
        let free = (1...100).map(Int64.init).filter { id in !items.contains { $0.id == id } }.randomElement(
            using: &random)
        let known = items.dropFirst().randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), known, free) {
        case (0, let known?, _): return .delete(known.id)
        case (1, let known?, let free?): return .update(known.id, Item.random(id: free, &random))
        case (2...4, let known?, _): return .update(known.id, Item.random(id: known.id, &random))
        case (_, _, let free?): return .insert(Item.random(id: free, &random))
        default: return .update(items[0].id, Item.random(id: items[0].id, &random))
        }
    }
}
