import Changes
import Tables

/// Collects the rows of a scan, and puts them in order.
package final class RowCollector {
    /// Whether the rows come in the order of the list, so that nothing is sorted. Set it before the first row.
    package var isInOrder = false

    private let former: Ordering?
    private let section: ((SQLValue) -> [UInt8])?
    private var counts: [SectionValue: Int] = [:]
    @exclusivity(unchecked) private var numbers = Collected<Int64>()
    @exclusivity(unchecked) private var names = Collected<ExactName>()
    private let isByName: Bool

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - isByName: Whether rows are identified by text, not by row id.
    ///   - former: The order before, whose memory is shared if nothing has changed.
    ///   - section: Returns the sort code of a section's value, for a list in sections.
    package init(isByName: Bool, after former: Ordering? = nil, section: ((SQLValue) -> [UInt8])? = nil) {
        (self.isByName, self.former, self.section) = (isByName, former, section)
    }

    /// Adds a row that is identified by its row id. If its code is not whole, `append` must append all bytes of it.
    package func add(_ key: Int64, by code: SortCode, append: (inout [UInt8]) -> Void) {
        numbers.add(key, by: code, isInOrder, append)
    }

    /// Adds a row that is identified by text.
    package func add(_ key: ExactName, by code: SortCode, append: (inout [UInt8]) -> Void) {
        names.add(key, by: code, isInOrder, append)
    }

    /// Counts a row in the section of a value.
    package func count(inSection value: SQLValue) {
        counts[SectionValue(value), default: 0] += 1
    }

    /// The rows so far, in order.
    package var soFar: Ordering {
        isByName
            ? Ordering(rows: .names(names.soFar(isInOrder))) : Ordering(rows: .numbers(numbers.soFar(isInOrder)))
    }

    /// Returns the rows in order. If their order equals the former one, the snapshot is identical (`===`).
    func finish() -> Ordering {
        let rows: RowOrder =
            isByName
            ? .names(names.finish(isInOrder, after: former?.rows.names))
            : .numbers(numbers.finish(isInOrder, after: former?.rows.numbers))
        return Ordering(rows: rows, sections: section.map { SectionTable(counts: counts, code: $0) })
    }
}

extension Ordering {
    /// An order of such rows, without any.
    var emptied: Ordering {
        let isByName = if case .numbers = rows { false } else { true }
        return RowCollector(isByName: isByName, section: sections.map { _ in { _ in [] } }).finish()
    }
}

/// Rows with keys of one kind.
private struct Collected<Key: Hashable & Comparable & Sendable> {
    private var writer = OrderedRowsWriter<Key>()
    private var builder = OrderedRowsBuilder<Key>()

    mutating func add(_ key: Key, by code: SortCode, _ isInOrder: Bool, _ append: (inout [UInt8]) -> Void) {
        if isInOrder {
            writer.append(OrderedEntry(prefix: code.prefix, key: key))
        } else {
            builder.add(key, by: code, append: append)
        }
    }

    /// Returns copies of the rows so far, in order.
    func soFar(_ isInOrder: Bool) -> OrderedSnapshot<Key> {
        isInOrder ? writer.finish(after: nil) : builder.finish(after: nil)
    }

    /// Returns the rows in order, and keeps none.
    mutating func finish(_ isInOrder: Bool, after former: OrderedSnapshot<Key>?) -> OrderedSnapshot<Key> {
        let (writer, builder) = (self.writer, self.builder)
        self = Collected()
        return isInOrder ? writer.finish(after: former) : builder.finish(after: former)
    }
}
