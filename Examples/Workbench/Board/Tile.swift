/// A tile on a board.
struct Tile: Identifiable, Equatable {
    /// The two kinds of tiles.
    enum Kind: String {
        case test, another

        var other: Kind { self == .test ? .another : .test }
        var title: String { self == .test ? "Test" : "Another" }
    }

    let id: Int
    let kind: Kind
}
