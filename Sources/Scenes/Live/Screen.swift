import Changes
import DataSources
import JSON
import Loop
import ViewModels
import Wire

/// A document and its rows.
struct Rendering {
    let document: Document
    let rows: [SeenRow]
}

/// A row of a document: its path in the list, and its encoded cell while the cell is valid.
struct SeenRow {
    let path: IndexPath
    var cell: EncodedCell?
}

/// A view model shown at a route, and its documents, one for each window.
@SceneActor package final class Screen {
    /// The number that identifies the screen on sockets, the same for every viewer.
    package let number: Int
    /// The canonical route.
    package let route: Route
    /// The key of the screen: the route, preceded by the session's id if the screen is personal, by the audience if
    /// rules limit the screen, and by the language if the app has several.
    package let key: String
    /// The rights under which the screen shows its content.
    package let audience: Audience
    /// The principal who opened the screen first, one of the audience.
    let principal: Principal
    /// Whether each visitor has a separate instance.
    package var isPersonal: Bool { session != nil }
    /// The session of the visitor, if the screen is personal.
    package let session: Session?
    /// The visitor's tab, if each tab has a scene of its own.
    package let tab: String?
    /// The language of the screen, if the app has several.
    package let language: Language?
    private let plan: ScreenPlan
    /// The routes between the root and the route that have no screen.
    let gaps: [String]
    /// The view model. It is replaced when the route shows something else, such as after a change of schema.
    package internal(set) var viewModel: ViewModel { didSet { cells = [:] } }
    /// The code of the reason why the screen ended; `nil` before that.
    package internal(set) var endCode: String?
    /// Why the screen was not made, once it has ended for this reason.
    package var refusal: Refusal?
    /// Whether a change is known that the views do not show yet.
    var isDirty = false
    private var cells: [ExactName: EncodedCell] = [:]
    /// Called with a problem whose text the audience does not get.
    var onHiddenProblem: ((ListProblem) -> Void)?
    private var hiddenProblem: ListProblem?  // the last one

    init(
        number: Int, _ plan: ScreenPlan, for principal: Principal, in session: Session?, tab: String?,
        language: Language?
    ) {
        self.number = number
        (self.plan, self.tab, self.language) = (plan, tab, language)
        route = plan.route
        gaps = plan.gaps()
        audience = plan.audience
        self.principal = principal
        self.session = session
        viewModel = Making.make(at: plan.route, isShared: session == nil, in: language) {
            plan.makeViewModel(for: session, principal, tab: tab)
        }
        key = Self.key(of: route, for: session, tab: tab, in: plan.audience, language)
    }

    /// Whether only operators may open the screen.
    package var isForOperators: Bool { plan.isForOperators }

    /// Returns the key of the scene of a route: one for each audience and language, and one for each visitor or tab if
    /// the scene is personal.
    package static func key(
        of route: Route, for session: Session?, tab: String? = nil, in audience: Audience, _ language: Language? = nil
    ) -> String {
        let name = Session.name(of: route.description, in: tab)
        let person = session.map { "\($0.id) \(name)" } ?? name
        let key = language.map { "\($0.tag) \(person)" } ?? person
        return audience.isLimited ? "\(audience.name) \(key)" : key
    }

    /// Returns a problem as the audience may know it: with texts of the database only where no rule limits the screen.
    package func told(_ problem: ListProblem?) -> ListProblem? {
        guard let problem, audience.isLimited else { return problem }
        if problem != hiddenProblem { onHiddenProblem?(problem) }
        hiddenProblem = problem
        return ListProblem(code: problem.code, message: "This cannot be read at the moment.")
    }

    /// Keeps the visitor's inputs and choices in the session.
    func keepState() {
        guard !(viewModel is PendingViewModel) else { return }
        session?.keep(viewModel.keptState, of: Session.name(of: route.description, in: tab))
    }

    /// Gives a view model that has taken time to be made its inputs.
    func restore(_ viewModel: ViewModel) { plan.restore(viewModel, from: session, tab: tab) }

    /// Keeps the inputs for another route of the same screen, where its visitor goes because of an input in the
    /// address.
    func keepState(for route: String) {
        session?.keep(viewModel.keptState, of: Session.name(of: Route(route)?.description ?? route, in: tab))
    }

    /// Whether the models have answered once, so that the document has content.
    package var hasLoaded: Bool { viewModel.isReady }

    /// Whether the models have answered and the rows of the list are loaded.
    package var isKnown: Bool { hasLoaded && viewModel.list?.isLoaded != false }

    /// Returns whether the views lack a change. Checks for a commit.
    package func checkIsBehind() -> Bool { isDirty || !hasAnswered || !viewModel.checkIsCurrent() }

    /// Whether the models have answered, if only with a problem. A new view model has not.
    var hasAnswered: Bool { hasLoaded || viewModel.problem != nil }

    /// Returns the current document for a window, or `nil` while the list or one of its rows is still being read.
    ///
    /// If `loaded` is false, the list stays empty until it has answered, and the document is complete without rows.
    /// Cells in `known` are reused; other cells are requested from the list.
    func render(_ window: Window, loaded: Bool, known: [SeenRow] = []) -> Rendering? {
        if loaded, !viewModel.isReady, viewModel.problem == nil { return nil }
        guard let list = viewModel.list else { return Rendering(document: document(with: nil), rows: []) }
        guard list.isLoaded else {
            if loaded, viewModel.problem == nil { return nil }
            var state = WindowState(window: window, total: 0, section: 0, sections: 0)
            state.isApproximate = true  // the number of rows is unknown
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
        (state.isApproximate, state.isSearching) = (!list.isCounted, list.isSearching)
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

    /// Returns the loaded rows among the first rows of a section of an embedded list.
    func rowsOfDocument(inSection number: Int, first count: Int, of list: any DataSource<Cell>) -> [EncodedCell] {
        (0..<count).compactMap { row in
            let path = IndexPath(section: number, row: row)
            guard let cell = list.item(at: path) else { return nil }
            return EncodedCell(cell, id: list.id(at: path))
        }
    }

    /// Returns an encoded cell, which is encoded once for all views.
    private func encoded(_ cell: Cell, id: String) -> EncodedCell {
        if let known = cells[ExactName(id)], known.cell === cell { return known }
        let encoded = EncodedCell(cell, id: id)
        cells[ExactName(id)] = encoded
        return encoded
    }

    /// Drops the encoded cells.
    func forgetCells() { cells = [:] }

    /// Drops the encoded cells when there are many more than visible rows.
    func forgetHiddenCells(seeing rows: Int) {
        if cells.count > 256 + 4 * rows { cells = [:] }
    }
}

extension Window {
    /// Whether the window includes a section at these positions. An empty section counts at its start.
    fileprivate func meets(_ positions: Range<Int>) -> Bool {
        positions.isEmpty ? range.contains(positions.lowerBound) : range.overlaps(positions)
    }
}
