/// A table, view or virtual table.
public struct Table: Sendable, Equatable {
    /// What kind of thing it is.
    public enum Kind: String, Sendable {
        case table, view, virtual
    }

    /// The name.
    public var name: String
    /// The kind.
    public var kind: Kind
    /// The columns in order.
    public var columns: [Column]
    /// How a row is named.
    public var key: RowIdentity
    /// Whether the rows are stored by their primary key and have no row id (`WITHOUT ROWID`).
    public var isWithoutRowID: Bool
    /// The foreign keys.
    public var foreignKeys: [ForeignKey]
    /// Who refers to this table.
    public var references: [Reference]
    /// Whether rows can be inserted, updated and deleted.
    public var isWritable: Bool
    /// The SQL that made it.
    public var sql: String
    /// Why it cannot be read, such as a view of a table that is gone.
    public var problem: String?
    /// Whether texts are stored as UTF-8, so that SQLite compares their bytes as such.
    var isUTF8 = true
    /// The full-text index that belongs to it, if there is one.
    var searchIndex: SearchIndex?

    /// Whether its rows can be kept in order as single ones change, and put into sections: they are named, and their texts are compared as
    /// is known.
    package var keepsOrder: Bool { kind == .table && key != .none && isUTF8 }

    /// The column of this name, compared byte by byte.
    public func column(named name: String) -> Column? { place(ofColumn: name).map { columns[$0] } }

    /// The place in ``columns`` of the column of this name, compared byte by byte.
    func place(ofColumn name: String) -> Int? {
        columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

/// How a row of a table is named.
public enum RowIdentity: Sendable, Equatable {
    /// By its row id, under a name that no column hides.
    case rowid(String)
    /// By columns of the primary key; with the name of the row id, for rows that have NULL in one.
    case columns([String], rowid: String?)
    /// Not at all.
    case none
}

/// A foreign key: columns that hold the key of a row elsewhere.
public struct ForeignKey: Sendable, Equatable {
    /// The columns here.
    public var columns: [String]
    /// The table there.
    public var parentTable: String
    /// The columns there, as many as here.
    public var parentColumns: [String]
}

/// A foreign key seen from the table it points to.
public struct Reference: Sendable, Equatable {
    /// The table that refers.
    public var table: String
    /// Its columns.
    public var columns: [String]
    /// The columns they hold the values of.
    public var parentColumns: [String]
}
