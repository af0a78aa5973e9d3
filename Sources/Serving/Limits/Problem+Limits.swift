import JSON
import Loop

// What somebody is told who is refused something because of a limit; each says whose fault it is and what to do.

extension Problem {
    /// There are as many of a kind as there may be, of all together.
    static func tooMany(_ kind: AddressLimits.Kind) -> Problem {
        Problem(
            status: 503, code: kind.code, message: kind.sentence, headers: [("Retry-After", "5")], limit: kind.limit)
    }

    /// An address has as many of a kind as it may have.
    static func tooMany(_ kind: AddressLimits.Kind, ofOneAddress count: Int) -> Problem {
        Problem(
            status: 429, code: kind.code, message: "Your address has \(count) \(kind.name) open. Close some of them.",
            headers: [("Retry-After", "5")], limit: kind.share)
    }

    /// An export was cut off, which nobody can be told any more but the log.
    static func lateExport(of name: String) -> Problem {
        Problem(
            status: 503, code: "export-cut-off",
            message: "An export of \(name) was not taken within exportTimeout, and was cut off.")
    }

    /// Commands come faster than they may.
    static func tooFast(_ seconds: Int) -> Problem {
        Problem(
            status: 429, code: "too-fast", message: "Commands come too fast from your address. Try again later.",
            headers: [("Retry-After", "\(seconds)")], limit: .commandRate)
    }

    /// As much is kept as may be, for all visitors together or for one address.
    static func noRoom(_ shortage: ByteAccount.Shortage) -> Problem {
        let isTotal = shortage == .total
        return Problem(
            status: isTotal ? 503 : 429, code: "no-room",
            message: isTotal
                ? "The server keeps as much as memoryLimit allows. Try again later."
                : "The server keeps as much for your address as it may. Try again later.",
            headers: [("Retry-After", "5")], limit: isTotal ? .memoryLimit : .memoryPerAddress)
    }

    /// A socket watches `count` scenes already.
    static func tooManyScenes(_ count: Int) -> Problem {
        Problem(
            status: 429, code: "too-many-scenes", message: "A socket watches at most \(count) scenes.",
            limit: .scenesPerSocket)
    }
}

extension Limit {
    /// The limit that a text which is not read is over, if it is one.
    init?(_ error: JSONError) {
        switch error {
        case .tooDeep: self = .depthLimit
        case .tooMany: self = .elementLimit
        case .syntax, .tooBig: return nil
        }
    }
}

extension AddressLimits.Kind {
    fileprivate var name: String {
        switch self {
        case .sockets: "sockets"
        case .streams: "event streams"
        case .exports: "exports"
        }
    }

    fileprivate var code: String {
        switch self {
        case .sockets: "too-many-sockets"
        case .streams: "too-many-streams"
        case .exports: "too-many-exports"
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .sockets: "Too many sockets are open. Try again later."
        case .streams: "Too many event streams and exports are open. Try again later."
        case .exports: "Too many lists are being exported. Try again later."
        }
    }

    /// The limit of all together.
    fileprivate var limit: Limit {
        switch self {
        case .sockets: .socketLimit
        case .streams: .streamLimit
        case .exports: .exportLimit
        }
    }

    /// The limit of one address.
    fileprivate var share: Limit {
        switch self {
        case .sockets: .socketsPerAddress
        case .streams: .streamsPerAddress
        case .exports: .exportsPerAddress
        }
    }
}
