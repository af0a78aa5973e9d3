/// The owner of running code, such as a screen. It learns of the mistakes of the code.
@SceneActor package protocol MisuseListener: AnyObject, Sendable {
    /// The name of the code for the log, such as the route of a screen.
    var misuseName: String { get }

    /// Records a mistake, described in a sentence.
    func record(misuse sentence: String)
}

/// Mistakes in the code of an app, such as the name of a command that does not exist.
///
/// A debug build stops at the mistake. A release build tells the listener whose code runs, and goes on: the mistake of
/// one screen does not end the program for everybody.
@SceneActor package enum Misuse {
    /// Whether a mistake stops the program: in debug builds.
    package static var stopsProgram = isDebugBuild
    /// Called for a mistake of code that has no listener.
    package static var onUnattributed: (String) -> Void = { _ in }
    private static var ofCall: (any MisuseListener)?

    private static var isDebugBuild: Bool {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }())
        return isDebug
    }

    /// Reports a mistake of the code that runs now.
    package static func report(_ sentence: @autoclosure () -> String) {
        let sentence = sentence()
        if stopsProgram { preconditionFailure(sentence) }
        guard let listener = ofCall ?? RunningTask.owner?.listener else { return onUnattributed(sentence) }
        listener.record(misuse: sentence)
    }

    /// Reports an index that is not in the range of its list.
    ///
    /// - Returns: Whether it is.
    package static func check(_ index: Int, in range: Range<Int>, of list: @autoclosure () -> String) -> Bool {
        if range.contains(index) { return true }
        report("index \(index) of \(list()) is not in \(range)")
        return false
    }

    /// Runs code of a listener.
    package static func attribute<Value>(
        to listener: any MisuseListener, _ body: () throws -> Value
    ) rethrows -> Value {
        let former = ofCall
        ofCall = listener
        let depth = Watchdog.shared.enter(listener.misuseName)
        defer {
            Watchdog.shared.leave(to: depth)
            ofCall = former
        }
        return try body()
    }

    /// Runs code of a listener that may wait. The tasks that it starts do not keep the listener.
    package static func attribute<Value>(
        to listener: any MisuseListener, _ body: @SceneActor () async -> Value
    ) async -> Value {
        _ = Watchdog.shared.enter(listener.misuseName)
        return await RunningTask.$owner.withValue(CodeOwner(listener), operation: body)
    }
}

/// The owner of the code of a task.
@SceneActor private final class CodeOwner {
    weak var listener: (any MisuseListener)?

    init(_ listener: any MisuseListener) {
        self.listener = listener
    }
}

/// The present task.
private enum RunningTask {
    @TaskLocal static var owner: CodeOwner?
}
