import Cryptography

/// SQL that creates or changes the schema of a database. It runs once, and is identified by its name.
package struct Migration: Sendable {
    /// The name.
    package let name: String
    /// The statements.
    package let sql: String
    /// The digest of the statements. A database records it, so that a later change of the text is noticed.
    package let digest: String
    private let prefix: String

    /// Creates a migration in the SQL of an engine, such as `sqlite`.
    package init(_ name: String, _ sql: String, in engine: String) {
        (self.name, self.sql, prefix) = (name, sql, engine + ":")
        digest = prefix + Hash.sha256.hex(of: Array(sql.utf8))
    }

    /// Returns whether a database has recorded a digest. A copy of a database has the digests of another engine, whose
    /// SQL may differ.
    fileprivate func isRecorded(in applied: [String: String]) -> Bool {
        applied[name]?.hasPrefix(prefix) ?? false
    }
}

extension [Migration] {
    /// Returns the migrations whose digest a database has not recorded: the pending ones, and those that were applied
    /// before there were digests.
    ///
    /// - Parameter applied: The digests of the applied migrations, by name; an empty text if none was recorded.
    /// - Throws: ``StoreError/changedMigration(_:)`` if the text of an applied migration has changed.
    package func unrecorded(in applied: [String: String]) throws(StoreError) -> [Migration] {
        if let changed = first(where: { $0.isRecorded(in: applied) && applied[$0.name] != $0.digest }) {
            throw .changedMigration(changed.name)
        }
        return filter { !$0.isRecorded(in: applied) }
    }
}
