import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// The rows of a declared SQL query, as a table or a chart. It is run again after a commit to a table that it reads.
@SceneActor final class QueryViewModel: ViewModel {
    private let query: QueryDeclaration
    private let store: Store
    private let time: SceneTime
    private var results: LiveList?

    init(_ query: QueryDeclaration, of scene: SceneDeclaration, _ setting: SceneSetting) {
        (self.query, store) = (query, setting.store.owner)
        time = SceneTime(setting.clock, SceneTime.shortestRhythm(of: [], refreshing: query.refresh.map { [$0] } ?? []))
        super.init(screen: query.chart == nil ? "query" : "chart", title: scene.shownTitle)
        setting.describe(scene, on: self)
        let options = JSONObject(query.columns.map { ($0.name, .object($0.options)) }.filter { $0.1 != .object([:]) })
        if !options.isEmpty { documentMembers["columnOptions"] = .object(options) }
    }

    /// Whether the rows are there, whose columns are asked for first.
    override var isAnswered: Bool { list?.isLoaded ?? false }

    override func load() async throws {
        let names = try await store.columns(ofQuery: query.sql.text)
        let hidden = Set(query.columns.filter { !$0.isShown }.map { ExactName($0.name) })
        let asked = query.columns.map(\.name)
        let others = names.filter { name in !asked.contains { $0.isSameName(as: name) } }
        let shown = (asked + (query.columns.isEmpty ? others : [])).filter { !hidden.contains(ExactName($0)) }
        if let chart = query.chart {
            let x = chart.x ?? names.first ?? ""
            documentMembers["chart"] = chart.json(x: x, y: names.filter { $0 != x && $0 != chart.series })
        } else {
            documentMembers["shown"] = .array(shown.map(JSON.string))
            documentMembers["titleColumns"] = []
        }
        open(query.chart == nil ? shown : names)
    }

    /// Runs the query, again when the time may have changed its rows.
    private func open(_ all: [String]) {
        results?.close()
        let results = store.open(.sql(query.sql.text, columns: all, key: query.key))
        self.results = results
        list = FetchedDataSource(results, section: Section(id: "rows")) { row in
            let fields = JSONObject(zip(all, row.values).map { ($0, $1.json) })
            return Cell(template: "row", title: row.values.first?.label ?? "", fields: fields)
        }
        time.whenDue { [weak self] in self?.open(all) }
    }

    override func unload() {
        results?.close()
        results = nil
        time.stop()
    }

    /// Throws: a query has no commands.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }
}
