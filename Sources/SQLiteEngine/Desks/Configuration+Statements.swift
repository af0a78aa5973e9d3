import CSQLite
import GRDB
import Lists
import SQLite
import Tables

extension Configuration {
    /// Returns the configuration of a connection for our own statements. It turns off GRDB's authorizer, which would
    /// accumulate the columns that all of them read: opening a database of 500 tables took ten times as long.
    ///
    /// - Parameters:
    ///   - label: The label of the queue.
    ///   - patience: How long to wait for a lock.
    ///   - comparesTexts: Whether the connection can search texts (``TextComparison``).
    static func own(
        _ label: String, within budget: QueryBudget, readOnly: Bool = false, patience: Duration = .zero,
        comparesTexts: Bool = false
    ) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        configuration.readonly = readOnly
        configuration.busyMode = patience == .zero ? .immediateError : .timeout(patience / .seconds(1))
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.prepareDatabase { database in
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            budget.confine(database.sqliteConnection)
            RowScan.enable(on: database.sqliteConnection)
            if comparesTexts { TextComparison.enable(on: database.sqliteConnection) }
        }
        return configuration
    }
}
