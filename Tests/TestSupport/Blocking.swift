import Foundation

/// Runs a blocking call on its own thread. Dispatch has few threads, which it shares with Swift's tasks and the server
/// under test.
package func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
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
