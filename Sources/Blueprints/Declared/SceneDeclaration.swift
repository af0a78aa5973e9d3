/// A scene.
struct SceneDeclaration: Sendable {
    /// What a scene shows.
    enum Content: Sendable {
        case list(ListDeclaration)
        case row(RowDeclaration)
        case dashboard([TileDeclaration])
        case number(NumberDeclaration)
        case totals(TotalsDeclaration)
        case query(QueryDeclaration)
        case entry(EntryDeclaration)
        case document(DocumentDeclaration)
    }

    let path: ScenePath
    let place: Place
    var title: String?
    /// A sentence about the scene.
    var help: String?
    /// The roles that see the scene; `nil` for all.
    var roles: Set<String>?
    /// Whether the scene is a tile of a dashboard.
    var isTile = false
    /// Whether all roles of the scene bypass the rules.
    var isAsOwner = false
    var content: Content

    /// Whether the scene shows what no rule can limit: the rows of SQL, or a file.
    var bypassesRules: Bool {
        switch content {
        case .query, .document: true
        case .list, .row, .dashboard, .number, .totals, .entry: false
        }
    }

    /// The title of the scene for people: the declared one, or else the last word of the path.
    var shownTitle: String {
        if let title { return title }
        let name = path.description.split(separator: "/").last.map(String.init) ?? content.table ?? ""
        return name.hasPrefix("{") ? content.table ?? name : name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension SceneDeclaration.Content {
    /// The commands of the scene.
    var commands: [CommandDeclaration] {
        switch self {
        case .list(let list): list.commands
        case .row(let row): row.commands
        case .dashboard, .number, .totals, .query, .entry, .document: []
        }
    }

    /// Whether roles decide about a column or a command.
    var hasRoles: Bool {
        switch self {
        case .list(let list): list.columns.contains { $0.roles != nil } || list.commands.contains { $0.roles != nil }
        case .row(let row): row.columns.contains { $0.roles != nil } || row.commands.contains { $0.roles != nil }
        case .dashboard(let tiles): tiles.contains { $0.scene.roles != nil }
        case .number, .totals, .query, .entry, .document: false
        }
    }

    /// The title of a tile without a declared one.
    var title: String {
        switch self {
        case .totals(let totals): "\(totals.table) by \(totals.column)"
        case .list, .row, .number, .dashboard, .query, .entry, .document: table ?? "Query"
        }
    }

    /// The table whose rows are shown or counted.
    var table: String? {
        switch self {
        case .list(let list): list.table
        case .row(let row): row.table
        case .totals(let totals): totals.table
        case .number(let number): number.rows.table
        case .entry(let entry): entry.table
        case .dashboard, .query, .document: nil
        }
    }
}

/// A tile of a dashboard: a scene, and how it is shown.
struct TileDeclaration: Sendable {
    /// The colour of a tile.
    enum Tone: String, Sendable, CaseIterable { case calm, good, warning, alarm }

    let scene: SceneDeclaration
    /// Whether the tile is as wide as two.
    var isWide = false
    var tone: Tone?
    /// The number of rows that are shown.
    var rows: Int?
    /// The scene that a press on the tile leads to.
    var link: DeclaredLink?
}
