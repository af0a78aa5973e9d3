import PostgreSQL
import PostgresEngine
import TestSupport
import Testing

extension PostgresTestDatabase {
    /// A new database created by `sql`, and attached.
    convenience init(_ sql: String, attachedBy means: AttachedDatabase.Means?) throws {
        try self.init(sql, isPublished: means == .publication)
        if means == .triggers { try attachByTriggers() }
    }

    /// Has triggers log the changes of all tables.
    func attachByTriggers() throws {
        let address = try #require(PostgresAddress(url))
        _ = try AttachedDatabase(address).attach(.triggers)
    }
}
