import Loop
@_spi(SwiftUI) import Observation

/// The properties of `@Observable` models that one run of a function read, tracked until ``end()``.
///
/// `withObservationTracking(_:onChange:)` reports once, before a property changes, and cannot be cancelled. A change on
/// another thread may therefore not be visible yet when the property is read again, and no later report follows.
/// SwiftUI's variant reports each change after it was made, and passes its closure an object that cancels the tracking.
/// To obtain that object, this class reads a property of its own with the others and changes it.
@SceneActor final class Reading: Observable {
    private let registrar = ObservationRegistrar()
    private var ownValue = 0
    private var tracking: ObservationTracking?
    private var isBeginning = true

    /// Reads, and calls `onChange` after each change of a property that was read, on the thread of the change.
    init(_ read: () -> Void, onChange: @escaping @Sendable () -> Void) {
        withObservationTracking {
            registrar.access(self, keyPath: \.ownValue)
            read()
        } didSet: { [weak self] tracking in
            if EventLoop.shared.isOnLoop, SceneActor.assumeIsolated({ self?.take(tracking) ?? false }) { return }
            onChange()
        }
        registrar.didSet(self, keyPath: \.ownValue)
        isBeginning = false
    }

    /// Ends the tracking: no more changes are reported.
    func end() {
        tracking?.cancel()
        tracking = nil
    }

    private func take(_ tracking: ObservationTracking) -> Bool {
        guard isBeginning else { return false }
        self.tracking = tracking
        return true
    }
}
