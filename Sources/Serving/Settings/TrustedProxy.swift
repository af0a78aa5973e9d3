/// A proxy that signs people in, and names them in headers of each request.
public struct TrustedProxy: Sendable, Equatable {
    /// The header with the name of the person, such as `Remote-User`.
    public var user: String
    /// The header with the groups of the person, separated by commas, semicolons, bars or spaces.
    public var groups: String?
    /// The addresses and networks of the proxy. Such a header from any other peer is refused.
    public var from: [String]
    /// The header with which the proxy proves itself, and its value.
    public var secret: (header: String, value: String)?
    /// The roles by group. Other groups give no role.
    public var roles: [String: String] = [:]

    /// Creates the description of a proxy.
    public init(user: String, from: [String]) {
        (self.user, self.from) = (user, from)
    }

    /// Returns whether two descriptions are equal.
    public static func == (left: TrustedProxy, right: TrustedProxy) -> Bool {
        left.user == right.user && left.groups == right.groups && left.from == right.from && left.roles == right.roles
            && left.secret?.header == right.secret?.header && left.secret?.value == right.secret?.value
    }

    /// The valid values of the setting, as part of a sentence.
    package static let words =
        "{ user: Remote-User, groups: Remote-Groups, from: [192.0.2.7], "
        + "secret: { header: X-Proxy-Secret, file: PATH }, roles: { GROUP: ROLE } } "
        + "(groups, secret and roles are optional)"

    /// Whether all names are names of headers, and all networks are valid.
    package var isValid: Bool {
        [user, groups, secret?.header].compactMap(\.self).allSatisfy(\.isFieldName) && !from.isEmpty
            && from.allSatisfy { AddressRange($0) != nil }
    }
}
