import Loop
import ViewModels

extension AppCoordinator {
    /// Ends all sessions of a person, and what is open in them, in every process. Keys of the person stay.
    ///
    /// - Parameter id: The person's id, as in ``Principal/id``.
    public final func endSessions(of id: String) async throws(CommandFailure) {
        guard let authenticator else { throw .noSignIn }
        do throws(SignInError) { try await authenticator.endSessions(of: id) } catch { throw CommandFailure(error) }
    }
}
