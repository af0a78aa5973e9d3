extension [UInt8] {
    /// Returns the text of a member near the beginning of a message, without parsing the message. Digests contain no
    /// escapes.
    func member(_ name: String) -> String? {
        let head = prefix(256)
        guard let start = head.firstRange(of: Array("\"\(name)\":\"".utf8))?.upperBound,
            let end = head[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return String(decoding: head[start..<end], as: UTF8.self)
    }
}
