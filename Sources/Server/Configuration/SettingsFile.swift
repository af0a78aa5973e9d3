import Logging
import Serving
import Stores
import Yams

/// Reads settings from YAML, such as `config/oriel.yaml`.
enum SettingsFile {
    /// A setting by its name in the file, and how its value gets into the settings.
    struct Entry: Sendable {
        let name: String
        let apply: @Sendable (Node, inout Settings) -> Bool
    }

    /// What is wrong with a file, in a sentence.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Every setting there is.
    static let entries: [Entry] = [
        text("host", \.host), flag("allowRemote", \.allowRemote), number("port", \.port, in: 0...65_535),
        optionalText("public", \.publicDirectory),
        texts("origins", \.origins), texts("metricsReaders", \.metricsReaders),
        choice("logLevel", \.logLevel, of: Logger.Level.allCases.map(\.rawValue)),
        choice("logFormat", \.logFormat, of: ["text", "json"]), flag("accessLog", \.accessLog),
        flag("reusePort", \.reusePort), seconds("reconnectSpread", \.reconnectSpread),
        number("connectionLimit", \.connectionLimit), number("connectionsPerAddress", \.connectionsPerAddress),
        number("socketLimit", \.socketLimit), number("socketsPerAddress", \.socketsPerAddress),
        number("streamLimit", \.streamLimit), number("streamsPerAddress", \.streamsPerAddress),
        number("bodyLimit", \.bodyLimit), number("bodyMemory", \.bodyMemory),
        number("uploadLimit", \.uploadLimit),
        number("messageLimit", \.messageLimit), number("messageMemory", \.messageMemory),
        number("messageRate", \.messageRate, in: 1...1 << 20), number("commandRate", \.commandRate, in: 1...1 << 20),
        number("depthLimit", \.depthLimit),
        flag("compression", \.compression), number("compressionThreshold", \.compressionThreshold),
        number("scenesPerSocket", \.scenesPerSocket), number("sceneLimit", \.sceneLimit),
        number("scenesPerAddress", \.scenesPerAddress), optionalText("addressHeader", \.addressHeader),
        number("sessionLimit", \.sessionLimit), seconds("sessionLifetime", \.sessionLifetime),
        optionalText("sessionFile", \.sessionFile), optionalText("resumeFile", \.resumeFile),
        number("windowLimit", \.windowLimit), number("queueLimit", \.queueLimit),
        number("queueMemory", \.queueMemory), seconds("linger", \.linger),
        seconds("patience", \.patience), seconds("heartbeat", \.heartbeat), seconds("idleTimeout", \.idleTimeout),
        seconds("drainTimeout", \.drainTimeout), seconds("busyTimeout", \.busyTimeout),
        seconds("queryTimeout", \.queryTimeout), number("listLimit", \.listLimit),
        number("exportLimit", \.exportLimit), seconds("exportTimeout", \.exportTimeout),
        choice("inspectors", \.inspectors, of: ["loopback", "everybody", "nobody"]),
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
            guard entry.apply(value, &settings) else {
                throw Failure(description: "The setting \"\(name)\" cannot be \"\(value.string ?? "that")\".")
            }
        }
    }

    private static func text(_ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable) -> Entry {
        Entry(name: name) { node, settings in
            guard let text = node.string, !text.isEmpty else { return false }
            settings[keyPath: path] = text
            return true
        }
    }

    private static func texts(
        _ name: String, _ path: any WritableKeyPath<Settings, [String]> & Sendable
    ) -> Entry {
        Entry(name: name) { node, settings in
            guard let texts = node.sequence?.map(\.string), !texts.contains(nil) else { return false }
            settings[keyPath: path] = texts.compactMap { $0 }
            return true
        }
    }

    private static func flag(_ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable) -> Entry {
        Entry(name: name) { node, settings in
            guard let flag = node.bool else { return false }
            settings[keyPath: path] = flag
            return true
        }
    }

    private static func optionalText(_ name: String, _ path: any WritableKeyPath<Settings, String?> & Sendable) -> Entry
    {
        Entry(name: name) { node, settings in
            guard let text = node.string else { return false }
            settings[keyPath: path] = text.isEmpty ? nil : text
            return true
        }
    }

    private static func number(
        _ name: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, in range: ClosedRange<Int> = 1...1 << 40
    ) -> Entry {
        Entry(name: name) { node, settings in
            guard let number = node.int, range.contains(number) else { return false }
            settings[keyPath: path] = number
            return true
        }
    }

    private static func choice(
        _ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable, of values: [String]
    ) -> Entry {
        Entry(name: name) { node, settings in
            guard let text = node.string, values.contains(text) else { return false }
            settings[keyPath: path] = text
            return true
        }
    }

    private static func seconds(_ name: String, _ path: any WritableKeyPath<Settings, Duration> & Sendable) -> Entry {
        Entry(name: name) { node, settings in
            guard let seconds = node.float, seconds > 0, seconds < 1e6 else { return false }
            settings[keyPath: path] = .seconds(seconds)
            return true
        }
    }
}
