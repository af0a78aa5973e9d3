import Lists
import Loop
import Stores
import Tables

/// The database of access: a SQLite file of its own, or tables of the served PostgreSQL database, which all nodes
/// share.
///
/// SQL has the names of tables in braces, such as `{Session}`. In a served database, this table is `_oriel_session`,
/// which no screen shows: the tables of others may have the same names. The SQL is what both databases understand.
struct AccessStore: Sendable {
    let store: Store
    /// Whether the tables are in the served database.
    let isServed: Bool

    /// Returns the rows of a query, as ``Store/rows(_:_:as:)`` does.
    @SceneActor func rows<Row: Decodable & Sendable>(
        _ sql: String, _ parameters: (any ColumnValue)?..., as type: Row.Type = Row.self
    ) async throws(StoreError) -> [Row] {
        try await store.rows(text(sql), with: parameters.map { $0?.sqlValue ?? .null }, as: type)
    }

    /// Runs a body in one write transaction, as ``Store/transaction(_:)`` does. No other process changes anything here
    /// meanwhile: attempts to sign in are counted.
    @SceneActor @discardableResult func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (AccessTransaction) throws -> Value
    ) async throws -> Value {
        try await store.transaction { [self] transaction in
            let transaction = AccessTransaction(transaction, of: self)
            if isServed { try transaction.lock() }
            return try body(transaction)
        }
    }

    /// Closes the database, unless it is the served one.
    @SceneActor func close() async { if !isServed { await store.close() } }

    /// Returns SQL with the names that the tables have.
    func text(_ sql: String) -> String {
        sql.replacing("{", with: isServed ? Self.prefix : "").replacing("}", with: "")
    }

    /// What the names of all tables of Oriel in a served database begin with.
    private static let prefix = "_oriel_"
}

/// A write transaction of the database of access.
struct AccessTransaction {
    private let transaction: Transaction
    private let database: AccessStore

    fileprivate init(_ transaction: Transaction, of database: AccessStore) {
        (self.transaction, self.database) = (transaction, database)
    }

    /// Returns the rows of a query.
    func rows<Row: Decodable>(
        _ sql: String, _ parameters: (any ColumnValue)?..., as type: Row.Type = Row.self
    ) throws -> [Row] {
        try transaction.rows(database.text(sql), with: parameters.map { $0?.sqlValue ?? .null }, as: type)
    }

    /// Runs one statement, and returns the number of rows that it changed.
    @discardableResult
    func run(_ sql: String, _ parameters: (any ColumnValue)?...) throws -> Int {
        try transaction.run(database.text(sql), with: parameters.map { $0?.sqlValue ?? .null })
    }

    /// The present in seconds since 1970, as SQL.
    var present: String { database.isServed ? "extract(epoch FROM now())" : "unixepoch()" }

    /// Waits for the transactions of other processes. A row is locked, because any role may take an advisory lock.
    fileprivate func lock() throws { _ = try rows("SELECT Id FROM {Turn} WHERE Id = 1 FOR UPDATE", as: Int.self) }
}
