/// A person's own change of the password.
package struct PasswordChange: Sendable {
    /// The present password, as the client gives it.
    package var current: String
    /// The new password.
    package var new: String
    /// Whether the person's other sessions go on.
    package var keepsSessions = false
    /// Whether the person's keys stay.
    package var keepsKeys = false
    /// The token of the browser.
    package var browser: String?
    /// The token of the session, which the new session replaces.
    package var session: String?
    /// The client's network; `nil` for this machine.
    package var network: String?
    /// The description of the client's program.
    package var agent = ""

    package init(current: String, new: String) {
        (self.current, self.new) = (current, new)
    }
}
