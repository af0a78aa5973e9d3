/// A line of the menu: where it leads, and what is there.
struct MenuEntry {
    let route: String
    let title: String
    let subtitle: String

    init(_ route: String, _ title: String, _ subtitle: String) {
        self.route = route
        self.title = title
        self.subtitle = subtitle
    }
}
