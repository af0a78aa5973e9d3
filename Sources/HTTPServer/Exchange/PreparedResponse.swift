import CMicrohttpd
import Loop

/// An answer that is made once and given many times: nothing is copied for a request.
@SceneActor package final class PreparedResponse {
    /// The number of bytes of the body.
    package let count: Int
    /// The number of bytes that it takes beside what it is made of.
    package var ownCount: Int { 512 + (count > HTTPResponse.pieceSize ? 0 : count) }
    let status: Int
    let response: OpaquePointer?
    /// What it is made of, for a request whose answer needs more headers; `nil` when it is of one request only.
    let source: HTTPResponse?
    /// The body, for the account: libmicrohttpd has it once for all requests.
    private(set) lazy var bytes = makeBytes()

    package init(_ source: HTTPResponse) {
        status = source.status
        count = source.count
        response = source.make()
        self.source = source
    }

    /// Owns a response of libmicrohttpd's that has no body yet.
    init(status: Int, headers: [(String, String)], owning response: OpaquePointer?) {
        self.status = status
        self.response = response
        count = 0
        source = nil
        for (name, value) in status == 101 ? headers : HTTPResponse.completed(headers) {
            MHD_add_response_header(response, name, value)
        }
    }

    private func makeBytes() -> SharedBytes? {
        guard case .bytes(let bytes)? = source?.body else { return nil }
        return SharedBytes(bytes)
    }

    isolated deinit {
        MHD_destroy_response(response)
    }
}
