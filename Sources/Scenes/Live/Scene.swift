import Changes
import DataSources
import JSON
import Loop
import Observables
import ViewModels
import Wire

/// A live screen: a view model bound to models, and the views that show it. All viewers of a route share its scene.
///
/// Changes are collected during a turn of the loop. At the end of the turn each view sends at most one patch.
@SceneActor package final class Scene {
    /// The screen that the scene shows.
    package let screen: Screen
    private(set) var views: [View] = []

    let holders: SceneHolders
    private let states: ShownStates
    private let memory: ByteAccount
    private let onEnd: (Scene) -> Void
    /// Calls its second argument once the rights of the screen's principal are known: with the code of the end of a
    /// screen that does not show what they are now, otherwise with `nil`.
    let checkRights: (Screen, @escaping (String?) -> Void) -> Void
    private var observation: Subscription?
    private var list: (any DataSource<Cell>)?
    private var listObservation: Subscription?
    private lazy var slotLists = SlotLists { [weak self] in self?.outdateViews() }
    /// The extent of the list at the last flush.
    private var extent = ListExtent()
    /// The deliveries that clients confirm after the next flush.
    private var deliveries: [Delivery] = []
    let loading = SceneLoading()

    /// The maximum number of unwatched views that are kept.
    private static let idleLimit = 32

    init(
        _ screen: Screen, shares: SceneShares, after states: ShownStates, memory: ByteAccount,
        checkRights: @escaping (Screen, @escaping (String?) -> Void) -> Void,
        onEnd: @escaping (Scene) -> Void
    ) {
        self.checkRights = checkRights
        self.screen = screen
        self.memory = memory
        self.states = states
        holders = SceneHolders(shares: shares)
        self.onEnd = onEnd
        screen.session?.hold()
        bind()
    }

    private var viewModel: ViewModel { screen.viewModel }

    /// The number of views, including unwatched ones that are still kept.
    var viewCount: Int { views.count }

    /// Keeps the scene open for a visitor that watches it or waits for one of its commands.
    package func hold(for visitor: SessionTicket) -> SceneHold { holders.add(visitor.holder) }

    /// Whether a visitor may hold the scene open, given the scenes that the visitor's address holds open alone.
    func mayBeHeld(by visitor: SessionTicket) -> Bool { holders.mayAdd(visitor.holder) }

    /// Returns the view of this window, and creates the view if needed. With `isFixed`, a window with a start does not
    /// move when rows above it come or go, until an observer is added.
    package func view(at position: WindowPosition, count: Int, isFixed: Bool = false) -> View {
        var window = Window(start: 0, count: count)
        var anchor: String?
        var isFixed = isFixed
        switch position {
        case .start(let start): window.start = start
        case .anchor(let row): (anchor, isFixed) = (row, false)
        }
        if let list = viewModel.list, list.isLoaded, list.isCounted {
            var fitted = window
            if let row = anchor { fitted.start = list.position(of: row) ?? 0 }
            fitted = fitted.fitted(to: list.totalRowCount)
            // While the list is stale, the view places its window itself, at a later flush.
            if anchor != nil || fitted != window, list.checkIsCurrent() { (window, anchor) = (fitted, nil) }
        }
        for view in views where view.window == window && view.anchor == anchor && (!isFixed || view.canBeFixed) {
            if isFixed { view.fix() }
            view.recordIdle()
            return view
        }
        dropIdleViews()
        let view = View(of: screen, through: window, anchor: anchor, after: states, in: memory) { [weak self] in
            self?.setNeedsFlush()
        }
        if isFixed { view.fix() }
        views.append(view)
        return view
    }

    /// Makes room for another view: drops the view that has been idle longest.
    private func dropIdleViews() {
        let idle = views.filter { !$0.isWatched }
        guard idle.count >= Self.idleLimit else { return }
        let oldest = idle.min { ($0.idleSince ?? .now) < ($1.idleSince ?? .now) }
        views.removeAll { $0 === oldest }
    }

    /// Drops an unwatched view, with its rows.
    func drop(_ view: View) {
        views.removeAll { $0 === view }
        screen.forgetCells()
        display()
    }

    /// Shows another view model at the same route. Viewers receive the differences.
    func replace(_ viewModel: ViewModel) {
        screen.viewModel.deactivate()
        screen.viewModel = viewModel
        loading.begin()
        bind()
    }

    /// Ends the scene and notifies its viewers. No event follows.
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

    /// Drops the views that nobody has watched since `deadline`. A command that runs without viewers goes on, but the
    /// scene's dialogs are dismissed.
    ///
    /// - Returns: Whether the scene is in use, or was after `deadline`.
    func prune(idleSince deadline: ContinuousClock.Instant) -> Bool {
        let count = views.count
        views.removeAll { view in view.idleSince.map { $0 < deadline } ?? false }
        if views.count != count { display() }
        guard views.isEmpty, holders.lastChange < deadline else { return true }
        if !holders.isEmpty { viewModel.dismissDialogs() }
        return !holders.isEmpty
    }

    private func bind() {
        observation = viewModel.observeScene { [weak self] in self?.receive($0) }
        awaitMaking()
        viewModel.activate()
        bindList()
        outdateViews()
        if viewModel.endCode != nil { setNeedsFlush() }
    }

    /// Re-creates the whole document of every view at the end of the turn.
    private func outdateViews() {
        for view in views {
            view.forgetCells()
            view.outdate()
        }
        setNeedsFlush()
    }

    /// Observes the current list of the view model.
    private func bindList() {
        if viewModel.list !== list {
            list = viewModel.list
            listObservation = list?.observe { [weak self] in self?.receive($0) }
            for view in views { view.forgetRows() }
        }
        slotLists.bind(to: viewModel)
        viewModel.recordAnswer()
    }

    private func receive(_ event: SceneEvent) {
        switch event {
        case .changed:
            bindList()
            outdateViews()
        case .refreshed: recordLook()
        case .navigated(let navigation): navigate(navigation)
        case .awaited(let delivery):
            deliveries.append(delivery)
            setNeedsFlush()
        }
    }

    /// Sends the viewers to another route. The visitor of a personal scene keeps its `controllerModel`.
    package func navigate(_ navigation: Navigation) {
        recordDeparture(navigation)
        for view in views { view.navigate(navigation) }
    }

    /// Sends the client that has set an input in the address to the new route, with the other inputs.
    package func recordDeparture(setting navigation: Navigation) {
        screen.keepState(for: navigation.route)
        recordDeparture(navigation)
    }

    /// Passes `controllerModel` to the next screen, and keeps it for the way back.
    package func recordDeparture(_ navigation: Navigation) {
        guard let session = screen.session else { return }
        let model = viewModel.controllerModel
        session.hand(model, to: screen.route.description)
        guard ![.back, .external].contains(navigation.style) else { return }
        let next = model.derived()
        next.origin = model
        session.hand(next, to: navigation.route)
    }

    private func receive(_ event: ListEvent) {
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
        case .refreshed: return recordLook()
        }
        setNeedsFlush()
    }

    /// Schedules a flush after a read of the models, if someone waits for it.
    private func recordLook() {
        if loading.isAwaited || views.contains(where: \.isWaitedFor) { setNeedsFlush() }
    }

    func setNeedsFlush() {
        guard !screen.isDirty, screen.endCode == nil else { return }
        screen.isDirty = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in
            guard let self else { return }
            Misuse.attribute(to: viewModel) { flush() }
        }
    }

    private func flush() {
        screen.isDirty = false
        let deliveries = self.deliveries
        self.deliveries = []
        guard screen.endCode == nil else { return }
        if let code = viewModel.endCode { return end(code) }
        screen.keepState()
        if let navigation = viewModel.takeQueryNavigation() { navigate(navigation) }
        let extent = ListExtent(viewModel.list)
        if !extent.isCounted || extent != self.extent { for view in views { view.outdate() } }
        self.extent = extent
        for view in views { view.place() }
        display()
        for view in views where view.isWatched {
            view.flush()
            view.confirm(deliveries)
        }
        screen.forgetHiddenCells(seeing: views.reduce(0) { $0 + $1.window.count })
        for view in views { view.answerWaiters() }
        if loading.isAwaited || !loading.isOver, viewModel.hasLoaded { loading.end() }
    }

    /// Passes the watched rows to the list, as disjoint ascending ranges. The list reports changes of these rows only.
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
