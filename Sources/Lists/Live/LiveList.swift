import Changes
import DataSources
import Loop
import Tables

/// Keeps lists current: the store.
@SceneActor package protocol ListKeeper: AnyObject {
    /// Returns whether nothing can be read, for an unknown time. Checks for an end of that.
    func checkIsHopeless() -> Bool
    /// Returns whether a list shows every commit. Checks for a new one.
    func checkIsCurrent(_ list: LiveList) -> Bool
    /// The problem that exists even while the database can be read.
    var standingProblem: ListProblem? { get }
    /// Reports that a list needs a reader: displayed rows are missing or outdated.
    func listIsWaiting(_ list: LiveList)
    /// Closes a list that is no longer needed.
    func close(_ list: LiveList)
}

/// Follows lists: it tells them what concerns them, and all others are current without being told.
@SceneActor protocol ListFollower: AnyObject {
    /// The number of the last commit that has been read.
    var position: Int64? { get }
    /// The time when reading of that state began.
    var readAt: ContinuousClock.Instant? { get }
    /// Ends following a list, which has changed.
    func unfollow(_ list: LiveList)
    /// Notes that a list has to be told when the next commits have been read.
    func recordWaiter(at list: LiveList)
}

/// The rows of a query in order, kept current while the list is open.
///
/// The whole order is in memory, at about 30 bytes a row for tables with a row id. Only displayed rows are loaded.
/// Reading and comparing happen off the event loop; the list changes on the loop, once per refresh.
@SceneActor public final class LiveList: FetchedResults {
    /// The query of the list.
    public let query: Query
    /// Called after each change.
    public var onEvent: ((ListEvent) -> Void)?

    let number: Int
    /// Whether the list needs a reader: it is new, or displayed rows are missing or may be outdated.
    private(set) var isWaiting = true
    /// The time when reading of the displayed state began; `nil` while displayed rows are missing.
    public var readAt: ContinuousClock.Instant? {
        isMissing(displayed) ? nil : follower.map(\.readAt) ?? lookedAt
    }
    private var lookedAt: ContinuousClock.Instant?
    /// How the list is kept current; `nil` before the first answer.
    package private(set) var basis: ListBasis?
    /// Whether a commit was not read because no rows were displayed.
    private var isStale = false
    private weak var keeper: (any ListKeeper)?  // a list may outlive its store
    /// Knows how current the list is, if the list is followed.
    private weak var follower: (any ListFollower)?
    /// Whether someone waits for the list to be current, since the last event.
    private(set) var isAwaited = false
    private var ordering: Ordering?
    /// The number of the last commit that the list shows; `nil` if unknown.
    private var position: Int64?
    /// The number of answers so far.
    private var revision = 0
    private var rows = ShownRows()
    private var displayed: [Range<Int>] = []
    private var problem: ListProblem?
    private var readers: [@SceneActor (_ isClosed: Bool) -> Void] = []
    /// Whether the list was closed.
    private(set) var isClosed = false

    /// Creates a list that a keeper reads.
    package init(query: Query, number: Int, keeper: any ListKeeper) {
        (self.query, self.number, self.keeper) = (query, number, keeper)
    }

    /// Whether the query has been answered.
    public var isLoaded: Bool { ordering != nil }

    /// Returns whether the list shows every known commit. Checks for a new one. O(1).
    public func checkIsCurrent() -> Bool {
        guard let keeper else { return true }
        if keeper.checkIsCurrent(self), !isWaiting, !isStale { return true }
        isAwaited = true
        follower?.recordWaiter(at: self)
        return keeper.checkIsHopeless()
    }

    /// Whether rows of the list are displayed. If not, it is not kept current.
    var isWatched: Bool { !displayed.isEmpty }

    /// Whether the number of rows is exact, and any row can be found by its id. It is false while a long order is found
    /// for the first time, and for lists over ``StoreConfiguration/listLimit``.
    public var isCounted: Bool { !(ordering?.isGlimpse ?? false) }

    /// Whether a text search is still in progress: ``count`` is the number of rows found so far.
    public private(set) var isSearching = false

    /// The number of rows, or a lower bound.
    public var count: Int { ordering?.count ?? 0 }

    /// The number of sections; 1 for a query without sections.
    public var sectionCount: Int { ordering?.sections?.runs.count ?? 1 }

    /// Returns a section's id and title; `nil` for a query without sections.
    public func section(at number: Int) -> FetchedSection? {
        ordering?.sections.map { FetchedSection(id: $0.runs[number].id, title: $0.runs[number].value.title) }
    }

    /// Returns the positions of a section's rows.
    public func rows(ofSection number: Int) -> Range<Int> {
        ordering?.sections.map { $0.starts[number]..<$0.starts[number + 1] } ?? 0..<count
    }

    /// Returns a row's id: its key as a segment of a route. Returns an empty string for a missing row.
    public func id(at position: Int) -> String { ordering?.id(at: position) ?? "" }

    /// Returns the position of the row with this id, or `nil` if it is not in the list. O(rows).
    public func position(of id: String) -> Int? { ordering?.position(of: id) }

    /// Returns the row at a position, if it is displayed and has been read.
    public func element(at position: Int) -> Row? { rows[position] }

    /// The displayed rows that have been read, unordered.
    package var rowsOnDisplay: some Collection<Row> { rows.values }

    /// Sets the displayed rows, which are read and kept current. A list without displayed rows is not read. O(ranges
    /// log ranges + rows that come or go).
    public func display(_ ranges: [Range<Int>]) {
        if ranges != displayed { unfollow() }
        let (former, present) = (RangeSet(displayed), RangeSet(ranges))
        displayed = ranges
        guard ordering != nil else { return }
        // A row that is no longer displayed would not be updated, so it must not be kept.
        for range in former.subtracting(present).ranges { rows.remove(range) }
        if isStale && isWatched || isMissing(Array(present.subtracting(former).ranges)) { wait() }
    }

    /// Returns whether rows at some positions have not been read. O(positions).
    private func isMissing(_ ranges: [Range<Int>]) -> Bool {
        ordering?.open(ranges).contains { rows[$0] == nil } ?? false
    }

    /// Whether the list waits for rows that can be read by their keys, whatever was committed. O(rows on display).
    var lacksRows: Bool {
        guard isWaiting, position != nil, case .rows = query.subject, ordering?.isByKey == true else { return false }
        return isMissing(displayed)
    }

    /// Takes missing rows; the list is as current as before. Discards rows of a replaced order, because their positions
    /// have changed.
    func fill(_ news: ListAnswer.News, for request: ListRequest) {
        guard request.revision == revision else { return lookAgain(from: displayed) }
        take(news, for: request)
        isWaiting = isStale || isMissing(displayed)
        answerReaders()
    }

    /// Calls `body` when the list, which waits for a reader, has been read or closed.
    func whenRead(_ body: @escaping @SceneActor (_ isClosed: Bool) -> Void) { readers.append(body) }

    private func answerReaders(isClosed: Bool = false) {
        guard !readers.isEmpty, isClosed || !isWaiting else { return }
        let answered = readers
        readers = []
        for body in answered { body(isClosed) }
    }

    /// Notes that a commit was not read for this list.
    func miss() {
        isStale = true
        if isWatched { wait() }
    }

    /// Discards the number of the last commit, because commits are numbered from the start again. The next reading
    /// compares everything.
    func forgetPosition() { position = nil }

    private func wait() {
        isWaiting = true
        keeper?.listIsWaiting(self)
    }

    /// Lets a reader follow the list. Returns whether it can: whether `state` is the list's present state.
    func follow(_ state: ListRequest, by follower: any ListFollower) -> Bool {
        let isDone = !isClosed && !isWaiting && !isStale && revision == state.revision && displayed == state.displayed
        if isDone { self.follower = follower }
        return isDone
    }

    /// Notes that a state has been read, and does not differ.
    func advance(to position: Int64, readAt start: ContinuousClock.Instant) {
        guard self.position != nil else { return }
        (self.position, lookedAt) = (position, start)
    }

    /// Ends being followed. The list shows what the follower has read.
    func unfollow() {
        guard let follower else { return }
        (position, lookedAt) = (follower.position, follower.readAt)
        self.follower = nil
        follower.unfollow(self)
    }

    /// Ends the wait for the list: what has been read does not concern it, or nothing can be read.
    func endWait() {
        isAwaited = false
        onEvent?(.refreshed)
    }

    /// Closes the list: it is no longer read, and reports no more events.
    public func close() {
        (isClosed, onEvent) = (true, nil)
        keeper?.close(self)
        answerReaders(isClosed: true)
    }

    /// The list's state for a reader.
    var request: ListRequest {
        ListRequest(
            number: number, query: query, ordering: ordering, position: position, revision: revision, rows: rows,
            displayed: displayed)
    }

    /// Takes a result for a request, maybe a partial one, from a job that began at `start` and continues.
    func take(_ news: ListAnswer.News, soFarFor request: ListRequest, since start: ContinuousClock.Instant) {
        guard request.revision == revision else { return }
        lookedAt = start
        isSearching = news.ordering.isGlimpse && query.searchesTexts
        take(news, for: request)
    }

    /// Takes the answer to `request`, from a job that began at `start`.
    func take(_ answer: ListAnswer, for request: ListRequest, since start: ContinuousClock.Instant) {
        lookedAt = start
        revision += 1
        basis = answer.basis
        (isStale, isWaiting, isSearching, isAwaited) = (false, false, false, false)
        switch answer.result {
        case .success(let news):
            position = answer.position
            fail(keeper?.standingProblem)
            take(news, for: request)
        case .failure(let failure):  // no retry before the next commit: it would fail again
            fail(ListProblem(code: failure.code, message: failure.message))
            if failure.hidesRows { hideRows() }
            if request.displayed != displayed { lookAgain(from: request.displayed) }
        }
        if answer.isForetaste { miss() }
        onEvent?(.refreshed)
        answerReaders()
    }

    /// Shows no row until the list has been read again.
    private func hideRows() {
        guard let ordering, ordering.count > 0 else { return }
        (self.ordering, rows, position) = (ordering.emptied, ShownRows(), nil)
        onEvent?(.loaded)
    }

    /// Reports why the list is never read.
    package func refuse(_ reason: ListProblem) {
        (isStale, isWaiting) = (false, false)
        fail(reason)
        onEvent?(.refreshed)
    }

    /// Reports why the list is not current, if that has changed.
    package func fail(_ problem: ListProblem?) {
        guard problem != self.problem else { return }
        self.problem = problem
        onEvent?(.failed(problem))
    }

    /// Sets `displayed` again after rows at `ranges` were taken. Other rows may have come on display meanwhile, and
    /// taken rows may have left and returned.
    private func lookAgain(from ranges: [Range<Int>]) {
        let wanted = displayed
        displayed = ranges
        display(wanted)
        if isMissing(wanted) { wait() }
    }

    private func take(_ news: ListAnswer.News?, for request: ListRequest) {
        guard let news else { return lookAgain(from: request.displayed) }
        let wasLoaded = isLoaded
        let isSilent = wasLoaded && news.changes?.isEmpty == true && news.rows.count == rows.count
        (ordering, rows) = (news.ordering, news.rows)
        if request.displayed == displayed {
            displayed = news.displayed
        } else {  // set meanwhile, in positions of the former order: the window will set them again
            lookAgain(from: news.displayed)
        }
        if isSilent { return }  // sort values may have changed, but no positions
        if wasLoaded, let changes = news.changes {
            onEvent?(.changed(changes))
        } else {
            onEvent?(.loaded)
        }
    }
}
