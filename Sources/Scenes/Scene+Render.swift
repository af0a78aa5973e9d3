import Changes
import DataSources
import JSON
import ViewModels
import Wire

/// A document, and where its rows stand in the list.
struct Rendering {
    let document: Document
    let rows: [IndexPath]
}

extension Scene {
    /// The document of this moment through a window, or `nil` while the list or a row of it is still being read.
    ///
    /// With `loaded` false the list is left empty until it has answered: complete, though without rows.
    func render(_ window: Window, loaded: Bool) -> Rendering? {
        if loaded, viewModel.phase != .loaded, viewModel.problem == nil { return nil }
        guard let list = viewModel.list else { return Rendering(document: document(with: nil), rows: []) }
        guard list.isLoaded else {
            if loaded, viewModel.problem == nil { return nil }
            let state = WindowState(window: window, total: 0, section: 0, sections: 0)
            let empty = DocumentList(window: state, sections: [])
            return Rendering(document: document(with: empty), rows: [])
        }
        var rows: [IndexPath] = []
        var sections: [DocumentSection] = []
        var first = 0
        var start = 0  // the position of the section's first row
        for number in 0..<list.sectionCount {
            let count = list.rowCount(in: number)
            defer { start += count }
            guard window.meets(start..<start + count) else { continue }
            let visible = (start..<start + count).clamped(to: window.range)
            let paths = visible.map { IndexPath(section: number, row: $0 - start) }
            guard let cells = rowsOfDocument(at: paths, in: list) else { return nil }
            if sections.isEmpty { first = number }
            rows += paths
            sections.append(
                DocumentSection(
                    section: list.section(at: number), start: visible.lowerBound - start, count: count, rows: cells))
        }
        let state = WindowState(window: window, total: start, section: first, sections: list.sectionCount)
        return Rendering(document: document(with: DocumentList(window: state, sections: sections)), rows: rows)
    }

    private func rowsOfDocument(at paths: [IndexPath], in list: any DataSource<Cell>) -> [DocumentSection.Row]? {
        var rows: [DocumentSection.Row] = []
        rows.reserveCapacity(paths.count)
        for path in paths {
            guard let cell = list.item(at: path) else { return nil }
            let id = list.id(at: path)
            rows.append(DocumentSection.Row(id: id, cell: encoded(cell, id: id)))
        }
        return rows
    }

    private func document(with list: DocumentList?) -> Document {
        var head: JSONObject = [
            "route": .string(route.description), "screen": .string(viewModel.screen),
            "title": .string(viewModel.title), "phase": .string(viewModel.phase.rawValue),
            "inputs": .object(viewModel.inputs), "outputs": .object(viewModel.outputs),
        ]
        for (name, value) in viewModel.members { head[name] = value }
        head["commands"] = .object(JSONObject(viewModel.commands.map { ($0.name, .object($0.json)) }))
        var tail: JSONObject = ["dialog": .null]
        if let problem = viewModel.problem {
            tail["problem"] = ["code": .string(problem.code), "message": .string(problem.message)]
        }
        return Document(head: head, list: list, tail: tail)
    }
}

extension Window {
    /// Whether a section that fills these positions is listed in the window; an empty one is where it begins.
    fileprivate func meets(_ positions: Range<Int>) -> Bool {
        positions.isEmpty ? range.contains(positions.lowerBound) : range.overlaps(positions)
    }
}

extension Command {
    /// The command as a document shows it.
    fileprivate var json: JSONObject {
        var json: JSONObject = ["title": .string(title), "enabled": .bool(isEnabled)]
        if !arguments.isEmpty { json["arguments"] = .object(arguments) }
        return json
    }
}
