import Loop

/// The lists of a lane. The active ones are considered for each job. The others rest: the reader follows them, or they
/// have missed a commit and are not on display.
///
/// A followed list is not requested, and not told of commits that do not concern it: it shows what was read last.
@SceneActor final class LaneLists: ListFollower {
    /// All lists, by number.
    private(set) var all: [Int: LiveList] = [:]
    /// The lists that do not rest.
    private(set) var active: [Int: LiveList] = [:]
    /// The number of the last commit that a job has read.
    private(set) var position: Int64?
    private(set) var readAt: ContinuousClock.Instant?
    private var followed: Set<Int> = []
    /// The lists that have to be told when the next commits have been read, although these do not concern them.
    private var waiters: Set<Int> = []
    private var ends = ListEnds()

    /// Returns whether this is the lane of a list.
    func has(_ list: LiveList) -> Bool { all[list.number] != nil }

    /// Whether a commit may concern a list.
    var mayBeConcerned: Bool { !followed.isEmpty || active.values.contains { $0.isWatched || $0.isWaiting } }

    func add(_ list: LiveList) {
        all[list.number] = list
        active[list.number] = list
    }

    func remove(_ list: LiveList) {
        list.unfollow()
        guard all.removeValue(forKey: list.number) != nil else { return }
        active[list.number] = nil
        ends.woken.remove(list.number)
        ends.closed.append(list.number)
    }

    /// Considers a list for the next job.
    func activate(_ list: LiveList) {
        list.unfollow()
        if all[list.number] != nil { active[list.number] = list }
    }

    func unfollow(_ list: LiveList) {
        guard followed.remove(list.number) != nil else { return }
        active[list.number] = list
        ends.woken.insert(list.number)
    }

    func recordWaiter(at list: LiveList) { waiters.insert(list.number) }

    /// Forgets what was read, because commits are numbered from the start again.
    func forgetPosition() {
        unfollowAll()
        position = nil
        for list in all.values { list.forgetPosition() }
    }

    /// Ends following all lists, because the reader believes that they show a later state.
    func unfollowAll() {
        for list in followed.compactMap({ all[$0] }) { list.unfollow() }
    }

    /// Returns the lists that ended since the last job, once.
    func takeEnds() -> ListEnds {
        defer { ends = ListEnds() }
        return ends
    }

    /// Notes that a commit was not read for active lists. Those that are not on display rest until they are.
    func miss(_ lists: some Sequence<LiveList>) {
        for list in lists {
            list.miss()
            if !list.isWaiting { active[list.number] = nil }
        }
    }
}

extension LaneLists {
    /// Notes the state that a report is about. Lists that it leaves out have missed it if the state `isNew`, unless the
    /// reader has followed them.
    func record(_ report: ListReport, since start: ContinuousClock.Instant, isNew: Bool) {
        for request in report.requests { all[request.number]?.unfollow() }
        let read = Set(report.requests.map(\.number))
        var missed: [LiveList] = []
        for list in active.values where !read.contains(list.number) {
            if ends.woken.contains(list.number) {
                list.advance(to: report.position, readAt: start)
                waiters.insert(list.number)
            } else if isNew {
                missed.append(list)
            }
        }
        (position, readAt) = (report.position, start)
        miss(missed)
    }

    /// Gives the answers of a report to the lists, and follows those that the reader follows. With `isSlowest` false,
    /// lists that took too long are not told: a slower lane reads them.
    func take(_ report: ListReport, since start: ContinuousClock.Instant, isSlowest: Bool) {
        let told = takeWaiters()
        for (request, answer) in zip(report.requests, report.answers) {
            if !isSlowest, answer.isTooSlow, case .failure = answer.result { continue }
            guard let list = all[request.number] else { continue }
            list.take(answer, for: request, since: start)
            if let state = answer.followed, all[request.number] === list { follow(list, state) }
        }
        miss(report.requests.dropFirst(report.answers.count).compactMap { all[$0.number] })
        let read = Set(report.requests.map(\.number))
        for list in told where !read.contains(list.number) { list.endWait() }
    }

    /// Lets a list rest that the reader follows in a state, or lets the reader end that.
    private func follow(_ list: LiveList, _ state: ListRequest) {
        guard list.follow(state, by: self) else { return _ = ends.woken.insert(list.number) }
        active[list.number] = nil
        followed.insert(list.number)
        ends.woken.remove(list.number)
        if list.isAwaited { waiters.insert(list.number) }
    }

    /// Returns the lists that have to be told, once.
    private func takeWaiters() -> [LiveList] {
        defer { waiters = [] }
        return waiters.compactMap { all[$0] }
    }
}
