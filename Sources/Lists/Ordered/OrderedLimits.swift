/// The size limits of the tree's nodes.
struct OrderedLimits: Sendable {
    /// The limit on the entries of a leaf.
    let leaf: Int
    /// The limit on the children of a branch.
    let branch: Int

    /// Creates limits of at least 2 each. Larger leaves take less memory; smaller ones are searched and copied faster.
    init(leaf: Int = 128, branch: Int = 16) {
        self.leaf = leaf
        self.branch = branch
    }

    /// Returns the initial size of the nodes of a new tree.
    static func filled(_ limit: Int) -> Int { max(limit * 9 / 10, 1) }
    /// Returns the size up to which two neighbours are merged. It is below the limit, so that the node is not split
    /// again soon.
    static func merged(_ limit: Int) -> Int { limit * 3 / 4 }
}
