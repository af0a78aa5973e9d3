import Changes

/// A role of the database, as which the statements for a principal run, and settings that policies of the database
/// may read.
package struct DatabaseRole: Sendable, Hashable {
    /// The name of the role.
    package let name: ExactName
    /// The values of settings, by their names.
    package let settings: [ExactName: ExactName]

    /// Creates a role.
    package init(name: ExactName, settings: [ExactName: ExactName]) {
        (self.name, self.settings) = (name, settings)
    }

    /// The texts of the role, the same only for equal roles.
    package var texts: [String] {
        [name.text] + settings.sorted { $0.key < $1.key }.flatMap { [$0.key.text, $0.value.text] }
    }
}
