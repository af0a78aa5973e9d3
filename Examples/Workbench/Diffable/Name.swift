/// A random name.
struct Name: Identifiable, Equatable {
    let id: Int
    let text: String

    /// Creates a name of ten letters.
    init(id: Int) {
        self.id = id
        text = String((0..<10).compactMap { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() })
    }

    /// Returns whether the name contains a text; every name contains the empty text.
    func matches(_ search: String) -> Bool {
        search.isEmpty || text.contains(search.lowercased())
    }
}
