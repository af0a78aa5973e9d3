import Loop

/// What happened on the loop, in order.
@SceneActor final class Log {
    var lines: [String] = []
    /// Ends what the test has begun, as soon as there is a way to.
    var stop: @SceneActor () -> Void = {}

    init() {}
}
