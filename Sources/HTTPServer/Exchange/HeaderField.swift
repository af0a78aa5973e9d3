/// A header field of a request.
struct HeaderField {
    let name: String
    let value: String
}

extension [HeaderField] {
    /// Returns the value of a header. Names are case-insensitive, and the values of repeated headers are joined by
    /// commas.
    func value(of name: String) -> String? {
        var found: String?
        for field in self where field.isNamed(name) {
            found = found.map { $0 + ", " + field.value } ?? field.value
        }
        return found
    }

    /// Returns the number of lines with a header. Names are case-insensitive.
    func count(of name: String) -> Int { count { $0.isNamed(name) } }
}

extension HeaderField {
    fileprivate func isNamed(_ name: String) -> Bool {
        self.name.utf8.elementsEqual(name.utf8, by: { $0.lowercase == $1.lowercase })
    }
}

extension UInt8 {
    /// The lower-case form of an ASCII letter; any other byte as it is.
    fileprivate var lowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
