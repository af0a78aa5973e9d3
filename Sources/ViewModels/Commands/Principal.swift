/// The originator of a request: a person, a program with a key, or nobody.
///
/// Roles are names that the rights of an app refer to. ``admin`` is the role that no rule limits.
public struct Principal: Hashable, Sendable {
    /// The kind of a principal.
    public enum Kind: String, Hashable, Sendable {
        /// A request without credentials.
        case nobody
        /// A user.
        case person
        /// A program that has a key of its own.
        case program
    }

    /// Whether this is nobody, a person or a program.
    public let kind: Kind
    /// The id, unique among principals of its kind; empty for nobody.
    public let id: String
    /// The name for people to read, such as a login name; empty for nobody.
    public let name: String
    /// The names of the principal's roles.
    public let roles: Set<String>
    /// The only tables that the rules of ``roles`` grant, as for a key that is limited to some; `nil` for no such
    /// limit.
    public let tables: Set<String>?

    /// Creates a principal.
    public init(_ kind: Kind, id: String, name: String, roles: Set<String> = [], tables: Set<String>? = nil) {
        self.tables = tables
        self.kind = kind
        self.id = id
        self.name = name
        self.roles = roles
    }

    /// The role that no rule limits.
    public static let admin = "admin"

    /// The principal of a request without credentials.
    public static let nobody = Principal(.nobody, id: "", name: "")

    /// Whether no rule limits the principal.
    public var isAdmin: Bool { tables == nil && roles.contains(Self.admin) }
}
