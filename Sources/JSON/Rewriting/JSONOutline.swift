/// The positions of the parts of a JSON text, which must be valid.
struct JSONOutline {
    /// A member of an object.
    struct Member {
        let name: String
        /// The position of the quotation mark before the name.
        let start: Int
        let nameEnd: Int
        let value: Range<Int>
    }

    let bytes: [UInt8]

    /// The range of the root value, without the white space around it.
    var root: Range<Int> {
        let start = skipSpace(from: 0)
        return start..<end(of: start)
    }

    /// Returns the ranges of the elements of an array. O(bytes).
    func elements(of array: Range<Int>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var index = skipSpace(from: array.lowerBound + 1)
        while bytes[index] != UInt8(ascii: "]") {
            let end = end(of: index)
            elements.append(index..<end)
            index = skipComma(from: end)
        }
        return elements
    }

    /// Returns the members of an object, in order. O(bytes).
    func members(of object: Range<Int>) -> [Member] {
        var members: [Member] = []
        var index = skipSpace(from: object.lowerBound + 1)
        while bytes[index] != UInt8(ascii: "}") {
            let nameEnd = end(of: index)
            let start = skipSpace(from: skipSpace(from: nameEnd) + 1)
            let end = end(of: start)
            let name = Array(bytes[index..<nameEnd])
            members.append(
                Member(name: Self.name(name), start: index, nameEnd: nameEnd, value: start..<end))
            index = skipComma(from: end)
        }
        return members
    }

    /// Returns the end of the value that begins here.
    private func end(of start: Int) -> Int {
        switch bytes[start] {
        case UInt8(ascii: "\""): return endOfString(from: start)
        case UInt8(ascii: "["), UInt8(ascii: "{"): return endOfNest(from: start)
        default:
            var index = start
            while index < bytes.count, !Self.endsWord(bytes[index]) { index += 1 }
            return index
        }
    }

    private func endOfNest(from start: Int) -> Int {
        var depth = 0
        var index = start
        repeat {
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""): index = endOfString(from: index) - 1
            default: break
            }
            index += 1
        } while depth > 0
        return index
    }

    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index + 1
    }

    private func skipComma(from start: Int) -> Int {
        let index = skipSpace(from: start)
        return bytes[index] == UInt8(ascii: ",") ? skipSpace(from: index + 1) : index
    }

    private func skipSpace(from start: Int) -> Int {
        var index = start
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
        return index
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || isSpace(byte)
    }

    private static func name(_ text: [UInt8]) -> String {
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        return (try? JSON(parsing: text))?.stringValue ?? ""
    }
}
