import Loop

/// A property of a presenter beside its inputs and outputs, such as its phase. Changes of it rerun the trackings that
/// read it.
@SceneActor final class Signal: Field {
    override var isShown: Bool { false }
}
