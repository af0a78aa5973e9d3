import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// Makes the screens of declared scenes.
@SceneActor struct DeclaredScreens {
    private let setting: SceneSetting
    private let budget: QueryBudget

    /// Makes the screens of the scenes in force for a principal. `calls` are the app's Swift that commands may call.
    /// `notice` has the mistakes in changed files.
    init(
        for principal: Principal, in rights: RightsRegistry, of store: Store, at clock: AppClock,
        calling calls: [String: SceneCall] = [:], stating notice: Notice?
    ) {
        let viewer = SceneViewer(
            scope: rights.scope(of: principal), values: rights.values(of: principal),
            roles: rights.roles(of: principal))
        setting = SceneSetting(
            viewer: viewer, clock: clock, values: { rights.values(of: $0) }, calls: calls, notice: notice)
        budget = store.budget
    }

    private var viewer: SceneViewer { setting.viewer }

    /// Returns the screen at a route; `nil` if no scene is declared there.
    ///
    /// - Throws: ``RouteError`` if the scene is hidden from the principal, or the route is invalid.
    func screen(for route: Route) throws(RouteError) -> ScreenPlan? {
        let scenes = setting.blueprint.scenes
        if route.segments.isEmpty, let home = home(in: scenes) {
            return try screen(for: Route(home.segments, route.parameters))
        }
        guard let (scene, values) = scenes.scene(at: route) else { return nil }
        guard viewer.shows(scene) else { throw Self.nothing(at: route) }
        if let name = route["choose"] { return try choices(for: name, of: scene, route) }
        switch scene.content {
        case .list(let list): return try self.list(list, of: scene, at: route)
        case .row(let row): return try self.row(row, of: scene, values.first ?? "", at: route)
        case .dashboard(let tiles): return try dashboard(tiles, of: scene, at: route)
        case .entry(let entry): return try self.entry(entry, of: scene, at: route)
        case .number, .totals, .query, .document:
            try Self.refuseParameters(of: route)
            return try figure(scene, at: scene.path.route ?? route)
        }
    }

    /// The shapes of the routes of all scenes that the principal may open.
    var shapes: [RouteShape] {
        setting.blueprint.scenes.scenes.filter { scene in
            guard case .row(let row) = scene.content else {
                return scene.path.route.flatMap { try? screen(for: $0) } != nil
            }
            return viewer.shows(scene) && RowScreen(row, of: scene, "1", for: viewer) != nil
        }.map { scene in
            var names: [String] = []
            if case .list = scene.content { names = ["chip", "search", "sort", "section", "columns"] }
            if case .dashboard = scene.content { names = [DashboardViewModel.parameter] }
            return RouteShape(
                text: scene.path.description, queryNames: names, types: scene.path.columns.map { _ in String.self })
        }
    }

    /// Returns the route that `/` shows: the declared home, or else the first entry of the menu that the viewer sees.
    private func home(in scenes: SceneSet) -> Route? {
        guard let home = scenes.app.home?.path else { return nil }
        let isShown = scenes.scene(at: home).map(viewer.shows) ?? true
        return isShown ? home.route : viewer.menu.lazy.compactMap(\.link.path.route).first ?? home.route
    }

    /// Returns the declared list at a route, and what the route selects of it; `nil` if no list is declared there.
    ///
    /// - Throws: ``RouteError`` if the list is hidden from the principal, or the route is invalid.
    func rows(at route: Route) throws(RouteError) -> (screen: ListScreen, selection: Selection)? {
        guard let (scene, _) = setting.blueprint.scenes.scene(at: route), case .list(let list) = scene.content else {
            return nil
        }
        guard viewer.shows(scene), let screen = try ListScreen(list, of: scene, at: route, for: viewer) else {
            throw Self.nothing(at: route)
        }
        let base = screen.base(at: screen.time(setting.clock))
        return (screen, try Selection(ListScreen.selecting(route), of: screen.table, within: budget, on: base))
    }

    private func list(
        _ list: ListDeclaration, of scene: SceneDeclaration, at route: Route
    ) throws(RouteError) -> ScreenPlan {
        guard let screen = try ListScreen(list, of: scene, at: route, for: viewer) else {
            throw Self.nothing(at: route)
        }
        let time = screen.time(setting.clock)
        let base = screen.base(at: time)
        let asked = ListScreen.selecting(route)
        var plan: ScreenPlan
        if let counts = try CountSelection(asked, of: screen.table, within: budget, on: base) {
            plan = ScreenPlan(route: counts.route(in: setting.blueprint)) { [setting] in
                CountViewModel(counts, store: setting.store, blueprint: setting.blueprint)
            }
        } else {
            let selection = try Selection(asked, of: screen.table, within: budget, on: base)
            plan = ScreenPlan(route: selection.route(in: setting.blueprint)) { [setting] in
                ListSceneViewModel(screen, selection, at: time, setting)
            }
        }
        plan.audience = screen.audience
        return plan
    }

    private func row(
        _ row: RowDeclaration, of scene: SceneDeclaration, _ id: String, at route: Route
    ) throws(RouteError) -> ScreenPlan {
        try Self.refuseParameters(of: route)
        guard let screen = RowScreen(row, of: scene, id, for: viewer) else { throw Self.nothing(at: route) }
        var plan = ScreenPlan(route: screen.route) { [setting] in RowSceneViewModel(screen, setting) }
        plan.audience = screen.audience
        return plan
    }

    private func dashboard(
        _ tiles: [TileDeclaration], of scene: SceneDeclaration, at route: Route
    ) throws(RouteError) -> ScreenPlan {
        let names = route.parameters.map(\.name).filter { $0 != DashboardViewModel.parameter }
        if let text = route[DashboardViewModel.parameter] {
            guard let number = Int(text), tiles.indices.contains(number - 1), "\(number)" == text else {
                throw Self.nothing(at: route)
            }
            return try tile(tiles[number - 1].scene, at: route)
        }
        guard names.isEmpty else { throw .invalid(message: "Unknown parameter: \"\(names[0])\".") }
        var plan = ScreenPlan(route: scene.path.route ?? route) { [setting] in
            DashboardViewModel(tiles, of: scene, setting)
        }
        let titles = tiles.map(\.scene).filter(viewer.shows).map(\.shownTitle)
        plan.audience = viewer.scope.audience(
            of: tiles.compactMap(\.scene.content.table), and: viewer.part(titles, of: scene).joinedWithLengths)
        return plan
    }

    private func tile(_ scene: SceneDeclaration, at route: Route) throws(RouteError) -> ScreenPlan {
        guard viewer.shows(scene) else { throw Self.nothing(at: route) }
        guard case .list(let list) = scene.content else { return try figure(scene, at: route) }
        return try self.list(list, of: scene, at: route)
    }

    private func entry(
        _ entry: EntryDeclaration, of scene: SceneDeclaration, at route: Route
    ) throws(RouteError) -> ScreenPlan {
        try Self.refuseParameters(of: route)
        guard let table = viewer.table(entry.table), table.problem == nil else { throw Self.nothing(at: route) }
        var plan = ScreenPlan(route: scene.path.route ?? route) { [setting] in
            EntryViewModel(entry, of: scene, table, setting)
        }
        plan.audience = viewer.scope.audience(of: [table.name], and: viewer.part([], of: scene).joinedWithLengths)
        return plan
    }

    /// Returns the screen of a number, of totals, of a query or of a file.
    private func figure(_ scene: SceneDeclaration, at route: Route) throws(RouteError) -> ScreenPlan {
        let counted = scene.content.counted
        let rows = counted.compactMap { viewer.bound($0.rows, reading: $0.columns) }
        guard rows.count == counted.count else { throw Self.nothing(at: route) }
        var plan = ScreenPlan(route: route) { [setting] in
            switch scene.content {
            case .number(let number): NumberViewModel(number, of: rows, in: scene, setting)
            case .totals(let totals): TotalsViewModel(totals, of: rows[0], in: scene, setting)
            case .query(let query): QueryViewModel(query, of: scene, setting)
            case .document(let document): JSONFileViewModel(document, of: scene, setting)
            case .list, .row, .dashboard, .entry: MissingViewModel()
            }
        }
        let personal = zip(counted, rows).filter { $0.0.rows.condition?.readsPrincipal ?? false }
        let text =
            personal.compactMap { $0.1.condition?.sql(of: "") }
            + viewer.part(scene.bypassesRules ? ["sql"] : [], of: scene)
        plan.audience = viewer.scope.audience(
            of: rows.map(\.table.name), and: text.isEmpty ? "" : text.joinedWithLengths)
        return plan
    }

    /// Returns the list of the rows that a field of a form may refer to.
    private func choices(
        for name: String, of scene: SceneDeclaration, _ route: Route
    ) throws(RouteError) -> ScreenPlan {
        var form = scene.content.form
        if case .list(let list) = scene.content {
            form = try ListScreen(list, of: scene, at: Route(route.segments), for: viewer)?.form
        }
        guard let reference = form?.fields.first(where: { $0.name == name })?.reference else {
            throw .invalid(message: "The form has no field \"\(name)\" to choose for.")
        }
        var list = ListDeclaration(table: reference.table)
        list.condition = reference.condition
        list.isReadOnly = true
        if let label = reference.label {
            list.columns = [ColumnDeclaration(name: label, source: .column(title: nil))]
            list.sort = ColumnName.inSort(label)
            list.searched = [label]
        }
        let inner = SceneDeclaration(path: scene.path, place: scene.place, content: .list(list))
        guard let screen = try ListScreen(list, of: inner, at: route, for: viewer) else {
            throw Self.nothing(at: route)
        }
        let time = screen.time(setting.clock)
        let selection = try Selection(
            ListScreen.selecting(route), of: screen.table, within: budget, on: screen.base(at: time))
        var plan = ScreenPlan(route: selection.route(in: setting.blueprint)) { [setting] in
            ListSceneViewModel(screen, selection, at: time, setting)
        }
        plan.audience = screen.audience
        return plan
    }

    private static func refuseParameters(of route: Route) throws(RouteError) {
        guard let parameter = route.parameters.first else { return }
        throw .invalid(message: "Unknown parameter: \"\(parameter.name)\".")
    }

    private static func nothing(at route: Route) -> RouteError { .notFound(message: "There is nothing at \(route).") }
}

extension SceneDeclaration.Content {
    /// The form of the scene's rows.
    fileprivate var form: FormDeclaration? {
        switch self {
        case .list(let list): list.form
        case .row(let row): row.form
        case .entry(let entry): entry.form
        case .dashboard, .number, .totals, .query, .document: nil
        }
    }
}
