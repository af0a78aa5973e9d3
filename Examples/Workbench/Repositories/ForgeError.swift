/// Why the forge does not do what it is asked.
enum ForgeError: Error, CustomStringConvertible {
    /// The mail or the password is wrong.
    case unauthorized

    var description: String { "401: nobody here has this mail and this password." }
}
