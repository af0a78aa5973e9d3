import Cryptography

/// The principals for whom a screen shows and does the same. Its name is a hash of the grants that the screen depends
/// on.
package struct Audience: Hashable, Sendable {
    /// The hash; empty where no rule limits anything.
    package let name: String
    /// Whether the audience includes everybody, so that shared caches may keep the screen.
    package let isPublic: Bool

    /// The audience of screens that no rule limits.
    package static let all = Audience(name: "", isPublic: true)

    private init(name: String, isPublic: Bool) {
        (self.name, self.isPublic) = (name, isPublic)
    }

    /// Creates the audience of screens that depend on the grants in `text`. `isPublic` says whether clients that have
    /// not signed in have the same grants.
    package init(of text: String, isPublic: Bool) {
        self.init(name: Hash.sha256.hex(of: Array(text.utf8)), isPublic: isPublic)
    }

    /// Whether rules limit what the screen shows.
    package var isLimited: Bool { !name.isEmpty }

    package static func == (left: Audience, right: Audience) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
