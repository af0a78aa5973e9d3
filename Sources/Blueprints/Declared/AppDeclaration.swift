/// What a folder of scenes says about the app as a whole.
struct AppDeclaration: Sendable {
    /// An entry of the menu.
    struct Entry: Sendable {
        var title: String?
        let link: DeclaredLink
        /// The roles that see the entry; `nil` for all.
        var roles: Set<String>?
    }

    var title: String?
    /// The scene that `/` shows.
    var home: DeclaredLink?
    var menu: [Entry] = []
    /// Whether the screens that are derived from tables do not exist, except for administrators.
    var hidesTables = false
    /// The main colour of the client.
    var theme: String?
}
