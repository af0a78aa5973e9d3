import Loop

/// The events on the loop, in order.
@SceneActor final class Log {
    var lines: [String] = []
    /// Ends the work of the test as soon as possible.
    var stop: @SceneActor () -> Void = {}

    init() {}
}
