import Changes
import JSON
import Tables

/// The rows of a list in order, and their sections, if any. Copies share their memory.
package struct Ordering: Sendable {
    var rows: RowOrder
    var sections: SectionTable?

    package var count: Int { rows.count }

    /// The memory of a row by its row id, in an order.
    static let bytesOfRow = 32
    /// About the memory that the order takes. A row that is identified by text takes twice as much.
    var byteCount: Int {
        switch rows {
        case .numbers(let rows): rows.count * Self.bytesOfRow
        case .names(let rows): rows.count * Self.bytesOfRow * 2
        case .found(let names): names.count * Self.bytesOfRow * 2
        case .glimpse: 0
        }
    }

    /// Creates an order of rows, and of sections if the list has any.
    init(rows: RowOrder, sections: SectionTable? = nil) {
        (self.rows, self.sections) = (rows, sections)
    }

    /// Returns the positions that may have a row. In a glimpse, omits those that were read and had none.
    func open(_ ranges: [Range<Int>]) -> [Int] {
        guard case .glimpse(let glimpse) = rows else { return ranges.flatMap { $0.clamped(to: 0..<count) } }
        return ranges.flatMap { range in
            range.filter { place in
                glimpse.names[place] != nil || !glimpse.seen.contains { $0.contains(place) }
            }
        }
    }

    /// Whether ids do not depend on positions.
    var isByKey: Bool {
        switch rows {
        case .numbers, .names: true
        case .found, .glimpse: false
        }
    }

    /// Whether only displayed rows are known, and the count is a lower bound.
    var isGlimpse: Bool {
        if case .glimpse = rows { true } else { false }
    }

    package func id(at position: Int) -> String { rows.id(at: position) }
    func position(of id: String) -> Int? { rows.position(of: id) }

    /// Returns the row ids at some positions; `nil` if rows are identified by text.
    package func numbers(at positions: [Int]) -> [Int64]? {
        rows.numbers?.read { rows in positions.map(rows.key) }
    }
}

/// The known part of a list without its whole order.
package struct Glimpse: Sendable {
    /// The number of rows, or a lower bound.
    package var count: Int
    /// The ids of the rows that were read, by position.
    package var names: [Int: ExactName]
    /// The positions that were read.
    var seen: [Range<Int>]

    /// Creates a glimpse of a list of at least `count` rows.
    package init(count: Int = 0, names: [Int: ExactName] = [:], seen: [Range<Int>]) {
        (self.count, self.names, self.seen) = (count, names, seen)
    }
}

/// Rows in order, by the kind of their ids.
enum RowOrder: Sendable {
    /// Row ids, the usual case, updated as rows change.
    case numbers(OrderedSnapshot<Int64>)
    /// Ids as text, updated as rows change.
    case names(OrderedSnapshot<ExactName>)
    /// Ids in an order that the database has found, and must find again after a change.
    case found([ExactName])
    /// Only the ids of displayed rows: of a list whose order is being found, or is too long to be kept.
    case glimpse(Glimpse)

    var count: Int {
        switch self {
        case .numbers(let rows): rows.count
        case .names(let rows): rows.count
        case .found(let names): names.count
        case .glimpse(let glimpse): glimpse.count
        }
    }

    func id(at position: Int) -> String {
        switch self {
        case .numbers(let rows): String(rows.read { $0.key(at: position) })
        case .names(let rows): rows.read { $0.key(at: position) }.text
        case .found(let names): names[position].text
        case .glimpse(let glimpse): glimpse.names[position]?.text ?? ""
        }
    }

    func position(of id: String) -> Int? {
        switch self {
        case .numbers(let rows): KeyCodec.integer(id[...]).flatMap { rows.rows.position(of: $0) }
        case .names(let rows): rows.rows.position(of: ExactName(id))
        case .found(let names): names.firstIndex(of: ExactName(id))
        case .glimpse(let glimpse): glimpse.names.first { $0.value == ExactName(id) }?.key
        }
    }

    /// The rows, if they are identified by row id.
    var numbers: OrderedSnapshot<Int64>? {
        if case .numbers(let rows) = self { rows } else { nil }
    }

    /// The rows, if they are identified by text and updated as rows change.
    var names: OrderedSnapshot<ExactName>? {
        if case .names(let rows) = self { rows } else { nil }
    }

    /// Returns the difference from this order to another. O(rows), and O(1) for the same order.
    func difference(to other: RowOrder) -> ListDifference {
        if let names, names === other.names { return .none }
        if let old = numbers, let new = other.numbers {
            guard old !== new else { return .none }
            return ListDifference(from: old.rows.keys(in: 0..<old.count), to: new.rows.keys(in: 0..<new.count))
        }
        return ListDifference(from: everyName, to: other.everyName)
    }

    private var everyName: [ExactName] {
        switch self {
        case .numbers(let rows): rows.rows.keys(in: 0..<rows.count).map { ExactName(String($0)) }
        case .names(let rows): rows.rows.keys(in: 0..<rows.count)
        case .found(let names): names
        case .glimpse: []
        }
    }
}
