extension UnsafeRawBufferPointer {
    /// Returns the name of the member whose value, a number, ends at a position of a JSON text; `nil` for an array
    /// element.
    func memberName(before end: Int) -> String? {
        let number = Set("+-.0123456789eE".utf8)
        let blank = Set(" \t\r\n".utf8)
        var rest = self[..<Swift.min(Swift.max(end, 0), count)]
        while let last = rest.last, number.contains(last) { rest.removeLast() }
        while let last = rest.last, blank.contains(last) { rest.removeLast() }
        guard rest.popLast() == UInt8(ascii: ":") else { return nil }
        while let last = rest.last, blank.contains(last) { rest.removeLast() }
        guard rest.popLast() == UInt8(ascii: "\"") else { return nil }
        let name = rest.reversed().prefix { $0 != UInt8(ascii: "\"") }.reversed()
        return String(validating: name, as: UTF8.self)
    }
}
