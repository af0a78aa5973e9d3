/// What a column's value is read as, and written from.
///
/// Texts, whole numbers, numbers, truth values, bytes, ``SQLValue`` itself, and enumerations of these:
///
///     enum Genre: String, ColumnValue { case rock, jazz }
///     let genre: Genre? = record["Genre"]
public protocol ColumnValue: Sendable {
    /// The value, or `nil` when what is stored is NULL or of another kind.
    init?(sqlValue: SQLValue)
    /// The value as it is stored.
    var sqlValue: SQLValue { get }
}

extension SQLValue: ColumnValue {
    /// The value as it is.
    public init?(sqlValue: SQLValue) { self = sqlValue }
    /// The value as it is stored.
    public var sqlValue: SQLValue { self }
}

extension String: ColumnValue {
    /// A text; bytes in it that are no UTF-8 are replaced.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .text(let text): self = text
        case .malformed(let text): self.init(decoding: text.bytes, as: UTF8.self)
        case .null, .integer, .real, .blob: return nil
        }
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { .text(self) }
}

extension Int64: ColumnValue {
    /// A whole number, stored as INTEGER or as REAL.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(let number): self = number
        case .real(let number): self.init(exactly: number)
        case .null, .text, .malformed, .blob: return nil
        }
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: ColumnValue {
    /// A whole number, stored as INTEGER or as REAL.
    public init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self.init(number)
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Double: ColumnValue {
    /// A number, stored as REAL or as INTEGER.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(let number): self.init(number)
        case .real(let number): self = number
        case .null, .text, .malformed, .blob: return nil
        }
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { .real(self) }
}

extension Bool: ColumnValue {
    /// A truth value: SQLite has numbers for them, 0 for false.
    public init?(sqlValue: SQLValue) {
        guard let number = Double(sqlValue: sqlValue) else { return nil }
        self = number != 0
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension [UInt8]: ColumnValue {
    /// A blob, if the whole of it was read: lists and live rows have only the first 256 bytes of one.
    public init?(sqlValue: SQLValue) {
        guard case .blob(let blob) = sqlValue, blob.bytes.count == blob.count else { return nil }
        self = blob.bytes
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { .blob(Blob(self)) }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    /// The case of this raw value, if there is one.
    public init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
    /// The value as it is stored.
    public var sqlValue: SQLValue { rawValue.sqlValue }
}
