import Changes
import DataSources
import Loop

/// Who keeps lists current: the keeper.
@SceneActor protocol ListKeeper: AnyObject {
    /// Whether nothing can be read, and nobody knows when it can.
    var isHopeless: Bool { get }
    /// Whether a list shows every commit there is; asking looks for one.
    func isCurrent(_ list: LiveList) -> Bool
    /// What is wrong for as long as it lasts, whatever can be read.
    var standingProblem: ListProblem? { get }
    /// A list needs a reader: it is new, or rows on display are missing.
    func listIsWaiting()
    /// Nobody needs the list any more.
    func close(_ list: LiveList)
}

/// The rows of a query in their order, kept current while somebody holds the list open.
///
/// The whole order is in memory (some 30 bytes a row for tables with a row id), of the rows only those on display. What is
/// read and compared happens off the loop; the list changes on the loop, once per refresh.
@SceneActor public final class LiveList: FetchedResults {
    /// What the list holds.
    public let query: Query
    /// Told after each change.
    public var onEvent: ((ListEvent) -> Void)?

    let number: Int
    /// Whether the list waits for a reader: it is new, or rows on display are missing or may be outdated.
    private(set) var isWaiting = true
    /// When the look at the database began whose answer the list shows; `nil` while rows on display are missing.
    public var readAt: ContinuousClock.Instant? { isMissing(displayed) ? nil : lookedAt }
    private var lookedAt: ContinuousClock.Instant?
    /// What the list is kept current by; `nil` before the first answer.
    package private(set) var basis: ListBasis?
    /// Whether a commit was not looked at because nobody looked at the list.
    private var isStale = false
    private weak var keeper: (any ListKeeper)?  // a list outlives a store that is let go of
    private var ordering: Ordering?
    /// The number of the last commit that the list shows; `nil` when nobody knows.
    private var position: Int64?
    /// How many answers the list has had.
    private var revision = 0
    private var rows = ShownRows()
    private var displayed: [Range<Int>] = []
    private var problem: ListProblem?
    private var readers: [@SceneActor (_ isClosed: Bool) -> Void] = []
    /// Whether nobody needs the list any more.
    private(set) var isClosed = false

    init(query: Query, number: Int, keeper: any ListKeeper) {
        self.query = query
        self.number = number
        self.keeper = keeper
    }

    /// Whether the query has been answered.
    public var isLoaded: Bool { ordering != nil }

    /// Whether no commit is known that the list does not show; asking looks for one. O(1).
    public var isCurrent: Bool {
        guard let keeper else { return true }
        return keeper.isCurrent(self) && !isWaiting && !isStale || keeper.isHopeless
    }

    /// Whether somebody looks at rows of the list; if not, it is not kept current.
    var isWatched: Bool { !displayed.isEmpty }

    /// Whether the number of rows is exact, and any row can be found by its id. It is not while a long order is found for
    /// the first time, and of lists that are too long for it (``StoreConfiguration/listLimit``).
    public var isCounted: Bool { !(ordering?.isGlimpse ?? false) }

    /// Whether rows are still being found, by texts in them: ``count`` is the number of those that were found so far.
    public private(set) var isSearching = false

    /// The number of rows, or at least so many.
    public var count: Int { ordering?.count ?? 0 }

    /// The number of sections: one, if the query does not ask for more.
    public var sectionCount: Int { ordering?.sections?.runs.count ?? 1 }

    /// What a section is called; `nil` when it is the only one.
    public func section(at number: Int) -> FetchedSection? {
        ordering?.sections.map { FetchedSection(id: $0.runs[number].id, title: $0.runs[number].value.title) }
    }

    /// The positions of the rows of a section.
    public func rows(ofSection number: Int) -> Range<Int> {
        ordering?.sections.map { $0.starts[number]..<$0.starts[number + 1] } ?? 0..<count
    }

    /// The identity of a row: its key as a segment of a route; empty when there is no such row.
    public func id(at position: Int) -> String { ordering?.id(at: position) ?? "" }

    /// Where a row of this identity stands, if it is in the list. O(rows).
    public func position(of id: String) -> Int? { ordering?.position(of: id) }

    /// The row at a position, if it is on display and has been read.
    public func element(at position: Int) -> Row? { rows[position] }

    /// The rows on display that have been read, in no order.
    var rowsOnDisplay: some Collection<Row> { rows.values }

    /// Says which rows somebody looks at: these are read, and kept current. A list that nobody looks at is not read.
    /// O(ranges log ranges + rows that come or go).
    public func display(_ ranges: [Range<Int>]) {
        let (former, present) = (RangeSet(displayed), RangeSet(ranges))
        displayed = ranges
        guard ordering != nil else { return }
        // A row that is not on display is not read again, and may not be kept.
        for range in former.subtracting(present).ranges { rows.remove(range) }
        if isStale && isWatched || isMissing(Array(present.subtracting(former).ranges)) { wait() }
    }

    /// Whether rows at some positions have not been read. O(positions).
    private func isMissing(_ ranges: [Range<Int>]) -> Bool {
        ordering?.open(ranges).contains { rows[$0] == nil } ?? false
    }

    /// Whether the list waits for rows that can be read by their keys, whatever has been committed. O(rows on display).
    var lacksRows: Bool {
        guard isWaiting, position != nil, case .rows = query.subject, ordering?.isByKey == true else { return false }
        return isMissing(displayed)
    }

    /// Takes rows that were missing; the list is as current as it was. Those of an order that has been answered anew meanwhile are
    /// not where they stood.
    func fill(_ news: ListAnswer.News, for request: ListRequest) {
        guard request.revision == revision else { return lookAgain(from: displayed) }
        take(news, for: request)
        isWaiting = isStale || isMissing(displayed)
        answerReaders()
    }

    /// Calls `body` when the list, which is waiting for a reader, has been read or closed.
    func whenRead(_ body: @escaping @SceneActor (_ isClosed: Bool) -> Void) {
        readers.append(body)
    }

    private func answerReaders(isClosed: Bool = false) {
        guard !readers.isEmpty, isClosed || !isWaiting else { return }
        let answered = readers
        readers = []
        for body in answered { body(isClosed) }
    }

    /// A commit was not looked at for this list.
    func miss() {
        isStale = true
        if isWatched { wait() }
    }

    /// Commits are numbered anew: what the list shows has to be compared with what there is.
    func forgetPosition() {
        position = nil
    }

    private func wait() {
        isWaiting = true
        keeper?.listIsWaiting()
    }

    /// Lets go of the list: it is read no more, and tells nothing more.
    public func close() {
        isClosed = true
        onEvent = nil
        keeper?.close(self)
        answerReaders(isClosed: true)
    }

    /// What a reader has to know.
    var request: ListRequest {
        ListRequest(
            number: number, query: query, ordering: ordering, position: position, revision: revision, rows: rows,
            displayed: displayed)
    }

    /// Takes what a reader has found so far for a request, in a job that began at `start` and goes on.
    func take(_ news: ListAnswer.News, soFarFor request: ListRequest, since start: ContinuousClock.Instant) {
        guard request.revision == revision else { return }
        lookedAt = start
        isSearching = true
        take(news, for: request)
    }

    /// Takes what a reader found; `request` is what it was found for, in a job that began at `start`.
    func take(_ answer: ListAnswer, for request: ListRequest, since start: ContinuousClock.Instant) {
        lookedAt = start
        revision += 1
        basis = answer.basis
        isStale = false
        isWaiting = false
        isSearching = false
        switch answer.result {
        case .success(let news):
            position = answer.position
            fail(keeper?.standingProblem)
            take(news, for: request)
        case .failure(let failure):  // it would fail again: the next commit is the next chance
            fail(ListProblem(code: failure.code, message: failure.message))
        }
        if answer.isForetaste { miss() }
        onEvent?(.refreshed)
        answerReaders()
    }

    /// Tells why the list is never read.
    func refuse(_ reason: String) {
        (isStale, isWaiting) = (false, false)
        fail(ListProblem(code: "query-too-large", message: reason))
        onEvent?(.refreshed)
    }

    /// Nothing can be read: whoever waits for the list goes on with what it has.
    func giveUp() {
        onEvent?(.refreshed)
    }

    /// Tells why the list is not current, if that is news.
    func fail(_ problem: ListProblem?) {
        guard problem != self.problem else { return }
        self.problem = problem
        onEvent?(.failed(problem))
    }

    /// The rows are those at the positions of `ranges`; others may have come on display meanwhile, and these have gone and come back.
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
        ordering = news.ordering
        rows = news.rows
        if request.displayed == displayed {
            displayed = news.displayed
        } else {  // what was set meanwhile are positions of the order before: they stay, and are set anew by the window
            lookAgain(from: news.displayed)
        }
        if isSilent { return }  // the rows stand where they stood, though some may have other values to be sorted by
        if wasLoaded, let changes = news.changes {
            onEvent?(.changed(changes))
        } else {
            onEvent?(.loaded)
        }
    }
}
