import Loop

/// Something that a presenter says beside its inputs and outputs, such as its phase: who reads it is told of changes.
@SceneActor final class Signal: Field {
    override var isShown: Bool { false }
}
