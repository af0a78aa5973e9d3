import Loop

// Operations built on the basic ones.

extension ArrayModel {
    /// Appends an element.
    public func append(_ element: Element) {
        insert(element, at: count)
    }

    /// Appends elements.
    public func append(contentsOf new: some Collection<Element>) {
        insert(contentsOf: new, at: count)
    }

    /// Inserts an element before the one at `index`, or at the end. - Precondition: `index` is in `0...count`.
    public func insert(_ element: Element, at index: Int) {
        insert(contentsOf: CollectionOfOne(element), at: index)
    }

    /// Inserts each element at its final index.
    ///
    ///     ArrayModel(["b"]).insert([(0, "a"), (2, "c")])   // a, b, c
    ///
    /// - Precondition: The indexes are ascending, and each is valid once the elements before it are inserted.
    public func insert(_ placed: [(index: Int, element: Element)]) {
        update { for (index, element) in placed { insert(element, at: index) } }
    }

    /// Removes the elements at these indexes. - Precondition: The indexes are valid.
    public func remove(at indexes: some Sequence<Int>) {
        update { for index in Set(indexes).sorted(by: >) { remove(at: index) } }
    }

    /// Removes every element.
    public func removeAll() {
        removeAll { _ in true }
    }

    /// Replaces all elements; none keeps its identity.
    public func replaceAll(with new: [Element]) {
        update {
            removeAll()
            append(contentsOf: new)
        }
    }
}

extension ArrayModel where Element: Equatable {
    /// Removes the first equal element; does nothing when there is none. O(count).
    public func removeFirst(_ element: Element) {
        guard let index = elements.firstIndex(of: element) else { return }
        remove(at: index)
    }

    /// Removes every equal element; does nothing when there is none. O(count).
    public func removeAll(_ element: Element) {
        removeAll { $0 == element }
    }
}
