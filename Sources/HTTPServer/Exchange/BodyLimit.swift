/// The maximum size of a request body.
package struct BodyLimit {
    /// The limit, in bytes.
    package let bytes: Int
    /// The name of the limit, for error messages.
    package let name: String

    /// Makes a limit.
    package init(_ bytes: Int, name: String) {
        self.bytes = bytes
        self.name = name
    }
}
