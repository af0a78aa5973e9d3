import Changes
import Glibc
import Tables

/// The rows of one table that a transaction has touched so far.
final class CapturedTable {  // guard: the queue of its Capture
    let name: ExactName
    private let cName: ContiguousArray<CChar>
    private let table: Table?
    private let naming: Naming
    /// The columns whose former values are kept, and their positions.
    private var columns: [CapturedColumn] = []
    private var columnNumbers: [Int] = []
    private var rows = RowChanges.Rows()
    private var isUnknown = false

    /// The limit on the rows of one transaction. Beyond it, any row counts as changed.
    static let limit = 100_000

    /// How rows are identified.
    private enum Naming {
        case byNumber
        case byKey(CapturedKey)
        /// Rows cannot be identified, or the schema does not have the table.
        case notAtAll
        /// The table belongs to SQLite or Oriel, and is not recorded.
        case ignored
    }

    /// Creates an empty record for the table of this name; `table` is `nil` if the schema does not have it.
    init(_ name: ExactName, _ table: Table?) {
        self.name = name
        self.table = table
        cName = ContiguousArray(name.text.utf8CString)
        naming = name.text.isSystemName ? .ignored : Self.naming(table)
    }

    private static func naming(_ table: Table?) -> Naming {
        guard let table else { return .notAtAll }
        switch table.key {
        case .rowid: return .byNumber
        case .none: return .notAtAll
        case .columns: return CapturedKey(table).map { .byKey($0) } ?? .notAtAll
        }
    }

    /// Sets the columns whose former values are kept. Columns that cannot be read are ignored.
    func keep(_ numbers: Set<Int>) {
        guard let table else { return }
        columns = numbers.sorted().compactMap { CapturedColumn($0, of: table) }
        columnNumbers = columns.map(\.number)
    }

    /// Returns whether the table has this name.
    func isNamed(_ other: UnsafePointer<CChar>) -> Bool {
        cName.withUnsafeBufferPointer { $0.baseAddress.map { strcmp($0, other) == 0 } ?? false }
    }

    /// Whether any row was touched.
    var isTouched: Bool { isUnknown || rows.count > 0 }

    /// Returns the touched rows since the last call.
    func take() -> RowChanges.InTable {
        defer { discard() }
        return isUnknown ? .unknown : .rows(rows)
    }

    /// Discards the touched rows.
    func discard() {
        rows = RowChanges.Rows()
        isUnknown = false
    }

    /// Records the row of a write, and its former values.
    func record(_ write: RowWrite) {
        guard !isUnknown else { return }
        switch naming {
        case .ignored: return
        case .notAtAll: forget()
        case .byNumber: if canBeNoted(write) { recordNumbers(write) }
        case .byKey(let key): if canBeNoted(write) { recordNames(write, key) }
        }
    }

    /// Returns whether the row can be recorded: the limit is not reached, and the write has the columns of the known
    /// table. Otherwise, any row of the table counts as changed. With another schema, columns would be confused.
    private func canBeNoted(_ write: RowWrite) -> Bool {
        if rows.count < Self.limit, write.columnCount == table?.columns.count { return true }
        forget()
        return false
    }

    private func forget() {
        isUnknown = true
        rows = RowChanges.Rows()
    }

    private func recordNumbers(_ write: RowWrite) {
        if write.hasOld, rows.numbers[write.oldNumber] == nil { rows.numbers[write.oldNumber] = former(write) }
        guard write.hasNew, !write.isUpdate || write.newNumber != write.oldNumber else { return }
        if rows.numbers[write.newNumber] == nil { rows.numbers[write.newNumber] = .absent }
    }

    private func recordNames(_ write: RowWrite, _ key: CapturedKey) {
        var before: ExactName?
        if write.hasOld {
            guard let values = key.old(write) else { return forget() }
            let name = key.name(values, write.oldNumber)
            before = name
            if rows.names[name] == nil { rows.names[name] = former(write) }
        }
        guard write.hasNew else { return }
        guard let values = key.new(write) else { return forget() }
        let name = key.name(values, write.newNumber)
        if name != before, rows.names[name] == nil { rows.names[name] = .absent }
    }

    private func former(_ write: RowWrite) -> FormerRow {
        guard !columns.isEmpty else { return .present(.none) }
        return .present(FormerValues(columns: columnNumbers, values: columns.map { $0.old(write) }))
    }
}
