import JSON

/// The last patches of one view, which lead from a viewer's earlier state to the current one.
///
/// Limited by the number of patches and by their bytes. The oldest patches are dropped first.
package struct PatchHistory: Sendable {
    private var steps: [(from: Digest, patch: [UInt8])] = []
    /// The number of bytes of the patches.
    package private(set) var size = 0
    private let limit: Int
    private let byteLimit: Int

    /// The patches, the oldest first, each with the state before it.
    package var kept: [(from: Digest, patch: [UInt8])] { steps }

    package init(limit: Int = 64, byteLimit: Int = 256 * 1024) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// Adds a patch from the state `from` to the next one.
    package mutating func append(from: Digest, patch: [UInt8]) {
        steps.append((from, patch))
        size += patch.count
        while steps.count > limit || (size > byteLimit && !steps.isEmpty) { size -= steps.removeFirst().patch.count }
    }

    /// Returns one patch from the state `digest` to the current one, or `nil` if that state is no longer known.
    ///
    /// The operations of the patches are joined in order, as RFC 6902 section 3 allows. O(bytes).
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
