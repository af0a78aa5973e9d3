/// One pass over a text before it is parsed: its depth, its number of values, and whether a name in it has an escaped
/// NUL.
struct JSONScan {
    private(set) var depth = 0
    /// The number of values, if the text is valid JSON; an empty array or object counts as two.
    private(set) var values = 1
    private(set) var hasEscapedNULInName = false

    init(_ bytes: UnsafeRawBufferPointer) {
        var level = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                level += 1
                depth = max(depth, level)
                values += 1
            case UInt8(ascii: ","): values += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
            case UInt8(ascii: "\""):
                let (end, hasNUL) = Self.endOfString(bytes, from: index + 1)
                if hasNUL, Self.isName(bytes, from: end + 1) { hasEscapedNULInName = true }
                index = end
            default: break
            }
            index += 1
        }
    }

    /// Returns the index of the quotation mark that ends a string, and whether the string contains `\u0000`.
    private static func endOfString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (Int, Bool) {
        var index = start
        var hasNUL = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                if NULSubstitute.isEscapedNUL(bytes, at: index) { hasNUL = true }
                index += 1
            }
            index += 1
        }
        return (index, hasNUL)
    }

    /// Whether a colon follows, so that the string was a name.
    private static func isName(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var index = start
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        return index < bytes.count && bytes[index] == UInt8(ascii: ":")
    }
}
