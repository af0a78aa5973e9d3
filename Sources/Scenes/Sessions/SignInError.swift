/// The reason why a sign-in failed.
package enum SignInError: Error, Equatable, Sendable {
    /// The name, the password or the link is wrong, or the person is disabled. The client does not learn which.
    case wrong
    /// The password is right, and the code of the second factor is missing.
    case needsCode
    /// The code of the second factor is wrong, or was used.
    case wrongCode
    /// The second step came too late, or the password has changed since the first one.
    case late
    /// The answer of a service belongs to no sign-in of this browser that is under way.
    case stale
    /// A service refuses the sign-in, or its answer is not valid.
    case serviceRefused
    /// A service cannot be reached.
    case serviceUnavailable
    /// The account at a service belongs to nobody here who may sign in.
    case noAccount
    /// Too many attempts failed. Another one counts after this many seconds.
    case tooMany(seconds: Int)
    /// So many attempts failed that only an administrator can let the person in.
    case locked
    /// Too many passwords are being checked.
    case busy
    /// A name or a password cannot be accepted, for this reason.
    case invalid(field: String, reason: String)
    /// The database of sessions cannot be used, for this reason.
    case unavailable(String)
}
