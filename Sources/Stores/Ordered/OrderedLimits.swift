/// How large the nodes of the tree may become.
struct OrderedLimits: Sendable {
    /// The most entries of a leaf.
    let leaf: Int
    /// The most children of a branch.
    let branch: Int

    /// At least 2 each. Larger leaves take less memory, smaller ones are searched and copied faster.
    init(leaf: Int = 128, branch: Int = 16) {
        self.leaf = leaf
        self.branch = branch
    }

    /// How far nodes are filled when the whole tree is made.
    static func filled(_ limit: Int) -> Int { max(limit * 9 / 10, 1) }
    /// Up to which size two neighbours become one: so much under the limit that it is not split again soon.
    static func merged(_ limit: Int) -> Int { limit * 3 / 4 }
}
