import Changes
import JSON

/// The rows of a list in order, and the sections that they are in, if any. Copies share their memory.
struct Ordering: Sendable {
    var rows: RowOrder
    var sections: SectionTable?

    var count: Int { rows.count }
    func id(at position: Int) -> String { rows.id(at: position) }
    func position(of id: String) -> Int? { rows.position(of: id) }
}

/// Rows in order, by what names them.
enum RowOrder: Sendable {
    /// Row ids, the usual case, kept in order as rows change.
    case numbers(OrderedRows<Int64>)
    /// Ids as text, kept in order as rows change.
    case names(OrderedRows<RowName>)
    /// Ids in an order that SQLite has found, and has to find anew.
    case found([RowName])

    var count: Int {
        switch self {
        case .numbers(let rows): rows.count
        case .names(let rows): rows.count
        case .found(let names): names.count
        }
    }

    func id(at position: Int) -> String {
        switch self {
        case .numbers(let rows): String(rows.key(at: position))
        case .names(let rows): rows.key(at: position).text
        case .found(let names): names[position].text
        }
    }

    func position(of id: String) -> Int? {
        switch self {
        case .numbers(let rows): KeyCodec.integer(id[...]).flatMap { rows.position(of: $0) }
        case .names(let rows): rows.position(of: RowName(id))
        case .found(let names): names.firstIndex(of: RowName(id))
        }
    }

    /// What differs from this order to another. O(rows).
    func difference(to other: RowOrder) -> ListDifference {
        if case .numbers(let old) = self, case .numbers(let new) = other {
            return ListDifference(from: old.keys(in: 0..<old.count), to: new.keys(in: 0..<new.count))
        }
        return ListDifference(from: everyName, to: other.everyName)
    }

    private var everyName: [RowName] {
        switch self {
        case .numbers(let rows): rows.keys(in: 0..<rows.count).map { RowName(String($0)) }
        case .names(let rows): rows.keys(in: 0..<rows.count)
        case .found(let names): names
        }
    }
}
