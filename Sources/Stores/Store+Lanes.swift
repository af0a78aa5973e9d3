import Loop

extension Store: LaneOwner {
    func adopt(_ schema: Schema) {
        guard schema != self.schema else { return }
        self.schema = schema
        onSchemaChange?(schema)
    }

    func sortIntoLanes(_ answers: [ListAnswer], from lane: Lane) {
        let (other, isMisplaced) = lane === fast ? (slow, \ListAnswer.isTooSlow) : (fast, \ListAnswer.isFollowing)
        for answer in answers where answer[keyPath: isMisplaced] {
            guard let list = lane.lists[answer.number] else { continue }
            lane.remove(list)
            list.miss()  // the other lane may have seen a commit that this one has not
            other?.add(list)
        }
    }

    func laneCanRead() {
        set(nil)
    }

    func laneFailed(_ error: StoreError) {
        guard error != .locked else { return set(error) }
        Task { @SceneActor [attachment] in await attachment?.failed(error) }
    }
}
