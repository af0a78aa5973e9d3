/// A person who may sign in.
struct Person: Decodable, Sendable {
    let id: String
    let name: String
    let password: String?
    private let roleNames: String?
    let isActive: Bool

    /// Whether there is a password. People who sign in at a service only have none.
    var hasPassword: Bool { password?.isEmpty == false }

    /// The names of the roles.
    var roles: Set<String> { RoleNames.read(roleNames ?? "") }
}

/// Names of roles as a column has them: separated by spaces or commas, or a JSON array.
enum RoleNames {
    static func read(_ text: String) -> Set<String> {
        Set(text.split { $0.isWhitespace || ",[]\"".contains($0) }.map(String.init))
    }

    static func write(_ roles: some Sequence<String>) -> String { roles.sorted().joined(separator: " ") }
}
