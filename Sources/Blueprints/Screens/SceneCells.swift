import JSON
import Lists
import Scenes
import Tables
import ViewModels

/// Makes the cells of the rows of a declared list.
struct SceneCells: Sendable {
    let reader: SceneRowReader
    /// The names of the fields.
    let names: [String]
    let titleName: String?
    let card: ListDeclaration.Card?
    let open: ScenePath?
    let isReadOnly: Bool
    /// Whether a card can be dropped on another lane.
    let drops: Bool

    /// Returns the cell of a row.
    func cell(of row: Row) -> Cell {
        let derived = reader.reader.cell(of: row)
        let title = titleName.flatMap { reader.text($0, of: row) }
        let subtitle = card?.subtitle.flatMap { reader.text($0, of: row) }
        let href = open.map { path in path.route { reader.reader.value($0, of: row).label }?.description }
        return Cell(
            template: "row", title: title ?? derived.title,
            subtitle: card == nil ? derived.subtitle : subtitle, href: href ?? derived.href,
            can: (isReadOnly ? [] : reader.reader.actions) + (drops ? ["drop"] : []) + reader.offers(of: row),
            fields: JSONObject(names.filter(reader.reads).map { ($0, reader.json($0, of: row)) }),
            links: reader.reader.links(of: row))
    }
}

extension Cell {
    /// The title in a document.
    fileprivate var title: String { content["title"]?.stringValue ?? "" }
    /// The subtitle in a document.
    fileprivate var subtitle: String? { content["subtitle"]?.stringValue }
    /// The link in a document.
    fileprivate var href: String? { content["href"]?.stringValue }
}
