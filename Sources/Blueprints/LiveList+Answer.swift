import Lists
import Loop

extension LiveList {
    /// Waits until a new list that nobody observes has its first rows or a problem.
    func waitForAnswer() async {
        var isAnswered = false
        var waiting: CheckedContinuation<Void, Never>?
        // The answer may come before the suspension.
        onEvent = { _ in
            isAnswered = true
            waiting?.resume()
            waiting = nil
        }
        display([0..<1])
        await EventLoop.suspension { continuation in
            if isAnswered { continuation.resume() } else { waiting = continuation }
        }
        onEvent = nil
    }
}
