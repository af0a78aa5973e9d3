/// A name made up by chance.
struct Name: Identifiable, Equatable {
    let id: Int
    let text: String

    /// A name of ten letters.
    init(id: Int) {
        self.id = id
        text = String((0..<10).compactMap { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() })
    }

    /// Whether the name has this in it; every name has nothing in it.
    func matches(_ search: String) -> Bool {
        search.isEmpty || text.contains(search.lowercased())
    }
}
