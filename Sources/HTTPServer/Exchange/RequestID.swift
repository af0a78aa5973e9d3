import Loop

/// Ids of requests, which connect a response, a log line, and the logs of a proxy.
@SceneActor package enum RequestID {
    /// The header with the request id.
    static let header = "X-Request-Id"

    /// A random prefix for one run of the program.
    private static let run = String(UInt32.random(in: .min ... .max), radix: 36)
    private static var lastNumber = 0

    /// Returns an id that no other request has.
    package static func make() -> String {
        lastNumber += 1
        return "\(run)-\(lastNumber)"
    }

    /// Whether a client's id is fit for a log as it is: 1 to 128 letters, digits and a few signs.
    static func isFit(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:/+=@~".utf8.contains(byte)
                }
            }
    }
}
