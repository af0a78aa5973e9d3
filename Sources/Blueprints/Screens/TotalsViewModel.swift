import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// Declared totals of groups of rows, as a list or a chart.
@SceneActor final class TotalsViewModel: ViewModel {
    private let totals: TotalsDeclaration
    private let setting: SceneSetting
    private let time: SceneTime
    private let rows: BoundRows
    private var results: LiveList?

    private static let groupLimit = 10_000

    /// Creates totals of rows.
    init(_ totals: TotalsDeclaration, of rows: BoundRows, in scene: SceneDeclaration, _ setting: SceneSetting) {
        (self.totals, self.setting, self.rows) = (totals, setting, rows)
        time = SceneTime(
            setting.clock, SceneTime.shortestRhythm(of: rows.condition.map { [$0] } ?? [], refreshing: []))
        super.init(screen: "chart", title: scene.shownTitle)
        setting.describe(scene, on: self)
        let chart = totals.chart ?? ChartDeclaration(kind: .list)
        documentMembers["chart"] = chart.json(
            x: totals.column, y: totals.totals.map(\.name), series: totals.others.first)
    }

    override func load() async { open() }

    private func open() {
        results?.close()
        let (table, filters) = (rows.table, rows.filters(at: time))
        var query = Query.totals(
            of: table.name, by: totals.groupColumns, per: totals.period, totals.totals, where: filters)
        query.sort = ColumnName.terms(of: totals.sort).map { SortTerm(column: $0.name, isDescending: $0.isDescending) }
        query.groupLimit = Self.groupLimit
        if totals.period == nil {
            query.labels = table.foreignKeys.filter { $0.isOnly(of: totals.column) }.prefix(1).map(\.self)
            query.titles = setting.blueprint.titles
        }
        let results = setting.store.open(derived: query)
        self.results = results
        let cells = TotalsCells(totals: totals, table: table, link: setting.blueprint.link(toListOf: table.name))
        list = FetchedDataSource(results, section: Section(id: "groups")) { cells.cell(of: $0) }
        time.whenDue { [weak self] in self?.open() }
    }

    override func unload() {
        results?.close()
        time.stop()
    }

    /// Throws: totals have no commands.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }
}

/// Makes the cells of groups.
private struct TotalsCells: Sendable {
    let totals: TotalsDeclaration
    let table: Table
    /// The route of the list of all rows, if there is one.
    let link: String?

    /// Returns the cell of a group: its value, its totals, and the route of its rows.
    func cell(of row: Row) -> Cell {
        let names = totals.groupColumns + totals.totals.map(\.name)
        let label = row.values.count > names.count ? row.values[names.count].label : nil
        let fields = JSONObject(zip(names, row.values).map { ($0, $1.json) })
        return Cell(template: "group", title: label ?? row.values[0].label ?? "", href: href(of: row), fields: fields)
    }

    /// Returns the route of the rows of a group; `nil` if the totals have a condition, which a route cannot state.
    private func href(of row: Row) -> String? {
        guard totals.rows.condition == nil, let route = link.flatMap({ Route($0) }) else { return nil }
        let conditions = zip(totals.groupColumns, row.values).enumerated().map { place, group in
            if place == 0, totals.period != nil, case .text(let start) = group.1 {
                return Condition.comparing(group.0, .starts, start)
            }
            return Condition.equal(group.0, table.text(of: group.1, in: group.0))
        }
        return Route(route.segments, conditions.map { Selection.parameter($0, of: table) }).description
    }
}

extension ChartDeclaration {
    /// The chart as documents state it.
    func json(x: String, y: [String], series: String? = nil) -> JSON {
        var json: JSONObject = ["kind": .string(kind.rawValue), "x": .string(self.x ?? x)]
        json["y"] = .array((values.isEmpty ? y : values).map(JSON.string))
        json["series"] = (self.series ?? series).map(JSON.string)
        return .object(json)
    }
}
