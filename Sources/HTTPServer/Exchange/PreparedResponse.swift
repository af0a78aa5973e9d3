import CMicrohttpd
import Loop

/// An answer that is made once and given many times: nothing is copied for a request.
@SceneActor package final class PreparedResponse {
    /// The number of bytes of the body.
    package let count: Int
    let status: Int
    let response: OpaquePointer?

    package init(status: Int, headers: [(String, String)], body: [UInt8]) {
        self.status = status
        count = body.count
        response = HTTPResponse(status: status, headers: headers, body: .bytes(body)).make()
    }

    /// Owns a response of libmicrohttpd's that has no body yet.
    init(status: Int, headers: [(String, String)], owning response: OpaquePointer?) {
        self.status = status
        self.response = response
        count = 0
        let common = status == 101 ? [] : HTTPResponse.commonHeaders
        for (name, value) in common + headers { MHD_add_response_header(response, name, value) }
    }

    isolated deinit {
        MHD_destroy_response(response)
    }
}
