import SQLite

extension Desk {
    /// Runs a body in one transaction on the queue, and waits for it.
    ///
    /// - Returns: Whether it was committed.
    package func write(_ body: (OpaquePointer) throws(SQLFailure) -> Void) -> Bool {
        perform { connection in
            guard let connection else { return false }
            let transaction = WriteTransaction(desk: self, connection: connection, patience: .seconds(1))
            do throws(SQLFailure) {
                try transaction.begin()
                try body(connection)
                try transaction.end()
                return true
            } catch {
                transaction.undo()
                return false
            }
        }
    }
}
