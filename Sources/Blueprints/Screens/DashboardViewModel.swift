import DataSources
import JSON
import Loop
import Scenes
import ViewModels

/// A declared dashboard: a list of tiles, each with the route of a scene of its own.
@SceneActor final class DashboardViewModel: ViewModel {
    /// The parameter of a dashboard's route that chooses a tile.
    static let parameter = "tile"

    init(_ tiles: [TileDeclaration], of scene: SceneDeclaration, _ setting: SceneSetting) {
        super.init(screen: "dashboard", title: scene.shownTitle)
        setting.describe(scene, on: self)
        let visible = tiles.enumerated().filter { setting.viewer.shows($0.element.scene) }
        list = ArrayDataSource(
            visible.map { ($0.offset + 1, $0.element) }, section: Section(id: "tiles"), id: { "\($0.0)" }
        ).map { number, tile in Self.cell(of: tile, number, in: scene) }
    }

    private static func cell(of tile: TileDeclaration, _ number: Int, in scene: SceneDeclaration) -> Cell {
        var fields: JSONObject = ["kind": .string(tile.scene.content.kind)]
        if tile.isWide { fields["wide"] = true }
        fields["tone"] = tile.tone.map { .string($0.rawValue) }
        fields["rows"] = tile.rows.map { .int(Int64($0)) }
        fields["link"] = (tile.link?.path.route).map { .string($0.description) }
        let route = Route(scene.path.route?.segments ?? [], [Route.Parameter(parameter, "\(number)")])
        return Cell(template: "tile", title: tile.scene.shownTitle, href: route.description, fields: fields)
    }

    /// Throws: a dashboard has no commands.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }
}

extension SceneDeclaration.Content {
    /// The kind of a tile.
    fileprivate var kind: String {
        switch self {
        case .number: "number"
        case .totals: "chart"
        case .query(let query): query.chart == nil ? "table" : "chart"
        case .list, .row, .dashboard, .entry, .document: "table"
        }
    }
}
