/// What a row is placed by: the beginning of its sort code, and whether that is all of it.
///
/// No code is the beginning of another of the same encoder. So two codes with one prefix are both whole, and then equal, or
/// neither is: were one whole, it would differ from the other within its own bytes, which are in the prefix.
struct SortCode: Hashable, Sendable {
    /// The first 16 bytes.
    let prefix: SortPrefix
    /// Whether the code has no more bytes than the prefix.
    let isWhole: Bool
}
