import CSQLite
import GRDB

extension Configuration {
    /// Prepares connections that statements of ours run on. GRDB's authorizer would add up what all of them read, from the
    /// first to the last: to open a database of 500 tables took ten times as long.
    ///
    /// - Parameter comparesTexts: Whether texts can be searched for by these connections (``TextComparison``).
    mutating func prepareForOwnStatements(within budget: QueryBudget, comparesTexts: Bool = false) {
        prepareDatabase { database in
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            budget.confine(database.sqliteConnection)
            RowScan.enable(on: database.sqliteConnection)
            if comparesTexts { TextComparison.enable(on: database.sqliteConnection) }
        }
    }
}
