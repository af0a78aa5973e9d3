/// The table of the served database that lists the people who may sign in, and its columns.
public struct PeopleTable: Sendable, Equatable {
    /// The table.
    public var table: String
    /// The column that identifies a person: the table's primary key.
    public var id: String
    /// The column with the name to sign in with, such as a mail address.
    public var name: String
    /// The column with the hash of the password (crypt(5)). No client receives it.
    public var password: String
    /// The column with the names of the roles, separated by spaces or commas; `nil` if people have no roles.
    public var roles: String?
    /// The column that is true for people who may sign in; `nil` if all may.
    public var active: String?

    /// Creates the description of a table.
    public init(
        table: String, id: String, name: String, password: String, roles: String? = nil, active: String? = nil
    ) {
        (self.table, self.id, self.name, self.password) = (table, id, name, password)
        (self.roles, self.active) = (roles, active)
    }
}
