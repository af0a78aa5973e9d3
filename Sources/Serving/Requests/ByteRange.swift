/// The part of a file that a `Range` header asks for (RFC 9110, section 14). Several parts, and what is not a range of
/// bytes, are the whole file.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// No byte of the file is in the range.
    case unsatisfiable

    /// Parses the headers of a request for a file of `count` bytes with this tag. With `If-Range`, a file that has
    /// changed is sent as a whole; a date never matches, because files have none.
    init(_ header: String?, ifRange: String?, tag: String, count: Int) {
        self = .whole
        guard count > 0, let header, ifRange == nil || ifRange == "\"\(tag)\"" else { return }
        let halves = header.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else { return }
        let bounds = halves[1].split(separator: "-", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard bounds.count == 2, bounds.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return
        }
        switch (bounds[0].isEmpty, bounds[1].isEmpty) {
        case (true, true): return
        case (true, false):
            let length = Self.number(bounds[1])
            self = length == 0 ? .unsatisfiable : .part(max(0, count - length)..<count)
        case (false, let isOpen):
            let (first, last) = (Self.number(bounds[0]), isOpen ? Int.max : Self.number(bounds[1]))
            guard first <= last else { return }
            self = first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
        }
    }

    /// Returns a number of digits; the largest number if there are too many.
    private static func number(_ digits: Substring) -> Int { Int(digits) ?? .max }
}
