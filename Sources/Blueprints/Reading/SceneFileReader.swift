import Declarations
import Tables
import Yams

/// Reads a file of scenes against a schema. Finds every mistake, each with its place and a remedy.
struct SceneFileReader {
    /// What one file declares, and its mistakes, each with its place.
    struct Content {
        var app: AppDeclaration?
        var appPlace: Place?
        var scenes: [SceneDeclaration] = []
        var faults: [String] = []
    }

    private let source: SceneText

    private static let menuLimit = 50
    private static let sceneLimit = 500

    /// Reads the text of a file.
    static func read(_ yaml: String, named file: String, in context: SceneContext) -> Content {
        let text = YAMLText(advice: "Write \"scenes: {}\" to declare none.")
        let reader = SceneFileReader(source: SceneText(text: text, file: file, context: context))
        var content = Content()
        if let root = text.root(of: yaml) { reader.read(root, into: &content) }
        content.faults = text.faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.map { $0.text(in: file) }
        return content
    }

    private func read(_ root: Node, into content: inout Content) {
        let parts = source.text.parts(of: root, "The file", known: ["app", "scenes"])
        if let node = parts["app"] { (content.app, content.appPlace) = (app(node), source.place(node)) }
        guard let node = parts["scenes"] else { return }
        let members = source.text.members(of: node, "\"scenes\"")
        guard members.count <= Self.sceneLimit else {
            return source.text.report("There are more than \(Self.sceneLimit) scenes.", at: node)
        }
        content.scenes = members.compactMap { member in
            source.path(member.key).flatMap { SceneReader(source: source).scene(member.value, at: $0, member.key) }
        }
    }

    private func app(_ node: Node) -> AppDeclaration {
        let text = source.text
        let parts = text.parts(of: node, "\"app\"", known: ["title", "home", "menu", "tables", "theme"])
        var app = AppDeclaration()
        app.title = parts.text("title")
        app.home = source.link(parts["home"])
        app.hidesTables = parts.word("tables", among: ["shown", "hidden"]) == "hidden"
        app.theme = parts["theme"].flatMap { Color.read($0, text) }
        let entries = parts["menu"].map(text.list) ?? []
        if entries.count > Self.menuLimit, let node = parts["menu"] {
            text.report("The menu has more than \(Self.menuLimit) entries.", at: node)
        }
        app.menu = entries.prefix(Self.menuLimit).compactMap(entry)
        return app
    }

    /// Returns an entry of the menu: a path, or a title with a path and roles.
    private func entry(_ node: Node) -> AppDeclaration.Entry? {
        guard case .mapping = node else {
            return source.link(node).map { AppDeclaration.Entry(title: nil, link: $0, roles: nil) }
        }
        let parts = source.text.parts(of: node, "An entry of the menu", known: ["title", "href", "to"])
        parts.need("href", "name the path of the scene")
        return source.link(parts["href"]).map {
            AppDeclaration.Entry(title: parts.text("title"), link: $0, roles: source.roles(parts["to"]))
        }
    }
}
