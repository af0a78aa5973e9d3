import Loop
@_spi(SwiftUI) import Observation

/// What one reading touched of `@Observable` models, followed until it is ended.
///
/// `withObservationTracking(_:onChange:)` tells that a property is about to change, once, and cannot be taken back: a
/// change on another thread may not be there yet when it is read again, and nobody is told when it is. What SwiftUI uses
/// tells of each change that was made, and can be cancelled by whoever is told; so this one changes something itself that
/// was read with all the others, to be told.
@SceneActor final class Reading: Observable {
    private let registrar = ObservationRegistrar()
    private var ownValue = 0
    private var tracking: ObservationTracking?
    private var isBeginning = true

    /// Reads, and calls `onChange` after each change of what was read, on the thread that made it.
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

    /// Ends it: nobody is told any more.
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
