extension Settings {
    /// A setting by its name, and whether it is read only when the server starts.
    struct Part: Sendable {
        let name: String
        let needsRestart: Bool
        let differs: @Sendable (Settings, Settings) -> Bool
        let copy: @Sendable (Settings, inout Settings) -> Void

        fileprivate init<Value: Equatable & SendableMetatype>(
            _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable, needsRestart: Bool = false
        ) {
            self.name = name
            self.needsRestart = needsRestart
            differs = { $0[keyPath: path] != $1[keyPath: path] }
            copy = { $1[keyPath: path] = $0[keyPath: path] }
        }
    }

    /// All settings, by their names in the settings file.
    static let parts: [Part] = [
        Part("store", \.store, needsRestart: true), Part("app", \.app, needsRestart: true),
        Part("host", \.host, needsRestart: true), Part("port", \.port, needsRestart: true),
        Part("reusePort", \.reusePort, needsRestart: true), Part("public", \.publicDirectory, needsRestart: true),
        Part("connectionLimit", \.connectionLimit, needsRestart: true),
        Part("allowRemote", \.allowRemote, needsRestart: true),
        Part("connectionsPerAddress", \.connectionsPerAddress, needsRestart: true),
        Part("compression", \.compression, needsRestart: true),
        Part("idleTimeout", \.idleTimeout, needsRestart: true),
        Part("resumeFile", \.resumeFile, needsRestart: true), Part("sessionFile", \.sessionFile, needsRestart: true),
        Part("access", \.access, needsRestart: true), Part("scenes", \.scenes, needsRestart: true),
        Part("readOnly", \.readOnly, needsRestart: true),
        Part("synchronous", \.synchronous, needsRestart: true),
        Part("busyTimeout", \.busyTimeout, needsRestart: true),
        Part("writeTimeout", \.writeTimeout, needsRestart: true),
        Part("spoolLimit", \.spoolLimit, needsRestart: true), Part("spoolTotal", \.spoolTotal, needsRestart: true),
        Part("queryTimeout", \.queryTimeout, needsRestart: true), Part("listLimit", \.listLimit, needsRestart: true),
        Part("orderMemory", \.orderMemory, needsRestart: true),
        Part("valueLimit", \.valueLimit, needsRestart: true),
        Part("databaseMemory", \.databaseMemory, needsRestart: true),
        Part("socketsPerAddress", \.socketsPerAddress), Part("streamsPerAddress", \.streamsPerAddress),
        Part("memoryLimit", \.memoryLimit), Part("memoryPerAddress", \.memoryPerAddress),
        Part("messageRate", \.messageRate), Part("holdLimit", \.holdLimit),
        Part("slowList", \.slowList),
        Part("exportLimit", \.exportLimit), Part("exportsPerAddress", \.exportsPerAddress),
        Part("exportTimeout", \.exportTimeout),
        Part("inspectors", \.inspectors), Part("sqlReaders", \.sqlReaders), Part("commandRate", \.commandRate),
        Part("origins", \.origins),
        Part("socketLimit", \.socketLimit),
        Part("streamLimit", \.streamLimit),
        Part("bodyLimit", \.bodyLimit), Part("uploadLimit", \.uploadLimit),
        Part("uploadsPerAddress", \.uploadsPerAddress), Part("messageLimit", \.messageLimit),
        Part("depthLimit", \.depthLimit), Part("elementLimit", \.elementLimit),
        Part("scenesPerSocket", \.scenesPerSocket),
        Part("sceneLimit", \.sceneLimit),
        Part("scenesPerAddress", \.scenesPerAddress), Part("addressHeader", \.addressHeader, needsRestart: true),
        Part("users", \.users, needsRestart: true), Part("people", \.people, needsRestart: true),
        Part("proxy", \.proxy, needsRestart: true), Part("jwt", \.jwt, needsRestart: true),
        Part("oidc", \.oidc, needsRestart: true),
        Part("lockAfter", \.lockAfter, needsRestart: true),
        Part("signInIdle", \.signInIdle, needsRestart: true),
        Part("signInLifetime", \.signInLifetime, needsRestart: true),
        Part("staySignedIn", \.staySignedIn, needsRestart: true),
        Part("sessionLimit", \.sessionLimit), Part("sessionLifetime", \.sessionLifetime),
        Part("windowLimit", \.windowLimit), Part("queueLimit", \.queueLimit), Part("linger", \.linger),
        Part("patience", \.patience), Part("heartbeat", \.heartbeat), Part("drainTimeout", \.drainTimeout),
        Part("logLevel", \.logLevel), Part("logFormat", \.logFormat),
        Part("accessLog", \.accessLog), Part("metricsReaders", \.metricsReaders),
    ]

    /// The names of all settings in the settings file.
    package static var names: [String] { parts.map(\.name) }

    /// Returns the settings after a change while a server runs.
    ///
    /// - Returns: The new settings, except that settings that need a restart keep their old values; and the names of
    ///   all changed settings.
    func followed(by new: Settings) -> (settings: Settings, change: SettingsChange) {
        var settings = new
        var change = SettingsChange()
        for part in Self.parts where part.differs(self, new) {
            if part.needsRestart {
                part.copy(self, &settings)
                change.waiting.append(part.name)
            } else {
                change.taken.append(part.name)
            }
        }
        return (settings, change)
    }
}
