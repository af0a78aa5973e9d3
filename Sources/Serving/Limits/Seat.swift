import Loop

/// What is counted as long as somebody holds this.
@SceneActor final class Seat {
    private let leave: () -> Void

    init(leave: @escaping () -> Void) {
        self.leave = leave
    }

    isolated deinit { leave() }
}
