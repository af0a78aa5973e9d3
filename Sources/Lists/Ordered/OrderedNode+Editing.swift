extension OrderedNode {
    /// The right part of a full node, and the border before it.
    typealias Split = (border: Entry, right: OrderedNode)

    /// Inserts an entry at its position. Splits a full node, and returns the right part.
    mutating func insert(_ entry: Entry, at position: Int, _ limits: OrderedLimits) -> Split? {
        isLeaf ? insertInLeaf(entry, position, limits.leaf) : insertInBranch(entry, position, limits)
    }

    private mutating func insertInLeaf(_ entry: Entry, _ position: Int, _ limit: Int) -> Split? {
        guard count == limit else {
            // An array that grows by itself doubles its capacity.
            if entries.capacity == count { entries.reserveCapacity(limit) }
            entries.insert(entry, at: position)
            count += 1
            return nil
        }
        // Repeated appending leaves full leaves behind.
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
        return (right[0], OrderedNode(entries: right))
    }

    private mutating func insertInBranch(_ entry: Entry, _ position: Int, _ limits: OrderedLimits) -> Split? {
        let (index, rest) = place(of: entry, at: position)
        count += 1
        guard let split = children[index].insert(entry, at: rest, limits) else { return nil }
        entries.insert(split.border, at: index + 1)
        children.insert(split.right, at: index + 1)
        guard children.count > limits.branch else { return nil }
        let half = index + 2 == children.count ? children.count - 1 : children.count / 2
        let right = OrderedNode(entries: Array(entries[half...]), children: Array(children[half...]))
        entries.removeSubrange(half...)
        children.removeSubrange(half...)
        count -= right.count
        return (right.entries[0], right)
    }

    /// Returns the child for an entry, and the position in it. Between two children, their border decides.
    private func place(of entry: Entry, at position: Int) -> (index: Int, rest: Int) {
        var rest = position
        var index = 0
        while rest > children[index].count {
            rest -= children[index].count
            index += 1
        }
        let next = index + 1
        let isAtBorder = rest == children[index].count && next < children.count
        return isAtBorder && entries[next] <= entry ? (next, 0) : (index, rest)
    }

    /// Removes the entry at a position.
    mutating func remove(at position: Int, _ limits: OrderedLimits) -> Entry {
        count -= 1
        guard !isLeaf else { return entries.remove(at: position) }
        var rest = position
        var index = 0
        while rest >= children[index].count {
            rest -= children[index].count
            index += 1
        }
        let entry = children[index].remove(at: rest, limits)
        tidy(index, limits)
        return entry
    }

    /// Removes an empty child, or merges two small neighbours.
    private mutating func tidy(_ index: Int, _ limits: OrderedLimits) {
        if children[index].count == 0 {
            children.remove(at: index)
            entries.remove(at: index)
        } else if index > 0, fit(index - 1, limits) {
            merge(index - 1, limits)
        } else if index + 1 < children.count, fit(index, limits) {
            merge(index, limits)
        }
    }

    private func fit(_ left: Int, _ limits: OrderedLimits) -> Bool {
        guard !children[left].isLeaf else {
            return children[left].count + children[left + 1].count <= OrderedLimits.merged(limits.leaf)
        }
        let sum = children[left].children.count + children[left + 1].children.count
        return sum <= OrderedLimits.merged(limits.branch)
    }

    /// Merges a node into its left neighbour. The node's own first border was unused until now, so it is set to the
    /// border here.
    private mutating func merge(_ left: Int, _ limits: OrderedLimits) {
        let border = entries.remove(at: left + 1)
        var right = children.remove(at: left + 1)
        if right.isLeaf { children[left].entries.reserveCapacity(limits.leaf) } else { right.entries[0] = border }
        children[left].entries.append(contentsOf: right.entries)
        children[left].children.append(contentsOf: right.children)
        children[left].count += right.count
    }
}
