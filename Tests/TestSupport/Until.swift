import Loop
import Observables

/// Waits until a condition holds. It is checked after every change of a model that it reads.
///
/// The condition may hold for a moment only, and may be false again when this returns.
///
/// - Throws: If the condition does not hold in time.
@SceneActor package func until(
    _ what: String, within limit: Duration = .seconds(30), _ condition: @escaping @SceneActor () -> Bool
) async throws {
    let gate = Gate()
    var hasHeld = false
    let tracking = Tracking {
        guard hasHeld || condition() else { return }
        hasHeld = true
        gate.open()
    }
    let timer = EventLoop.shared.after(limit) { gate.open() }
    await gate.pass()
    tracking.cancel()
    timer.cancel()
    guard hasHeld || condition() else { throw ClientError("Timed out waiting until \(what)") }
}
