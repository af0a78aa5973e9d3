/// A person's own change of the password.
package struct PasswordChange: Sendable {
    /// The present password, as the client gives it.
    package var current: String
    /// The sign-in with the new password, which replaces the present session.
    package var attempt: SignInAttempt
    /// Whether the person's other sessions go on.
    package var keepsSessions = false
    /// Whether the person's keys stay.
    package var keepsKeys = false

    /// The new password.
    package var new: String { attempt.password }

    package init(current: String, attempt: SignInAttempt) {
        (self.current, self.attempt) = (current, attempt)
    }
}
