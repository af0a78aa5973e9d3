/// By what a call is known again when it is sent once more: its key, and a hash of what it asks for.
///
///     let receipt = Receipt(key: "5a1c…", within: "/Artist:insert", request: arguments.contentHash)
///
/// It is the same in every process and after a restart, as its hashes depend on the content alone.
package struct Receipt: Sendable, Equatable {
    /// The key, behind the digest of what it holds for.
    package let key: String
    /// The hash of what is asked for.
    package let request: UInt64
    /// Whether it is only asked what came of the call: one that is new is not to be carried out.
    package var isQuestion = false

    /// The receipt of a call with a key, which says nothing outside of `scope`.
    package init(key: String, within scope: String, request: UInt64) {
        self.key = "\(Digest(ContentHash.hash(of: scope))) \(key)"
        self.request = request
    }
}
