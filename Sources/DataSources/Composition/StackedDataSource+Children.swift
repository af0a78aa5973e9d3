import Changes
import Loop
import Observables

// Inserting, removing and observing children.

extension StackedDataSource {
    /// Appends a child.
    public func append(_ child: Child) {
        insert(child, at: entries.count)
    }

    /// Inserts a child before the one at `index`, or at the end. - Precondition: `index` is in `0...children.count`.
    public func insert(_ child: Child, at index: Int) {
        var children = children
        guard Misuse.check(index, in: 0..<children.count + 1, of: "an insertion into \(Self.self)") else { return }
        children.insert(child, at: index)
        setChildren(children)
    }

    /// Removes the child at `index`. - Precondition: `index` is valid.
    public func remove(at index: Int) {
        var children = children
        guard Misuse.check(index, in: 0..<children.count, of: "a removal from \(Self.self)") else { return }
        children.remove(at: index)
        setChildren(children)
    }

    /// Removes a list; does nothing if it is not a child.
    public func remove(_ source: any DataSource<Item>) {
        setChildren(children.filter { $0.source !== source })
    }

    /// Replaces a child. - Precondition: `index` is valid.
    public func replace(at index: Int, with child: Child) {
        var children = children
        guard Misuse.check(index, in: 0..<children.count, of: "a replacement in \(Self.self)") else { return }
        children[index] = child
        setChildren(children)
    }

    /// Sets the children, in one change set. Children with the same prefix and list stay or move.
    ///
    /// - Precondition: No prefix begins with another, and no list occurs twice.
    public func setChildren(_ children: [Child]) {
        let children = distinct(children)
        let old = entries
        let known = Dictionary(uniqueKeysWithValues: old.map { (ObjectIdentifier($0.source), $0) })
        entries = children.map { child in
            known[ObjectIdentifier(child.source)].flatMap { $0.child.prefix == child.prefix ? $0 : nil }
                ?? adopt(child)
        }
        let kept = Set(entries.map(ObjectIdentifier.init))
        let sources = Set(entries.map { ObjectIdentifier($0.source) })
        for entry in old where !kept.contains(ObjectIdentifier(entry)) {
            entry.observation = nil
            if isEditing, !sources.contains(ObjectIdentifier(entry.source)) { entry.source.setEditing(false) }
        }
        displayUnknown()
        notify(withHeader(rearranged(from: old)))
        recordLoaded()
        notifyProblem()
    }

    /// Creates an entry for a child, and observes the child from now on.
    private func adopt(_ child: Child) -> StackEntry<Item> {
        child.source.setEditing(isEditing)
        let entry = StackEntry(child)
        entry.observation = child.source.observe { [weak self, unowned entry] in self?.receive($0, from: entry) }
        return entry
    }

    private func receive(_ event: ListEvent, from entry: StackEntry<Item>) {
        switch event {
        case .changed(let changeSet): follow(changeSet, of: entry)
        case .loaded: load(entry)
        case .refreshed: observers.notify(event)
        case .failed(let problem):
            entry.problem = problem
            notifyProblem()
        }
    }

    private func follow(_ changeSet: ChangeSet, of entry: StackEntry<Item>) {
        guard entry.isShown else { return }
        let old = entry.counts
        entry.show()
        notify(withHeader(lifted(changeSet, from: entry, of: old)))
    }

    private func load(_ entry: StackEntry<Item>) {
        if entry.isShown || !entry.isKnown { return observers.notify(.loaded) }
        entry.show()
        let wasLoaded = isLoaded
        notify(withHeader(arrived(entry)))
        recordLoaded()
        if wasLoaded { observers.notify(.loaded) }
    }

    private func recordLoaded() {
        guard !isLoaded, entries.allSatisfy(\.isShown) else { return }
        isLoaded = true
        observers.notify(.loaded)
    }

    /// Sets the displayed rows of children that are not known to all that could be visible.
    private func displayUnknown() {
        var start = 0
        for entry in entries {
            if !entry.isShown { entry.source.display(entry.part(of: displayed, from: start)) }
            start += entry.rowCount
        }
    }

    func notifyProblem() {
        let first = ownProblem ?? entries.lazy.compactMap(\.problem).first
        guard first != problem else { return }
        problem = first
        observers.notify(.failed(first))
    }

    /// Returns the children without those that cannot stand beside the others: lists that were added before, and
    /// prefixes that begin with another. In byte order, a prefix directly precedes those that begin with it.
    private func distinct(_ children: [Child]) -> [Child] {
        var lists: Set<ObjectIdentifier> = []
        let once = children.filter { child in
            let isNew = lists.insert(ObjectIdentifier(child.source)).inserted
            if !isNew { Misuse.report("a list was added twice, as \(child.prefix)") }
            return isNew
        }
        let order = once.indices.sorted { once[$0].prefix.utf8.lexicographicallyPrecedes(once[$1].prefix.utf8) }
        var kept = Set(order)
        var last: Int?
        for place in order {
            if let last, once[last].innerID(once[place].prefix) != nil {
                Misuse.report("row ids may collide: one prefix is \(once[last].prefix), another \(once[place].prefix)")
                kept.remove(place)
            } else {
                last = place
            }
        }
        return kept.count == once.count ? once : once.indices.filter(kept.contains).map { once[$0] }
    }
}
