/// An event of the audit: who did what, from where. It never has a secret.
package struct AuditEvent: Sendable {
    /// The kind of event in a few words, such as `sign-in refused`.
    package let event: String
    /// The name of the person or program; empty for nobody.
    package let who: String
    /// How the originator proved the name, such as `session` or `key`.
    package let via: String
    /// The client's address; `nil` for this machine.
    package let network: String?
    /// The route of the screen that the event concerns, if any.
    package let route: String?
    /// The id of the row that the event concerns, if any.
    package let row: String?
    /// What else the event concerns; `nil` if nothing more is known.
    package let detail: String?

    /// The longest route, row and detail, in characters.
    private static let longestDetail = 500

    /// Creates an event. Long texts are cut.
    package init(
        _ event: String, who: String, via: String, network: String? = nil, route: String? = nil, row: String? = nil,
        detail: String? = nil
    ) {
        (self.event, self.who, self.via, self.network) = (event, who, via, network)
        self.route = route.map { String($0.prefix(Self.longestDetail)) }
        self.row = row.map { String($0.prefix(Self.longestDetail)) }
        self.detail = detail.map { String($0.prefix(Self.longestDetail)) }
    }
}
