import Logging
import Loop

/// What all doors share: the settings of now, what is counted, and whether the server is about to stop.
@SceneActor final class Service {
    /// The settings of now.
    private(set) var settings: Settings
    /// What compresses what is said; `nil` when nothing is.
    let compressor: Compressor?
    /// Who may speak to the server.
    private(set) var origins: OriginPolicy
    /// What one address may have and do.
    let limits = AddressLimits()
    /// The bytes that are kept for visitors.
    let memory: ByteAccount
    /// What is counted.
    let meters = Meters()
    private let failures = FailureLog()
    /// Over what time those come back who are sent away; `nil` as long as nobody is.
    private(set) var spread: Duration?

    /// How many come back in a second.
    private static let returnRate = 1_000

    init(_ settings: Settings) {
        self.settings = settings
        memory = ByteAccount(limit: settings.memoryLimit, shareLimit: settings.memoryPerAddress)
        compressor = settings.compression ? Compressor(threshold: settings.compressionThreshold) : nil
        origins = OriginPolicy(origins: settings.origins, host: settings.host)
    }

    /// Whether the server is about to stop.
    var isDraining: Bool { spread != nil }

    /// Whether each request is logged.
    var logsRequests: Bool { settings.accessLog || ServiceLog.logger.logLevel <= .debug }

    /// Takes other settings.
    func follow(_ new: Settings) -> SettingsChange {
        let (settings, change) = settings.followed(by: new)
        self.settings = settings
        origins = OriginPolicy(origins: settings.origins, host: settings.host)
        (memory.limit, memory.shareLimit) = (settings.memoryLimit, settings.memoryPerAddress)
        return change
    }

    /// What compresses a text; `nil` when it is too short for that, or nothing is compressed.
    func compressor(for text: [UInt8]) -> Compressor? {
        compressor.flatMap { text.count >= $0.threshold ? $0 : nil }
    }

    /// What is kept for an address; `nil` for a loopback address, which has no limit of its own.
    func share(of address: String) -> ByteShare? {
        AddressLimits.isLocal(address) ? nil : memory.share(of: address)
    }

    /// Everybody is sent away from now on: so many viewers, who are not to come back all at once.
    func drain(viewers: Int) {
        spread = max(.seconds(1), min(settings.reconnectSpread, .seconds(1) * viewers / Self.returnRate))
    }

    /// Whether more may wait for somebody for whom so many bytes wait: up to `queueLimit`, or nothing while as much is kept as may be.
    func mayQueue(behind bytes: Int, isCrowded: Bool) -> Bool { bytes <= (isCrowded ? 0 : settings.queueLimit) }

    /// Notes what a request or a message is answered with instead of what was asked for.
    func note(_ problem: Problem) {
        meters.note(problem.code)
        if let limit = problem.limit { meters.note(limit) }
        failures.note(problem)
    }
}

extension Duration {
    /// The whole milliseconds.
    var milliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
