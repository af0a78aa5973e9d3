/// The database to serve, where the command names none.
public struct ServedDatabase: Sendable, Equatable {
    /// The path of a SQLite or JSON file, or the address of a PostgreSQL database.
    public var url: String
    /// The password of the PostgreSQL database, if neither the address nor libpq's password file has it. It must not be
    /// logged.
    public var password: String?

    /// Names a database.
    public init(url: String, password: String? = nil) {
        (self.url, self.password) = (url, password)
    }

    /// How the setting is written.
    package static let words =
        "a path, an address (postgres://…), or { url: …, password: … } with the password as { file: PATH } or "
        + "{ env: NAME }"
}
