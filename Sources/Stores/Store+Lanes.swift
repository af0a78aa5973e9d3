import Loop
import Tables

extension Store: LaneOwner {
    func adopt(_ schema: Schema) {
        guard schema != self.schema else { return }
        self.schema = schema
        adoptedAt = .now
        onSchemaChange?(schema)
    }

    func sortIntoLanes(_ answers: [ListAnswer], from lane: Lane) {
        for answer in answers {
            guard let list = lane.lists[answer.number], let other = self.lane(of: list, after: answer, in: lane)
            else { continue }
            lane.remove(list)
            list.miss()  // the other lane may have read a newer commit
            other.add(list)
        }
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

    /// Returns the quickest lane for a list. It is the lane of the desk's connection only if reading the list does not
    /// make others wait, above all writers.
    func quickestLane(for list: LiveList) -> Lane? {
        let isSlow = list.query.isSlow || schema.table(named: list.query.tableName)?.key == RowIdentity.none
        return isSlow ? slow : fast
    }

    func whenQuickestHasRead(_ position: Int64, _ body: @escaping Lane.Waiter) {
        guard let fast, fast.position.map({ $0 < position }) ?? true else { return body(true) }
        fast.noteCommit()
        fast.whenCurrent(body)
    }

    /// Whether a list is read together with the lists of tables, in one state of the database.
    package func isTimely(_ list: LiveList) -> Bool { fast?.lists[list.number] != nil }

    func laneCanRead() {
        set(nil)
    }

    func laneFailed(_ error: StoreError) {
        guard error != .locked else {
            set(error)
            for list in lanes.flatMap(\.lists.values) { list.giveUp() }
            return
        }
        Task { @SceneActor [database] in await database?.failed(error) }
    }
}
