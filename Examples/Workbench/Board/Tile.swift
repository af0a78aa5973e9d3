/// One of the things on a board.
struct Tile: Identifiable, Equatable {
    /// The kinds of tiles: each is the other's other.
    enum Kind: String {
        case test, another

        var other: Kind { self == .test ? .another : .test }
        var title: String { self == .test ? "Test" : "Another" }
    }

    let id: Int
    let kind: Kind
}
