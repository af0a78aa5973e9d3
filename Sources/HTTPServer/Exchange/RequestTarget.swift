import Glibc

/// What a request is for, as its first line says (RFC 9112 section 3.2): nothing is decoded.
struct RequestTarget {
    /// The host and port of an absolute form.
    private(set) var host: String?
    /// The path and query, without the scheme and host of an absolute form.
    private(set) var text: String

    /// Reads the target as it was sent.
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

/// Hides the query from libmicrohttpd, which would keep a record for each parameter, and does not answer at all when its
/// memory is too small for them: it ends before it begins. The text is libmicrohttpd's own buffer, which it cuts up itself
/// right after this; what was there before is kept here.
struct HiddenQuery {
    /// The length of the target as it was sent, up to a NUL if there is one.
    let targetLength: Int
    /// Where the question mark stands, if there is one.
    private let mark: Int?
    /// What follows it.
    let byte: UInt8

    /// Hides what follows the question mark of a target.
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

    /// The target as it was sent.
    func target(at start: UnsafePointer<CChar>) -> String {
        var bytes = Array(UnsafeRawBufferPointer(start: start, count: targetLength))
        if let mark {
            bytes[mark] = UInt8(ascii: "?")
            if mark + 1 < targetLength { bytes[mark + 1] = byte }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
