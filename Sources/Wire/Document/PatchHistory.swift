import JSON

/// The last patches of one view: what leads from a state that a viewer remembers to the present one.
///
/// Bounded by the number of patches and by their bytes; the oldest go first.
package struct PatchHistory: Sendable {
    private var steps: [(from: Digest, patch: [UInt8])] = []
    /// The bytes of the patches.
    package private(set) var size = 0
    private let limit: Int
    private let byteLimit: Int

    /// The patches that are kept, the oldest first, each with the state it led away from.
    package var kept: [(from: Digest, patch: [UInt8])] { steps }

    package init(limit: Int = 64, byteLimit: Int = 256 * 1024) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// Remembers that `patch` led away from the state `from`.
    package mutating func append(from: Digest, patch: [UInt8]) {
        steps.append((from, patch))
        size += patch.count
        while steps.count > limit || (size > byteLimit && !steps.isEmpty) { size -= steps.removeFirst().patch.count }
    }

    /// One patch from the state `digest` to the present one, or `nil` when that state is no longer known.
    ///
    /// The operations of the steps follow each other, as RFC 6902 section 3 allows. O(bytes).
    package func patch(since digest: Digest) -> [UInt8]? {
        guard let first = steps.lastIndex(where: { $0.from == digest }) else { return nil }
        var joined: [UInt8] = [UInt8(ascii: "[")]
        for (offset, step) in steps[first...].enumerated() {
            if offset > 0 { joined.append(UInt8(ascii: ",")) }
            joined.append(contentsOf: step.patch.dropFirst().dropLast())
        }
        joined.append(UInt8(ascii: "]"))
        return joined
    }
}
