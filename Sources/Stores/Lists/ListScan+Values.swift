import Changes
import SQLite
import Tables

extension ListScan {
    /// Returns the distinct values of a column in the notation of routes.
    func names(ofValuesOf column: String, in table: Table) throws(ScanError) -> [RowName] {
        let affinity = table.column(named: column)?.affinity ?? .blob
        do throws(SQLFailure) {
            let text = QueryText(table: table, query: query).values(of: column)
            let statement = try SQLStatement(connection, text.sql)
            statement.bind(text.values)
            var names: [RowName] = []
            while try statement.step() { names.append(RowName(KeyCodec.encode([statement.value(0)], [affinity]))) }
            return names
        } catch {
            throw ScanError(error)
        }
    }

    /// Returns the row of a value, given the value in the notation of routes.
    static func row(of id: String, _ affinity: Column.Affinity) -> Row {
        Row(id: id, values: KeyCodec.decode(id, [affinity]) ?? [.null])
    }
}
