import JSON

/// A value as SQLite stores it.
public enum SQLValue: Sendable {
    /// NULL.
    case null
    /// An INTEGER.
    case integer(Int64)
    /// A REAL.
    case real(Double)
    /// A TEXT.
    case text(String)
    /// A text that is no UTF-8, as its bytes.
    case malformed(Blob)
    /// A BLOB.
    case blob(Blob)
}

/// The bytes of a blob, or its beginning.
public struct Blob: Hashable, Sendable {
    /// The bytes; in rows of lists no more than the first 256.
    public let bytes: [UInt8]
    /// The number of bytes of the whole blob.
    public let count: Int

    /// A blob of these bytes, or the beginning of one of `count` bytes.
    public init(_ bytes: [UInt8], of count: Int? = nil) {
        self.bytes = bytes
        self.count = count ?? bytes.count
    }
}

extension SQLValue: Equatable {
    /// Whether two values are stored alike: same class, same bytes.
    public static func == (left: SQLValue, right: SQLValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)):
            left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
        case (.malformed(let left), .malformed(let right)), (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }
}

extension SQLValue {
    /// A hash by storage class and bytes, the same in every process.
    var contentHash: UInt64 {
        switch self {
        case .null: JSON.null.contentHash
        case .integer(let number): JSON.int(number).contentHash
        case .real(let number): JSON.array([.int(Int64(bitPattern: number.bitPattern))]).contentHash
        case .text(let text): ContentHash.hash(of: text)
        case .malformed(let text): ContentHash.hash(of: text.bytes)
        case .blob(let blob):
            JSON.array([.int(Int64(bitPattern: ContentHash.hash(of: blob.bytes))), .null]).contentHash
        }
    }
}

/// A row of a list: its name, and the values that the query asked for.
public struct Row: Sendable, Equatable {
    /// The row's name in its list, the last part of its route.
    public let id: String
    /// The values of the query's columns, then the labels of its foreign keys.
    public let values: [SQLValue]

    /// A row by its name and values.
    public init(id: String, values: [SQLValue]) {
        self.id = id
        self.values = values
    }
}
