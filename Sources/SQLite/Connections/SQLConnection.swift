import CSQLite

/// An open SQLite database, for one thread at a time. The project opens databases only here.
///
/// The end of the value closes the database. If a statement is left then, SQLite closes it with the last statement.
package struct SQLConnection: ~Copyable {
    /// The permissions of a connection.
    package enum Access {
        /// Reads only.
        case reading
        /// Reads a file that nobody writes, without locks.
        case immutable
        /// Reads and writes a file that exists.
        case writing
        /// Reads and writes a file, which is created if it is missing, or a database in memory (`:memory:`).
        case creating
    }

    /// SQLite's handle.
    package let handle: OpaquePointer

    /// Opens a database. A file is first read by the first statement.
    ///
    /// - Parameter busyTimeout: The wait for the lock of another connection.
    package init(_ path: String, _ access: Access, busyTimeout: Duration = .zero) throws(SQLFailure) {
        let name: String
        let flags: CInt
        switch access {
        case .reading: (name, flags) = (path, SQLITE_OPEN_READONLY)
        case .immutable: (name, flags) = (Self.immutable(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        case .writing: (name, flags) = (path, SQLITE_OPEN_READWRITE)
        case .creating: (name, flags) = (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        }
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let handle = opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLFailure(opened)
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, CInt(clamping: Int64(busyTimeout / .milliseconds(1))))
        defend()
        acceptQuotedText()
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs a script of any number of statements, and ignores their rows.
    package func run(_ script: String) throws(SQLFailure) {
        guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw SQLFailure(handle) }
    }

    /// Returns the texts in the first column of a query.
    package func texts(_ sql: String) throws(SQLFailure) -> [String] {
        let statement = try SQLStatement(handle, sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0) ?? "") }
        return texts
    }

    /// Runs a body in one transaction, which has the lock for writing from the start. An error rolls back.
    package func transaction<Value>(_ body: () throws(SQLFailure) -> Value) throws(SQLFailure) -> Value {
        try run("BEGIN IMMEDIATE")
        do throws(SQLFailure) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Rolls back the present transaction, if there is one.
    package func rollBack() {
        guard sqlite3_get_autocommit(handle) == 0 else { return }
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    /// Returns the address of an immutable file (sqlite.org/uri.html).
    private static func immutable(_ path: String) -> String {
        let special = "%?#".unicodeScalars
        let escaped = path.unicodeScalars.map { scalar in
            special.contains(scalar) ? "%\(String(scalar.value, radix: 16))" : String(scalar)
        }
        return "file:\(escaped.joined())?immutable=1"
    }

    /// Protects the connection against malicious and damaged files: nothing can write SQLite's own tables, and damaged
    /// pages are detected when they are read.
    ///
    /// The schema stays trusted, because otherwise SQLite 3.40 rejects the triggers of a full-text index. There is
    /// nothing for a schema to misuse: extensions cannot be loaded, and our functions work only in our own statements.
    private func defend() {
        _ = csqlite_set_option(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nil, nil, nil)
    }

    /// Accepts text in double quotes, as existing schemas have it, however the library was built.
    private func acceptQuotedText() {
        for option in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] { _ = csqlite_set_option(handle, option, 1) }
    }
}
