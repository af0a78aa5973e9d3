import CSQLite
import Tables

extension SQLStatement {
    /// Prepares one statement that inserts, changes or deletes rows.
    ///
    /// SQLite's authorizer refuses everything else: a statement that ends the transaction, changes the schema, attaches
    /// a file, or sets an option of the connection.
    package static func writing(_ connection: OpaquePointer, _ sql: String) throws(SQLFailure) -> SQLStatement {
        sqlite3_set_authorizer(connection, authorizeWriting, nil)
        defer { sqlite3_set_authorizer(connection, nil, nil) }
        var rest = ""
        let statement = try SQLStatement(connection, sql, rest: &rest)
        guard rest.utf8.allSatisfy({ [9, 10, 13, 32, UInt8(ascii: ";")].contains($0) }),
            sqlite3_stmt_readonly(statement.handle) == 0
        else {
            throw SQLFailure(code: SQLITE_ERROR, message: "it has to be one INSERT, UPDATE or DELETE")
        }
        return statement
    }

    /// Throws if the number of parameters is wrong: a missing one would be NULL.
    package func check(_ parameters: [SQLValue]) throws(SQLFailure) {
        let count = Int(sqlite3_bind_parameter_count(handle))
        guard count != parameters.count else { return }
        throw SQLFailure(code: SQLITE_RANGE, message: "The SQL has \(count) parameters, not \(parameters.count)")
    }
}

/// The authorizer. It is global because SQLite calls it on the thread that prepares the statement.
private let authorizeWriting:
    @convention(c) (
        UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> CInt = { _, action, _, _, _, _ in
        switch action {
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_READ, SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE:
            SQLITE_OK
        default: SQLITE_DENY
        }
    }
