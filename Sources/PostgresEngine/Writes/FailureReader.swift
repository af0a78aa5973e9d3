import Lists
import PostgreSQL
import Tables

/// Converts errors of the server into messages for users, with the fields at fault
/// (postgresql.org/docs/current/errcodes-appendix.html).
struct FailureReader {
    let connection: PostgresConnection
    let catalogue: Catalogue
    /// The time limit of the commands.
    let limit: Duration
    /// Whether the caller may not know of every row and column. Then errors name none.
    let isRestricted: Bool

    /// Converts the error of a command. Its transaction is over or at its savepoint again, because this queries the
    /// database.
    func error(_ failure: PostgresFailure, in step: WriteStep?) -> CommandError {
        switch failure.code {
        case "57014": return .tooSlow(limit: limit)
        case "55P03": return .busy
        case "25006": return .nothingIsWritten
        case "42501": return .forbidden(message: "The role of the database may not do this.")
        case _ where isRestricted: return discreet(failure, in: step)
        case "23505": return named(failure, in: step, "Another row has this value already.")
        case "23P01": return named(failure, in: step, "The value conflicts with that of another row.")
        case "23502": return invalid([failure.column].compactMap(\.self), "A value is required.")
        case "23514" where failure.table == nil:  // a domain's, which names no column
            return value(failure, in: step)
        case "23514":
            return named(failure, in: step, "The value is not allowed (\(failure.constraint ?? failure.message)).")
        case "23503": return foreignKey(failure, in: step)
        case "428C9": return invalid([failure.column].compactMap(\.self), "The value is computed and cannot be set.")
        case _ where failure.code.hasPrefix("22"): return value(failure, in: step)
        case _ where failure.code.hasPrefix("42") && step == nil:  // SQL of the app that does not fit the schema
            return .failed(message: "The database rejected the SQL: \(failure.message.sentence)")
        default: return .invalid(message: "The database rejected the change: \(failure.message.sentence)", fields: [:])
        }
    }

    private func discreet(_ failure: PostgresFailure, in step: WriteStep?) -> CommandError {
        failure.code == "23503" && step?.isDeletion == true
            ? .conflict(message: "Other rows refer to it.", fields: [:]) : .refused
    }

    private func invalid(_ columns: [String], _ fault: String) -> CommandError {
        .invalid(message: fault, fields: Dictionary(columns.map { ($0, fault) }) { first, _ in first })
    }

    private func named(_ failure: PostgresFailure, in step: WriteStep?, _ fault: String) -> CommandError {
        invalid(columns(of: failure.constraint, in: table(of: failure) ?? step?.table.name), fault)
    }

    private func table(of failure: PostgresFailure) -> String? {
        guard let name = failure.table, let schema = failure.schema else { return failure.table }
        return catalogue.name(of: name, in: schema)
    }

    /// Returns the columns of a constraint or of a unique index, also those in its expressions, if the index has no
    /// condition.
    private func columns(of constraint: String?, in table: String?) -> [String] {
        guard let constraint, let table else { return [] }
        let rows = try? connection.run(
            """
            WITH index AS (
                SELECT i.oid FROM pg_class i JOIN pg_class t USING (relnamespace)
                WHERE i.relname = $1 AND t.oid = to_regclass($2))
            SELECT attname FROM pg_attribute JOIN (
                SELECT conrelid AS table, unnest(conkey) AS number FROM pg_constraint WHERE conname = $1
                UNION SELECT indrelid, unnest(indkey::int2[]) FROM pg_index
                WHERE indexrelid = (SELECT oid FROM index)
                UNION SELECT refobjid, refobjsubid FROM pg_depend JOIN pg_index ON indexrelid = objid
                WHERE objid = (SELECT oid FROM index) AND classid = 'pg_class'::regclass AND refobjid = indrelid
                    AND refclassid = 'pg_class'::regclass AND indexprs IS NOT NULL AND indpred IS NULL
            ) AS found ON attrelid = found.table AND attnum = found.number
            WHERE attrelid = to_regclass($2)
            """, [constraint, catalogue.path(of: table)])
        return (0..<(rows?.count ?? 0)).compactMap { rows?.text($0, 0) }
    }

    /// Converts a failed foreign key: a new value has no parent, or other rows still refer to the row.
    private func foreignKey(_ failure: PostgresFailure, in step: WriteStep?) -> CommandError {
        let child = table(of: failure) ?? ""
        guard let table = step?.table, table.name == child, step?.isDeletion == false else {
            return .invalid(message: "Rows of \(child) still reference this row.", fields: [:])
        }
        let columns = columns(of: failure.constraint, in: child)
        let parent = table.foreignKeys.first { Set($0.columns) == Set(columns) }?.parentTable ?? "The other table"
        return .invalid(
            message: "A referenced row does not exist.",
            fields: Dictionary(columns.map { ($0, "\(parent) has no such row.") }) { first, _ in first })
    }

    /// Converts the error of a value, which the server does not name: each value is tried alone.
    private func value(_ failure: PostgresFailure, in step: WriteStep?) -> CommandError {
        var faults: [String: String] = [:]
        for (column, value) in step?.values ?? [] {
            guard let text = value.postgresText else { continue }
            do throws(PostgresFailure) {
                try connection.run("SELECT $1::\(column.declaredType)", [text])
                if let length = column.length, text.count > length {
                    faults[column.name] = "The value has more than \(length) characters."
                }
            } catch {
                faults[column.name] = "The value is no \(column.declaredType) (\(error.message))."
            }
        }
        return faults.isEmpty
            ? .invalid(message: "The database rejected the change: \(failure.message.sentence)", fields: [:])
            : .invalid(values: faults)
    }
}

extension Column {
    /// The length that the declared type permits: a cast cuts a longer text instead of refusing it.
    fileprivate var length: Int? {
        guard declaredType.hasPrefix("character"), declaredType.hasSuffix(")") else { return nil }
        return declaredType.lastIndex(of: "(").flatMap { open in
            Int(declaredType[declaredType.index(after: open)...].dropLast())
        }
    }
}
