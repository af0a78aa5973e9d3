import Foundation

/// Runs a blocking call on its own thread. Dispatch has few threads, which it shares with Swift's tasks and the server
/// under test.
///
/// - Throws: `CancellationError` in a cancelled task, so that a test whose time is over ends even if it repeats the
///   call.
package func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}

/// Carries a value that is handed over, not shared, between threads.
struct Handover<Value>: @unchecked Sendable {  // guard: one thread has it at a time
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
