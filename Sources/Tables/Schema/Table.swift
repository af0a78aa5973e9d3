import Changes

/// A table, view or virtual table.
public struct Table: Sendable, Equatable {
    /// The kind of a table.
    public enum Kind: String, Sendable {
        /// A table with rows of its own.
        case table
        /// A view: the rows of a query.
        case view
        /// A table of an extension of SQLite, such as a full-text index.
        case virtual
    }

    /// The name.
    public var name: String
    /// The kind.
    public var kind: Kind
    /// The columns in order.
    public var columns: [Column]
    /// The identity of a row.
    public var key: RowIdentity
    /// Whether the rows are stored by their primary key and have no row id (`WITHOUT ROWID`).
    public var isWithoutRowID: Bool
    /// The foreign keys.
    public var foreignKeys: [ForeignKey]
    /// The foreign keys of other tables that point to this table.
    public var references: [Reference]
    /// Whether rows can be inserted, updated and deleted.
    public var isWritable: Bool
    /// The SQL that created the table.
    public var sql: String
    /// Why the table cannot be read, such as a view of a missing table.
    public var problem: String?
    /// Whether texts are stored as UTF-8, so that SQLite compares their UTF-8 bytes.
    package var isUTF8 = true
    /// The table's full-text index, if any.
    package var searchIndex: SearchIndex?
    /// The columns of the rows that foreign keys point to, under paths such as `Owner.Name`. Empty in a schema;
    /// ``Schema/withPaths(_:where:)`` adds them.
    package internal(set) var reached: [Column] = []

    /// Creates a table from its description in the schema.
    package init(
        name: String, kind: Kind, columns: [Column], key: RowIdentity, isWithoutRowID: Bool, foreignKeys: [ForeignKey],
        references: [Reference], isWritable: Bool, sql: String
    ) {
        self.name = name
        self.kind = kind
        self.columns = columns
        self.key = key
        self.isWithoutRowID = isWithoutRowID
        self.foreignKeys = foreignKeys
        self.references = references
        self.isWritable = isWritable
        self.sql = sql
    }

    /// Whether an order of the rows, and sections, can be maintained row by row. The rows must have an identity, and
    /// the comparison of their texts must be known.
    package var keepsOrder: Bool { kind == .table && key != .none && isUTF8 }

    /// Returns the column of this name, compared byte by byte.
    public func column(named name: String) -> Column? { place(ofColumn: name).map { columns[$0] } }

    /// Returns the position in ``columns`` of the column of this name, compared byte by byte.
    package func place(ofColumn name: String) -> Int? {
        columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

/// The identity of a row in a table.
public enum RowIdentity: Sendable, Equatable {
    /// The row id, under a name that no column hides.
    case rowid(String)
    /// Columns of the primary key. `rowid` is the name of the row id, which identifies rows with NULL in the key.
    case columns([String], rowid: String?)
    /// No identity.
    case none
}

/// A foreign key: columns that contain the key of a row in another table.
public struct ForeignKey: Sendable, Equatable {
    /// The columns of the referring table.
    public var columns: [String]
    /// The table that the key points to.
    public var parentTable: String
    /// The columns of the parent table, as many as ``columns``.
    public var parentColumns: [String]

    /// Creates a foreign key.
    package init(columns: [String], parentTable: String, parentColumns: [String]) {
        self.columns = columns
        self.parentTable = parentTable
        self.parentColumns = parentColumns
    }

    /// Whether this is the key of one column alone.
    package func isOnly(of column: String) -> Bool { columns.map(ExactName.init) == [ExactName(column)] }
}

/// A foreign key, seen from the table that it points to.
public struct Reference: Sendable, Equatable {
    /// The referring table.
    public var table: String
    /// The columns of the referring table.
    public var columns: [String]
    /// The columns that they point to.
    public var parentColumns: [String]

    /// Creates a reference.
    package init(table: String, columns: [String], parentColumns: [String]) {
        self.table = table
        self.columns = columns
        self.parentColumns = parentColumns
    }
}
