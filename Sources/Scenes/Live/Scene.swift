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
    /// What is shown.
    package let screen: Screen
    private(set) var views: [View] = []

    let holders: SceneHolders
    private let states: ShownStates
    private let memory: ByteAccount
    private let onEnd: (Scene) -> Void
    private var observation: Subscription?
    private var list: (any DataSource<Cell>)?
    private var listObservation: Subscription?
    private lazy var slotLists = SlotLists { [weak self] in self?.outdateViews() }
    /// What every window shows of the whole list, as of the last flush.
    private var extent = ListExtent()
    let loading = SceneLoading()

    /// How many views that nobody watches are kept.
    private static let idleLimit = 32

    init(
        _ screen: Screen, shares: SceneShares, after states: ShownStates, memory: ByteAccount,
        onEnd: @escaping (Scene) -> Void
    ) {
        self.screen = screen
        self.memory = memory
        self.states = states
        holders = SceneHolders(shares: shares)
        self.onEnd = onEnd
        screen.session?.hold()
        bind()
    }

    private var viewModel: ViewModel { screen.viewModel }

    /// How many windows it is seen through, or was a moment ago.
    var viewCount: Int { views.count }

    /// Keeps the scene open for a visitor who watches it, or has asked something of it that goes on.
    package func hold(for visitor: SessionTicket) -> SceneHold { holders.add(visitor.address) }

    /// Whether a visitor may keep it open, with what they keep open alone.
    func mayBeHeld(by visitor: SessionTicket) -> Bool { holders.mayAdd(visitor.address) }

    /// The view through this window; it is made if nobody holds that window now.
    package func view(at place: ClientMessage.Place, count: Int) -> View {
        var window = Window(start: 0, count: count)
        var anchor: String?
        switch place {
        case .start(let start): window.start = start
        case .anchor(let row): anchor = row
        }
        if let list = viewModel.list, list.isLoaded, list.isCounted {
            var fitted = window
            if let row = anchor { fitted.start = list.position(of: row) ?? 0 }
            fitted = fitted.fitted(to: list.totalRowCount)
            // In a list that has changed meanwhile the view places itself, when that is known. Asking looks for a commit.
            if anchor != nil || fitted != window, list.isCurrent { (window, anchor) = (fitted, nil) }
        }
        for view in views where view.window == window && view.anchor == anchor {
            view.noteIdle()
            return view
        }
        dropIdleViews()
        let view = View(of: screen, through: window, anchor: anchor, after: states, in: memory) { [weak self] in
            self?.setNeedsFlush()
        }
        views.append(view)
        return view
    }

    /// Makes room for another view: the one goes that was idle for longest.
    private func dropIdleViews() {
        let idle = views.filter { !$0.isWatched }
        guard idle.count >= Self.idleLimit else { return }
        let oldest = idle.min { ($0.idleSince ?? .now) < ($1.idleSince ?? .now) }
        views.removeAll { $0 === oldest }
    }

    /// Lets go of a view that nobody watches, with its rows.
    func drop(_ view: View) {
        views.removeAll { $0 === view }
        screen.forgetCells()
        display()
    }

    /// Shows another view model under the same route; the viewers are told what differs.
    func replace(_ viewModel: ViewModel) {
        screen.viewModel.deactivate()
        screen.viewModel = viewModel
        loading.begin()
        bind()
    }

    /// Ends the scene: its viewers are told, and nothing follows.
    func end(_ code: String) {
        guard screen.endCode == nil else { return }
        screen.endCode = code
        observation = nil
        listObservation = nil
        viewModel.deactivate()
        holders.end()
        screen.session?.release()
        for view in views { view.end(code) }
        loading.end()
        onEnd(self)
    }

    /// Lets go of views that nobody has watched since `deadline`. What goes on without viewers goes on; what it asks them is
    /// not answered any more.
    ///
    /// - Returns: Whether the scene is in use, or was since then.
    func prune(idleSince deadline: ContinuousClock.Instant) -> Bool {
        let count = views.count
        views.removeAll { view in view.idleSince.map { $0 < deadline } ?? false }
        if views.count != count { display() }
        guard views.isEmpty, holders.lastChange < deadline else { return true }
        if !holders.isEmpty { viewModel.dismissDialogs() }
        return !holders.isEmpty
    }

    private func bind() {
        observation = viewModel.observeScene { [weak self] in self?.hear($0) }
        viewModel.activate()
        bindList()
        outdateViews()
    }

    /// Has every view made anew at the end of the turn, with all that it shows.
    private func outdateViews() {
        for view in views {
            view.forgetCells()
            view.outdate()
        }
        setNeedsFlush()
    }

    /// Listens to the list that the view model shows now.
    private func bindList() {
        if viewModel.list !== list {
            list = viewModel.list
            listObservation = list?.observe { [weak self] in self?.hear($0) }
            for view in views { view.forgetRows() }
        }
        slotLists.bind(to: viewModel)
        viewModel.noteAnswer()
    }

    private func hear(_ event: SceneEvent) {
        switch event {
        case .changed:
            bindList()
            outdateViews()
        case .refreshed: noteLook()
        case .navigated(let navigation): navigate(navigation)
        }
    }

    /// Sends the viewers elsewhere, with how the visitor of a personal scene looks at things.
    package func navigate(_ navigation: Navigation) {
        noteDeparture(navigation)
        for view in views { view.navigate(navigation) }
    }

    /// Hands on how the visitor looks at things to the screen that they go to.
    package func noteDeparture(_ navigation: Navigation) {
        screen.session?.hand(viewModel.controllerModel.derived(), to: navigation.route)
    }

    private func hear(_ event: ListEvent) {
        switch event {
        case .changed(let changeSet):
            let map = PathMap(changeSet)
            let changed = changeSet.changedRows
            let isConcerned = !changeSet.keepsSections
            for view in views {
                view.follow(map, changed: changed)
                if isConcerned { view.outdate() }
            }
        case .loaded:
            for view in views { view.forgetCells() }
            bindList()
        case .failed(let problem):
            viewModel.problem = problem
            outdateViews()
        case .refreshed: return noteLook()
        }
        setNeedsFlush()
    }

    /// The models have been looked at: that may be what somebody waits for.
    private func noteLook() {
        if loading.isAwaited || views.contains(where: \.isWaitedFor) { setNeedsFlush() }
    }

    func setNeedsFlush() {
        guard !screen.isDirty, screen.endCode == nil else { return }
        screen.isDirty = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.flush() }
    }

    private func flush() {
        screen.isDirty = false
        guard screen.endCode == nil else { return }
        if let code = viewModel.endCode { return end(code) }
        screen.keepState()
        let extent = ListExtent(viewModel.list)
        if !extent.isCounted || extent != self.extent { for view in views { view.outdate() } }
        self.extent = extent
        for view in views { view.place() }
        display()
        for view in views where view.isWatched { view.flush() }
        screen.forgetHiddenCells(seeing: views.reduce(0) { $0 + $1.window.count })
        for view in views { view.answerWaiters() }
        if loading.isAwaited || !loading.isOver, viewModel.hasLoaded { loading.end() }
    }

    /// Tells the list which rows are looked at: disjoint ranges, ascending. Nobody is told of changes of the others.
    private func display() {
        var ranges: [Range<Int>] = []
        let windows = views.lazy.filter(\.isWatched).map(\.window.range)
        for range in windows.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        for view in views where !view.isWatched { view.skip() }
        viewModel.list?.display(ranges)
        slotLists.display(!ranges.isEmpty)
    }
}
