import Loop
import Observables

extension ViewModel {
    /// Waits until every client that watches the scene by WebSocket has received the present content: the completion of
    /// a batch of changes.
    ///
    ///     queue.performBatch { … }
    ///     guard await received() else { return }
    ///     announcement = "Everybody has seen the new order."
    ///
    /// A client that leaves is not waited for, nor is one that is so slow that it skips states. Clients of event
    /// streams cannot answer.
    ///
    /// - Returns: Whether all have, within the limit.
    public final func received(within limit: Duration = .seconds(10)) async -> Bool {
        await withCheckedContinuation { continuation in
            var isWaiting = true
            let end = { (isReceived: Bool) in
                if isWaiting { continuation.resume(returning: isReceived) }
                isWaiting = false
            }
            let timer = EventLoop.shared.after(limit) { end(false) }
            root.scenes.notify(
                .awaited(
                    Delivery {
                        timer.cancel()
                        end($0)
                    }))
        }
    }

    private var root: ViewModel { parent?.root ?? self }
}
