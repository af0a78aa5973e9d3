/// The isolation of everything that lives on the loop: sockets, timers, data sources, view models, scenes.
///
/// Its executor is the loop's thread, so that calls inside cost nothing and need no lock.
///
///     @SceneActor final class Clock { … }
@globalActor public actor SceneActor {
    /// The one instance.
    public static let shared = SceneActor()

    /// The loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.shared.asUnownedSerialExecutor()
    }

    /// Calls `body` on the loop's thread, on which the caller is already, such as in a callback from C.
    ///
    /// - Precondition: The caller is on the loop's thread.
    package static func assumeIsolated<T>(_ body: @SceneActor () throws -> T) rethrows -> T {
        precondition(EventLoop.shared.isOnLoop, "this is not the loop's thread")
        typealias Plain = () throws -> T
        return try withoutActuallyEscaping(body) { try unsafeBitCast($0, to: Plain.self)() }
    }
}
