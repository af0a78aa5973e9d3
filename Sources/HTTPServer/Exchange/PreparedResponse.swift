import CMicrohttpd
import Loop

/// A response that is created once and sent many times, without copying anything for a request.
@SceneActor package final class PreparedResponse {
    /// The number of bytes of the body.
    package let count: Int
    /// The memory of the response beside its ``source``, in bytes.
    package var ownCount: Int { 512 + (count > HTTPResponse.pieceSize ? 0 : count) }
    let status: Int
    let response: OpaquePointer?
    /// The source of the response, for a request that needs more headers; `nil` for a response to a single request.
    let source: HTTPResponse?
    /// The body, for memory accounting. libmicrohttpd has it once for all requests.
    private(set) lazy var bytes = makeBytes()

    package init(_ source: HTTPResponse) {
        status = source.status
        count = source.count
        response = source.make()
        self.source = source
    }

    /// Takes ownership of a response of libmicrohttpd that has no body yet.
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
