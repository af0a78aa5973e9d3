import Foundation
import JSON
import Synchronization

/// An app's own settings: the members of `app` in the settings file.
///
///     # desk.yaml
///     app:
///       staleAfter: 7
///       mailPassword: { file: /run/secrets/mail }
///
///     await Oriel.run { settings in
///         let days = try settings.app.value("staleAfter") ?? 14
///         let password = try settings.app.secret("mailPassword")
///         …
///     }
///
/// An app reads all its settings while it makes its coordinator. A setting that it has not read by then is a mistake in
/// the file, and ends the start.
public final class AppSettings: Sendable {
    private let members: JSONObject
    private let known = Mutex<Set<String>>([])
    private let used = Mutex<Set<String>>([])

    /// Creates settings, such as for a test.
    public init(_ members: JSONObject = [:]) { self.members = members }

    /// Returns a setting, or `nil` if it is not in the file.
    ///
    /// - Throws: ``SettingsError`` if the setting is not such a value.
    public func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws(SettingsError)
        -> Value?
    {
        guard let value = member(name) else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(value.bytes))
        } catch {
            // An object may hold a secret.
            let given = value.objectValue == nil && value.arrayValue == nil ? "be \(value)" : "be used"
            throw Self.mistake(name, "\(given). The app needs \(Self.words(for: error, type))")
        }
    }

    /// Returns a secret, whose place is in the file: `{ file: PATH }`, which only its owner can read, or
    /// `{ env: NAME }`. `nil` if the setting is not in the file.
    ///
    /// - Throws: ``SettingsError`` if there is no secret in that place.
    public func secret(_ name: String) throws(SettingsError) -> String? {
        guard let value = member(name) else { return nil }
        let parts = value.objectValue?.reduce(into: [:]) { $0[$1.name] = $1.value.stringValue } ?? [:]
        var secret: String?
        do {
            if parts.count == 1 { secret = try Secret.value(parts) }
        } catch {
            throw SettingsError(description: "The setting \"app.\(name)\" cannot be used. \(error)")
        }
        guard let secret else {
            throw SettingsError(
                description:
                    "The setting \"app.\(name)\" must name the place of the secret: { file: PATH } or { env: NAME }.")
        }
        return secret
    }

    private func member(_ name: String) -> JSON? {
        known.withLock { _ = $0.insert(name) }
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    private static func mistake(_ name: String, _ rest: String) -> SettingsError {
        SettingsError(description: "The setting \"app.\(name)\" cannot \(rest).")
    }

    private static func words(for error: any Error, _ type: Any.Type) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "its member \"\(key.stringValue)\""
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            context.codingPath.isEmpty
                ? "a value of the type \(type)"
                : "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" of the type \(type)"
        default: "a value of the type \(type)"
        }
    }

    /// Records that the app follows a setting that is not its own, such as `store`.
    package func recordUse(of name: String) { used.withLock { _ = $0.insert(name) } }

    /// Returns whether the app follows a setting that is not its own.
    package func uses(_ name: String) -> Bool { used.withLock { $0.contains(name) } }

    /// Checks that the app has read every setting of its own.
    ///
    /// - Throws: ``SettingsError`` that names one it has not read.
    package func check() throws(SettingsError) {
        let known = known.withLock { $0.sorted() }
        guard let other = members.names.first(where: { !known.contains($0) }) else { return }
        let words = known.isEmpty ? "The app has no settings." : "Use one of: \(known.joined(separator: ", "))."
        throw SettingsError(description: "Unknown setting: \"app.\(other)\". \(words)")
    }
}

extension AppSettings: Equatable {
    /// Whether two files have the same settings.
    public static func == (one: AppSettings, other: AppSettings) -> Bool { one.members == other.members }
}
