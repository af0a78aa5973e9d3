import Changes
import DataSources
import JSON
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// A declared list as principals with the same rights see it.
@SceneActor struct ListScreen {
    let scene: SceneDeclaration
    let list: ListDeclaration
    let table: Table
    let viewer: SceneViewer
    /// The columns that the viewers may see.
    let columns: [ColumnDeclaration]
    /// The commands that the viewers may run.
    let commands: [CommandDeclaration]
    /// The names of the chips that narrow the list.
    let chips: [String]
    /// The chips that the viewers may use.
    let offeredChips: [ListDeclaration.Chip]
    /// The condition of all rows, with the values of the principal.
    private let condition: Expression?
    /// The conditions of the chips that narrow the list.
    private let narrowing: [Expression]
    private let path: [String]

    private static let parameter = "chip"
    /// Parameters that choose the list itself: a tile of a dashboard, the choices of a field.
    private static let own = ["tile", "choose"]
    /// Those of the route.
    private let fixed: [Route.Parameter]

    /// Creates the list of a scene at a route; `nil` if it is hidden from the viewers.
    ///
    /// - Throws: ``RouteError/invalid(message:)`` for an unknown chip.
    init?(
        _ list: ListDeclaration, of scene: SceneDeclaration, at route: Route, for viewer: SceneViewer
    ) throws(RouteError) {
        path = scene.path.route?.segments ?? route.segments
        guard let plain = viewer.table(list.table), plain.problem == nil else { return nil }
        let table = viewer.scope.blueprint.schema.withPaths(
            plain, in: route, and: [list.sort, list.section] + list.searched)
        (self.scene, self.list, self.table, self.viewer) = (scene, list, table, viewer)
        columns = viewer.visible(list.columns, of: table)
        commands = viewer.allowed(list.commands, on: table)
        let given = (route[Self.parameter] ?? "").split(separator: ",").map(String.init)
        condition = list.condition.flatMap { viewer.bound($0, on: table) }
        guard condition != nil || list.condition == nil else { return nil }
        offeredChips = list.chips.filter { viewer.offers($0, in: table) }
        let known = offeredChips.compactMap(\.name)
        narrowing = offeredChips.filter { $0.name.map(given.contains) ?? false }.compactMap(\.condition)
            .compactMap { viewer.bound($0, on: table) }
        if let unknown = given.first(where: { !known.contains($0) }) {
            let names = known.isEmpty ? "The list has no chips." : "There are: \(known.joined(separator: ", "))."
            throw .invalid(message: "Unknown chip: \"\(unknown)\". \(names)")
        }
        chips = known.filter(given.contains)
        fixed = route.only(Self.own).parameters
    }

    /// The columns of other rows.
    var paths: [String] {
        columns.filter { if case .referred = $0.source { true } else { false } }.map(\.name)
    }

    /// The columns with SQL expressions.
    var computed: [String] {
        columns.filter { if case .sql = $0.source { true } else { false } }.map(\.name)
    }

    private var conditions: [Expression] { (condition.map { [$0] } ?? []) + narrowing }

    /// The time to which the list is current.
    func time(_ clock: AppClock) -> SceneTime {
        let asked = conditions + commands.compactMap(\.condition)
        return SceneTime(clock, SceneTime.shortestRhythm(of: asked, refreshing: columns.compactMap(\.refresh)))
    }

    /// Returns what a route selects from the rows of the list at this time.
    func base(at time: SceneTime) -> SelectionBase {
        var base = SelectionBase(path: path)
        if !list.sort.isEmpty, !hidesOrder { base.defaults.append(Route.Parameter("sort", list.sort)) }
        if !list.section.isEmpty, (try? SectionRule(list.section, of: table)) != nil {
            base.defaults.append(Route.Parameter("section", list.section))
        }
        base.parameters = fixed
        if !chips.isEmpty { base.parameters.append(Route.Parameter(Self.parameter, chips.joined(separator: ","))) }
        base.filters = conditions.map { Filter.rule(time.at($0)) }
        base.searched = list.searched.filter { table.column(atPath: $0) != nil }
        let own = columns.filter { table.column(named: $0.name) != nil }.map(\.name)
        base.others = paths + computed
        base.shown = list.columns.isEmpty ? nil : own
        return base
    }

    /// Returns a route without the parameters that only the scene understands.
    static func selecting(_ route: Route) -> Route { route.without(Set(own + [parameter])) }

    /// Whether a column of the order is hidden from the viewers, so that the order does not count.
    private var hidesOrder: Bool {
        let names = ColumnName.terms(of: list.sort).map(\.name)
        return names.contains { table.column(atPath: $0) == nil }
    }

    /// The audience of the list: the viewers for whom it is the same.
    var audience: Audience {
        let bound = (conditions + commands.compactMap(\.condition).map { $0.bound(to: viewer.values) })
        let roles = viewer.part(columns.map(\.name) + commands.map(\.name), of: scene)
        let text = bound.map { $0.sql(of: "") } + roles
        let declared = list.condition.map { [$0] } ?? []
        let isPersonal = (declared + list.chips.compactMap(\.condition) + list.commands.compactMap(\.condition))
            .contains(where: \.readsPrincipal)
        return viewer.scope.audience(of: [table.name], and: isPersonal || !roles.isEmpty ? text.joinedWithLengths : "")
    }

    /// The form of rows: that of the list, or else that of the scene which shows a row.
    var form: FormDeclaration? {
        if let form = list.form { return form }
        let scenes = viewer.scope.blueprint.scenes
        guard let path = list.open?.path ?? scenes.path(ofRowsIn: table.name),
            case .row(let row)? = scenes.scene(at: path)?.content
        else { return nil }
        return row.form
    }

    /// Returns the routes of the lists that fields of a form choose from.
    func choosing(_ form: FormDeclaration) -> [String: String] { Self.choosing(form, at: scene.path.route) }

    /// Returns the routes of the lists that fields of a form at a route choose from.
    static func choosing(_ form: FormDeclaration, at route: Route?) -> [String: String] {
        guard let route else { return [:] }
        let names = form.fields.filter { $0.reference != nil }.map(\.name)
        return Dictionary(names.map { ($0, "\(Route(route.segments, [Route.Parameter("choose", $0)]))") }) { $1 }
    }

    /// The condition that each row of the list meets at present.
    func scope(at time: SceneTime) -> Filter {
        .rule(condition.map { time.at($0) } ?? .all([]))
    }

    /// The name whose value is the title of a row; `nil` for the title that is derived from the table.
    var titleName: String? { list.card?.title ?? columns.first { $0.isShown }?.name }

    /// The names that rows show, unless the route names others.
    func shown(_ selection: Selection) -> [String] {
        let title = titleName.flatMap { table.column(named: $0) == nil ? $0 : nil }
        guard selection.columns.isEmpty, !columns.isEmpty else { return selection.shown }
        return columns.filter { $0.isShown && $0.name != title }.map(\.name)
    }
}

extension SceneViewer {
    /// Whether a chip names only visible columns of a table.
    fileprivate func offers(_ chip: ListDeclaration.Chip, in table: Table) -> Bool {
        switch chip {
        case .condition(_, _, let condition): bound(condition, on: table) != nil
        case .values(let column, _): table.column(named: column) != nil
        }
    }
}

extension ListDeclaration.Chip {
    /// The name in routes, if the chip has a condition.
    fileprivate var name: String? { if case .condition(let name, _, _) = self { name } else { nil } }
    /// The condition of the chip, if it has one.
    var condition: Expression? { if case .condition(_, _, let condition) = self { condition } else { nil } }
}
