/// The separators of an object's members, or of an array's elements, in a text.
struct JSONStyle {
    /// The text after the opening bracket, after each comma, and before the closing bracket.
    var open: [UInt8]
    var between: [UInt8]
    var close: [UInt8]
    /// The text between a name and its value.
    var colon = Array(": ".utf8)

    /// Creates a style with two more spaces for each level. If the whole text is on one line, `space` separates the
    /// parts instead.
    init(under indent: [UInt8], space: [UInt8]?) {
        if let space {
            (open, between, close, colon) = ([], space, [], [UInt8(ascii: ":")] + space)
            return
        }
        open = [UInt8(ascii: "\n")] + indent + Array("  ".utf8)
        between = open
        close = [UInt8(ascii: "\n")] + indent
    }

    /// Reads the style between two brackets with these parts; `nil` when there are none.
    init?(_ bytes: [UInt8], _ nest: Range<Int>, parts: [Range<Int>]) {
        guard let first = parts.first, let last = parts.last else { return nil }
        open = Array(bytes[nest.lowerBound + 1..<first.lowerBound])
        close = Array(bytes[last.upperBound..<nest.upperBound - 1])
        between = open
        guard parts.count > 1 else {
            if open.isEmpty, close.isEmpty { between = [UInt8(ascii: " ")] }
            return
        }
        let gap = bytes[parts[parts.count - 2].upperBound..<last.lowerBound]
        between = gap.firstIndex(of: UInt8(ascii: ",")).map { Array(gap[($0 + 1)...]) } ?? []
    }
}
