import CMicrohttpd
import Glibc

/// A response to one request.
package struct HTTPResponse: Sendable {
    /// The body of a response.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A body that is announced with this size but not sent, as in a 304.
        case omitted(Int)
    }

    package var status: Int
    package var headers: [(String, String)]
    package var body: Body

    package init(status: Int, headers: [(String, String)] = [], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the response to `OPTIONS` (RFC 9110 section 9.3.7).
    package static func options(_ methods: String, headers: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(status: 204, headers: [("Allow", methods)] + headers)
    }

    /// Adds `Vary` with this request header, unless the response has a `Vary` header.
    mutating func vary(by header: String?) {
        guard let header, !headers.contains(where: { $0.0 == "Vary" }) else { return }
        headers.append(("Vary", header))
    }

    /// The number of bytes of the body that are sent.
    var count: Int {
        if case .bytes(let bytes) = body { bytes.count } else { 0 }
    }

    /// The header that names the pages that may embed a response (Fetch standard section 3.7).
    package static let embedding = "Cross-Origin-Resource-Policy"

    /// Headers of every response. Browsers must not guess another type (Fetch standard section 3.6), and must not tell
    /// other origins the address of a page (Referrer Policy). By default, pages of other origins cannot embed a
    /// response.
    private static let commonHeaders = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")]

    /// Returns these headers, and the headers of every response. A header in `headers` that allows embedding takes
    /// precedence.
    static func completed(_ headers: [(String, String)]) -> [(String, String)] {
        let isSaid = headers.contains { $0.0 == embedding }
        return commonHeaders + (isSaid ? [] : [(embedding, "same-origin")]) + headers
    }

    /// Makes the response for libmicrohttpd. The caller destroys it.
    func make() -> OpaquePointer? {
        let response =
            switch body {
            case .none: MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
            case .omitted(let count): MHD_create_response_from_callback(UInt64(count), 1, readNothing, nil, nil)
            case .bytes(let bytes) where bytes.count > Self.pieceSize: Self.makeInPieces(bytes)
            case .bytes(let bytes): Self.makeCopy(bytes)
            }
        for (name, value) in Self.completed(headers) { MHD_add_response_header(response, name, value) }
        return response
    }

    /// The maximum size, in bytes, of one part of a large body in libmicrohttpd. A smaller body is copied, and sent
    /// with the head.
    static let pieceSize = 256 * 1024

    private static func makeInPieces(_ bytes: [UInt8]) -> OpaquePointer? {
        let context = Unmanaged.passRetained(SharedBytes(bytes)).toOpaque()
        return MHD_create_response_from_callback(UInt64(bytes.count), pieceSize, readBytes, context, releaseBytes)
    }

    private static func makeCopy(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { bytes in
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
    }
}

/// Constants of the file, so that they are not isolated.
private let readNothing: MHD_ContentReaderCallback = { _, _, _, _ in -1 }

private let readBytes: MHD_ContentReaderCallback = { context, position, buffer, capacity in
    guard let context, let buffer else { return -1 }
    return Unmanaged<SharedBytes>.fromOpaque(context).takeUnretainedValue().bytes.withUnsafeBytes { bytes in
        let piece = bytes[Int(position)...].prefix(capacity)
        UnsafeMutableRawBufferPointer(start: buffer, count: capacity).copyMemory(from: .init(rebasing: piece))
        return piece.count
    }
}

private let releaseBytes: MHD_ContentReaderFreeCallback = { context in
    guard let context else { return }
    Unmanaged<SharedBytes>.fromOpaque(context).release()
}

extension HTTPResponse {
    /// Returns the bytes of a response that libmicrohttpd cannot send, because a body is still arriving. The connection
    /// ends after this response.
    func finalBytes(forHead isHead: Bool) -> [UInt8] {
        var content: [UInt8] = []
        if case .bytes(let bytes) = body { content = bytes }
        let reason = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
        let fields =
            [("Date", Self.date), ("Connection", "close")] + Self.completed(headers)
            + [("Content-Length", String(content.count))]
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) \(reason)\r\n\(lines)\r\n".utf8) + (isHead ? [] : content)
    }

    /// The current time in the format of HTTP (RFC 9110 section 5.6.7).
    private static var date: String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
            guard let start = text.baseAddress, strftime(start, 40, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0 else {
                return ""
            }
            return String(cString: start)
        }
    }
}
