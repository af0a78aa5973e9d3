/// A column of a table or view.
public struct Column: Sendable, Equatable {
    /// The meaning of a column's values, derived from its declared type.
    public enum ValueKind: String, Sendable {
        /// Whole numbers.
        case integer
        /// Numbers.
        case number
        /// Texts.
        case text
        /// True or false, stored as 1 or 0.
        case boolean
        /// Bytes.
        case blob
        /// Days.
        case date
        /// Days with times.
        case datetime
        /// Values of any type.
        case any
    }

    /// SQLite's type affinity (sqlite.org/datatype3.html section 3.1).
    public enum Affinity: Sendable {
        /// INTEGER: like NUMERIC, and without fractions where possible.
        case integer
        /// REAL: numbers become floating-point numbers.
        case real
        /// NUMERIC: texts that are numbers become numbers.
        case numeric
        /// TEXT: numbers become texts.
        case text
        /// BLOB: values stay as they are.
        case blob
    }

    /// The name.
    public var name: String
    /// The declared type, or an empty string.
    public let declaredType: String
    /// The affinity of the declared type.
    public let affinity: Affinity
    /// The meaning of the values.
    public let valueKind: ValueKind
    /// Whether NULL is refused.
    public var isNotNull: Bool
    /// The default value as SQL, if any.
    public var defaultText: String?
    /// The position in the primary key, from 1; 0 for a column outside the key.
    public var primaryKeyPosition: Int
    /// Whether the value is computed from other columns.
    public var isGenerated: Bool
    /// Whether the value is computed on each read, and not stored.
    public var isVirtual: Bool
    /// Whether the column is an alias of the row id (`INTEGER PRIMARY KEY`).
    public var isRowID: Bool
    /// The default comparison of the column's texts, such as `NOCASE`.
    public var collation = "BINARY"
    /// Whether the database knows an order of the values.
    package var isSortable = true
    /// Whether a trigger may provide a value that an insertion leaves out. It is unknown which columns a trigger sets.
    package var isFilledByTrigger = false
    /// The comment on the column in the database, if any.
    public var comment: String?
    /// What the database accepts, beyond the kind.
    package var limits = ValueLimits()

    package init(
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

    /// Creates a column of a database whose types are not SQLite's.
    package init(
        name: String, type: String, _ affinity: Affinity, _ valueKind: ValueKind, isNotNull: Bool,
        defaultText: String?, primaryKeyPosition: Int, isGenerated: Bool
    ) {
        self.name = name
        declaredType = type
        (self.affinity, self.valueKind) = (affinity, valueKind)
        (self.isNotNull, self.defaultText, self.primaryKeyPosition) = (isNotNull, defaultText, primaryKeyPosition)
        (self.isGenerated, isVirtual, isRowID) = (isGenerated, false, false)
    }

    /// The declared type of texts that contain JSON, which are shown as JSON values.
    package static let jsonText = "JSON_TEXT"
    /// The declared type of 0 and 1, which are shown as `false` and `true`.
    package static let jsonBoolean = "JSON_BOOLEAN"

    /// The column in which the mirror of a JSON file stores a record's position in its array.
    package static let position = "oriel_position"

    /// Whether the values stand for JSON values that SQLite has no type for.
    package var isJSON: Bool { declaredType == Self.jsonText || isJSONBoolean }

    /// Whether the values are 0 and 1 and stand for `false` and `true`.
    package var isJSONBoolean: Bool { declaredType == Self.jsonBoolean }

    /// Whether the column is hidden from users: it stores the order of a JSON file's records.
    package var isHidden: Bool { name == Self.position }

    /// Returns whether values equal the same values of either column, by affinity and collation.
    public func compares(like other: Column) -> Bool {
        collation == other.collation && (affinity == other.affinity || affinity.isNumeric && other.affinity.isNumeric)
    }

    /// Whether an insertion must provide a value.
    public var isRequired: Bool {
        isNotNull && defaultText == nil && !isGenerated && !isRowID && !isFilledByTrigger
    }
}

extension Column.Affinity {
    /// Whether the affinity converts texts that look like numbers.
    fileprivate var isNumeric: Bool { self == .integer || self == .real || self == .numeric }

    /// The name of a type with this affinity.
    package var name: String {
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
    /// Parts of the names of number types. Any other name that SQLite does not know, such as `JSON`, `UUID` or
    /// `STRING`, has the same affinity but does not tell the kind of values.
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
