/// The names of settings that changed while a server runs.
package struct SettingsChange: Equatable, Sendable {
    /// The settings in effect now.
    package internal(set) var taken: [String] = []
    /// The settings that need a restart.
    package internal(set) var waiting: [String] = []
}
