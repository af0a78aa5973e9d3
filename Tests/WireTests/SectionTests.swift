import DataSources
import JSON
import Testing
import ViewModels
import Wire

/// The form of a section and its window in a document.
@Suite(.timeLimit(.minutes(5))) struct SectionTests {
    private func document(_ section: Section, isApproximate: Bool = false) -> JSON {
        let row = EncodedCell(Cell(template: "row", title: "Row"), id: "r")
        var window = WindowState(window: Window(start: 4, count: 1), total: 9, section: 2, sections: 3)
        window.isApproximate = isApproximate
        let list = DocumentList(
            window: window, sections: [DocumentSection(section: section, start: 1, count: 5, rows: [row])])
        return Document(head: DocumentMembers([:]), list: list, tail: DocumentMembers([:])).json
    }

    @Test func missingMembersOfASectionAreOmitted() {
        #expect(document(Section(id: "s"))["sections"] == [["id": "s", "start": 1, "count": 5, "rows": ["r"]]])
        let plain = document(Section(id: "s", layout: Layout(.table)))["sections"]?[0]
        #expect(plain?["layout"] == ["kind": "table"])
    }

    @Test func aSectionListsItsMembers() {
        let layout = Layout(.grid, columns: 2, rowsPerPage: 3, rowHeight: 40, spacing: 1, animation: .fade)
        let section = Section(
            id: "s", title: "T", subtitle: "U", footer: "F", template: "t", layout: layout, indexTitle: "I", href: "/h")
        #expect(
            document(section)["sections"] == [
                [
                    "id": "s", "title": "T", "subtitle": "U", "footer": "F", "template": "t", "href": "/h", "start": 1,
                    "count": 5, "rows": ["r"],
                    "layout": [
                        "kind": "grid", "columns": 2, "rowsPerPage": 3, "rowHeight": 40, "spacing": 1,
                        "animation": "fade",
                    ],
                ]
            ])
    }

    @Test func aWindowReportsWhetherMoreRowsMayExist() {
        let window: JSON = ["start": 4, "count": 1, "total": 9, "section": 2, "sections": 3]
        #expect(document(Section(id: "s"))["window"] == window)
        #expect(document(Section(id: "s"), isApproximate: true)["window"]?["approximate"] == true)
    }
}
