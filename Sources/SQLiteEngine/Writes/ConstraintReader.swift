import CSQLite
import Lists
import SQLite
import Tables

/// Converts SQLite's constraint errors into messages for users, with the fields at fault.
struct ConstraintReader {
    let connection: OpaquePointer
    let table: Table
    /// The row to change or delete, if any.
    let row: RowLocator.Condition?

    /// Converts the failure of a statement. The transaction must still be open, because this queries the database.
    func error(_ failure: SQLFailure, values: [(column: Column, value: SQLValue)]) -> CommandError {
        switch failure.code {
        case csqlite_constraint_unique, csqlite_constraint_primarykey, csqlite_constraint_rowid:
            return unique(failure)
        case csqlite_constraint_notnull: return invalid(named(in: failure.message), "A value is required.", failure)
        case csqlite_constraint_check: return check(failure)
        // ON DELETE RESTRICT fails with the code of a trigger.
        case _ where failure.message == "FOREIGN KEY constraint failed": return foreignKey(failure, values: values)
        case csqlite_constraint_datatype:
            return invalid(named(in: failure.message), "The value has the wrong type.", failure)
        case SQLITE_MISMATCH:
            return invalid(table.columns.filter(\.isRowID).map(\.name), "The value must be a whole number.", failure)
        case SQLITE_TOOBIG: return tooLarge(failure, values)
        default: return CommandError(failure)
        }
    }

    /// Converts the failure of a value over the size limit, which SQLite does not name. Reports each value over the
    /// limit, or else the largest of the row.
    private func tooLarge(_ failure: SQLFailure, _ values: [(column: Column, value: SQLValue)]) -> CommandError {
        let limit = Int(sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, -1))
        let sizes = values.map { ($0.column.name, $0.value.byteCount) }
        let least = min(limit + 1, sizes.map(\.1).max() ?? 0)
        let columns = sizes.filter { $0.1 >= least }.map(\.0)
        return .invalid(
            message: failure.message, fields: Dictionary(columns.map { ($0, failure.message) }) { first, _ in first })
    }

    /// Converts the failure of a unique index. For an index on an expression, SQLite names the index instead of the
    /// columns, so they are taken from the index's SQL.
    private func unique(_ failure: SQLFailure) -> CommandError {
        let fault = "Another row has this value already."
        guard let start = failure.message.firstRange(of: "index '") else {
            return invalid(named(in: failure.message), fault, failure)
        }
        let name = String(failure.message[start.upperBound...].dropLast())
        let question = "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?1"
        let statement = try? SQLStatement(connection, question)
        statement?.bind([.text(name)])
        let isThere = (try? statement?.step()) ?? false
        let sql = isThere ? statement?.text(0) ?? "" : ""
        let columns = named(inText: String(sql.drop { $0 != "(" }))
        return .invalid(message: fault, fields: Dictionary(columns.map { ($0, fault) }) { first, _ in first })
    }

    private func invalid(_ columns: [String], _ fault: String, _ failure: SQLFailure) -> CommandError {
        let fields = Dictionary(columns.map { ($0, fault) }, uniquingKeysWith: { first, _ in first })
        return .invalid(message: columns.isEmpty ? failure.message.sentence : fault, fields: fields)
    }

    /// Returns the columns in a message such as `UNIQUE constraint failed: Artist.Name, Artist.Year`. Names may contain
    /// commas and dots, so the message cannot be split.
    private func named(in message: String) -> [String] {
        guard let colon = message.firstRange(of: ": ") else { return named(inText: message) }
        let list = message[colon.upperBound...]
        let columns = table.columns.filter { column in
            list == "\(table.name).\(column.name)" || list.hasPrefix("\(table.name).\(column.name), ")
                || list.hasSuffix(", \(table.name).\(column.name)")
                || list.contains(", \(table.name).\(column.name), ")
        }
        return columns.isEmpty ? named(inText: String(list)) : columns.map(\.name)
    }

    /// Returns the columns whose names occur in a text as words.
    private func named(inText text: String) -> [String] {
        let lowered = text.lowercased()
        return table.columns.map(\.name).filter { lowered.containsWord($0.lowercased()) }
    }

    /// Converts a failed CHECK. Its message contains its name or, without one, its expression.
    private func check(_ failure: SQLFailure) -> CommandError {
        let label = failure.message.firstRange(of: ": ").map { String(failure.message[$0.upperBound...]) } ?? ""
        let columns = named(inText: label)
        let fault = "The value is not allowed (\(label))."
        return invalid(columns.isEmpty ? named(inText: expression(of: label)) : columns, fault, failure)
    }

    /// Returns the expression of a named CHECK, from the table's SQL.
    private func expression(of name: String) -> String {
        let sql = table.sql.lowercased()
        guard let place = sql.firstRange(of: name.lowercased()) else { return "" }
        let rest = sql[place.upperBound...]
        guard let open = rest.firstIndex(of: "(") else { return "" }
        var depth = 0
        for index in rest[open...].indices {
            if rest[index] == "(" { depth += 1 }
            if rest[index] == ")" { depth -= 1 }
            if depth == 0 { return String(rest[open...index]) }
        }
        return ""
    }

    /// Converts a failed foreign key, which SQLite does not name. Either a new value has no parent, or the row is still
    /// in use.
    private func foreignKey(_ failure: SQLFailure, values: [(column: Column, value: SQLValue)]) -> CommandError {
        var faults: [String: String] = [:]
        for key in table.foreignKeys
        where key.columns.contains(where: { values.value(of: $0) != nil }) {
            let bound = key.columns.map(values.value)
            let known = bound.compactMap { $0 }
            guard known.count == bound.count, !known.contains(.null), !exists(key, known) else { continue }
            for column in key.columns { faults[column] = "\(key.parentTable) has no such row." }
        }
        if !faults.isEmpty { return .invalid(message: "A referenced row does not exist.", fields: faults) }
        guard !table.references.isEmpty else {
            return invalid(table.foreignKeys.flatMap(\.columns), "The row does not exist.", failure)
        }
        let holding = table.references.filter { reference in
            let isTouched = values.isEmpty || reference.parentColumns.contains { values.value(of: $0) != nil }
            return isTouched && isInUse(by: reference, isDeleted: values.isEmpty)
        }
        let users = Set((holding.isEmpty ? table.references : holding).map(\.table)).sorted()
        return .invalid(message: "Rows of \(users.joined(separator: ", ")) still reference this row.", fields: [:])
    }

    /// Returns whether rows refer to this one and are neither changed nor deleted with it.
    private func isInUse(by reference: Reference, isDeleted: Bool) -> Bool {
        guard let row else { return false }
        let columns = reference.columns.map(\.quoted).joined(separator: ", ")
        let parents = reference.parentColumns.map(\.quoted).joined(separator: ", ")
        let sql = """
            SELECT 1 FROM \(reference.table.quoted)
            WHERE (\(columns)) IN (SELECT \(parents) FROM \(table.name.quoted) WHERE \(row.sql))
            AND EXISTS (
                SELECT 1 FROM pragma_foreign_key_list(?)
                WHERE "table" = ? COLLATE NOCASE AND "from" = ? COLLATE NOCASE
                AND \(isDeleted ? "on_delete" : "on_update") IN ('NO ACTION', 'RESTRICT'))
            """
        guard let statement = try? SQLStatement(connection, sql) else { return false }
        let names = [reference.table, table.name, reference.columns.first ?? ""].map { SQLValue.text($0) }
        statement.bind(row.values + names)
        return (try? statement.step()) ?? false
    }

    private func exists(_ key: ForeignKey, _ values: [SQLValue]) -> Bool {
        let condition = key.parentColumns.map { "\($0.quoted) = ?" }.joined(separator: " AND ")
        let sql = "SELECT 1 FROM \(key.parentTable.quoted) WHERE \(condition)"
        guard let statement = try? SQLStatement(connection, sql) else { return true }
        statement.bind(values)
        return (try? statement.step()) ?? true
    }
}

extension CommandError {
    /// Converts the failure of any statement.
    init(_ failure: SQLFailure) {
        self =
            switch failure.code & 0xFF {
            case SQLITE_CONSTRAINT: .invalid(message: failure.message.sentence, fields: [:])  // that of a trigger
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_READONLY where failure.code == SQLFailure.fileWasReplaced.code: .unavailable(failure.storeError)
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .nothingIsWritten
            case SQLITE_ERROR:
                .invalid(message: "The database rejected the change: \(failure.message.sentence)", fields: [:])
            case SQLITE_TOOBIG: .invalid(message: failure.message, fields: [:])
            case SQLITE_FULL, SQLITE_NOMEM: .unavailable(.failed(failure.message))
            default:
                StoreError(failure).map { .unavailable($0) }
                    ?? .failed(message: "SQLite cannot write: \(failure.message).")
            }
    }
}

extension SQLValue {
    /// The size of a text or a blob, in bytes; 0 for other values.
    fileprivate var byteCount: Int {
        switch self {
        case .null, .integer, .real: 0
        case .text(let text): text.utf8.count
        case .malformed(let text): text.bytes.count
        case .blob(let blob): blob.bytes.count
        }
    }
}

extension String {
    /// Returns whether the text contains a word, not as a part of a longer one.
    fileprivate func containsWord(_ word: String) -> Bool {
        var rest = self[...]
        while !word.isEmpty, let found = rest.firstRange(of: word) {
            let before = found.lowerBound == startIndex ? nil : self[index(before: found.lowerBound)]
            let after = found.upperBound == endIndex ? nil : self[found.upperBound]
            let isPart = { (character: Character?) in character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
            }
            if !isPart(before), !isPart(after) { return true }
            rest = self[found.upperBound...]
        }
        return false
    }
}
