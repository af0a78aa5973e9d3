/// The sort code of a row: its beginning, and whether that is all of it.
///
/// No code is the beginning of another code of the same encoder. So two codes with the same prefix are both whole and
/// equal, or neither is whole: a whole code would differ from the other within the prefix.
package struct SortCode: Hashable, Sendable {
    /// The first 16 bytes.
    package let prefix: SortPrefix
    /// Whether the code has no more bytes than the prefix.
    package let isWhole: Bool

    /// Creates a code.
    @inlinable package init(prefix: SortPrefix, isWhole: Bool) {
        (self.prefix, self.isWhole) = (prefix, isWhole)
    }
}
