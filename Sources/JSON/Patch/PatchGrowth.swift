/// What a patch may make of a document: `copy` doubles one in few words, and with `move` nests it ever deeper.
enum PatchLimits {
    /// How deep arrays and objects may nest.
    static let depth = 2_000
    /// How much the operations of a patch may copy in all: one for each value, and one for each byte of text.
    static let copies = 16 * 1024 * 1024
}

/// Keeps account of how far a document has grown, from the operations alone; it is looked at again only in doubt.
struct PatchGrowth {
    /// The document is no deeper.
    private var depth: Int
    private var copies = 0

    init(of document: JSON) {
        depth = document.depth
    }

    /// A value comes to a place this deep.
    mutating func put(_ value: JSON, below level: Int) {
        depth = max(depth, level + value.depth)
    }

    /// A value goes from one level to another.
    mutating func move(from source: Int, to destination: Int) {
        depth = max(depth, destination + max(0, depth - source))
    }

    /// A value of one level comes to another too.
    mutating func copy(_ value: JSON, from source: Int, to destination: Int) {
        move(from: source, to: destination)
        copies += value.weight(upTo: PatchLimits.copies - copies)
    }

    /// Whether the document, as it is now, is small enough.
    mutating func isWithinLimits(_ document: JSON) -> Bool {
        if depth > PatchLimits.depth { depth = document.depth }
        return depth <= PatchLimits.depth && copies < PatchLimits.copies
    }
}

extension JSON {
    /// How deep arrays and objects nest. O(n).
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + elements.reduce(0) { max($0, $1.depth) }
        case .object(let members): 1 + members.reduce(0) { max($0, $1.value.depth) }
        default: 0
        }
    }

    /// The number of values and of bytes of text, or any number from `limit` on when there are as many.
    fileprivate func weight(upTo limit: Int) -> Int {
        var weight = 1
        switch self {
        case .string(let text): weight += text.utf8.count
        case .array(let elements):
            for element in elements where weight < limit { weight += element.weight(upTo: limit - weight) }
        case .object(let members):
            for (name, value) in members where weight < limit {
                weight += 1 + name.utf8.count + value.weight(upTo: limit - weight)
            }
        default: break
        }
        return weight
    }
}
