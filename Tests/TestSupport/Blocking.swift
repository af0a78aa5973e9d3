import Dispatch

/// Runs a blocking call where it blocks nobody: not on a thread that Swift's tasks share.
package func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
}

/// Carries a value that is handed over, not shared, between threads.
struct Handover<Value>: @unchecked Sendable {  // guard: one thread has it at a time
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
