import Changes
import DataSources
import JSON
import Loop
import Observables
import ViewModels
import Wire

/// A live screen: a view model bound to models, and the views it is seen through. Shared by everyone who opens its route.
///
/// Changes of a turn are gathered; at the end of the turn each view writes at most one patch.
@SceneActor package final class Scene {
    /// The number it goes by on sockets, the same for every viewer.
    package let number: Int
    /// The canonical route.
    package let route: Route
    /// What is shown. Replaced when routes lead elsewhere, such as after a change of schema.
    package private(set) var viewModel: ViewModel
    /// Why the scene has ended, if it has.
    package private(set) var endCode: String?
    private(set) var views: [View] = []

    private let onEnd: (Scene) -> Void
    private var observation: Observation?
    private var list: (any DataSource<Cell>)?
    private var listObservation: Observation?
    private var cells: [String: EncodedCell] = [:]
    private var isFlushScheduled = false
    private var hasLooked = false

    init(number: Int, route: Route, viewModel: ViewModel, onEnd: @escaping (Scene) -> Void) {
        self.number = number
        self.route = route
        self.viewModel = viewModel
        self.onEnd = onEnd
        bind()
    }

    /// Whether the models have answered once, so that the document shows something.
    package var hasLoaded: Bool { viewModel.phase == .loaded }

    /// Whether a change is known, or found now, that the views do not show yet.
    package var isBehind: Bool { isFlushScheduled || !hasAnswered || !viewModel.isCurrent }

    /// Whether the models have said something, if only why they cannot: a new view model has not yet.
    var hasAnswered: Bool { hasLoaded || viewModel.problem != nil }

    /// The view through this window; it is made if nobody holds that window now.
    package func view(at place: ClientMessage.Place, count: Int) -> View {
        var window = Window(start: 0, count: count)
        var anchor: String?
        switch place {
        case .start(let start): window.start = start
        case .anchor(let row): anchor = row
        }
        if let list = viewModel.list, list.isLoaded {
            if let row = anchor { window.start = list.position(of: row) ?? 0 }
            anchor = nil
            window = window.fitted(to: list.totalRowCount)
        }
        if let view = views.first(where: { $0.window == window && $0.anchor == anchor }) { return view }
        let view = View(scene: self, window: window, anchor: anchor)
        views.append(view)
        setNeedsFlush()
        return view
    }

    /// Shows another view model under the same route; the viewers are told what differs.
    func replace(_ viewModel: ViewModel) {
        self.viewModel.deactivate()
        self.viewModel = viewModel
        cells = [:]
        bind()
    }

    /// Ends the scene: its viewers are told, and nothing follows.
    func end(_ code: String) {
        guard endCode == nil else { return }
        endCode = code
        observation = nil
        listObservation = nil
        viewModel.deactivate()
        for view in views { view.end(code) }
        onEnd(self)
    }

    /// Lets go of views that nobody has watched since `deadline`.
    ///
    /// - Returns: Whether the scene has views left.
    func prune(idleSince deadline: ContinuousClock.Instant) -> Bool {
        let count = views.count
        views.removeAll { view in view.idleSince.map { $0 < deadline } ?? false }
        if views.count != count { display() }
        return !views.isEmpty
    }

    private func bind() {
        observation = viewModel.observe { [weak self] in self?.hear($0) }
        viewModel.activate()
        bindList()
        setNeedsFlush()
    }

    /// Listens to the list that the view model shows now.
    private func bindList() {
        if viewModel.list !== list {
            list = viewModel.list
            listObservation = list?.observe { [weak self] in self?.hear($0) }
        }
        if list?.isLoaded ?? false { viewModel.didLoad() }
    }

    private func hear(_ event: ViewModelEvent) {
        switch event {
        case .changed:
            bindList()
            setNeedsFlush()
        case .refreshed: noteLook()
        }
    }

    private func hear(_ event: ListEvent) {
        switch event {
        case .changed(let changeSet):
            let map = PathMap(changeSet)
            for view in views { view.follow(map) }
        case .loaded: bindList()
        case .failed(let problem): viewModel.problem = problem
        case .refreshed: return noteLook()
        }
        setNeedsFlush()
    }

    /// Remembers that the models have been looked at, for those who wait for that.
    private func noteLook() {
        hasLooked = true
        if views.contains(where: \.isWaitedFor) { setNeedsFlush() }
    }

    private func setNeedsFlush() {
        guard !isFlushScheduled, endCode == nil else { return }
        isFlushScheduled = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.flush() }
    }

    private func flush() {
        isFlushScheduled = false
        guard endCode == nil else { return }
        if let code = viewModel.endCode { return end(code) }
        for view in views { view.place() }
        display()
        for view in views { view.flush() }
        forgetHiddenCells()
        let looked = hasLooked
        hasLooked = false
        for view in views { view.answerWaiters(hasLooked: looked) }
    }

    /// Tells the list which rows are looked at.
    private func display() {
        viewModel.list?.display(views.map(\.window.range).sorted { $0.lowerBound < $1.lowerBound })
    }

    /// The bytes of a cell, made once for all views.
    func encoded(_ cell: Cell, id: String) -> EncodedCell {
        if let known = cells[id], known.cell === cell { return known }
        let encoded = EncodedCell(cell)
        cells[id] = encoded
        return encoded
    }

    private func forgetHiddenCells() {
        guard cells.count > views.reduce(256, { $0 + 4 * $1.window.count }) else { return }
        cells = [:]
    }
}
