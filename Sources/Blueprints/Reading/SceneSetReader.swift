import Declarations
import Scenes

/// Reads the files of a folder of scenes, and checks what concerns several of them.
enum SceneSetReader {
    /// Reads files by name. Returns what they declare, which counts only without mistakes, and all mistakes.
    static func read(_ files: [(name: String, text: String)], in context: SceneContext) -> (SceneSet, [String]) {
        var set = SceneSet()
        var faults: [String] = []
        var hasApp = false
        for (name, text) in files {
            let content = SceneFileReader.read(text, named: name, in: context)
            faults += content.faults
            if let app = content.app, let place = content.appPlace {
                if hasApp { faults.append(place.fault("Another file has \"app\" already. Keep it in one file.")) }
                (set.app, hasApp) = (app, true)
            }
            for scene in content.scenes {
                if let other = set.scene(at: scene.path) {
                    let file = other.place.file == name ? "" : " in \(other.place.file)"
                    faults.append(
                        scene.place.fault("The scene \(scene.path) is declared in line \(other.place.line)\(file) too.")
                    )
                } else {
                    set.scenes.append(scene)
                }
            }
        }
        faults += links(in: set).compactMap { fault(of: $0, in: set, context) }
        return (set, faults)
    }

    /// Returns why a link leads nowhere; `nil` if it leads to a scene, or to the derived screen of a table.
    private static func fault(of link: DeclaredLink, in set: SceneSet, _ context: SceneContext) -> String? {
        guard set.scene(at: link.path) == nil else { return nil }
        if !set.app.hidesTables {
            let slugs = Slugs(of: context.schema, reserved: [])
            let segments = link.path.route { _ in "1" }?.segments ?? []
            if segments.isEmpty || segments.first.flatMap(slugs.table) != nil { return nil }
        }
        let hint = Suggestion.sentence(for: "\(link.path)", among: set.scenes.map { "\($0.path)" })
        return link.place.fault("There is no scene \(link.path).\(hint)")
    }

    private static func links(in set: SceneSet) -> [DeclaredLink] {
        let ofApp = [set.app.home].compactMap(\.self) + set.app.menu.map(\.link)
        return ofApp + set.scenes.flatMap { links(in: $0.content) }
    }

    private static func links(in content: SceneDeclaration.Content) -> [DeclaredLink] {
        switch content {
        case .list(let list): [list.open].compactMap(\.self) + list.commands.compactMap(\.goto)
        case .row(let row): row.commands.compactMap(\.goto)
        case .dashboard(let tiles): tiles.flatMap { [$0.link].compactMap(\.self) + links(in: $0.scene.content) }
        case .entry(let entry): [entry.goto].compactMap(\.self)
        case .number, .totals, .query, .document: []
        }
    }
}
