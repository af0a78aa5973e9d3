import Loop
import ViewModels

/// The view model of a screen whose own view model is still being made: in the phase `loading`, without content.
///
/// The making is the load, so that it is cancelled when no client shows the screen any more.
@SceneActor package final class PendingViewModel: ViewModel {
    private let make: @SceneActor () async throws -> ViewModel
    /// Called with what was made, or with the reason why nothing was.
    var onEnd: (Result<ViewModel, any Error>) -> Void = { _ in }

    package init(_ make: @escaping @SceneActor () async throws -> ViewModel) {
        self.make = make
        super.init()
    }

    package override var isAnswered: Bool { false }

    package override func load() async throws {
        let result: Result<ViewModel, any Error>
        do { result = .success(try await made()) } catch { result = .failure(error) }
        // The scene may still be binding this view model.
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.onEnd(result) }
    }

    /// Makes the view model, in the language of the screen.
    func made() async throws -> ViewModel {
        try await Language.$current.withValue(languageOfScreen) { try await make() }
    }
}
