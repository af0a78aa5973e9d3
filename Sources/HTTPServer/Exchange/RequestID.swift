import Loop

/// Names of requests, by which an answer, a line in the log and what a proxy knows are brought together.
@SceneActor enum RequestID {
    /// The header that has one.
    static let header = "X-Request-Id"

    /// Tells one run of the program from others.
    private static let run = String(UInt32.random(in: .min ... .max), radix: 36)
    private static var lastNumber = 0

    /// A name that no other request has.
    static func make() -> String {
        lastNumber += 1
        return "\(run)-\(lastNumber)"
    }

    /// Whether a name that a client has made can stand in a log as it is: 128 letters, digits and a few signs at most.
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
