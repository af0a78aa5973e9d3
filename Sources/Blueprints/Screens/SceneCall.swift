import Loop
import ViewModels

/// The Swift of an app that a declared command calls.
///
/// Receives the call with its row, and with its inputs as arguments. Runs if the command's condition and the rules of
/// its inputs hold. No rule limits the Swift: it has to check the caller's permissions.
public typealias SceneCall = @SceneActor (Invocation) async throws -> CommandOutcome
