import Loop
import ViewModels

/// The Swift of an app that a declared command calls.
///
/// It gets the call, with the row and the inputs as arguments, after the command's conditions and the rules of the
/// inputs were met. No rule limits what it does: it checks itself what the caller may do with other rows.
public typealias SceneCall = @SceneActor (Invocation) async throws -> CommandOutcome
