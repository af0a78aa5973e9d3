/// What a client says of itself: who it is, by cookies as a browser keeps them or by a header, and its language.
struct Credentials: Sendable {
    var cookies: [String: String] = [:]
    var authorization: String?
    var language: String?

    /// The headers of a request from a page of the server.
    func headers(from address: String) -> [String: String] {
        var headers = ["Origin": address]
        if !cookies.isEmpty {
            headers["Cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "; ")
        }
        headers["Authorization"] = authorization
        headers["Accept-Language"] = language
        return headers
    }

    /// Stores the cookies that a response sets.
    mutating func take(_ headers: [String: String]) {
        for line in headers["set-cookie"]?.split(separator: "\n") ?? [] {
            let parts = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
    }
}
