/// A column of a table or view.
public struct Column: Sendable, Equatable {
    /// What a value of a column is taken for, by its declared type.
    public enum ValueKind: String, Sendable {
        case integer, number, text, boolean, blob, date, datetime, any
    }

    /// SQLite's type affinity (sqlite.org/datatype3.html section 3.1).
    public enum Affinity: Sendable {
        case integer, real, numeric, text, blob
    }

    /// The name.
    public var name: String
    /// The type as the table declares it; empty if it does not.
    public let declaredType: String
    /// The affinity that the declared type gives.
    public let affinity: Affinity
    /// What the values are taken for.
    public let valueKind: ValueKind
    /// Whether NULL is refused.
    public var isNotNull: Bool
    /// The default as SQL, if the table has one.
    public var defaultText: String?
    /// The place in the primary key from 1 on, 0 for a column that is not in it.
    public var primaryKeyPosition: Int
    /// Whether the value is computed from others.
    public var isGenerated: Bool
    /// Whether it is computed whenever it is read, and stored nowhere.
    public var isVirtual: Bool
    /// Whether it is the row id under another name (`INTEGER PRIMARY KEY`).
    public var isRowID: Bool
    /// How SQLite compares texts of the column unless a statement says otherwise, such as `NOCASE`.
    public var collation = "BINARY"

    init(
        name: String, declaredType: String, isNotNull: Bool, defaultText: String?, primaryKeyPosition: Int,
        isGenerated: Bool, isVirtual: Bool, isRowID: Bool
    ) {
        self.name = name
        self.declaredType = declaredType
        self.isNotNull = isNotNull
        self.defaultText = defaultText
        self.primaryKeyPosition = primaryKeyPosition
        self.isGenerated = isGenerated
        self.isVirtual = isVirtual
        self.isRowID = isRowID
        affinity = Affinity(declaredAs: declaredType.uppercased())
        valueKind = ValueKind(declaredAs: declaredType.uppercased(), affinity)
    }

    /// The declared type of texts that are JSON, and are shown as what they mean.
    static let jsonText = "JSON_TEXT"
    /// The declared type of 0 and 1 that are shown as `false` and `true`.
    static let jsonBoolean = "JSON_BOOLEAN"

    /// The column in which the mirror of a JSON file keeps the place of a record in its array.
    static let position = "oriel_position"

    /// Whether the values stand for JSON that SQLite has no type for.
    package var isJSON: Bool { declaredType == Self.jsonText || isJSONBoolean }

    /// Whether the values are 0 and 1 and stand for `false` and `true`.
    package var isJSONBoolean: Bool { declaredType == Self.jsonBoolean }

    /// Whether the column is of no interest to people: it keeps the rows of a JSON file in their order.
    package var isHidden: Bool { name == Self.position }

    /// Whether a value is equal to one of this column if it is to one of the other.
    public func compares(like other: Column) -> Bool {
        collation == other.collation && (affinity == other.affinity || affinity.isNumeric && other.affinity.isNumeric)
    }

    /// Whether an insertion has to name it.
    public var isRequired: Bool { isNotNull && defaultText == nil && !isGenerated && !isRowID }
}

extension Column.Affinity {
    /// Whether it makes numbers of texts that look like them.
    fileprivate var isNumeric: Bool { self == .integer || self == .real || self == .numeric }

    /// A type that has it.
    var name: String {
        switch self {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .numeric: "NUMERIC"
        case .text: "TEXT"
        case .blob: "BLOB"
        }
    }

    fileprivate init(declaredAs type: String) {
        if type.contains("INT") {
            self = .integer
        } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
            self = .text
        } else if type.isEmpty || type.contains("BLOB") || type == "ANY" {
            self = .blob
        } else {
            self = ["REAL", "FLOA", "DOUB"].contains(where: type.contains) ? .real : .numeric
        }
    }
}

extension Column.ValueKind {
    /// What names of types that hold numbers have in them. Any other name that SQLite does not know, such as `JSON`, `UUID`
    /// or `STRING`, gives the same affinity and says nothing of what is stored.
    private static let numbers = ["NUMERIC", "NUMBER", "DECIMAL", "MONEY", "CURRENCY"]

    fileprivate init(declaredAs type: String, _ affinity: Column.Affinity) {
        if type == Column.jsonText {
            self = .any
        } else if type.contains("BOOL") {
            self = .boolean
        } else if type.contains("DATETIME") || type.contains("TIMESTAMP") {
            self = .datetime
        } else if type.contains("DATE") {
            self = .date
        } else {
            self =
                switch affinity {
                case .integer: .integer
                case .real: .number
                case .numeric: Self.numbers.contains(where: type.contains) ? .number : .any
                case .text: .text
                case .blob: type.contains("BLOB") ? .blob : .any
                }
        }
    }
}
