import Tables

/// The address of a PostgreSQL database: a URL as libpq reads it
/// (postgresql.org/docs/current/libpq-connect.html, section 34.1.1.2).
///
///     postgres://reader@db.example:5432/shop?sslmode=verify-full
///
/// What the URL leaves out comes from libpq's environment variables, service file and password file.
package struct PostgresAddress: Sendable {
    /// The URL, which may contain a password. It must not be logged.
    let url: String
    /// The password, if it is not in the URL.
    let password: String?

    /// Reads an address; `nil` if the text is no URL of PostgreSQL.
    package init?(_ text: String, password: String? = nil) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return nil }
        (url, self.password) = (text, password)
    }

    /// The address without passwords and parameters, for people and logs. Whatever precedes the last `@` counts as the
    /// user and the password.
    package var shown: String {
        let plain = url.prefix { $0 != "?" && $0 != "#" }
        let start = plain.firstRange(of: "://")?.upperBound ?? plain.startIndex
        guard let at = plain[start...].lastIndex(of: "@") else { return String(plain) }
        let user = plain[start..<at].prefix { $0 != ":" && $0 != "/" }
        return String(plain[..<start] + user + plain[at...])
    }

    /// The name of the database, or of the user or the server where the URL has none.
    package var name: String {
        let parts = shown.split(separator: "/", omittingEmptySubsequences: true)
        return parts.count > 2 ? String(parts[2]) : parts.last.map(String.init) ?? "postgres"
    }

    /// Returns the URL of another database of the same server. It may contain a password.
    package func url(of database: String) -> String {
        let place = url.prefix { $0 != "?" && $0 != "#" }
        let start = place.firstRange(of: "://")?.upperBound ?? place.startIndex
        let authority = place[start...].prefix { $0 != "/" }
        return "\(place[..<start])\(authority)/\(database)\(url[place.endIndex...])"
    }
}

extension String {
    /// The path, or the address of a database without its password.
    package var shown: String { PostgresAddress(self)?.shown ?? self }
}
