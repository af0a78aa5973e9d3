import Loop
import Observables
import ViewModels

/// Waits until a view model without viewers is unloaded.
@SceneActor func unload(of viewModel: ViewModel) async {
    guard viewModel.phase != .setUp else { return }
    let gate = Gate()
    let observation = viewModel.observe { if $0 == .didUnload { gate.open() } }
    await gate.pass()
    observation.cancel()
}
