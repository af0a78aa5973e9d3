import Changes
import DataSources
import JSON
import Loop
import ViewModels
import Wire

/// A scene seen through one window. All viewers of the window share the view.
///
/// A window that starts at 0 stays at the top. Any other window is anchored to its first row (protocol, section 3). Its
/// number of rows never changes. Its start changes as rows come and go above it.
@SceneActor package final class View {
    /// The screen that the view shows.
    package let screen: Screen
    /// The current window.
    package private(set) var window: Window
    /// The current state, once there is one.
    @exclusivity(unchecked) package private(set) var state: ViewState?
    /// The time when the last viewer left, for pruning; `nil` while there are viewers.
    @exclusivity(unchecked) private(set) var idleSince: ContinuousClock.Instant?

    private var rows: [SeenRow] = []  // the rows in the window, at their current paths
    private(set) var history = PatchHistory()
    @exclusivity(unchecked) private(set) var observers: [any ViewObserver] = []
    @exclusivity(unchecked) private var waiters: [ViewWaiter] = []
    private var deliveries: [Delivery] = []  // to be confirmed when the state is not stale
    let states: ShownStates
    /// The memory that the view holds, and the address that it counts for.
    let holding: ByteHolding
    let memory: ByteAccount
    /// The size of the document when last measured, and the bytes of all patches since.
    @exclusivity(unchecked) var measured = (document: 0, since: 0)
    /// The last patch from a document that was saved before a restart.
    var recalled: (from: Digest, to: Digest, patch: [UInt8])?
    /// Called when someone waits for this view to become current.
    private let onWait: () -> Void

    init(
        of screen: Screen, through window: Window, anchor: String?, after states: ShownStates, in memory: ByteAccount,
        onWait: @escaping () -> Void
    ) {
        self.memory = memory
        holding = ByteHolding(.idleViews, in: memory)
        self.screen = screen
        self.states = states
        self.onWait = onWait
        self.window = window
        self.anchor = anchor
        idleSince = .now
    }

    /// The row where the window will start, while the list is not loaded.
    private(set) var anchor: String?
    /// Whether the state may lag behind the models: the view had no viewers, or a row is still being read.
    private(set) var isStale = false
    /// Whether the state shows an answer of the models, and not an empty list in its place.
    private var isKnown = false
    /// Whether something in the document may have changed since the last flush.
    private var isOutdated = true
    /// Whether the window stays in its place. Otherwise, it follows its first row.
    private var isFixed = false

    /// Whether the view has viewers or waiters.
    package var isWatched: Bool { !observers.isEmpty || !waiters.isEmpty }
    /// Whether someone waits for the state to show committed changes.
    var isWaitedFor: Bool { !waiters.isEmpty }

    /// Returns whether the state shows every committed change, or is final because the scene has ended. Checks for a
    /// commit.
    package func checkIsCurrent() -> Bool {
        screen.endCode != nil || (state != nil && !isStale && !screen.checkIsBehind())
    }

    /// The state, if it shows an answer of the models and every committed change. Checks for a commit.
    package var presentState: ViewState? {
        isKnown && !isStale && !screen.isDirty && screen.endCode == nil && screen.viewModel.checkIsCurrent()
            ? state : nil
    }

    /// The state, if it shows an answer of the models that was read at `start` or later, with the number of rows.
    package func state(readSince start: ContinuousClock.Instant) -> ViewState? {
        let isWhole = isKnown && !screen.isDirty && screen.endCode == nil && isCounted
        return isWhole && readAt.map { start <= $0 } ?? false ? state : nil
    }

    /// The state, if it shows an answer of the models, current or not.
    package var knownState: ViewState? { isKnown && screen.isKnown ? state : nil }

    /// Returns how to bring a viewer with the state `digest` to the current state.
    package func catchUp(since digest: Digest?) -> CatchUp? {
        guard let state else { return nil }
        if digest == state.digest { return .current(state) }
        guard let digest, let patch = history.patch(since: digest) ?? patch(fromBefore: digest) else {
            return .snapshot(state)
        }
        return Self.shorter(.patch(from: digest, patch, state))
    }

    /// Adds an observer, which receives every update from now on.
    package func add(_ observer: any ViewObserver) {
        observers.append(observer)
        isFixed = false
        idleSince = nil
    }

    /// Whether no observer needs the window to follow its first row. A window at the top follows none.
    var canBeFixed: Bool { observers.isEmpty || window.start == 0 }

    /// Keeps the window in its place until an observer is added.
    func fix() { isFixed = observers.isEmpty }

    /// Removes an observer.
    package func remove(_ observer: any ViewObserver) {
        observers.removeAll { $0 === observer }
        recordIdle()
    }

    /// Calls `body` once the state shows every change that was committed before this call, or once the scene has ended.
    /// Calls `body` at once if the state is current, and after `patience` in any case, with the latest state.
    ///
    /// - Parameter isCounted: Whether to wait for the number of rows of a long list, too. Otherwise the first rows are
    ///   enough.
    package func whenCurrent(
        patience: Duration, isCounted: Bool = true, _ body: @escaping @SceneActor () -> Void
    ) {
        if checkIsCurrent() { return body() }
        wait(as: ViewWaiter(since: .now, isCounted: isCounted, body), patience)
    }

    /// Calls `body` once the state has its rows, current or not, or once the scene has ended. Calls `body` after
    /// `patience` in any case.
    package func whenReady(patience: Duration, _ body: @escaping @SceneActor () -> Void) {
        if screen.endCode != nil || (state != nil && !isStale) { return body() }
        wait(as: ViewWaiter(since: nil, isCounted: false, body), patience)
    }

    private func wait(as waiter: ViewWaiter, _ patience: Duration) {
        waiters.append(waiter)
        idleSince = nil
        onWait()
        waiter.timer = EventLoop.shared.after(patience) { [weak self] in self?.giveUp(waiter) }
    }

    private func giveUp(_ waiter: ViewWaiter) {
        waiters.removeAll { $0 === waiter }
        settle()
        waiter.answer()
        recordIdle()
    }

    /// Creates a state without rows if the models have not answered yet.
    private func settle() {
        guard state == nil, let rendering = screen.render(window, loaded: false) else { return }
        state = ViewState(document: rendering.document, digest: rendering.document.digest, begun: .now, holding)
        measure()
    }

    /// Whether the view shows this window. Decided without the list, so `false` may be wrong.
    package func stands(at position: WindowPosition, count: Int) -> Bool {
        guard case .start(let start) = position else { return false }
        return anchor == nil && window == Window(start: start, count: count)
    }

    /// Marks the view as idle from now on, unless it is still watched.
    package func recordIdle() {
        guard !isWatched else { return }
        idleSince = .now
        holding.move(to: .idleViews, for: nil)
    }
}

extension View {
    /// Marks the part of the document around the rows as changed.
    func outdate() { isOutdated = true }

    /// Drops the encoded cells, because unknown rows may have changed.
    func forgetCells() {
        for index in rows.indices { rows[index].cell = nil }
    }

    /// Moves the rows to their new paths after a change set. The content at the paths in `changed` has changed.
    func follow(_ map: PathMap, changed: Set<IndexPath>) {
        let former = rows
        rows = former.compactMap { row in
            map.unmoved(row.path).map { path in  // a cell may depend on its position
                path == row.path && !changed.contains(path) ? row : SeenRow(path: path)
            }
        }
        let isSame = rows.elementsEqual(former) { $0.path == $1.path && !changed.contains($1.path) }
        if rows.isEmpty || !isSame { isOutdated = true }
    }

    /// Drops the rows, because another list is shown.
    func forgetRows() {
        rows = []
        isOutdated = true
    }

    /// Marks a view without viewers as stale. It is brought up to date for the next viewer.
    func skip() {
        isStale = true
        forgetCells()
    }

    /// Places the window: at its anchor, at its first remaining row, and within the list.
    func place() {
        guard let list = screen.viewModel.list, list.isLoaded, list.isCounted else { return }
        let former = window
        if let anchor {
            window.start = list.position(of: anchor) ?? 0
            self.anchor = nil
        } else if window.start > 0, !isFixed, let first = rows.first {
            window.start = list.position(of: first.path)
        }
        window = window.fitted(to: list.totalRowCount)
        if window != former { isOutdated = true }
    }

    /// Renders the document and sends the changes to all observers. Does nothing if nothing can have changed. While a
    /// row is still being read, keeps the last rows, and shows only a new problem.
    func flush() {
        guard isOutdated || isStale else { return }
        isStale = true
        let start = ContinuousClock.now
        if anchor != nil, screen.viewModel.list?.isCounted == false { return }  // the start is still unknown
        let whole = screen.render(window, loaded: true, known: rows)
        isStale = whole == nil
        isOutdated = isStale
        if whole != nil { isKnown = screen.isKnown }
        guard let rendering = whole ?? lastKnown else { return }
        rows = rendering.rows
        let document = rendering.document
        let digest = document.digest
        guard let old = state else {
            state = ViewState(document: document, digest: digest, begun: start, holding)
            return measure()
        }
        guard digest != old.digest, let patch = document.patch(from: old.document) else { return }
        state = ViewState(document: document, digest: digest, begun: start, holding)
        history.append(from: old.digest, patch: patch)
        measure(after: patch)
        let update = Update(from: old, to: digest, patch: patch)
        for observer in observers { observer.viewDidUpdate(update) }
    }

    /// The last rows with the current problem, if rows cannot be read.
    private var lastKnown: Rendering? {
        guard screen.viewModel.problem != nil, let state else { return nil }
        return Rendering(document: screen.document(with: state.document.list), rows: rows)
    }

    /// Asks the viewers to confirm deliveries, once the state is not stale.
    func confirm(_ more: [Delivery]) {
        deliveries += more
        guard !deliveries.isEmpty, !isStale || observers.isEmpty else { return }
        for delivery in deliveries { for observer in observers { observer.viewAwaits(delivery) } }
        deliveries = []
    }

    /// Sends all viewers to another route.
    func navigate(_ navigation: Navigation) {
        for observer in observers { observer.viewDidNavigate(navigation) }
    }

    /// Tells all observers that the scene has ended.
    func end(_ code: String) {
        for observer in observers { observer.viewDidEnd(code: code) }
        observers = []
        deliveries = []
        answerWaiters()
    }

    /// Resumes the waiters whose changes the state shows. If no change is pending, those are all waiters. Otherwise
    /// they are the waiters that began before the read of the models that the state shows.
    func answerWaiters() {
        guard !waiters.isEmpty else { return }
        let isOver = screen.endCode != nil || (isShown && !screen.checkIsBehind())
        let isKnown = isShown && screen.hasAnswered
        let (readAt, isCounted) = (readAt, isCounted)
        let done = waiters.filter { waiter in
            guard !isOver, let start = waiter.start else { return isOver || isKnown }
            return readAt.map { start <= $0 && (isCounted || !waiter.isCounted) } ?? false
        }
        waiters.removeAll { waiter in done.contains { $0 === waiter } }
        for waiter in done { waiter.answer() }
        recordIdle()
    }

    /// Whether the state shows rows, or the problem that prevents reading them.
    private var isShown: Bool { state != nil && (!isStale || screen.viewModel.problem != nil) }

    /// Whether the number of rows is known.
    private var isCounted: Bool { screen.viewModel.list?.isCounted ?? true }

    /// The time when reading of the models that the state shows began; `nil` if unknown.
    private var readAt: ContinuousClock.Instant? {
        isShown && screen.hasAnswered ? screen.viewModel.readAt : nil
    }
}
