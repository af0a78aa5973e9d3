import CSQLite
import Lists
import SQLite
import Tables

extension BatchRun {
    /// Returns the condition for a row and its exact id. `id` may differ from it where SQLite considers them equal.
    func find(_ id: String, in table: Table) throws -> (row: RowLocator.Condition, id: String) {
        guard let row = RowLocator(table: table).condition(for: id), let found = try self.id(of: table, where: row)
        else {
            throw CommandError.notFound
        }
        return (row, found)
    }

    func insert(_ values: [(column: Column, value: SQLValue)], into table: Table) throws -> String? {
        let names = values.map(\.column.name.quoted).joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        let into = "INSERT\(conflict) INTO \(table.name.quoted)"
        try change(
            values.isEmpty ? "\(into) DEFAULT VALUES" : "\(into) (\(names)) VALUES (\(marks))", values.map(\.value))
        guard case .columns(let key, rowid: nil) = table.key else {
            return try id(of: table, where: rowIDCondition(of: table))
        }
        let condition = key.map { "\($0.quoted) = ?" }.joined(separator: " AND ")
        let bound = key.map { values.value(of: $0) ?? .null }
        return bound.contains(.null) ? nil : try id(of: table, where: .init(sql: condition, values: bound))
    }

    func update(
        _ values: [(column: Column, value: SQLValue)], of table: Table, _ row: RowLocator.Condition, id old: String
    ) throws -> String? {
        guard !values.isEmpty else { return old }
        let number = try rowID(of: table, where: row)
        let changes = values.map { "\($0.column.name.quoted) = ?" }.joined(separator: ", ")
        try change(
            "UPDATE\(conflict) \(table.name.quoted) SET \(changes) WHERE \(row.sql)", values.map(\.value) + row.values)
        let keys = RowLocator(table: table).keyColumns
        guard keys.contains(where: { values.value(of: $0) != nil }) else { return old }
        if let number { return try id(of: table, where: number) }
        guard case .columns(let names, _) = table.key else {
            let number = keys.first.flatMap(values.value)
            return number.map { RowLocator(table: table).id([$0]) }
        }
        let previous = table.keyValues(of: old) ?? []
        let bound = names.enumerated().map { place, name in
            values.value(of: name) ?? (place < previous.count ? previous[place] : .null)
        }
        let condition = names.map { "\($0.quoted) IS ?" }.joined(separator: " AND ")
        return try id(of: table, where: .init(sql: condition, values: bound))
    }

    /// Inserts a row, or changes the row with its primary key.
    func put(_ values: [(column: Column, value: SQLValue)], into table: Table) throws -> String? {
        let keys = table.columns.filter { $0.primaryKeyPosition > 0 }.map(\.name)
        let bound = keys.compactMap(values.value)
        guard !keys.isEmpty, bound.count == keys.count, !bound.contains(.null) else {
            return try insert(values, into: table)
        }
        let names = values.map(\.column.name.quoted)
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        let changes = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let target = keys.map(\.quoted).joined(separator: ", ")
        try change(
            "INSERT INTO \(table.name.quoted) (\(names.joined(separator: ", "))) VALUES (\(marks)) "
                + "ON CONFLICT (\(target)) DO UPDATE SET \(changes)", values.map(\.value))
        let condition = keys.map { "\($0.quoted) = ?" }.joined(separator: " AND ")
        return try id(of: table, where: .init(sql: condition, values: bound))
    }

    /// Whether the row of this id matches a filter.
    func meets(_ filter: Filter, _ id: String, in table: Table) throws(SQLFailure) -> Bool {
        let query = Query(ofRow: id, in: table, meeting: filter)
        let text = QueryText(table: transaction.schema.withPaths(table, for: query), query: query)
        return try transaction.statements.row(text.select("1"), text.conditionValues, connection) != nil
    }

    /// Throws if values of the row are not accepted.
    func expect(
        _ names: [String], of table: Table, _ row: RowLocator.Condition, _ holds: (String, SQLValue) -> Bool
    ) throws {
        let names = names.filter { table.column(named: $0) != nil }
        guard !names.isEmpty else { return }
        let columns = names.map(\.quoted).joined(separator: ", ")
        let sql = "SELECT \(columns) FROM \(table.name.quoted) WHERE \(row.sql)"
        guard let present = try transaction.statements.row(sql, row.values, connection) else {
            throw CommandError.notFound
        }
        let differing = zip(names, present).filter { !holds($0, $1) }.map(\.0)
        if !differing.isEmpty { throw CommandError.changed(differing) }
    }
}
