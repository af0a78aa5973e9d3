/// The limits of a patch: `copy` doubles a document in a few bytes, and with `move` nests it ever deeper.
enum PatchLimits {
    /// The deepest nesting of arrays and objects.
    static let depth = 2_000
    /// The most that the operations of a patch may copy in all: one for each value, and one for each byte of text.
    static let copies = 16 * 1024 * 1024
}

/// Tracks the growth of a document from the operations alone. It measures the document again only in doubt.
struct PatchGrowth {
    /// An upper bound of the document's depth.
    private var depth: Int
    private var copies = 0

    init(of document: JSON) {
        depth = document.depth
    }

    /// Records a value that is put at this level.
    mutating func put(_ value: JSON, below level: Int) {
        depth = max(depth, level + value.depth)
    }

    /// Records a value that is moved from one level to another.
    mutating func move(from source: Int, to destination: Int) {
        depth = max(depth, destination + max(0, depth - source))
    }

    /// Records a value that is copied from one level to another.
    mutating func copy(_ value: JSON, from source: Int, to destination: Int) {
        move(from: source, to: destination)
        copies += value.weight(upTo: PatchLimits.copies - copies)
    }

    /// Whether the document, in its current state, is within the limits.
    mutating func isWithinLimits(_ document: JSON) -> Bool {
        if depth > PatchLimits.depth { depth = document.depth }
        return depth <= PatchLimits.depth && copies < PatchLimits.copies
    }
}

extension JSON {
    /// The depth of nested arrays and objects. O(n).
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + elements.reduce(0) { max($0, $1.depth) }
        case .object(let members): 1 + members.reduce(0) { max($0, $1.value.depth) }
        default: 0
        }
    }

    /// Returns the number of values and of bytes of text, or any number from `limit` on if there are as many.
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
