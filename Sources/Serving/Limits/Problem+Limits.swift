import HTTPServer
import JSON
import Loop

// Problems for exceeded limits. Each says whose limit is exceeded and what to do.

extension Problem {
    /// The total limit of a kind is reached.
    static func tooMany(_ kind: AddressLimits.Kind) -> Problem {
        Problem(
            status: 503, code: kind.code, message: kind.sentence, headers: [("Retry-After", "5")], limit: kind.limit)
    }

    /// An address has reached its limit of a kind.
    static func tooMany(_ kind: AddressLimits.Kind, ofOneAddress count: Int) -> Problem {
        Problem(
            status: 429, code: kind.code, message: "Your address has \(count) \(kind.name) open. Close some of them.",
            headers: [("Retry-After", "5")], limit: kind.share)
    }

    /// An export was cut off. Only the log can report this, because the response has begun.
    static func lateExport(of name: String) -> Problem {
        Problem(
            status: 503, code: "export-cut-off",
            message: "The client did not read the export of \(name) within exportTimeout.")
    }

    /// An address sends commands too fast.
    static func tooFast(_ seconds: Int) -> Problem {
        var problem = tooFast(seconds, "Your address sends commands too fast. Retry later.")
        problem.limit = .commandRate
        return problem
    }

    /// A client does something too often.
    static func tooFast(_ seconds: Int, _ message: String) -> Problem {
        Problem(status: 429, code: "too-fast", message: message, headers: [("Retry-After", "\(seconds)")])
    }

    /// A memory limit is reached, in total or for one address.
    static func noRoom(_ shortage: ByteAccount.Shortage) -> Problem {
        Problem(
            status: shortage.status, code: shortage.code, message: shortage.message,
            headers: [("Retry-After", "5")], limit: Limit(rawValue: shortage.setting))
    }

    /// A socket already watches `count` scenes.
    static func tooManyScenes(_ count: Int) -> Problem {
        Problem(
            status: 429, code: "too-many-scenes", message: "A socket may watch at most \(count) scenes.",
            limit: .scenesPerSocket)
    }
}

extension Limit {
    /// Makes the limit that a JSON text exceeds; `nil` for another error.
    init?(_ error: JSONError) {
        guard let option = error.option else { return nil }
        self.init(rawValue: option)
    }
}

extension AddressLimits.Kind {
    fileprivate var name: String {
        switch self {
        case .sockets: "sockets"
        case .streams: "event streams"
        case .exports: "exports"
        case .uploads: "uploads"
        }
    }

    fileprivate var code: String {
        switch self {
        case .sockets: "too-many-sockets"
        case .streams: "too-many-streams"
        case .exports: "too-many-exports"
        case .uploads: "too-many-uploads"
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .sockets: "Too many sockets are open. Retry later."
        case .streams: "Too many event streams and exports are open. Retry later."
        case .exports: "Too many exports are open. Retry later."
        case .uploads: "Too many uploads are open. Retry later."
        }
    }

    /// The total limit; `nil` without one.
    fileprivate var limit: Limit? {
        switch self {
        case .sockets: .socketLimit
        case .streams: .streamLimit
        case .exports: .exportLimit
        case .uploads: nil
        }
    }

    /// The limit of one address.
    fileprivate var share: Limit {
        switch self {
        case .sockets: .socketsPerAddress
        case .streams: .streamsPerAddress
        case .exports: .exportsPerAddress
        case .uploads: .uploadsPerAddress
        }
    }
}
