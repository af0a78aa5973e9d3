/// An entry of the menu: its route, title and subtitle.
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
