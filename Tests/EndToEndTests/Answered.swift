import Synchronization

/// The replies to several clients.
final class Answered: Sendable {
    private let state = Mutex<
        (texts: Set<String>, waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?)
    >(([], nil))

    var all: Set<String> { state.withLock { $0.texts } }

    func record(_ text: String) {
        state.withLock { state in
            state.texts.insert(text)
            guard let waiter = state.waiter, state.texts.count >= waiter.count else { return }
            waiter.continuation.resume()
            state.waiter = nil
        }
    }

    /// Returns when this many commands were answered.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.texts.count >= count { continuation.resume() } else { state.waiter = (count, continuation) }
            }
        }
    }
}
