import CSQLite
import PostgreSQL
import SQLite
import Tables

/// Copies a SQLite database into PostgreSQL: tables, rows, indexes and foreign keys, in one transaction. Blocks.
///
///     let copy = try DatabaseCopy(of: "shop.sqlite")
///     try copy.run(to: address) { table, rows in print(table, rows) }
package final class DatabaseCopy {
    private let file: SourceFile
    private let plan: CopyPlan

    /// The number of bytes that are sent at once.
    private static let pieceSize = 1 << 18

    /// Reads the file at `path`, and chooses the types. O(size of the file).
    ///
    /// - Throws: ``CopyError``.
    package init(of path: String) throws(CopyError) {
        file = try SourceFile(path)
        plan = try CopyPlan(of: file)
    }

    /// The statements that create the tables, indexes and foreign keys.
    package var script: String { plan.script }
    /// What is different in PostgreSQL, a sentence each.
    package var notes: [String] { plan.notes }

    /// The columns of the tables, with their types in SQLite and in PostgreSQL.
    package var columns: [(table: String, column: String, from: String, to: String)] {
        plan.tables.flatMap { table in
            table.columns.map { (table.name, $0.name, $0.source.declaredType, $0.type.rawValue) }
        }
    }

    /// The numbers of tables and rows.
    package var size: (tables: Int, rows: Int64) { (plan.tables.count, plan.tables.map(\.rows).reduce(0, +)) }

    /// Copies everything, and compares the number and the sum of each column's values. Changes nothing if it fails.
    ///
    /// - Parameter progress: Called with the name of a table and the number of its rows that have been sent, now and
    ///   then.
    /// - Throws: ``CopyError``, also if the database already has a table of the same name.
    package func run(to address: PostgresAddress, progress: (String, Int64) -> Void) throws(CopyError) {
        let connection: PostgresConnection
        do throws(PostgresFailure) { connection = try PostgresConnection(address) } catch {
            throw CopyError(error.message)
        }
        try run("BEGIN", on: connection)
        for table in plan.tables { try run(table.creation, on: connection) }
        for table in plan.tables {
            let checks = try copy(table, to: connection, progress)
            try verify(table, checks, on: connection)
        }
        for statement in plan.tables.flatMap(\.completion) + plan.tables.flatMap(\.constraints) {
            try run(statement, on: connection)
        }
        try run("COMMIT", on: connection)
        for table in plan.tables { try run("ANALYZE \(table.name.quoted)", on: connection) }
    }

    @discardableResult
    private func run(_ sql: String, on connection: PostgresConnection) throws(CopyError) -> PostgresResult {
        do throws(PostgresFailure) {
            return try connection.run(sql)
        } catch {
            let remedy = "; copy into an empty schema, such as ?options=-csearch_path%3DNAME"
            throw CopyError(error.message + (error.code == "42P07" ? remedy : ""))
        }
    }

    /// Sends the rows of a table. Returns what to check.
    private func copy(
        _ table: CopiedTable, to connection: PostgresConnection, _ progress: (String, Int64) -> Void
    ) throws(CopyError) -> [ColumnCheck] {
        var checks = table.columns.map { _ in ColumnCheck() }
        var (sent, isAtEnd): (Int64, Bool) = (0, false)
        let names = table.columns.map(\.name.quoted).joined(separator: ", ")
        do {
            let rows = try file.query("SELECT \(names) FROM \(table.name.quoted)")
            try connection.copyIn(table.copy) {
                var piece: [UInt8] = []
                while piece.count < Self.pieceSize, !isAtEnd {
                    guard try rows.step() else {
                        isAtEnd = true
                        break
                    }
                    try Self.append(rows.row, of: table, row: sent + 1, to: &piece, &checks)
                    sent += 1
                }
                progress(table.name, sent)
                return piece.isEmpty ? nil : piece
            }
        } catch let error as CopyError {
            throw error
        } catch let error as SQLFailure {
            throw CopyError(error)
        } catch let error as PostgresFailure {
            throw CopyError("\(table.name): \(error.message)")
        } catch {
            throw CopyError("\(error)")
        }
        return checks
    }

    private static func append(
        _ row: StatementRow, of table: CopiedTable, row number: Int64, to piece: inout [UInt8],
        _ checks: inout [ColumnCheck]
    ) throws(CopyError) {
        for (place, column) in table.columns.enumerated() {
            if place > 0 { piece.append(UInt8(ascii: "\t")) }
            do throws(CopyError) {
                try column.type.append(row, CInt(place), to: &piece, &checks[place])
            } catch {
                throw CopyError("\(table.name).\(column.name), row \(number): \(error.description)")
            }
        }
        piece.append(UInt8(ascii: "\n"))
    }

    private func verify(
        _ table: CopiedTable, _ checks: [ColumnCheck], on connection: PostgresConnection
    ) throws(CopyError) {
        for start in stride(from: 0, to: table.columns.count, by: 200) {  // the server limits the columns of a result
            let columns = table.columns[start..<min(start + 200, table.columns.count)]
            let sums = columns.map { $0.type.check($0.name.quoted) }.joined(separator: ", ")
            let found = try run("SELECT \(sums) FROM \(table.name.quoted)", on: connection)
            for (place, column) in columns.enumerated() {
                let isEqual = column.type.agrees(
                    checks[start + place], found.text(0, 2 * place), found.text(0, 2 * place + 1))
                guard isEqual else {
                    throw CopyError("\(table.name).\(column.name) differs after the copy; nothing was changed")
                }
            }
        }
    }
}
