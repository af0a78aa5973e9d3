import Logging
import Serving

/// Where the settings of a program come from: its own, then the settings file, then the command line.
package struct SettingsSource: Sendable {
    private let own: Settings
    private let path: String?
    private let options: @Sendable (inout Settings) -> Void

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - own: The settings without a file and options.
    ///   - path: The path of the settings file, if one is named.
    ///   - options: Sets what the command line says.
    package init(
        _ own: Settings, fileAt path: String?, options: @escaping @Sendable (inout Settings) -> Void = { _ in }
    ) {
        (self.own, self.path, self.options) = (own, path, options)
    }

    /// Reads the settings.
    ///
    /// - Throws: ``SettingsError`` with the file and its mistake, or the reason why nothing can be served.
    package func read() throws(SettingsError) -> Settings {
        var settings = own
        if let path {
            do {
                try SettingsFile.apply(try SettingsFile.text(at: path), to: &settings)
            } catch {
                throw SettingsError(description: "\(path): \(error)")
            }
        }
        options(&settings)
        return settings
    }

    /// Reads settings to serve with.
    ///
    /// - Throws: ``SettingsError``; also if nothing can be served with the settings.
    package func readToServe() throws(SettingsError) -> Settings {
        let settings = try read()
        if let fault = settings.fault { throw SettingsError(description: fault) }
        return settings
    }

    /// Reads the settings again while a server runs. If they are invalid, the current ones stay.
    package func reload(_ lastResort: LastResort, follow: (Settings) async -> SettingsChange) async {
        guard path != nil else {
            return ServerLog.logger.warning("no settings file to reload; start with --config")
        }
        do {
            let settings = try readToServe()
            let change = await follow(settings)
            lastResort.follow(settings.drainTimeout)
            var told: Logger.Metadata = ["changed": "\(change.taken.joined(separator: ","))"]
            if !change.waiting.isEmpty { told["needsRestart"] = "\(change.waiting.joined(separator: ","))" }
            ServerLog.logger.log(
                level: change.waiting.isEmpty ? .info : .warning, "settings reloaded", metadata: told)
        } catch {
            ServerLog.logger.error("settings not reloaded", metadata: ["reason": "\(error)"])
        }
    }
}
