import Logging
import Serving
import Stores
import Yams

/// Reads settings from YAML, such as `config/oriel.yaml`.
enum SettingsFile {
    /// A setting by its name in the file, what it takes, and how its value gets into the settings.
    struct Entry: Sendable {
        let name: String
        /// What may stand there, and what is when nothing does, such as `a whole number from 1 to 7; 3 if left out`.
        let allowed: String
        let apply: @Sendable (Node, inout Settings) -> Bool
    }

    /// What is wrong with a file, in a sentence.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Every setting there is.
    static let entries: [Entry] = [
        text("host", \.host), flag("allowRemote", \.allowRemote), number("port", \.port, in: 0...65_535),
        optionalText("public", \.publicDirectory), flag("readOnly", \.readOnly),
        origins("origins", \.origins), onlookers("metricsReaders", \.metricsReaders),
        choice("logLevel", \.logLevel, of: Logger.Level.allCases.map(\.rawValue)),
        choice("logFormat", \.logFormat, of: ["text", "json"]), flag("accessLog", \.accessLog),
        flag("reusePort", \.reusePort), seconds("reconnectSpread", \.reconnectSpread),
        number("connectionLimit", \.connectionLimit), number("connectionsPerAddress", \.connectionsPerAddress),
        number("socketLimit", \.socketLimit), number("socketsPerAddress", \.socketsPerAddress),
        number("streamLimit", \.streamLimit), number("streamsPerAddress", \.streamsPerAddress),
        number("memoryLimit", \.memoryLimit), number("memoryPerAddress", \.memoryPerAddress),
        number("bodyLimit", \.bodyLimit), number("uploadLimit", \.uploadLimit), number("messageLimit", \.messageLimit),
        number("messageRate", \.messageRate, in: 1...1 << 20), number("commandRate", \.commandRate, in: 1...1 << 20),
        number("depthLimit", \.depthLimit, in: 1...2_000), number("elementLimit", \.elementLimit),
        flag("compression", \.compression), number("compressionThreshold", \.compressionThreshold),
        number("scenesPerSocket", \.scenesPerSocket), number("sceneLimit", \.sceneLimit),
        number("scenesPerAddress", \.scenesPerAddress), header("addressHeader", \.addressHeader),
        number("sessionLimit", \.sessionLimit), seconds("sessionLifetime", \.sessionLifetime),
        optionalText("sessionFile", \.sessionFile), optionalText("resumeFile", \.resumeFile),
        number("windowLimit", \.windowLimit), number("queueLimit", \.queueLimit),
        seconds("linger", \.linger),
        seconds("patience", \.patience), seconds("heartbeat", \.heartbeat), seconds("idleTimeout", \.idleTimeout),
        seconds("drainTimeout", \.drainTimeout), seconds("busyTimeout", \.busyTimeout),
        seconds("writeTimeout", \.writeTimeout), number("spoolLimit", \.spoolLimit),
        number("spoolTotal", \.spoolTotal), seconds("queryTimeout", \.queryTimeout), number("listLimit", \.listLimit),
        number("patternLimit", \.patternLimit, in: 1...1 << 20), number("termLimit", \.termLimit, in: 1...1_000),
        number("valueLimit", \.valueLimit, in: 1 << 16...1_000_000_000),
        number("databaseMemory", \.databaseMemory, in: 1 << 25...1 << 40),
        number("exportLimit", \.exportLimit), seconds("exportTimeout", \.exportTimeout),
        number("exportsPerAddress", \.exportsPerAddress), onlookers("inspectors", \.inspectors),
        choice("synchronous", \.synchronous, of: StoreConfiguration.Synchronous.allCases.map(\.rawValue)),
    ]

    /// Applies what `text` says to `settings`.
    static func apply(_ text: String, to settings: inout Settings) throws(Failure) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            let reason = "\(error)".split(separator: "\n").first ?? ""
            throw Failure(description: "The settings are not YAML: \(reason)")
        }
        guard let root, !(root.scalar?.string.isEmpty ?? false) else { return }
        guard let mapping = root.mapping else {
            throw Failure(description: "The settings have to be names and values.")
        }
        for (key, value) in mapping {
            let name = key.string ?? ""
            guard let entry = entries.first(where: { $0.name == name }) else {
                let known = entries.map(\.name).joined(separator: ", ")
                throw Failure(description: "There is no setting \"\(name)\". There are: \(known).")
            }
            guard value.tag != Tag(.null) else { continue }  // nothing is said: it is left out
            guard entry.apply(value, &settings) else {
                let given = "The setting \"\(name)\" cannot be \"\(value.line)\"."
                throw Failure(description: "\(given) It is \(entry.allowed).")
            }
        }
    }
}

extension Node {
    /// The value as YAML in one line, for a sentence.
    fileprivate var line: String {
        switch self {
        case .scalar(let scalar): scalar.string
        case .sequence(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .mapping(let members): "{" + members.map { "\($0.line): \($1.line)" }.joined(separator: ", ") + "}"
        case .alias(let alias): "*\(alias.anchor.rawValue)"
        }
    }
}
