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
    /// A text with invalid UTF-8, as its bytes.
    case malformed(Blob)
    /// A BLOB.
    case blob(Blob)
}

/// The bytes of a blob, or of its beginning.
public struct Blob: Hashable, Sendable {
    /// The bytes; in rows of lists at most the first 256.
    public let bytes: [UInt8]
    /// The size of the whole blob, in bytes.
    public let count: Int

    /// Creates a blob of these bytes, or the beginning of a blob of `count` bytes.
    public init(_ bytes: [UInt8], of count: Int? = nil) {
        self.bytes = bytes
        self.count = count ?? bytes.count
    }
}

extension SQLValue: Equatable {
    /// Returns whether two values are stored alike: same storage class, same bytes.
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
    /// A hash of storage class and bytes, the same in every process.
    package var contentHash: UInt64 {
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

extension SQLValue {
    /// Returns whether a column would store the same for either value: `2` and `2.0` are the same in a column of
    /// numbers.
    package func isSame(as other: SQLValue) -> Bool {
        switch (self, other) {
        case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)): Double(whole) == number
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.blob, _) where !isWhole, (_, .blob) where !other.isWhole: false
        default: self == other
        }
    }

    /// Whether the whole value was read. Lists contain only the beginnings of long blobs.
    package var isWhole: Bool {
        if case .blob(let blob) = self { blob.bytes.count == blob.count } else { true }
    }
}

/// A row of a list: its id, and the values of the query's columns.
public struct Row: Sendable, Equatable {
    /// The row's id in its list, the last part of its route.
    public let id: String
    /// The values of the query's columns, then the labels of its foreign keys.
    public let values: [SQLValue]

    /// Creates a row.
    public init(id: String, values: [SQLValue]) {
        self.id = id
        self.values = values
    }

    /// The bytes of texts and blobs in the row. O(columns).
    package var byteCount: Int { values.reduce(0) { $0 + $1.byteCount } }
}

extension SQLValue {
    /// The bytes of a text or a blob; zero for others. O(1).
    package var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let blob), .malformed(let blob): blob.bytes.count
        case .null, .integer, .real: 0
        }
    }
}
