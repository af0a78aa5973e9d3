/// What is new in settings that were changed while a server runs, by name.
package struct SettingsChange: Equatable, Sendable {
    /// What is in force now.
    package internal(set) var taken: [String] = []
    /// What needs a restart.
    package internal(set) var waiting: [String] = []
}
