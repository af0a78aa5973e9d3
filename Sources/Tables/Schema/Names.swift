/// Names of tables and columns in SQL.
extension String {
    /// The name as an SQL identifier, in quotation marks. Quotation marks in the name are doubled byte by byte, because
    /// Swift takes a mark with a combining accent for another character.
    package var quoted: String {
        let mark = UInt8(ascii: "\"")
        var bytes = [mark]
        for byte in utf8 {
            if byte == mark { bytes.append(mark) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [mark], as: UTF8.self)
    }

    /// Returns whether SQLite considers two names equal: the same bytes, except for the case of the letters A to Z.
    package func isSameName(as other: String) -> Bool {
        let fold = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
        return utf8.elementsEqual(other.utf8) { fold($0) == fold($1) }
    }

    /// Whether a table, index or trigger of this name belongs to SQLite or to the change log.
    package var isSystemName: Bool {
        let name = utf8.prefix(7).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return name == Array("sqlite_".utf8) || name == Array("_oriel_".utf8)
    }
}
