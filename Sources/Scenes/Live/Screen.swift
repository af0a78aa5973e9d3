import Changes
import DataSources
import JSON
import Loop
import ViewModels
import Wire

/// A document, and its rows.
struct Rendering {
    let document: Document
    let rows: [SeenRow]
}

/// A row of a document: where it stands in the list, and what it is seen as, while that is known to hold.
struct SeenRow {
    let path: IndexPath
    var cell: EncodedCell?
}

/// What is shown under a route: a view model, and the documents it is seen as through windows.
@SceneActor package final class Screen {
    /// The number it goes by on sockets, the same for every viewer.
    package let number: Int
    /// The canonical route.
    package let route: Route
    /// What it is known by: the route, with the visitor before it if it is personal.
    package let key: String
    /// Whether each visitor has one of their own.
    package var isPersonal: Bool { session != nil }
    /// Whose it is, if it is personal.
    package let session: Session?
    /// What is shown. Replaced when routes lead elsewhere, such as after a change of schema.
    package internal(set) var viewModel: ViewModel { didSet { cells = [:] } }
    /// Why there is nothing to show any more, if that is so.
    package internal(set) var endCode: String?
    /// Whether a change is known that the views do not show yet.
    var isDirty = false
    private var cells: [RowName: EncodedCell] = [:]

    init(number: Int, route: Route, session: Session?, viewModel: ViewModel) {
        self.number = number
        self.route = route
        self.session = session
        self.viewModel = viewModel
        key = Self.key(of: route, for: session)
    }

    /// What the scene of a route is known by, for a visitor if it is personal.
    package static func key(of route: Route, for session: Session?) -> String {
        session.map { "\($0.id) \(route)" } ?? route.description
    }

    /// Keeps in the visitor's session what they have chosen and typed here.
    func keepState() {
        session?.keep(viewModel.keptState, of: route.description)
    }

    /// Whether the models have answered once, so that the document shows something.
    package var hasLoaded: Bool { viewModel.isReady }

    /// Whether there is something to be shown: what the models hold, and the rows of the list.
    package var isKnown: Bool { hasLoaded && viewModel.list?.isLoaded != false }

    /// Whether a change is known, or found now, that the views do not show yet.
    package var isBehind: Bool { isDirty || !hasAnswered || !viewModel.isCurrent }

    /// Whether the models have said something, if only why they cannot: a new view model has not yet.
    var hasAnswered: Bool { hasLoaded || viewModel.problem != nil }

    /// The document of this moment through a window, or `nil` while the list or a row of it is still being read.
    ///
    /// With `loaded` false the list is left empty until it has answered: complete, though without rows. The cells of `known` are
    /// taken as they are, the others are asked for.
    func render(_ window: Window, loaded: Bool, known: [SeenRow] = []) -> Rendering? {
        if loaded, !viewModel.isReady, viewModel.problem == nil { return nil }
        guard let list = viewModel.list else { return Rendering(document: document(with: nil), rows: []) }
        guard list.isLoaded else {
            if loaded, viewModel.problem == nil { return nil }
            let state = WindowState(window: window, total: 0, section: 0, sections: 0)
            let empty = DocumentList(window: state, sections: [])
            return Rendering(document: document(with: empty), rows: [])
        }
        let known = Dictionary(known.compactMap { row in row.cell.map { (row.path, $0) } }) { first, _ in first }
        var rows: [SeenRow] = []
        var sections: [DocumentSection] = []
        var first = 0
        var start = 0  // the position of the section's first row
        for number in 0..<list.sectionCount {
            let count = list.rowCount(in: number)
            defer { start += count }
            guard window.meets(start..<start + count) else { continue }
            let visible = (start..<start + count).clamped(to: window.range)
            let paths = visible.map { IndexPath(section: number, row: $0 - start) }
            guard let cells = rowsOfDocument(at: paths, in: list, known: known) else { return nil }
            if sections.isEmpty { first = number }
            rows += zip(paths, cells).map { SeenRow(path: $0, cell: $1) }
            sections.append(
                DocumentSection(
                    section: section(number, of: list, in: viewModel), start: visible.lowerBound - start, count: count,
                    rows: cells))
        }
        var state = WindowState(window: window, total: start, section: first, sections: list.sectionCount)
        state.isApproximate = !list.isCounted
        return Rendering(document: document(with: DocumentList(window: state, sections: sections)), rows: rows)
    }

    private func rowsOfDocument(
        at paths: [IndexPath], in list: any DataSource<Cell>, known: [IndexPath: EncodedCell]
    ) -> [EncodedCell]? {
        var rows: [EncodedCell] = []
        rows.reserveCapacity(paths.count)
        for path in paths {
            let cell = known[path] ?? list.item(at: path).map { encoded($0, id: list.id(at: path)) }
            guard let cell else { return nil }
            rows.append(cell)
        }
        return rows
    }

    /// The first rows of a section of an embedded list, those that have been read.
    func rowsOfDocument(inSection number: Int, first count: Int, of list: any DataSource<Cell>) -> [EncodedCell] {
        (0..<count).compactMap { row in
            let path = IndexPath(section: number, row: row)
            guard let cell = list.item(at: path) else { return nil }
            return EncodedCell(cell, id: list.id(at: path))
        }
    }

    /// The bytes of a cell, made once for all views.
    private func encoded(_ cell: Cell, id: String) -> EncodedCell {
        if let known = cells[RowName(id)], known.cell === cell { return known }
        let encoded = EncodedCell(cell, id: id)
        cells[RowName(id)] = encoded
        return encoded
    }

    /// Keeps the bytes of no cell that no document has.
    func forgetCells() { cells = [:] }

    /// Keeps no more bytes of cells than a few times the rows that are seen.
    func forgetHiddenCells(seeing rows: Int) {
        if cells.count > 256 + 4 * rows { cells = [:] }
    }
}

extension Window {
    /// Whether a section that fills these positions is listed in the window; an empty one is where it begins.
    fileprivate func meets(_ positions: Range<Int>) -> Bool {
        positions.isEmpty ? range.contains(positions.lowerBound) : range.overlaps(positions)
    }
}
