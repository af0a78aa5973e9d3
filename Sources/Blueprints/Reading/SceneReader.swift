import Declarations
import Files
import FoundationEssentials
import Tables
import Yams

/// Reads a scene, or a tile of a dashboard.
struct SceneReader {
    let source: SceneText

    private static let common = ["title", "help", "to", "as"]
    private static let tileParts = ["wide", "tone", "rows", "open"]
    private static let tileLimit = 48
    /// The largest JSON file, in bytes.
    private static let fileLimit = 1 << 20

    /// The names of all parts that a scene or a tile may have.
    static var known: [String] { Array(Set(common + tileParts + Kind.allCases.flatMap(\.parts))).sorted() }

    /// Reads the scene at a path. `key` is the node of the path.
    func scene(_ node: Node, at path: ScenePath, _ key: Node) -> SceneDeclaration? {
        scene(node, at: path, key, isTile: false)?.scene
    }

    private func scene(
        _ node: Node, at path: ScenePath, _ key: Node, isTile: Bool
    ) -> (scene: SceneDeclaration, parts: YAMLParts)? {
        guard let kind = kind(of: node, at: path, isTile: isTile) else { return nil }
        let known = Self.common + kind.parts + (isTile ? Self.tileParts : [])
        let parts = source.text.parts(of: node, isTile ? "A tile" : "The scene", known: known)
        guard let content = content(kind, parts, path, key) else { return nil }
        var scene = SceneDeclaration(path: path, place: source.place(key), content: content)
        scene.isTile = isTile
        scene.title = parts.text("title") ?? (isTile ? content.title : nil)
        scene.help = parts.text("help")
        scene.roles = source.roles(parts["to"])
        scene.isAsOwner = parts.word("as", among: ["owner"]) != nil
        if scene.isAsOwner, !scene.bypassesRules {
            source.text.report(
                "\"as: owner\" is for \"query\" and \"json\": all other scenes stay within the rules.", at: node)
        }
        if scene.isAsOwner, scene.roles == nil {
            source.text.report("\"as: owner\" needs \"to\": name the roles that see everything here.", at: node)
        }
        return (scene, parts)
    }

    /// What a scene shows.
    private enum Kind: CaseIterable {
        case tiles, number, total, query, json, entry, row, list

        var parts: [String] {
            switch self {
            case .tiles: ["template", "tiles"]
            case .number: ["number", "of", "target", "format", "warn"]
            case .total: ["total", "chart", "x", "y", "by"]
            case .query: ["query", "key", "columns", "refresh", "chart", "x", "y", "by"]
            case .json: ["json", "edit"]
            case .entry: EntryReader.parts
            case .row: RowSceneReader.parts
            case .list: ListSceneReader.parts
            }
        }
    }

    private func kind(of node: Node, at path: ScenePath, isTile: Bool) -> Kind? {
        let names = node.mapping?.keys.compactMap { $0.scalar?.string } ?? []
        if names.contains("number") { return .number }
        if names.contains("total") { return .total }
        if names.contains("query") { return .query }
        if names.contains("tiles"), !isTile { return .tiles }
        if names.contains("json"), !isTile { return .json }
        if names.contains("table"), !isTile, node.mapping?["template"]?.scalar?.string == EntryReader.template {
            return .entry
        }
        if names.contains("table") { return path.columns.isEmpty || isTile ? .list : .row }
        let others = isTile ? "or \"query\"" : "\"query\", \"json\" or \"tiles\""
        source.text.report("Nothing says what is shown: add \"table\", \"total\", \"number\", \(others).", at: node)
        return nil
    }

    private func content(
        _ kind: Kind, _ parts: YAMLParts, _ path: ScenePath, _ key: Node
    ) -> SceneDeclaration.Content? {
        if kind != .row, let name = path.columns.first {
            source.text.report("\"{\(name)}\" is for a scene of one row, with \"table\".", at: key)
            return nil
        }
        switch kind {
        case .tiles: return .dashboard(tiles(parts, at: path))
        case .number: return NumberReader(source: source).number(parts).map { .number($0) }
        case .total: return NumberReader(source: source).totals(parts).map { .totals($0) }
        case .query: return query(parts).map { .query($0) }
        case .json: return document(parts).map { .document($0) }
        case .entry: return EntryReader(source: source).entry(parts).map { .entry($0) }
        case .row: return RowSceneReader(source: source).row(parts, at: path, key).map { .row($0) }
        case .list: return ListSceneReader(source: source).list(parts).map { .list($0) }
        }
    }

    private func tiles(_ parts: YAMLParts, at path: ScenePath) -> [TileDeclaration] {
        _ = parts.word("template", among: ["dashboard"])
        guard let node = parts["tiles"] else { return [] }
        let nodes = source.text.list(node)
        guard nodes.count <= Self.tileLimit else {
            source.text.report("There are more than \(Self.tileLimit) tiles.", at: node)
            return []
        }
        return nodes.compactMap { node in
            scene(node, at: path, node, isTile: true).map { tile($0.scene, $0.parts) }
        }
    }

    private func tile(_ scene: SceneDeclaration, _ parts: YAMLParts) -> TileDeclaration {
        var tile = TileDeclaration(scene: scene)
        tile.isWide = parts.flag("wide")
        tile.tone = parts.word("tone", among: TileDeclaration.Tone.allCases.map(\.rawValue))
            .flatMap(TileDeclaration.Tone.init)
        tile.rows = parts.integer("rows", in: 1...100)
        // A list's own "open" leads to one of its rows.
        if case .list = scene.content { return tile }
        tile.link = source.link(parts["open"])
        return tile
    }

    /// Reads the members of a JSON file, whose path is relative to the folder of scenes.
    private func document(_ parts: YAMLParts) -> DocumentDeclaration? {
        guard let node = parts["json"], let name = source.text.name(node) else { return nil }
        let path = name.hasPrefix("/") ? name : source.folder + name
        switch FileContent.size(path) {
        case nil where FileManager.default.fileExists(atPath: path):
            source.text.report("\(path) is not a file.", at: node)
        case let size? where size > Self.fileLimit:
            source.text.report("\(path) is larger than \(Self.fileLimit >> 20) MB.", at: node)
        default: break
        }
        return DocumentDeclaration(path: path, isEditable: parts.flag("edit"))
    }

    private func query(_ parts: YAMLParts) -> QueryDeclaration? {
        guard let sql = parts["query"].flatMap(source.sql) else { return nil }
        var query = QueryDeclaration(sql: sql)
        query.key = parts.names("key")?.map(\.name) ?? []
        query.columns = ColumnReader(source: source, table: nil).columns(parts["columns"])
        query.refresh = SQLExpression.refresh(parts.seconds("refresh"), of: sql.text)
        query.chart = NumberReader(source: source).chart(parts)
        return query
    }
}
