import Access
import HTTPServer
import Logging
import Loop
import Scenes
import ViewModels

/// State that all endpoints and transports share: the current settings, the counters, and whether the server is
/// stopping.
@SceneActor final class ServerContext {
    /// The current settings.
    private(set) var settings: Settings
    /// The compressor; `nil` if compression is off.
    let compressor: Compressor?
    /// The policy for origins and hosts.
    private(set) var origins: OriginPolicy
    /// The limits of each address.
    let limits = AddressLimits()
    /// The refusals that may tell hidden values.
    let guesses = GuessLimit()
    /// The memory that is held for clients.
    let memory: ByteAccount
    private let authenticator: (any Authenticator)?
    /// Whether all responses are only for clients that have signed in, so that shared caches must not keep them. With
    /// rules, this depends on the screen.
    let isPrivate: Bool
    private let hasRules: Bool
    /// The last uses of keys, tokens and a proxy's names.
    let arrivals = Arrivals()
    /// The counters.
    let meters = Meters()
    /// The actions that wait until all ended sessions are known, by number.
    var waiting: [Int: @SceneActor (_ isVerified: Bool) -> Void] = [:]
    var lastWaiting = 0
    private let failures = FailureLog()
    /// The time over which disconnected clients reconnect; `nil` until the server drains.
    private(set) var spread: Duration?

    /// The number of clients that reconnect in a second.
    private static let returnRate = 1_000
    /// The longest time over which clients reconnect. Nobody should wait longer for a server that is back.
    private static let longestSpread = Duration.seconds(10)

    init(_ settings: Settings, _ authenticator: (any Authenticator)? = nil, hasRules: Bool = false) {
        self.settings = settings
        memory = ByteAccount(limit: settings.memoryLimit, shareLimit: settings.memoryPerAddress)
        compressor = settings.compression ? Compressor(threshold: Compressor.usualThreshold) : nil
        origins = OriginPolicy(origins: settings.origins, host: settings.host)
        self.authenticator = authenticator
        self.hasRules = hasRules
        isPrivate = authenticator != nil && !hasRules
    }

    /// Finds out who makes a request; `nil` if nobody signs in.
    var authentication: Authentication? {
        authenticator.map {
            Authentication(
                authenticator: $0, origins: origins, addressHeader: settings.addressHeader, proxy: settings.proxy,
                hasRules: hasRules)
        }
    }

    /// Whether the server is stopping.
    var isDraining: Bool { spread != nil }

    /// Whether each request is logged.
    var logsRequests: Bool { settings.accessLog || ServerLog.logger.logLevel <= .debug }

    /// Applies changed settings.
    func follow(_ new: Settings) -> SettingsChange {
        let (settings, change) = settings.followed(by: new)
        self.settings = settings
        origins = OriginPolicy(origins: settings.origins, host: settings.host)
        (memory.limit, memory.shareLimit) = (settings.memoryLimit, settings.memoryPerAddress)
        return change
    }

    /// Returns the compressor for a text; `nil` if the text is too short, or compression is off.
    func compressor(for text: [UInt8]) -> Compressor? {
        compressor.flatMap { text.count >= $0.threshold ? $0 : nil }
    }

    /// Returns the memory share of an address; `nil` for a loopback address, which has no limit.
    func share(of address: String) -> ByteShare? {
        AddressLimits.isLocal(address) ? nil : memory.share(of: address)
    }

    /// Begins to drain. The time over which clients reconnect depends on the number of viewers, so that they do not all
    /// come at once. Under `oriel dev`, they come back at once.
    func drain(viewers: Int) {
        guard settings.development == nil else { return spread = .milliseconds(10) }
        spread = max(.seconds(1), min(Self.longestSpread, .seconds(1) * viewers / Self.returnRate))
    }

    /// Whether more bytes may be queued behind these: up to `queueLimit`, or only behind an empty queue while a memory
    /// limit is reached.
    func mayQueue(behind bytes: Int, isCrowded: Bool) -> Bool { bytes <= (isCrowded ? 0 : settings.queueLimit) }

    /// Records an event in the audit, if there is one.
    func record(_ event: AuditEvent) { authenticator?.audit(event) }

    /// Returns a problem as a principal may know it: without its text if rules limit the principal, and if the text may
    /// be one of the database or of the app.
    func told(_ problem: Problem, to principal: Principal) -> Problem {
        isLimited(principal) ? problem.withheld : problem
    }

    /// Whether rules limit a principal.
    func isLimited(_ principal: Principal) -> Bool { hasRules && !principal.isAdmin }

    /// Whether a client may run SQL of its own: an administrator, or where nobody signs in, a client in `sqlReaders`.
    /// Nobody may if the passwords of people are in the served database.
    func isOperator(_ principal: Principal, _ request: HTTPRequest? = nil) -> Bool {
        let holdsPasswords = settings.people != nil || settings.users == Access.servedDatabase
        guard !holdsPasswords, settings.sqlReaders != .nobody else { return false }
        guard authenticator == nil, !hasRules else { return principal.isAdmin }
        return request.map { settings.sqlReaders.allow($0, addressHeader: settings.addressHeader) } ?? false
    }

    /// Counts and logs the error response to a request or a message.
    func record(_ problem: Problem) {
        meters.record(problem.code)
        if let limit = problem.limit { meters.record(limit) }
        failures.record(problem)
    }
}
