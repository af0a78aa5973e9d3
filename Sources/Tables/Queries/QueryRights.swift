import Changes

/// The limits of a query to the rows and values that a principal may see.
package struct QueryRights: Sendable {
    /// The condition that each row of the list meets.
    package var rows: Expression?
    /// The conditions of columns: where one does not hold, the value is NULL.
    package var columns: [ExactName: Expression] = [:]
    /// The conditions of rows in other tables, whose titles and keys the query reads.
    package var parents: [ExactName: Expression] = [:]
    /// The columns that a search without columns covers.
    package var searched: [String] = []
    /// The role of the database that reads; `nil` for the one that has connected.
    package var role: DatabaseRole?

    /// Creates limits that hide nothing, but what policies hide from a role.
    package init(as role: DatabaseRole? = nil) {
        self.role = role
    }
}
