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
    /// Whether cards of rows that may be updated can be dropped on other lanes.
    let drops: Bool

    /// Returns the cell of a row.
    func cell(of row: Row) -> Cell {
        let derived = reader.reader
        let links = derived.links(of: row)
        let title = titleName.flatMap { reader.text($0, of: row, links) } ?? derived.title(of: row)
        let subtitle =
            if let card {
                card.subtitle.flatMap { reader.text($0, of: row, links) }
            } else {
                derived.subtitle(of: row)
            }
        let href = open.flatMap { path in path.route { derived.value($0, of: row).label }?.description }
        return Cell(
            template: "row", title: title, subtitle: subtitle, href: href ?? derived.href(of: row),
            can: (isReadOnly ? [] : derived.actions(of: row))
                + (drops && derived.permits("update", on: row) ? ["drop"] : []) + reader.offers(of: row),
            fields: JSONObject(names.filter(reader.reads).map { ($0, reader.json($0, of: row)) }), links: links)
    }
}
