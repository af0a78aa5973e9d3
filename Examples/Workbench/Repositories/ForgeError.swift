/// An error of the forge.
enum ForgeError: Error, CustomStringConvertible {
    /// The e-mail address or the password is wrong.
    case unauthorized

    var description: String { "401: unknown e-mail address or password." }
}
