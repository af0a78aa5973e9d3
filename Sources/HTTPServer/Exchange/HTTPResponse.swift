import CMicrohttpd
import Loop

/// An answer, made for one request.
package struct HTTPResponse: Sendable {
    /// What follows the headers.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
    }

    package var status: Int
    package var headers: [(String, String)]
    package var body: Body

    package init(status: Int, headers: [(String, String)] = [], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The answer as libmicrohttpd has it; the caller destroys it.
    func make() -> OpaquePointer? {
        let response =
            switch body {
            case .none: MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
            case .bytes(let bytes): Self.make(bytes)
            }
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
        return response
    }

    fileprivate static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { bytes in
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
    }
}

/// An answer that is made once and given many times: nothing is copied for a request.
@SceneActor package final class PreparedResponse {
    let status: Int
    let response: OpaquePointer?

    package init(status: Int, headers: [(String, String)], body: [UInt8]) {
        self.status = status
        response = HTTPResponse(status: status, headers: headers, body: .bytes(body)).make()
    }

    isolated deinit {
        MHD_destroy_response(response)
    }
}
