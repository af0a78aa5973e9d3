import Loop

// What can be said with the basic operations.

extension ArrayModel {
    /// Puts an element at the end.
    public func append(_ element: Element) {
        insert(element, at: count)
    }

    /// Puts elements at the end.
    public func append(contentsOf new: some Collection<Element>) {
        insert(contentsOf: new, at: count)
    }

    /// Puts an element in before the one at `index`, or at the end. - Precondition: `index` is in `0...count`.
    public func insert(_ element: Element, at index: Int) {
        insert(contentsOf: CollectionOfOne(element), at: index)
    }

    /// Puts each element where it is to stand afterwards.
    ///
    ///     ArrayModel(["b"]).insert([(0, "a"), (2, "c")])   // a, b, c
    ///
    /// - Precondition: The places are ascending, and each is in the list once those before it are in.
    public func insert(_ placed: [(index: Int, element: Element)]) {
        update { for (index, element) in placed { insert(element, at: index) } }
    }

    /// Takes elements out. - Precondition: There is one at each of the indexes.
    public func remove(at indexes: some Sequence<Int>) {
        update { for index in Set(indexes).sorted(by: >) { remove(at: index) } }
    }

    /// Takes every element out.
    public func removeAll() {
        removeAll { _ in true }
    }

    /// Sets the whole contents; nothing is said to be what was there before.
    public func replaceAll(with new: [Element]) {
        update {
            removeAll()
            append(contentsOf: new)
        }
    }
}

extension ArrayModel where Element: Equatable {
    /// Takes out the first element that is equal; does nothing when there is none. O(count).
    public func removeFirst(_ element: Element) {
        guard let index = elements.firstIndex(of: element) else { return }
        remove(at: index)
    }

    /// Takes out every element that is equal; does nothing when there is none. O(count).
    public func removeAll(_ element: Element) {
        removeAll { $0 == element }
    }
}
