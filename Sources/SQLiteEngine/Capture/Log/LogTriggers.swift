import Changes
import SQLite
import Tables

/// The triggers that log the writes to a table. They use only SQLite's own functions, so that they run for every
/// writer.
///
/// After a write, they log the row's key before and after it. Rows that `REPLACE` deletes run no trigger unless
/// `recursive_triggers` is on, so rows that it would delete are logged before the write. If the log cannot identify a
/// table's rows, it logs only the table.
struct LogTriggers {
    let table: Table
    let indexes: [UniqueIndex]

    /// A trigger: its name, and its SQL as the database stores it.
    struct Trigger: Equatable {
        let name: String
        let sql: String
    }

    /// Creates the triggers of an ordinary table.
    init(_ table: Table, on connection: OpaquePointer) throws(SQLFailure) {
        self.table = table
        indexes = try UniqueIndex.all(of: table, on: connection)
    }

    /// All triggers of the table.
    var all: [Trigger] {
        var triggers = [
            trigger("insert", "AFTER INSERT", [log(key("NEW"))]),
            trigger(
                "update", "AFTER UPDATE", [log(key("OLD"))] + (keyHasChanged.map { [log(key("NEW"), where: $0)] } ?? [])
            ),
            trigger("delete", "AFTER DELETE", [log(key("OLD"))]),
        ]
        if !evictions.isEmpty {
            triggers.append(trigger("before_insert", "BEFORE INSERT", evictions))
            triggers.append(trigger("before_update", "BEFORE UPDATE", evictions, when: uniqueValueHasChanged))
        }
        return triggers
    }

    private func trigger(_ kind: String, _ event: String, _ body: [String], when condition: String? = nil) -> Trigger {
        let name = LogTable.prefix + kind + "_" + table.name
        let when = condition.map { " WHEN \($0)" } ?? ""
        let body = body.map { $0 + "; " }.joined()
        return Trigger(
            name: name, sql: "CREATE TRIGGER \(name.quoted) \(event) ON \(table.name.quoted)\(when) BEGIN \(body)END")
    }

    /// The columns that identify a row in the log; empty if the rows that a write changes cannot be determined.
    private var keyColumns: [String] {
        guard indexes.allSatisfy({ $0.terms != nil }) else { return [] }
        switch table.key {
        case .rowid(let name): return [name]
        case .columns(let names, _): return names.count <= LogTable.keyLimit ? names : []
        case .none: return []
        }
    }

    private func key(_ row: String) -> [String] {
        keyColumns.map { "\(row).\($0.quoted)" }
    }

    /// Returns the statement that logs a key: of each row of `table` that meets a condition, or of the written row.
    private func log(_ values: [String], from table: String? = nil, where condition: String? = nil) -> String {
        let columns = values.indices.map { ", k\($0)" }.joined()
        let row = ([self.table.name.literal] + values).joined(separator: ", ")
        let source = table.map { " FROM \($0)" } ?? ""
        let rest = condition.map { " WHERE \($0)" } ?? ""
        return "INSERT INTO \(LogTable.quoted) (tbl\(columns)) SELECT \(row)\(source)\(rest)"
    }

    /// The condition that the key has changed. Ids distinguish 1 from 1.0, and `a` from `A`, whatever the collation.
    /// `quote` ignores everything after a NUL.
    private var keyHasChanged: String? {
        guard !keyColumns.isEmpty else { return nil }
        return keyColumns.map { name in
            let (old, new) = ("OLD.\(name.quoted)", "NEW.\(name.quoted)")
            return "quote(\(old)) <> quote(\(new)) OR \(old) COLLATE BINARY IS NOT \(new)"
        }.joined(separator: " OR ")
    }

    /// The statements that log the rows that `REPLACE` would delete.
    private var evictions: [String] {
        guard !keyColumns.isEmpty else { return [] }
        var conditions = indexes.compactMap(\.terms).map { terms in
            terms.map { "\($0.column.quoted) COLLATE \($0.collation.quoted) = NEW.\($0.column.quoted)" }
                .joined(separator: " AND ")
        }
        if let rowID { conditions.append("\(rowID) = NEW.\(rowID)") }
        guard !conditions.isEmpty else { return [] }
        let rows = conditions.map { log(keyColumns.map(\.quoted), from: table.name.quoted, where: $0) }
        return rows + (isDefaultTaken.map { [log([], where: $0)] } ?? [])
    }

    /// The row id, if it is not the key but can be written.
    private var rowID: String? {
        guard case .columns(_, let rowID) = table.key else { return nil }
        return rowID?.quoted
    }

    /// The condition that `REPLACE` uses a default in place of a forbidden NULL. It does so after the triggers that run
    /// before the write.
    private var isDefaultTaken: String? {
        let columns = table.columns.filter { $0.isNotNull && $0.defaultText != nil }
        return columns.isEmpty ? nil : columns.map { "NEW.\($0.name.quoted) IS NULL" }.joined(separator: " OR ")
    }

    private var uniqueValueHasChanged: String {
        let columns = indexes.compactMap(\.terms).flatMap { $0.map(\.column.quoted) } + (rowID.map { [$0] } ?? [])
        var seen: Set<ExactName> = []
        return columns.filter { seen.insert(ExactName($0)).inserted }
            .map { "OLD.\($0) COLLATE BINARY IS NOT NEW.\($0)" }.joined(separator: " OR ")
    }
}

extension String {
    /// The text as an SQL literal.
    fileprivate var literal: String {
        let mark = UInt8(ascii: "'")
        return String(decoding: [mark] + utf8.flatMap { $0 == mark ? [mark, mark] : [$0] } + [mark], as: UTF8.self)
    }
}
