import Loop
import ViewModels
import Wire

/// Keeps a row of a scene on display, as if someone watched it, while a command for the row runs.
@SceneActor package final class RowHold: ViewObserver {
    private let view: View

    /// Watches a row of the scene's list, or the first rows if `viewModel` is embedded in the scene.
    package init(_ row: String, of viewModel: ViewModel, on scene: Scene) {
        view = scene.view(at: scene.screen.viewModel === viewModel ? .anchor(row) : .start(0), count: 1)
        view.add(self)
    }

    package var viewerCount: Int { 0 }

    /// Returns when the row has been read, or after `patience`.
    package func ready(within patience: Duration) async {
        await withCheckedContinuation { continuation in
            view.whenCurrent(patience: patience) { continuation.resume() }
        }
    }

    /// Stops watching the row.
    package func release() { view.remove(self) }

    package func viewDidUpdate(_ update: Update) {}
    package func viewDidNavigate(_ navigation: Navigation) {}
    package func viewDidEnd(code: String) {}
}
