import CMicrohttpd

/// What libmicrohttpd has of a request at one call: first the head, then parts of the body, at last nothing.
struct RequestPart: @unchecked Sendable {  // guard: the loop's thread, for the length of one call
    let connection: OpaquePointer
    let method: UnsafePointer<CChar>
    let target: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
    let bytes: UnsafeRawBufferPointer

    /// Where the head ends, which begins with the method.
    var headEnd: UnsafePointer<CChar> { method + cmicrohttpd_head_size(connection) }
}
