import Changes
import DataSources
import JSON
import Loop
import ViewModels
import Wire

/// A scene seen through one window, shared by all viewers who hold that window.
///
/// A window that starts at 0 sticks to the top; any other is anchored to its first row (protocol, section 3). Its number
/// of rows never changes; its start does, as rows come and go above it.
@SceneActor package final class View {
    /// What is seen.
    package let screen: Screen
    /// Where the window stands now.
    package private(set) var window: Window
    /// The present state, once there is one.
    @exclusivity(unchecked) package private(set) var state: ViewState?
    /// When the last viewer went, for pruning; `nil` while there are viewers.
    @exclusivity(unchecked) private(set) var idleSince: ContinuousClock.Instant?

    private var rows: [SeenRow] = []  // the rows in the window, wherever they stand now
    private(set) var history = PatchHistory()
    @exclusivity(unchecked) private(set) var observers: [any ViewObserver] = []
    @exclusivity(unchecked) private var waiters: [ViewWaiter] = []
    let states: ShownStates
    /// What is kept for the view, and for whom.
    let holding: ByteHolding
    let memory: ByteAccount
    /// The memory that the document takes, as of when it was last measured, and the bytes of the patches since.
    @exclusivity(unchecked) var measured = (document: 0, since: 0)
    /// The last patch from a document of before a restart.
    var recalled: (from: Digest, to: Digest, patch: [UInt8])?
    /// Told when somebody waits for this view to be made current.
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

    /// The row that the window is to start at, while the list is not known.
    private(set) var anchor: String?

    /// Whether the state does not show what the models do: nobody watched, or a row is still being read.
    private(set) var isStale = false

    /// Whether the state shows something (``Screen/isKnown``): what changes that, makes the view anew.
    private var isKnown = false

    /// Whether something that it shows may have changed since the last flush.
    private var isOutdated = true

    /// Whether anybody waits for or watches this view.
    package var isWatched: Bool { !observers.isEmpty || !waiters.isEmpty }

    /// Whether somebody waits for the state to show what has been committed.
    var isWaitedFor: Bool { !waiters.isEmpty }

    /// Whether the state shows every change that has been committed, or nothing follows because the scene has ended. Asking
    /// looks for a commit.
    package var isCurrent: Bool { screen.endCode != nil || (state != nil && !isStale && !screen.isBehind) }

    /// The state, if it shows something and every change that has been committed. Asking looks for a commit.
    package var presentState: ViewState? {
        isKnown && !isStale && !screen.isDirty && screen.endCode == nil && screen.viewModel.isCurrent ? state : nil
    }

    /// What a viewer has to be given who holds the state `digest`.
    package func catchUp(since digest: Digest?) -> CatchUp? {
        guard let state else { return nil }
        if digest == state.digest { return .current(state) }
        guard let digest, let patch = history.patch(since: digest) ?? patch(fromBefore: digest) else {
            return .snapshot(state)
        }
        return Self.shorter(.patch(from: digest, patch, state))
    }

    /// Adds a watcher. It hears every update from now on.
    package func add(_ observer: any ViewObserver) {
        observers.append(observer)
        idleSince = nil
    }

    /// Removes a watcher.
    package func remove(_ observer: any ViewObserver) {
        observers.removeAll { $0 === observer }
        noteIdle()
    }

    /// Calls `body` when the state shows every change that was committed before this call, or when the scene has ended;
    /// at once if that is so now, and after `patience` in any case, with the best there is.
    ///
    /// - Parameter isCounted: Whether a long list has to be counted, too; otherwise its first rows will do.
    package func whenCurrent(
        patience: Duration, isCounted: Bool = true, _ body: @escaping @SceneActor () -> Void
    ) {
        if isCurrent { return body() }
        wait(as: ViewWaiter(since: .now, isCounted: isCounted, body), patience)
    }

    /// Calls `body` when the state has its rows, whatever has been committed meanwhile, or when the scene has ended; after
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
        noteIdle()
    }

    /// Makes a state without the rows if the models have not answered yet.
    private func settle() {
        guard state == nil, let rendering = screen.render(window, loaded: false) else { return }
        state = ViewState(document: rendering.document, digest: rendering.document.digest, begun: .now, holding)
        measure()
    }

    /// Whether the window is the one that is asked for, as far as can be told without the list.
    package func stands(at place: ClientMessage.Place, count: Int) -> Bool {
        guard case .start(let start) = place else { return false }
        return anchor == nil && window == Window(start: start, count: count)
    }

    /// Notes that the view was in use until now, unless it still is.
    package func noteIdle() {
        guard !isWatched else { return }
        idleSince = .now
        holding.move(to: .idleViews, for: nil)
    }
}

extension View {
    /// Notes that what it shows around the rows may have changed.
    func outdate() {
        isOutdated = true
    }

    /// Notes that rows may be seen as something else, though nobody has said which.
    func forgetCells() {
        for index in rows.indices { rows[index].cell = nil }
    }

    /// Follows the rows through a change set, which has changed the content of those at some paths.
    func follow(_ map: PathMap, changed: Set<IndexPath>) {
        let former = rows
        rows = former.compactMap { row in
            map.unmoved(row.path).map { path in  // what a cell says may depend on where it stands
                path == row.path && !changed.contains(path) ? row : SeenRow(path: path)
            }
        }
        let isSame = rows.elementsEqual(former) { $0.path == $1.path && !changed.contains($1.path) }
        if rows.isEmpty || !isSame { isOutdated = true }
    }

    /// Another list is shown: its rows stand elsewhere.
    func forgetRows() {
        rows = []
        isOutdated = true
    }

    /// Nobody watches: what has changed is seen when somebody does.
    func skip() {
        isStale = true
        forgetCells()
    }

    /// Puts the window where it belongs: at its anchor, at its first row that is still there, and within the list.
    func place() {
        guard let list = screen.viewModel.list, list.isLoaded, list.isCounted else { return }
        let former = window
        if let anchor {
            window.start = list.position(of: anchor) ?? 0
            self.anchor = nil
        } else if window.start > 0, let first = rows.first {
            window.start = list.position(of: first.path)
        }
        window = window.fitted(to: list.totalRowCount)
        if window != former { isOutdated = true }
    }

    /// Makes the document of this turn, unless nothing of it can have changed or a row of it is still being read, and tells everyone what
    /// changed.
    func flush() {
        guard isOutdated || isStale else { return }
        isStale = true
        let start = ContinuousClock.now
        if anchor != nil, screen.viewModel.list?.isCounted == false { return }  // nobody can tell yet where it begins
        let whole = screen.render(window, loaded: true, known: rows)
        isStale = whole == nil
        isOutdated = isStale
        isKnown = screen.isKnown
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

    /// What was seen last, with what is wrong now, when rows cannot be read.
    private var lastKnown: Rendering? {
        guard screen.viewModel.problem != nil, let state else { return nil }
        return Rendering(document: screen.document(with: state.document.list), rows: rows)
    }

    /// Sends everyone elsewhere.
    func navigate(_ navigation: Navigation) {
        for observer in observers { observer.viewDidNavigate(navigation) }
    }

    /// Tells everyone that the scene has ended.
    func end(_ code: String) {
        for observer in observers { observer.viewDidEnd(code: code) }
        observers = []
        answerWaiters()
    }

    /// Lets those go on whose changes are shown: everyone when nothing is on its way, otherwise those who came before the
    /// look at the models began that the state shows.
    func answerWaiters() {
        guard !waiters.isEmpty else { return }
        let isShown = state != nil && (!isStale || screen.viewModel.problem != nil)
        let isOver = screen.endCode != nil || (isShown && !screen.isBehind)
        let isKnown = isShown && screen.hasAnswered
        let seen = isKnown ? screen.viewModel.readAt : nil
        let isCounted = screen.viewModel.list?.isCounted ?? true
        let done = waiters.filter { waiter in
            guard !isOver, let start = waiter.start else { return isOver || isKnown }
            return seen.map { start <= $0 && (isCounted || !waiter.isCounted) } ?? false
        }
        waiters.removeAll { waiter in done.contains { $0 === waiter } }
        for waiter in done { waiter.answer() }
        noteIdle()
    }
}
