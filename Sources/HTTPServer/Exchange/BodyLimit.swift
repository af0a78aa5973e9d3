/// The largest body that a request may have.
package struct BodyLimit {
    /// How many bytes.
    package let bytes: Int
    /// What the limit is called.
    package let name: String

    /// A limit of so many bytes.
    package init(_ bytes: Int, name: String) {
        self.bytes = bytes
        self.name = name
    }
}
