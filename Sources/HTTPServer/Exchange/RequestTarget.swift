import Glibc

/// The target of a request, as in the request line (RFC 9112 section 3.2), not decoded.
struct RequestTarget {
    /// The host and port of an absolute form.
    private(set) var host: String?
    /// The path and query, without the scheme and host of an absolute form.
    private(set) var text: String

    /// Parses the target as it was sent.
    init(_ sent: String) {
        (host, text) = (nil, sent)
        guard sent.utf8.first != UInt8(ascii: "/") else { return }
        for scheme in ["http://", "https://"] where sent.lowercased().hasPrefix(scheme) {
            let rest = sent.dropFirst(scheme.count)
            guard let end = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else {
                (host, text) = (String(rest), "/")
                return
            }
            host = String(rest[..<end])
            text = rest[end] == "/" ? String(rest[end...]) : "/" + rest[end...]
        }
    }
}

/// Hides the query from libmicrohttpd by ending the target at the question mark. libmicrohttpd would keep a record of
/// each parameter, and would not respond at all if its memory is too small for them. The text is in libmicrohttpd's own
/// buffer, which libmicrohttpd splits right after this. The overwritten byte is kept here.
struct HiddenQuery {
    /// The size of the target as it was sent, up to a NUL, in bytes.
    let targetLength: Int
    /// The position of the question mark, if there is one.
    private let mark: Int?
    /// The byte after the question mark.
    let byte: UInt8

    /// Hides the query of a target.
    init(in target: UnsafePointer<CChar>) {
        targetLength = strlen(target)
        guard let mark = strchr(UnsafeMutablePointer(mutating: target), Int32(UInt8(ascii: "?"))) else {
            (self.mark, byte) = (nil, 0)
            return
        }
        self.mark = UnsafePointer(mark) - target
        byte = UInt8(bitPattern: mark[1])
        mark[1] = 0
    }

    /// Returns the target as it was sent.
    func target(at start: UnsafePointer<CChar>) -> String {
        var bytes = Array(UnsafeRawBufferPointer(start: start, count: targetLength))
        if let mark {
            bytes[mark] = UInt8(ascii: "?")
            if mark + 1 < targetLength { bytes[mark + 1] = byte }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
