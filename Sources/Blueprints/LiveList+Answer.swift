import DataSources
import Lists
import Loop

extension LiveList {
    /// Waits until a list that nobody observes has its first rows, or a problem, which is returned.
    func firstAnswer() async -> ListProblem? {
        var problem: ListProblem?
        await EventLoop.suspension { continuation in
            onEvent = { [weak self] event in
                if case .failed(let found) = event { problem = found }
                self?.onEvent = nil
                continuation.resume()
            }
            display([0..<1])
        }
        return problem
    }
}
