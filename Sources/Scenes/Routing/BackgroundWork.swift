import Loop

/// Work that an app does while it is served, without a visitor, such as jobs; see
/// ``AppCoordinator/background(_:)``.
@SceneActor public protocol BackgroundWork: AnyObject {
    /// Called with a sentence for operators when the work meets a problem.
    var onWarning: ((String) -> Void)? { get set }
    /// Starts the work. An error ends the start of the server.
    func start() async throws
    /// Ends the work, and returns when it has ended.
    func stop() async
}
