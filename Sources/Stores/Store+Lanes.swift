import Loop

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
            list.miss()  // the other lane may have seen a commit that this one has not
            other.add(list)
        }
    }

    /// Where a list goes on after an answer; `nil` where it is. One that is too long to be put in order is looked at there all the
    /// same, which takes no longer than in a slower lane.
    private func lane(of list: LiveList, after answer: ListAnswer, in lane: Lane) -> Lane? {
        guard answer.isTooSlow else {
            let quickest = quickestLane(for: list)
            return answer.isFollowing && lane !== quickest ? quickest : nil
        }
        if case .success = answer.result, lane !== fast { return nil }
        return lane.slower
    }

    /// The lane that a list is read in while it does not take too long: that of the desk's connection only if no look of it has
    /// others wait, least of all those who write.
    func quickestLane(for list: LiveList) -> Lane? {
        let isSlow = list.query.isSlow || schema.table(named: list.query.tableName)?.key == RowIdentity.none
        return isSlow ? slow : fast
    }

    func laneCanRead() {
        set(nil)
    }

    func laneFailed(_ error: StoreError) {
        guard error != .locked else {
            set(error)
            for list in lanes.flatMap(\.lists.values) { list.giveUp() }
            return
        }
        Task { @SceneActor [attachment] in await attachment?.failed(error) }
    }
}
