import Loop

/// What is counted as long as somebody holds this.
@SceneActor final class Seat {
    /// What there are only so many of, for one address and for all together.
    enum Kind: Int, CaseIterable {
        case sockets, streams, exports
    }

    private let leave: () -> Void

    init(leave: @escaping () -> Void) {
        self.leave = leave
    }

    isolated deinit { leave() }
}
