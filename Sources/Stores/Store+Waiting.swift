import Loop

extension Store {
    /// A write waits for the slow lane only if the lane's last job took less CPU time than this, and the next one reads
    /// no list for the first time.
    private static let slowLook = Duration.milliseconds(100)
    /// A new screen may open lists that depend on its first ones: a row, then the rows that refer to it.
    private static let rounds = 3

    /// Calls `body` when ``schema`` shows every commit made before this call, and the present content of a JSON file,
    /// or after `showTimeout`. Calls it at once while the database cannot be read.
    public func whenSchemaIsCurrent(_ body: @escaping @SceneActor () -> Void) {
        mayHaveCommitted()
        guard document != nil || fast?.isCurrent == false && !isHopeless else { return body() }
        patiently(body) { [self] done in
            let read: @SceneActor () -> Void = { [weak self] in
                self?.wait(for: [self?.fast], unless: { $0.isHopeless }, done)
            }
            if let document { document.whenRead(read) } else { read() }
        }
    }

    /// Calls `body` when the lists show every commit made before this call, or after `showTimeout`. Waits for the slow
    /// lane only while it is quick.
    func whenShown(_ body: @escaping @SceneActor () -> Void) {
        mayHaveCommitted()
        let lanes = quickLanes
        guard !isLost, !lanes.allSatisfy(\.isCurrent) || !unread([:]).isEmpty else { return body() }
        let known = quickLists  // a job may move them to a slower lane
        patiently(body) { [self] done in
            wait(for: lanes, unless: { $0.isLost }) { [weak self] in self?.settle(known, Self.rounds, done) }
        }
    }

    private var quickLanes: [Lane] {
        let isQuick = slow.map { $0.lastWork < Self.slowLook && !$0.hasNewLists } ?? false
        return (isQuick ? [fast, slow] : [fast]).compactMap { $0 }
    }

    private var quickLists: [Int: LiveList] {
        quickLanes.reduce(into: [:]) { all, lane in all.merge(lane.lists) { first, _ in first } }
    }

    /// Returns displayed lists of `known` and of the quick lanes that the last job left to the next one or to another
    /// lane. Also returns the new lists of screens that a schema change has replaced.
    private func unread(_ known: [Int: LiveList]) -> [LiveList] {
        let areScreensNew = adoptedAt.map { .now - $0 < configuration.showTimeout } ?? false
        return quickLists.merging(known) { first, _ in first }.values.filter {
            $0.isWaiting && !$0.isClosed && ($0.isLoaded ? $0.isWatched : areScreensNew)
        }
    }

    /// Calls `body` when the lists that are unread now, and the lists that depend on them, have been read.
    private func settle(_ known: [Int: LiveList], _ rounds: Int, _ body: @escaping @SceneActor () -> Void) {
        let lists = unread(known)
        guard rounds > 0, !lists.isEmpty else { return body() }
        var (count, rest) = (lists.count, rounds - 1)
        for list in lists {
            list.whenRead { [weak self] isClosed in
                count -= 1
                if isClosed { rest = rounds }  // a new screen may have replaced the list
                if count == 0 { self?.settle(known, rest, body) }
            }
        }
    }

    /// Calls `body` when the lanes have read what is committed now, or when `isOver` returns true.
    private func wait(
        for lanes: [Lane?], unless isOver: @escaping @SceneActor (Store) -> Bool,
        _ body: @escaping @SceneActor () -> Void
    ) {
        let behind = lanes.compactMap { $0?.isCurrent == false ? $0 : nil }
        guard !behind.isEmpty, !isOver(self) else { return body() }
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

    /// Calls `body` when `work` is done, or after `showTimeout`.
    private func patiently(
        _ body: @escaping @SceneActor () -> Void, _ work: (_ done: @escaping @SceneActor () -> Void) -> Void
    ) {
        let once = Once(body)
        let timer = EventLoop.shared.after(configuration.showTimeout) { once.run() }
        work {
            timer.cancel()
            once.run()
        }
    }
}
