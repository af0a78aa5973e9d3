import DataSources
import Loop
import Tables

/// The lanes of a store: for quick lists, for slow ones, and for the slowest, so that none waits for a slower one.
@SceneActor package final class Lanes {
    private let fast: Lane
    private let slow: Lane
    private let last: Lane
    private let all: [Lane]
    private let memory: OrderMemory
    private weak var owner: (any LaneOwner)?
    /// The lists that were moved to a slower lane, each with the number of its move. Some may have been read since.
    private var moved: [Int: (list: LiveList, move: Int)] = [:]
    private var moves = 0

    /// The limit on reading one list in the slow lane. Slower lists move to the last lane, so that others do not wait.
    private static let longLook = Duration.seconds(1)
    /// The limit on the rows of a scan in the slow lane. A scan of this size takes at least a tenth of a second, or a
    /// second on a busy machine.
    private static let longScan = 250_000

    /// Creates lanes without lists.
    ///
    /// - Parameters:
    ///   - limit: How long the query of a list may take.
    ///   - rows: The limit on the rows of a list whose order is kept.
    ///   - bytes: The limit on the memory of all orders.
    package init(owner: any LaneOwner, queryTimeout limit: Duration, listLimit rows: Int, orderMemory bytes: Int) {
        self.owner = owner
        memory = OrderMemory(limit: bytes)
        let look = min(limit, Self.longLook)
        last = Lane(owner: owner, within: .slow(limit, rows: rows))
        slow = Lane(
            owner: owner, within: .slow(look, rows: rows, scanned: look < limit ? Self.longScan : .max),
            beside: look < limit ? last : nil)
        fast = Lane(owner: owner, within: .quick, isAlwaysAwake: true, beside: slow)
        all = [fast, slow, last]
        for lane in all { lane.onAnswers = { [weak self, unowned lane] in self?.sort($0, from: lane) } }
        for lane in [slow, last] { lane.whenFastLaneHasRead = { [weak self] in self?.whenFastLaneHasRead($0, $1) } }
    }

    private func whenFastLaneHasRead(_ position: Int64, _ body: @escaping Lane.Waiter) {
        guard fast.position.map({ $0 < position }) ?? true else { return body(true) }
        fast.recordCommit()
        fast.whenCurrent(body)
    }

    /// Whether a list is read together with the lists of tables, in one state of the database.
    package func isQuick(_ list: LiveList) -> Bool { fast.lists.has(list) }

    /// Switches to other connections, and reads everything again; `nil` to stop reading.
    package func use(_ connections: ListConnections?) {
        let quick = connections.map { ListReader(on: $0.fast, in: memory) }
        fast.use(quick, filling: quick)
        slow.use(connections.map { ListReader(on: $0.slow, in: memory) }, filling: quick)
        last.use(connections.map { ListReader(on: $0.last, in: memory) }, filling: quick)
    }

    /// Adds a list to its quickest lane.
    package func add(_ list: LiveList) { quickestLane(for: list).add(list) }

    /// Removes a list.
    package func remove(_ list: LiveList) {
        for lane in all { lane.remove(list) }
    }

    /// Notes that there may be a new commit.
    package func recordCommit() {
        for lane in all { lane.recordCommit() }
    }

    /// Reads a list that waits.
    package func activate(_ list: LiveList) {
        all.first { $0.lists.has(list) }?.activate(list)
    }

    /// Ends all waiting, because nothing can be read.
    package func giveUp() {
        for lane in all { lane.giveUp() }
    }

    /// Ends the wait for the lists, because nothing can be read.
    package func giveUpLists() {
        for list in all.flatMap(\.lists.all.values) { list.endWait() }
    }

    /// Reports to all lists why they are not current; `nil` if they are.
    package func fail(_ problem: ListProblem?) {
        for list in all.flatMap(\.lists.all.values) { list.fail(problem) }
    }

    /// Whether a list misses a known commit.
    package func isBehind(_ list: LiveList) -> Bool {
        all.contains { $0.isBehind(for: list) }
    }

    /// Moves lists after a job: slow lists to a slower lane, until they have caught up.
    private func sort(_ answers: [ListAnswer], from lane: Lane) {
        for answer in answers {
            guard let list = lane.lists.all[answer.number], let other = self.lane(of: list, after: answer, in: lane)
            else { continue }
            lane.remove(list)
            list.miss()  // the other lane may have read a newer commit
            other.add(list)
            if other === lane.slower { recordMove(of: list) }
        }
    }

    private func recordMove(of list: LiveList) {
        moves += 1
        moved = moved.filter { $0.value.list.isWaiting && !$0.value.list.isClosed }
        moved[list.number] = (list, moves)
    }

    /// Returns the lane in which a list continues after an answer, or `nil` to stay. A list that is too long to be
    /// ordered stays in its lane unless that is the fast one: displayed rows take no longer there than in a slower
    /// lane.
    private func lane(of list: LiveList, after answer: ListAnswer, in lane: Lane) -> Lane? {
        guard answer.isTooSlow else {
            let quickest = quickestLane(for: list)
            return answer.isFollowing && lane !== quickest ? quickest : nil
        }
        if case .success = answer.result, lane !== fast { return nil }
        return lane.slower
    }

    /// Returns the quickest lane for a list. It is the fast lane only if reading the list does not make others wait,
    /// above all writers.
    private func quickestLane(for list: LiveList) -> Lane {
        let isSlow = list.query.isSlow || owner?.schema.table(named: list.query.tableName)?.key == RowIdentity.none
        return isSlow ? slow : fast
    }
}

extension Lanes {
    /// A slow lane counts as quick while its last job took less CPU time than this, and the next one reads
    /// no list for the first time.
    private static let slowLook = Duration.milliseconds(100)
    /// A new screen may open lists that depend on its first ones: a row, then the rows that refer to it.
    private static let rounds = 3

    /// Whether the schema shows every known commit.
    package var isSchemaCurrent: Bool { fast.isCurrent }

    /// Whether quick lists show every known commit. `areNew` says whether new lists count, such as those of screens
    /// that a schema change has replaced.
    package func areQuickListsCurrent(areNew: Bool) -> Bool {
        quickLanes.allSatisfy(\.isCurrent) && unread(AwaitedLists(lanes: [], move: moves) { areNew }).isEmpty
    }

    /// Calls `body` when the schema shows every commit that is known now, or when `isOver` returns true.
    package func whenSchemaIsCurrent(
        unless isOver: @escaping @SceneActor () -> Bool, _ body: @escaping @SceneActor () -> Void
    ) {
        wait(for: [fast], unless: isOver, body)
    }

    /// Calls `body` when quick lists, and the lists that depend on them, show every commit that is known now, or when
    /// `isOver` returns true. For `areNew` see ``areQuickListsCurrent(areNew:)``.
    package func whenQuickListsAreCurrent(
        areNew: @escaping @SceneActor () -> Bool, unless isOver: @escaping @SceneActor () -> Bool,
        _ body: @escaping @SceneActor () -> Void
    ) {
        let (lanes, move) = (quickLanes, moves)  // a job may move lists to a slower lane
        wait(for: lanes, unless: isOver) { [weak self] in
            self?.settle(AwaitedLists(lanes: lanes, move: move, areNew: areNew), Self.rounds, body)
        }
    }

    private var quickLanes: [Lane] {
        slow.lastWork < Self.slowLook && !slow.hasNewLists ? [fast, slow] : [fast]
    }

    /// The lists to wait for.
    private struct AwaitedLists {
        /// The lanes that were quick.
        let lanes: [Lane]
        /// The number of the last list that was moved to a slower lane before.
        let move: Int
        /// Whether lists without content count.
        let areNew: @SceneActor () -> Bool
    }

    /// Returns displayed lists of the quick lanes that the last job left to the next one, and lists that it has moved
    /// to a slower lane.
    private func unread(_ lists: AwaitedLists) -> [LiveList] {
        let lanes = lists.lanes + quickLanes.filter { quick in !lists.lanes.contains { $0 === quick } }
        let late = moved.values.filter { $0.move > lists.move }.map(\.list)
        let areNew = lists.areNew()
        return (lanes.flatMap(\.lists.active.values) + late).filter {
            $0.isWaiting && !$0.isClosed && ($0.isLoaded ? $0.isWatched : areNew)
        }
    }

    /// Calls `body` when the lists that are unread now, and the lists that depend on them, have been read.
    private func settle(_ awaited: AwaitedLists, _ rounds: Int, _ body: @escaping @SceneActor () -> Void) {
        let lists = unread(awaited)
        guard rounds > 0, !lists.isEmpty else { return body() }
        var (count, rest) = (lists.count, rounds - 1)
        for list in lists {
            list.whenRead { [weak self] isClosed in
                count -= 1
                if isClosed { rest = rounds }  // a new screen may have replaced the list
                if count == 0 { self?.settle(awaited, rest, body) }
            }
        }
    }

    /// Calls `body` when the lanes have read what is committed now, or when `isOver` returns true.
    private func wait(
        for lanes: [Lane], unless isOver: @escaping @SceneActor () -> Bool, _ body: @escaping @SceneActor () -> Void
    ) {
        let behind = lanes.filter { !$0.isCurrent }
        guard !behind.isEmpty, !isOver() else { return body() }
        var count = behind.count
        for lane in behind {
            lane.whenCurrent { [weak self] isRead in
                // A lock of another program made the job fail: the lane retries.
                self?.wait(for: isRead ? [] : [lane], unless: isOver) {
                    count -= 1
                    if count == 0 { body() }
                }
            }
        }
    }
}
