import Tables

/// Decodes a row of a query into a `Decodable` type: a structure whose members have the names of columns, or a single
/// value for a query with one column.
///
/// A member is any ``ColumnValue``, another integer type, or an enumeration with such a raw value.
struct RowDecoder: Decoder {
    let columns: ResultColumns
    let values: [SQLValue]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RowMembers(columns: columns, values: values))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw RowDecodingError(message: "A row has columns by name, and is no array.")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard values.count == 1 else {
            throw RowDecodingError(message: "The query has \(values.count) columns. A single value needs one.")
        }
        return ValueContainer(value: values[0], column: columns.names[0])
    }
}

/// The columns of a query's result.
struct ResultColumns: Sendable {
    let names: [String]

    /// Returns the position of a column. Names are compared as SQLite compares them.
    func position(of name: String) -> Int? { names.firstIndex { $0.isSameName(as: name) } }
}

/// Why a row cannot be decoded, as a sentence.
struct RowDecodingError: Error {
    let message: String
}

/// The values of a row by the names of their columns.
private struct RowMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let columns: ResultColumns
    let values: [SQLValue]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { columns.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { columns.position(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decode(type)
    }

    private func value(_ key: Key) throws -> ValueContainer {
        guard let position = columns.position(of: key.stringValue) else {
            throw RowDecodingError(message: "The query has no column \"\(key.stringValue)\".")
        }
        return ValueContainer(value: values[position], column: key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        throw RowDecodingError(message: "The column \"\(key.stringValue)\" holds a value, and no object.")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw RowDecodingError(message: "The column \"\(key.stringValue)\" holds a value, and no array.")
    }

    func superDecoder() throws -> any Decoder { RowDecoder(columns: columns, values: values) }
    func superDecoder(forKey key: Key) throws -> any Decoder { RowDecoder(columns: columns, values: values) }
}

/// One value of a row.
private struct ValueContainer: SingleValueDecodingContainer, Decoder {
    let value: SQLValue
    let column: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var isNull: Bool { value == .null }

    func decodeNil() -> Bool { isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let kind = type as? any ColumnValue.Type, let read = kind.init(sqlValue: value) as? Value { return read }
        if let kind = type as? any FixedWidthInteger.Type, let read = kind.read(value) as? Value { return read }
        if type == Float.self, let number = Double(sqlValue: value), let read = Float(number) as? Value { return read }
        guard !(type is any ColumnValue.Type), !(type is any FixedWidthInteger.Type) else { throw mismatch(type) }
        return try type.init(from: self)
    }

    private func mismatch(_ type: Any.Type) -> RowDecodingError {
        RowDecodingError(message: "The column \"\(column)\" holds no \(type).")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw RowDecodingError(message: "The column \"\(column)\" holds a value, and no object.")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw RowDecodingError(message: "The column \"\(column)\" holds a value, and no array.")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension FixedWidthInteger {
    fileprivate static func read(_ value: SQLValue) -> Self? { Int64(sqlValue: value).flatMap { Self(exactly: $0) } }
}
