import Changes
import Tables

/// A row of a table as it was when it was read: its id, and its values by column.
///
///     let title: String = record["Title"] ?? "Untitled"
///     let year: Int? = record["Year"]
public struct Record: Sendable, Identifiable {
    /// The row's id in its table, the last part of its route. It is the row's key.
    public let id: String
    /// The table of the row.
    public var table: String { columns.table }
    private let values: [SQLValue]
    private let columns: RecordColumns

    init(_ row: Row, _ columns: RecordColumns) {
        id = row.id
        values = row.values
        self.columns = columns
    }

    /// The value of a column. `nil` for NULL, for a value of another kind, and for a column that was not read.
    public subscript<Value: ColumnValue>(column: String) -> Value? {
        Value(sqlValue: value(of: column))
    }

    /// Returns the stored value of a column; NULL for a column that was not read.
    public func value(of column: String) -> SQLValue {
        columns.places[ExactName(column)].map { values[$0] } ?? .null
    }

    /// Returns whether the row met a condition of its store, by the condition's position in
    /// ``RuledStore/conditions(ofRowsIn:)``.
    package func meets(condition position: Int) -> Bool {
        columns.conditions.dropFirst(position).first.map { values[$0] } == .integer(1)
    }
}

extension Record: Equatable {
    /// Returns whether both are the same row with the same values.
    public static func == (left: Record, right: Record) -> Bool {
        ExactName(left.id) == ExactName(right.id) && left.values == right.values
            && left.columns.isSame(as: right.columns)
    }
}

/// The columns of a query's rows, shared by all of them.
final class RecordColumns: Sendable {
    let table: String
    let places: [ExactName: Int]
    /// The positions of the values that tell which conditions the row meets.
    let conditions: Range<Int>

    init(_ query: Query) {
        table = query.tableName
        conditions = (query.valueCount - query.computed.count)..<query.valueCount
        let referred = query.referred.map(\.path)
        places = Dictionary(
            (query.columns + referred).enumerated().map { (ExactName($1), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    func isSame(as other: RecordColumns) -> Bool {
        self === other || (ExactName(table) == ExactName(other.table) && places == other.places)
    }
}
