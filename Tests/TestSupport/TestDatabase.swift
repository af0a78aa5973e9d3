import Foundation

/// A database of one test, and a folder of its own. Both are gone when the test ends.
package protocol TestDatabase: Sendable {
    var engine: TestEngine { get }
    /// The folder for the files beside the database.
    var folder: String { get }
    /// The name of the database for programs: a file, or the address of a PostgreSQL database.
    var path: String { get }

    /// Runs SQL in the dialect of SQLite, in another process.
    ///
    /// - Returns: Its output: one line a row, with `|` between values.
    @discardableResult func run(_ sql: String) async throws -> String

    /// Returns the tables and all their rows as text.
    func dump() async throws -> String
}

extension TestDatabase {
    /// Writes rules into `access.yaml` in the folder. The queries of attributes are in the dialect of SQLite.
    ///
    /// - Returns: The path of the file.
    @discardableResult package func write(rules: String) throws -> String {
        let path = folder + "/access.yaml"
        let text = engine == .sqlite ? rules : PostgresDialect.rules(rules)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        return path
    }
}
