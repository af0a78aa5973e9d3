import CSQLite
import GRDB

extension Configuration {
    /// Prepares connections that statements of ours run on. GRDB's authorizer would add up what all of them read, from the
    /// first to the last: to open a database of 500 tables took ten times as long.
    mutating func prepareForOwnStatements() {
        prepareDatabase { database in
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            RowScan.enable(on: database.sqliteConnection)
        }
    }
}
