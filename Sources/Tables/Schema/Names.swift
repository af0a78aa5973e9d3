extension UInt8 {
    /// The lower-case form of a letter A to Z, as SQLite's `lower` returns it. Other bytes stay as they are.
    package var lowercasedASCII: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

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
        utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// Whether a table, index or trigger of this name belongs to SQLite or to the change log.
    package var isSystemName: Bool {
        let name = utf8.prefix(7).map(\.lowercasedASCII)
        return name == Array("sqlite_".utf8) || name == Array("_oriel_".utf8)
    }
}
