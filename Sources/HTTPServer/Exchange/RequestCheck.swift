import CMicrohttpd
import Glibc
import Loop

/// Parses a head and refuses what libmicrohttpd accepts but a server must not (RFC 9112 sections 3.2, 5.1, 5.2, 6).
/// Checks the raw bytes.
///
/// libmicrohttpd splits the head in place, and each text ends at the first NUL. A NUL from the client, and a line that
/// continues on the next line, therefore show as a gap: the next text does not begin where this one ends.
struct RequestCheck {
    let method: String
    let version: String
    /// The headers before the first refused one.
    private(set) var fields: [HeaderField] = []
    /// The Content-Length, if the request has one.
    private(set) var contentLength: Int?
    /// The reason why the request is refused, if it is.
    private(set) var refusal: Refusal?
    private var isChunked = false
    private var hosts = 0
    private var end: UnsafePointer<CChar>  // of the checked bytes, without their line end

    /// The methods of RFC 9110, of RFC 5789, and QUERY. Any other method is refused with 501.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
    ]

    /// Parses and checks the head of a request. `length` is the size of the target up to a NUL, in bytes.
    init(_ part: RequestPart, _ target: RequestTarget, length: Int) {
        method = String(cString: part.method)
        version = String(cString: part.version)
        end = part.version + strlen(part.version)
        do throws(Refusal) {
            guard part.version - part.target == length + 1 else {
                throw Refusal(400, "invalid-target", "The path contains NUL.")
            }
            withUnsafeMutablePointer(to: &self) { check in
                _ = MHD_get_connection_values_n(part.connection, .HEADER_KIND, checkHeader, check)
            }
            if let refusal { throw refusal }
            guard part.headEnd - end == 4 else { throw .gap }
            try checkWhole(target)
        } catch {
            refusal = error
        }
    }

    /// Checks the parts of the head against each other.
    private func checkWhole(_ target: RequestTarget) throws(Refusal) {
        guard Self.methods.contains(method) else {
            throw Refusal(501, "unknown-method", "Unknown method: \(method.prefix(20)).")
        }
        guard hosts == 1 || (hosts == 0 && version == "HTTP/1.0") else {
            throw Refusal(400, "invalid-host", "A request must have exactly one Host header.")
        }
        if isChunked, contentLength != nil {
            throw Refusal(400, "ambiguous-length", "Transfer-Encoding and Content-Length exclude each other.")
        }
        if isChunked, version == "HTTP/1.0" {
            throw Refusal(400, "ambiguous-length", "HTTP/1.0 does not support Transfer-Encoding.")
        }
        if let host = target.host, host.isEmpty || !host.isHost {
            throw Refusal(400, "invalid-target", "Invalid host in the request target.")
        }
        try Self.check(target: target.text, method: method)
    }

    /// Checks that the target is a path from `/` on, without control characters, NUL, and segments `.` and `..`.
    private static func check(target: String, method: String) throws(Refusal) {
        if target == "*", method == "OPTIONS" { return }
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw Refusal(400, "invalid-target", "The path must begin with a slash.")
        }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") })
        else { throw Refusal(400, "invalid-target", "The path contains characters that must be percent-encoded.") }
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let decoded = decode(part), !decoded.contains(0) else {
                throw Refusal(400, "invalid-target", "The path contains an invalid percent-escape.")
            }
            if decoded == [0x2E] || decoded == [0x2E, 0x2E] {
                throw Refusal(400, "invalid-target", "The path contains a \".\" or \"..\" segment.")
            }
        }
    }

    private static func decode(_ part: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var iterator = part.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next(), let low = iterator.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), high != UInt8(ascii: "+")
            else { return nil }
            bytes.append(value)
        }
        return bytes
    }

    /// Checks one header and returns whether to continue. White space around a value is not part of it (RFC 9112
    /// section 5.1), but libmicrohttpd keeps the trailing part. Headers that determine the end of the body are read
    /// exactly as libmicrohttpd reads them, so that both agree.
    fileprivate mutating func check(name: UnsafeBufferPointer<UInt8>, value whole: UnsafeBufferPointer<UInt8>) -> Bool {
        do {
            try checkPlace(name, whole)
            let value = whole.withoutTrailingSpace
            guard !name.isEmpty, name.allSatisfy({ tokenBytes[Int($0)] }) else {
                throw Refusal(
                    400, "invalid-header",
                    "Invalid header name: \"\(String(decoding: name.prefix(40), as: UTF8.self))\".")
            }
            guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw Refusal(400, "invalid-header", "A header value contains a control character.")
            }
            switch name.count {
            case 4 where name.isCaseInsensitively("host"): try checkHost(value)
            case 14 where name.isCaseInsensitively("content-length"): try checkLength(whole)
            case 17 where name.isCaseInsensitively("transfer-encoding"): try checkEncoding(whole)
            default: break
            }
            fields.append(
                HeaderField(
                    name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
            return true
        } catch {
            refusal = error as? Refusal
            return false
        }
    }

    /// Checks that a header begins right after a CR LF. A single CR or LF is refused, because another server on the way
    /// may take it for a part of the line (RFC 9112 section 2.2).
    private mutating func checkPlace(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) throws {
        let gap = UInt(bitPattern: name.baseAddress) &- UInt(bitPattern: end)
        guard gap == 2, let start = value.baseAddress else { throw Refusal.gap }
        end = UnsafeRawPointer(start + value.count).assumingMemoryBound(to: CChar.self)
    }

    private mutating func checkHost(_ value: UnsafeBufferPointer<UInt8>) throws {
        hosts += 1
        guard String(decoding: value, as: UTF8.self).isHost else {
            throw Refusal(400, "invalid-host", "Invalid Host header.")
        }
    }

    /// Parses a number that consists of digits only (RFC 9110 section 8.6). Returns `nil` for any other text.
    static func length(_ text: some Collection<UInt8>) -> Int? {
        let digits = (UInt8(ascii: "0")...UInt8(ascii: "9"))
        guard text.allSatisfy(digits.contains) else { return nil }
        return Int(String(decoding: text, as: UTF8.self))
    }

    private mutating func checkLength(_ value: UnsafeBufferPointer<UInt8>) throws {
        guard let length = Self.length(value) else { throw Refusal.badLength }
        guard contentLength == nil || contentLength == length else {
            throw Refusal(400, "ambiguous-length", "Two Content-Length headers differ.")
        }
        contentLength = length
    }

    private mutating func checkEncoding(_ value: UnsafeBufferPointer<UInt8>) throws {
        guard !isChunked, value.isCaseInsensitively("chunked") else {
            throw Refusal(501, "unknown-encoding", "The only supported Transfer-Encoding is chunked.")
        }
        isChunked = true
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var withoutTrailingSpace: Self {
        let end = lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
        return Self(rebasing: self[..<end])
    }

    fileprivate func isCaseInsensitively(_ text: StaticString) -> Bool {
        guard let baseAddress, count == text.utf8CodeUnitCount else { return false }
        return strncasecmp(
            UnsafeRawPointer(baseAddress).assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), count) == 0
    }
}

/// The bytes of a token (RFC 9110 section 5.6.2).
private let tokenBytes: [Bool] = {
    var bytes = [Bool](repeating: false, count: 256)
    for byte in "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8 {
        bytes[Int(byte)] = true
    }
    return bytes
}()

/// A constant of the file, so that it is not isolated.
private let checkHeader: MHD_KeyValueIteratorN = { context, _, name, nameCount, value, valueCount in
    guard let check = context?.assumingMemoryBound(to: RequestCheck.self), let name else { return .NO }
    let nameBytes = UnsafeRawBufferPointer(start: name, count: nameCount).assumingMemoryBound(to: UInt8.self)
    let valueBytes = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
    return check.pointee.check(name: nameBytes, value: valueBytes.assumingMemoryBound(to: UInt8.self)) ? .YES : .NO
}
