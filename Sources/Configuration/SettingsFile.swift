import FoundationEssentials
import Glibc
import PostgreSQL
import Serving
import Yams

/// Reads settings from YAML, such as `config/oriel.yaml`.
enum SettingsFile {
    /// A setting: its name in the file, the values it takes, and the function that applies a value.
    struct Entry: Sendable {
        let name: String
        /// The allowed values and the default, such as `a whole number from 1 to 7; 3 if left out`.
        let allowed: String
        /// Applies a value. Returns `false` for an invalid value, and throws a sentence for an invalid file.
        let apply: @Sendable (Node, inout Settings) throws -> Bool
    }

    /// Every setting.
    static let entries: [Entry] = [
        store("store", \.store), text("host", \.host), flag("allowRemote", \.allowRemote),
        number("port", \.port, in: 0...65_535),
        optionalText("public", \.publicDirectory), flag("readOnly", \.readOnly), optionalText("access", \.access),
        optionalText("scenes", \.scenes),
        origins("origins", \.origins), onlookers("metricsReaders", \.metricsReaders),
        choice("logLevel", \.logLevel), choice("logFormat", \.logFormat), flag("accessLog", \.accessLog),
        flag("reusePort", \.reusePort),
        number("connectionLimit", \.connectionLimit), number("connectionsPerAddress", \.connectionsPerAddress),
        number("socketLimit", \.socketLimit), number("socketsPerAddress", \.socketsPerAddress),
        number("streamLimit", \.streamLimit), number("streamsPerAddress", \.streamsPerAddress),
        bytes("memoryLimit", \.memoryLimit, from: 1 << 20),
        bytes("memoryPerAddress", \.memoryPerAddress, from: 1 << 16),
        bytes("bodyLimit", \.bodyLimit), bytes("uploadLimit", \.uploadLimit),
        number("uploadsPerAddress", \.uploadsPerAddress), bytes("messageLimit", \.messageLimit),
        number("messageRate", \.messageRate), number("commandRate", \.commandRate),
        number("depthLimit", \.depthLimit, in: 4...2_000), number("elementLimit", \.elementLimit, in: 16...1 << 30),
        flag("compression", \.compression),
        number("scenesPerSocket", \.scenesPerSocket), number("sceneLimit", \.sceneLimit),
        number("scenesPerAddress", \.scenesPerAddress), header("addressHeader", \.addressHeader),
        optionalText("users", \.users), people("people", \.people), proxy("proxy", \.proxy), jwt("jwt", \.jwt),
        oidc("oidc", \.oidc), number("lockAfter", \.lockAfter, in: 0...1_000_000),
        seconds("signInIdle", \.signInIdle, in: 1...1e8), seconds("signInLifetime", \.signInLifetime, in: 1...1e8),
        seconds("staySignedIn", \.staySignedIn, in: 1...1e8),
        number("sessionLimit", \.sessionLimit), seconds("sessionLifetime", \.sessionLifetime, in: 1...1e8),
        optionalText("sessionFile", \.sessionFile), optionalText("resumeFile", \.resumeFile),
        number("windowLimit", \.windowLimit), bytes("queueLimit", \.queueLimit, from: 1 << 10),
        seconds("linger", \.linger), seconds("holdLimit", \.holdLimit), seconds("slowList", \.slowList),
        seconds("patience", \.patience), seconds("heartbeat", \.heartbeat, in: 0.1...1e6),
        seconds("idleTimeout", \.idleTimeout, in: 0.1...1e6),
        seconds("drainTimeout", \.drainTimeout), seconds("busyTimeout", \.busyTimeout),
        seconds("writeTimeout", \.writeTimeout), bytes("spoolLimit", \.spoolLimit, from: 1 << 16),
        bytes("spoolTotal", \.spoolTotal, from: 1 << 16), seconds("queryTimeout", \.queryTimeout),
        number("listLimit", \.listLimit, in: 1...1_000_000_000),
        bytes("orderMemory", \.orderMemory, from: 1 << 20),
        number("valueLimit", \.valueLimit, in: 1 << 16...1_000_000_000),
        bytes("databaseMemory", \.databaseMemory, from: 1 << 25),
        number("exportLimit", \.exportLimit), seconds("exportTimeout", \.exportTimeout),
        number("exportsPerAddress", \.exportsPerAddress), onlookers("inspectors", \.inspectors),
        onlookers("sqlReaders", \.sqlReaders),
        choice("synchronous", \.synchronous), app("app", \.app),
    ]

    /// Returns the content of the file at `path`.
    static func text(at path: String) throws(SettingsError) -> String {
        do {
            return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw SettingsError(description: "The settings file does not exist.")
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { String(cString: strerror($0)) } ?? "\(error)"
            throw SettingsError(description: "The settings file cannot be read (\(reason)).")
        }
    }

    /// Applies the settings in `text` to `settings`.
    static func apply(_ text: String, to settings: inout Settings) throws(SettingsError) {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            let reason = "\(error)".split(separator: "\n").first ?? ""
            throw SettingsError(description: "The settings are not valid YAML: \(reason)")
        }
        guard let root, !(root.scalar?.string.isEmpty ?? false) else { return }
        guard let mapping = root.mapping else {
            throw SettingsError(description: "The settings must be names with values.")
        }
        for (key, value) in mapping {
            let name = key.string ?? ""
            guard let entry = entries.first(where: { $0.name == name }) else {
                let known = entries.map(\.name).joined(separator: ", ")
                throw SettingsError(description: "Unknown setting: \"\(name)\". Use one of: \(known).")
            }
            guard value.tag != Tag(.null) else { continue }  // an empty value means the default
            let isValid: Bool
            do {
                isValid = try entry.apply(value, &settings)
            } catch {
                throw SettingsError(description: "The setting \"\(name)\" cannot be used. \(error)")
            }
            guard isValid else {
                let given = name == "app" ? "is not valid" : "cannot be \"\(value.line)\""  // it may hold secrets
                throw SettingsError(description: "The setting \"\(name)\" \(given). Use \(entry.allowed).")
            }
        }
    }
}

extension Node {
    /// The value as YAML in one line, for a message. A secret is left out.
    fileprivate var line: String {
        switch self {
        case .scalar(let scalar): scalar.string.shown
        case .sequence(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .mapping(let members):
            "{"
                + members.map { "\($0.line): \(["secret", "password"].contains($0.string) ? "…" : $1.line)" }
                .joined(separator: ", ") + "}"
        case .alias(let alias): "*\(alias.anchor.rawValue)"
        }
    }
}
