import CMicrohttpd
import Glibc
import Loop

/// A request as it was sent: nothing is decoded. Its headers can be read until it has been answered.
@SceneActor package final class HTTPRequest {
    /// The method, as in `GET`.
    package internal(set) var method = ""
    /// The protocol, as in `HTTP/1.1`.
    package internal(set) var version = ""
    /// The path and query, without the scheme and host of an absolute form.
    package let target: String
    /// The path.
    package let path: String
    /// What follows the question mark, if there is one.
    package let query: String?
    /// The whole body.
    package internal(set) var body: [UInt8] = []

    /// A name for the request: what its `X-Request-Id` says, if that is fit for a log, or a new one. Ask for it while headers
    /// can be read.
    package private(set) lazy var id: String = givenID ?? RequestID.make()

    /// What `X-Request-Id` says, if it is fit for a log.
    var givenID: String? { header(RequestID.header).flatMap { RequestID.isFit($0) ? $0 : nil } }

    /// The host and port that the request is for: of an absolute form, otherwise the `Host` header's (RFC 9112 section 3.2.2).
    package var host: String? { targetHost ?? header("Host") }

    /// The host and port of an absolute form.
    let targetHost: String?
    var connection: OpaquePointer?
    /// The length of the target as it was sent, up to a NUL if there is one.
    let sentLength: Int

    init(uri: UnsafePointer<CChar>, connection: OpaquePointer) {
        self.connection = connection
        sentLength = strlen(uri)
        let (host, target) = Self.parts(of: String(cString: uri))
        targetHost = host
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        self.target = target
        path = mark.map { String(target[..<$0]) } ?? target
        query = mark.map { String(target[target.utf8.index(after: $0)...]) }
    }

    /// The value of a header, whatever the case of its name; the values of several of one name joined by commas.
    package func header(_ name: String) -> String? {
        guard let connection, let first = MHD_lookup_connection_value(connection, .HEADER_KIND, name) else {
            return nil
        }
        let values = headers(named: name)
        return values.count > 1 ? values.joined(separator: ", ") : String(cString: first)
    }

    /// The address of whoever is at the other end of the connection; readable as long as headers are.
    package var peerAddress: String {
        connection.map { RawSocket(descriptor: cmicrohttpd_descriptor($0)).peerAddress } ?? ""
    }

    private func headers(named name: String) -> [String] {
        var search = HeaderSearch(name: name)
        withUnsafeMutablePointer(to: &search) { search in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, collectHeader, search)
        }
        return search.values
    }

    /// The host of an absolute form, and the target without scheme and host.
    private static func parts(of uri: String) -> (host: String?, target: String) {
        guard uri.utf8.first != UInt8(ascii: "/") else { return (nil, uri) }
        for scheme in ["http://", "https://"] where uri.lowercased().hasPrefix(scheme) {
            let rest = uri.dropFirst(scheme.count)
            guard let end = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return (String(rest), "/") }
            return (String(rest[..<end]), rest[end] == "/" ? String(rest[end...]) : "/" + rest[end...])
        }
        return (nil, uri)
    }
}

/// A search for all headers of one name.
private struct HeaderSearch {
    let name: String
    var values: [String] = []
}

/// A constant of the file, so that no isolation is attached to it.
private let collectHeader:
    @convention(c) (
        UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?, Int
    ) -> MHD_Result = { context, _, name, _, value, _ in
        guard let search = context?.assumingMemoryBound(to: HeaderSearch.self), let name else { return .NO }
        if strcasecmp(name, search.pointee.name) == 0 {
            search.pointee.values.append(value.map { String(cString: $0) } ?? "")
        }
        return .YES
    }
