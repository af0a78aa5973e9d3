extension String {
    /// Whether a table, index or trigger of this name is SQLite's own, or part of the change log.
    var isSystemName: Bool {
        let name = utf8.prefix(7).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return name == Array("sqlite_".utf8) || name == Array("_oriel_".utf8)
    }
}
