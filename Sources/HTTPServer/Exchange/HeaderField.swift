/// One line of a head.
struct HeaderField {
    let name: String
    let value: String
}

extension [HeaderField] {
    /// The value of a header, whatever the case of its name; the values of several of one name joined by commas.
    func value(of name: String) -> String? {
        var found: String?
        for field in self where field.name.utf8.elementsEqual(name.utf8, by: { $0.lowercase == $1.lowercase }) {
            found = found.map { $0 + ", " + field.value } ?? field.value
        }
        return found
    }
}

extension UInt8 {
    /// The same letter of ASCII in lower case, or the byte itself.
    fileprivate var lowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
