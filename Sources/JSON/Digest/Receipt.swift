/// The identity of a call that may be retried: its key, and a hash of its request.
///
///     let receipt = Receipt(key: "5a1c…", within: "/Artist:insert", request: arguments.contentHash)
///
/// It is the same in every process and after a restart, because its hashes depend on the content alone.
package struct Receipt: Sendable, Equatable {
    /// The key, prefixed with the digest of its scope.
    package let key: String
    /// The hash of the request.
    package let request: UInt64
    /// Whether the caller only asks for the outcome of the call: an unknown call is not carried out.
    package var isQuestion = false

    /// Creates the receipt of a call with a key that is valid in `scope` only.
    package init(key: String, within scope: String, request: UInt64) {
        self.key = "\(Digest(ContentHash.hash(of: scope))) \(key)"
        self.request = request
    }
}
