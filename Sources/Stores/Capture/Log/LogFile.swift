/// A database file whose change log an operator makes or takes away.
///
///     print(try LogFile(path: "music.sqlite").attach().triggers)
package struct LogFile {
    private let path: String
    private let busyTimeout: Duration

    /// The file at a path; so long a lock is waited for.
    package init(path: String, busyTimeout: Duration = .seconds(5)) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    /// Makes the log, or brings it up to date.
    package func attach() throws(StoreError) -> LogExtent {
        try DatabaseFile.write(path, busyTimeout) { connection throws(SQLFailure) in
            let schema = try SchemaReader(connection: connection, isReadOnly: false).read()
            return try ChangeLog(connection).install(schema)
        }
    }

    /// Takes the log away, if there is one.
    package func detach() throws(StoreError) -> LogExtent {
        try DatabaseFile.write(path, busyTimeout) { connection throws(SQLFailure) in try ChangeLog(connection).remove()
        }
    }
}
