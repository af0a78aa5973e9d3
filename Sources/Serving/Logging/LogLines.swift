import Glibc
import JSON
import Logging

/// Writes each event as a line, as text or as a JSON object. Text from outside cannot begin a new line.
struct LogLines: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    /// Makes a handler. Lines of an app's own loggers have their label.
    init(label: String? = nil, _ metadataProvider: Logger.MetadataProvider?) {
        if let label { metadata["logger"] = "\(label)" }
        self.metadataProvider = metadataProvider
    }

    /// The level in the settings, one for the whole program.
    var logLevel: Logger.Level {
        get { LogState.level }
        set { LogState.level = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = [metadata, metadataProvider?.get() ?? [:], event.metadata ?? [:]]
        let values = all.reduce(into: [:]) { $0.merge($1) { $1 } }.sorted { $0.key < $1.key }
        let fields = values.map { ($0.key, "\($0.value)") }
        let message = event.message.description
        LogOutput.shared.write(Self.line(event.level, message, fields))
    }

    /// Returns a line in the format of the settings.
    static func line(_ level: Logger.Level, _ message: String, _ fields: [(String, String)]) -> String {
        LogState.isJSON ? json(level, message, fields) : text(level, message, fields)
    }

    /// `2026-11-21T08:23:46.120Z info stopping signal=15`
    static func text(_ level: Logger.Level, _ message: String, _ fields: [(String, String)]) -> String {
        let parts = fields.map { " \($0.0)=\(isPlain($0.1) ? $0.1 : quoted($0.1))" }
        return "\(time()) \(level) \(isPrintable(message) ? message : quoted(message))\(parts.joined())"
    }

    /// `{"time":"2026-11-21T08:23:46.120Z","level":"info","message":"stopping","signal":"15"}`
    static func json(_ level: Logger.Level, _ message: String, _ fields: [(String, String)]) -> String {
        var line: JSONObject = [
            "time": .string(time()), "level": .string("\(level)"), "message": .string(message),
        ]
        for (name, value) in fields { line[name] = .string(value) }
        return String(decoding: JSON.object(line).bytes, as: UTF8.self)
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSON.string(text).bytes, as: UTF8.self)
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// Returns the time in UTC (RFC 3339).
    private static func time() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        let seconds = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
            guard let start = text.baseAddress, strftime(start, 40, "%Y-%m-%dT%H:%M:%S", &parts) > 0 else { return "" }
            return String(cString: start)
        }
        let thousandths = String(now.tv_nsec / 1_000_000 + 1_000).dropFirst()
        return "\(seconds).\(thousandths)Z"
    }
}

extension LogOutput {
    /// The program's output: standard error.
    static let shared = LogOutput(descriptor: STDERR_FILENO) {
        LogLines.line(.warning, "log lines omitted", [("count", "\($0)")])
    }
}
