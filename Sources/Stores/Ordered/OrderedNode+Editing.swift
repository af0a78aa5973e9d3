extension OrderedNode {
    /// Puts an entry at a position where it belongs, and splits off the right part of a node that is full.
    mutating func insert(_ entry: Entry, at position: Int, _ limits: OrderedLimits) -> Child? {
        isLeaf ? insertInLeaf(entry, position, limits.leaf) : insertInBranch(entry, position, limits)
    }

    private mutating func insertInLeaf(_ entry: Entry, _ position: Int, _ limit: Int) -> Child? {
        guard entries.count == limit else {
            // An array that has to grow would double its room.
            if entries.capacity == entries.count { entries.reserveCapacity(limit) }
            entries.insert(entry, at: position)
            count += 1
            return nil
        }
        // What is appended time and again leaves full leaves behind.
        let half = position == limit ? limit : limit / 2
        var right: [Entry] = []
        right.reserveCapacity(limit)
        right.append(contentsOf: entries[half...])
        entries.removeSubrange(half...)
        if position > half || half == limit {
            right.insert(entry, at: position - half)
        } else {
            entries.insert(entry, at: position)
        }
        count = entries.count
        return Child(low: right[0], node: OrderedNode(entries: right))
    }

    private mutating func insertInBranch(_ entry: Entry, _ position: Int, _ limits: OrderedLimits) -> Child? {
        let (index, rest) = place(of: entry, at: position)
        count += 1
        guard let right = children[index].node.insert(entry, at: rest, limits) else { return nil }
        children.insert(right, at: index + 1)
        guard children.count > limits.branch else { return nil }
        let half = index + 2 == children.count ? children.count - 1 : children.count / 2
        let split = Child(low: children[half].low, node: OrderedNode(children: Array(children[half...])))
        children.removeSubrange(half...)
        count -= split.node.count
        return split
    }

    /// The child into which an entry goes, and the position there. Between two children their border decides.
    private func place(of entry: Entry, at position: Int) -> (index: Int, rest: Int) {
        var rest = position
        var index = 0
        while rest > children[index].node.count {
            rest -= children[index].node.count
            index += 1
        }
        let next = index + 1
        let isAtBorder = rest == children[index].node.count && next < children.count
        return isAtBorder && children[next].low <= entry ? (next, 0) : (index, rest)
    }

    /// Takes the entry at a position out.
    mutating func remove(at position: Int, _ limits: OrderedLimits) -> Entry {
        count -= 1
        guard !isLeaf else { return entries.remove(at: position) }
        var rest = position
        var index = 0
        while rest >= children[index].node.count {
            rest -= children[index].node.count
            index += 1
        }
        let entry = children[index].node.remove(at: rest, limits)
        tidy(index, limits)
        return entry
    }

    /// Removes an empty child, or makes one of two neighbours that are small.
    private mutating func tidy(_ index: Int, _ limits: OrderedLimits) {
        if children[index].node.count == 0 {
            children.remove(at: index)
        } else if index > 0, fit(index - 1, limits) {
            merge(index - 1, limits)
        } else if index + 1 < children.count, fit(index, limits) {
            merge(index, limits)
        }
    }

    private func fit(_ left: Int, _ limits: OrderedLimits) -> Bool {
        guard !children[left].node.isLeaf else {
            return children[left].node.count + children[left + 1].node.count <= OrderedLimits.merged(limits.leaf)
        }
        let sum = children[left].node.children.count + children[left + 1].node.children.count
        return sum <= OrderedLimits.merged(limits.branch)
    }

    /// The right neighbour's content goes to the left one. Its first child's border was unused till now: it is its own.
    private mutating func merge(_ left: Int, _ limits: OrderedLimits) {
        var right = children.remove(at: left + 1)
        children[left].node.count += right.node.count
        if right.node.isLeaf {
            children[left].node.entries.reserveCapacity(limits.leaf)
            children[left].node.entries.append(contentsOf: right.node.entries)
        } else {
            right.node.children[0].low = right.low
            children[left].node.children.append(contentsOf: right.node.children)
        }
    }
}
