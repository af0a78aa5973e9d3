/// The isolation of everything on the event loop: sockets, timers, data sources, view models, scenes.
///
/// Its executor is the loop's thread, so calls inside cost nothing and need no lock.
///
///     @SceneActor final class Clock { … }
@globalActor public actor SceneActor {
    /// The one instance.
    public static let shared = SceneActor()

    /// The event loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.shared.asUnownedSerialExecutor()
    }

    /// Calls `body` synchronously when the caller is already on the loop's thread, for example in a C callback.
    ///
    /// - Precondition: The caller is on the loop's thread.
    package static func assumeIsolated<T>(_ body: @SceneActor () throws -> T) rethrows -> T {
        precondition(EventLoop.shared.isOnLoop, "this is not the loop's thread")
        typealias Plain = () throws -> T
        return try withoutActuallyEscaping(body) { try unsafeBitCast($0, to: Plain.self)() }
    }
}
