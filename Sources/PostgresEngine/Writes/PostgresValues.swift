import JSON
import Lists
import Tables

/// Converts JSON values to values of PostgreSQL's types.
struct PostgresValues {
    let table: Table
    let catalogue: Catalogue

    /// Returns the values by column, in order.
    func read(_ values: JSONObject, isInsertion: Bool) throws(CommandError) -> [(column: Column, value: SQLValue)] {
        try ValueReader(table: table, convert: value).read(values, isInsertion: isInsertion)
    }

    private func value(_ json: JSON, for column: Column) -> Result<SQLValue, ValueReader.Fault> {
        let type = table.place(ofColumn: column.name).flatMap { catalogue.type(of: table, $0) }
        let value = value(json, for: column, type)
        guard case .success(let read) = value, let type, !type.labels.isEmpty || type.affinity == .integer,
            !type.accepts(read)
        else { return value }
        let labels = type.labels.isEmpty ? "" : " It is one of: \(type.labels.joined(separator: ", "))."
        return .failure(ValueReader.Fault("The value is no \(column.declaredType).\(labels)"))
    }

    /// Converts a value. A decimal number in a text stays exact, and JSON stays JSON.
    private func value(
        _ json: JSON, for column: Column, _ type: ColumnType?
    ) -> Result<SQLValue, ValueReader.Fault> {
        switch json {
        case .string(let text) where !column.isGenerated && type?.id == 1700 && Double(text) != nil:
            .success(.text(text))
        case .string(let text) where !column.isGenerated && type?.isJSON == true: .success(.text(text))
        case .null: ValueReader.value(json, for: column)
        case _ where !column.isGenerated && type?.isJSON == true: .success(.text(json.text))
        default: ValueReader.value(json, for: column)
        }
    }
}
