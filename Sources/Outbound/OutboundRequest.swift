import CCurl

/// A request to another server, sent by libcurl.
///
/// It has limits of time and size, follows no redirect, takes no compressed response, and keeps no cookie. Only https
/// is used, except for an address of this machine.
package struct OutboundRequest: Sendable {
    /// The limits of a request.
    package struct Limits: Sendable {
        /// The longest time from the connection to the last byte.
        package var time = Duration.seconds(10)
        /// The largest response with its head, in bytes.
        package var size = 256 * 1024

        package init() {}
    }

    /// The address.
    package let url: SecureURL
    /// The form to send by `POST`; `nil` to send a `GET`.
    package var form: [(String, String)]?
    /// The headers.
    package var headers = [("Accept", "application/json"), ("User-Agent", "Oriel")]

    /// Makes a `GET`.
    package init(_ url: SecureURL) {
        self.url = url
    }

    /// Whether libcurl has been initialized, which happens once.
    private static let isStarted = ccurl_start() == CURLE_OK

    /// Sends the request, and waits for the response. Blocks: do not call it on the event loop.
    package func send(within limits: Limits) throws(OutboundError) -> OutboundResponse {
        guard Self.isStarted, let handle = curl_easy_init() else { throw .failed("libcurl cannot start") }
        defer { curl_easy_cleanup(handle) }
        let receiver = Receiver(limit: limits.size)
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for (name, value) in headers { list = curl_slist_append(list, "\(name): \(value)") ?? list }
        let milliseconds = Int(limits.time / .milliseconds(1))
        var codes = [
            ccurl_set_text(handle, CURLOPT_URL, url.text),
            ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, url.isEncrypted ? "https" : "http"),
            ccurl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0),
            ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, milliseconds),
            ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds),
            ccurl_set_number(handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
            ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, list),
            ccurl_set_callback(handle, CURLOPT_WRITEFUNCTION, receiveBody),
            ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context),
            ccurl_set_callback(handle, CURLOPT_HEADERFUNCTION, receiveHead),
            ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context),
        ]
        if url.isLoopback { codes.append(ccurl_set_text(handle, CURLOPT_NOPROXY, "*")) }
        if let form {
            let body = FormText.encode(form)
            codes.append(ccurl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.utf8.count))
            codes.append(ccurl_set_text(handle, CURLOPT_COPYPOSTFIELDS, body))
        }
        guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw .failed("libcurl refuses an option") }
        let code = withExtendedLifetime(receiver) { curl_easy_perform(handle) }
        guard code == CURLE_OK else {
            throw receiver.isFull ? .tooLarge : .failed(String(cString: curl_easy_strerror(code)))
        }
        var status = 0
        _ = ccurl_get_status(handle, &status)
        return OutboundResponse(status: status, body: receiver.body)
    }
}

/// A response of another server.
package struct OutboundResponse: Sendable {
    package let status: Int
    package let body: [UInt8]
}

/// Why there is no response.
package enum OutboundError: Error, Sendable {
    /// The response exceeds the limit.
    case tooLarge
    /// There is no connection, or no response in time, for this reason.
    case failed(String)

    /// The reason in a few words.
    package var reason: String {
        switch self {
        case .tooLarge: "the response is too large"
        case .failed(let reason): reason
        }
    }
}

/// Collects a response up to a limit. One thread uses it, that of the request.
private final class Receiver {
    private(set) var body: [UInt8] = []
    private(set) var isFull = false
    private var room: Int

    init(limit: Int) {
        room = limit
    }

    /// - Returns: Whether there was room.
    func take(_ bytes: UnsafeRawBufferPointer, isBody: Bool) -> Bool {
        room -= bytes.count
        guard room >= 0 else {
            isFull = true
            return false
        }
        if isBody { body.append(contentsOf: bytes) }
        return true
    }
}

// The callbacks of libcurl, constants of the file, so that they are not isolated.

private let receiveBody: curl_write_callback = { bytes, size, count, context in
    receive(bytes, size * count, context, isBody: true)
}

private let receiveHead: curl_write_callback = { bytes, size, count, context in
    receive(bytes, size * count, context, isBody: false)
}

private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?, isBody: Bool
) -> Int {
    guard let bytes, let context else { return 0 }
    let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
    return receiver.take(UnsafeRawBufferPointer(start: bytes, count: count), isBody: isBody) ? count : 0
}
