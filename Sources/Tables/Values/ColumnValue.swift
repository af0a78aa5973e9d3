/// A Swift type that a column's value is read as and written from.
///
/// Texts, whole numbers, real numbers, Booleans, bytes, ``SQLValue``, `Date`, `UUID`, `Decimal`, enumerations with
/// these raw values, and `Codable` types as JSON (``CodableColumn``):
///
///     enum Genre: String, ColumnValue { case rock, jazz }
///     let genre: Genre? = record["Genre"]
///     let opened: Date? = record["Opened"]
public protocol ColumnValue: Sendable {
    /// Creates a value, or returns `nil` if the column contains NULL or a value of another kind.
    init?(sqlValue: SQLValue)
    /// The value to store.
    var sqlValue: SQLValue { get }
}

extension SQLValue: ColumnValue {
    /// Creates a value from itself.
    public init?(sqlValue: SQLValue) { self = sqlValue }
    /// The value to store.
    public var sqlValue: SQLValue { self }
}

extension String: ColumnValue {
    /// Creates a text. Invalid UTF-8 is replaced.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .text(let text): self = text
        case .malformed(let text): self.init(decoding: text.bytes, as: UTF8.self)
        case .null, .integer, .real, .blob: return nil
        }
    }
    /// The value to store.
    public var sqlValue: SQLValue { .text(self) }
}

extension Int64: ColumnValue {
    /// Creates a whole number from an INTEGER, or from a REAL that is whole.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(let number): self = number
        case .real(let number): self.init(exactly: number)
        case .null, .text, .malformed, .blob: return nil
        }
    }
    /// The value to store.
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: ColumnValue {
    /// Creates a whole number from an INTEGER, or from a REAL that is whole.
    public init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self.init(number)
    }
    /// The value to store.
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Double: ColumnValue {
    /// Creates a number from a REAL or an INTEGER.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(let number): self.init(number)
        case .real(let number): self = number
        case .null, .text, .malformed, .blob: return nil
        }
    }
    /// The value to store.
    public var sqlValue: SQLValue { .real(self) }
}

extension Bool: ColumnValue {
    /// Creates a Boolean from a number, SQLite's form of one: 0 is false.
    public init?(sqlValue: SQLValue) {
        guard let number = Double(sqlValue: sqlValue) else { return nil }
        self = number != 0
    }
    /// The value to store.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension [UInt8]: ColumnValue {
    /// Creates the bytes of a blob, if the whole blob was read. Lists and live rows contain only the first 256 bytes of
    /// a blob.
    public init?(sqlValue: SQLValue) {
        guard case .blob(let blob) = sqlValue, blob.bytes.count == blob.count else { return nil }
        self = blob.bytes
    }
    /// The value to store.
    public var sqlValue: SQLValue { .blob(Blob(self)) }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    /// Creates the case with this raw value, if any.
    public init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
    /// The value to store.
    public var sqlValue: SQLValue { rawValue.sqlValue }
}
