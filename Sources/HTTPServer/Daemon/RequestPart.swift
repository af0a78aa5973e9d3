import CMicrohttpd

/// The arguments of one call of libmicrohttpd: first the head, then parts of the body, finally an empty part.
struct RequestPart: @unchecked Sendable {  // guard: the loop's thread, for the length of one call
    let connection: OpaquePointer
    let method: UnsafePointer<CChar>
    let target: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
    let bytes: UnsafeRawBufferPointer

    /// The end of the head. The head begins with the method.
    var headEnd: UnsafePointer<CChar> { method + cmicrohttpd_head_size(connection) }
}
