import Lists
import SQLite

/// A database file in which an operator installs or removes a change log.
///
///     print(try LogFile(path: "music.sqlite").attach().triggers)
package struct LogFile {
    private let path: String
    private let busyTimeout: Duration

    /// Creates a reference to the file at a path. `busyTimeout` limits the wait for a lock.
    package init(path: String, busyTimeout: Duration = .seconds(5)) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    /// Installs the log, or updates it.
    package func attach() throws(StoreError) -> LogExtent {
        try DatabaseFile.write(path, busyTimeout) { connection throws(SQLFailure) in
            let schema = try SchemaReader(connection: connection, isReadOnly: false).read()
            return try ChangeLog(connection).install(schema)
        }
    }

    /// Removes the log, if there is one.
    package func detach() throws(StoreError) -> LogExtent {
        try DatabaseFile.write(path, busyTimeout) { connection throws(SQLFailure) in try ChangeLog(connection).remove()
        }
    }
}
