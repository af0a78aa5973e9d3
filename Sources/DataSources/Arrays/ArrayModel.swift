import Changes
import Loop
import Observables
import Observation

/// A list of elements that reports its changes: a model that a ``MutableArrayDataSource`` shows.
///
///     let friends = ArrayModel(["Ada", "Bob"])
///     friends.append("Cleo")                   // one change set
///     friends.update {                         // one change set for all of it
///         friends.remove(at: 0)
///         friends.move(from: 1, to: 0)
///     }
///
/// Elements may be equal to each other. Each operation is one change set, and so is a batch (``update(_:)``). An
/// operation without effect reports nothing. A change set is sent after the elements have changed, in the same call. An
/// observer must not change the list during the call: the other observers would receive the second change set first.
@SceneActor public final class ArrayModel<Element> {
    /// The elements, in order. Swift's Observation tracks them.
    public private(set) var elements: [Element] {
        get {
            registrar.access(self, keyPath: \.elements)
            return contents
        }
        set { contents = newValue }
        _modify { yield &contents }
    }

    private var contents: [Element]
    private let registrar = ObservationRegistrar()

    /// A token for each element that stays with it when it moves: it distinguishes a move from an insertion.
    private var tokens: [Int]
    private var lastToken: Int
    private var replaced: Set<Int> = []
    /// The tokens before the running batch.
    private var tokensBefore: [Int]?
    private var isTelling = false
    private let observers = Observers<ChangeSet>()

    /// Creates a list of these elements.
    public init(_ elements: [Element] = []) {
        contents = elements
        tokens = Array(elements.indices)
        lastToken = elements.count
    }

    /// The number of elements.
    public var count: Int { elements.count }
    /// Whether the list is empty.
    public var isEmpty: Bool { elements.isEmpty }

    /// Calls `body` with each change set (section 0) while the subscription exists.
    public func observe(_ body: @escaping @SceneActor (ChangeSet) -> Void) -> Subscription {
        observers.add(body)
    }

    /// Runs `body` and reports all its changes to this list as one change set, also if it throws.
    ///
    /// Batches may be nested: the outermost one reports. O(count).
    @discardableResult public func update<Result>(_ body: () throws -> Result) rethrows -> Result {
        precondition(!isTelling, "an observer must not change an array model while it handles a change")
        let isOutermost = tokensBefore == nil
        if isOutermost { tokensBefore = tokens }
        defer { if isOutermost { finish() } }
        return try body()
    }

    /// Inserts elements before the one at `index`, or at the end. O(count). - Precondition: `index` is in `0...count`.
    public func insert(contentsOf new: some Collection<Element>, at index: Int) {
        guard Misuse.check(index, in: 0..<count + 1, of: "an insertion into \(Self.self)") else { return }
        update {
            elements.insert(contentsOf: new, at: index)
            tokens.insert(contentsOf: new.map { _ in makeToken() }, at: index)
        }
    }

    /// Removes an element. O(count). - Precondition: `index` is valid.
    ///
    /// - Returns: The element; `nil` for an index that is not valid.
    @discardableResult public func remove(at index: Int) -> Element? {
        guard Misuse.check(index, in: 0..<count, of: "a removal from \(Self.self)") else { return nil }
        return update {
            tokens.remove(at: index)
            return elements.remove(at: index)
        }
    }

    /// Removes the elements that satisfy a condition. O(count).
    public func removeAll(where isGone: (Element) throws -> Bool) rethrows {
        let kept = try elements.indices.filter { try !isGone(elements[$0]) }
        update {
            tokens = kept.map { tokens[$0] }
            elements = kept.map { elements[$0] }
        }
    }

    /// Replaces an element: the row is reported as changed. O(count).
    ///
    /// - Precondition: `index` is valid.
    public func replace(at index: Int, with element: Element) {
        guard Misuse.check(index, in: 0..<count, of: "a replacement in \(Self.self)") else { return }
        update {
            elements[index] = element
            replaced.insert(tokens[index])
        }
    }

    /// Moves an element; `to` is its final index. O(count).
    ///
    /// - Precondition: Both are in `0..<count`.
    public func move(from: Int, to: Int) {
        guard Misuse.check(from, in: 0..<count, of: "a move in \(Self.self)"),
            Misuse.check(to, in: 0..<count, of: "a move in \(Self.self)")
        else { return }
        update {
            elements.insert(elements.remove(at: from), at: to)
            tokens.insert(tokens.remove(at: from), at: to)
        }
    }

    /// Replaces all elements. An element with the id of a previous one keeps that one's identity and may move. It is
    /// reported as changed unless it is the same object or an equal value. O(count).
    public func replaceAll<ID: Hashable>(with new: [Element], identifiedBy id: (Element) -> ID) {
        update {
            var known: [ID: Int] = [:]
            for index in elements.indices.reversed() { known[id(elements[index])] = index }
            let sources = new.map { known.removeValue(forKey: id($0)) }
            let newTokens = sources.map { source in source.map { tokens[$0] } ?? makeToken() }
            for (index, source) in sources.enumerated() {
                guard let source, !isSame(elements[source], new[index]) else { continue }
                replaced.insert(tokens[source])
            }
            elements = new
            tokens = newTokens
        }
    }

    private func makeToken() -> Int {
        lastToken += 1
        return lastToken
    }

    private func finish() {
        let old = tokensBefore ?? []
        let changed = replaced.isEmpty ? [] : replaced.intersection(tokens)
        tokensBefore = nil
        replaced = []
        guard old != tokens || !changed.isEmpty else { return }
        registrar.withMutation(of: self, keyPath: \.elements) {}
        guard !observers.isEmpty else { return }
        var changeSet = ListDifference(from: old, to: tokens).changeSet()
        for (row, token) in old.enumerated() where changed.contains(token) {
            changeSet.changes.append(.rowChanged(IndexPath(section: 0, row: row)))
        }
        guard !changeSet.isEmpty else { return }
        isTelling = true
        observers.notify(changeSet)
        isTelling = false
    }
}

extension ArrayModel: Observable {}
