import JSON
import Loop
import Observables

/// An object that has fields: a ``Presenter``.
@SceneActor protocol FieldOwner: AnyObject {
    /// The tracking of the outputs, while a client shows them.
    var tracking: Tracking? { get }
    /// Called when the field of this number has changed.
    func fieldDidChange(_ index: Int)
}

/// One input or output of a presenter: a value that reports its changes to the presenter, by its number, and to the
/// trackings that have read it.
@SceneActor public class Field {
    /// The presenter, from its first search for fields on.
    @exclusivity(unchecked) private unowned var owner: (any FieldOwner)?
    @exclusivity(unchecked) private(set) final var index = 0
    /// Whether the value is for its viewer alone: no session keeps it and no description shows it.
    final let isSecret: Bool
    /// The title for viewers; `nil` for the words of the name.
    final let title: String?
    @exclusivity(unchecked) private var readers: [Reader] = []

    private struct Reader {
        weak var tracking: Tracking?
        var generation: Int
    }

    init(title: String? = nil, isSecret: Bool = false) {
        (self.title, self.isSecret) = (title, isSecret)
    }

    /// The value in a document.
    var json: JSON { .null }

    /// Whether the value is an input or an output.
    var hasValue: Bool { true }

    /// Whether viewers see it.
    var isShown: Bool { true }

    /// The value, if it is an object.
    var model: AnyObject? { nil }

    /// The live model that the field shows; `nil` for a value of its own.
    var followed: AnyObject? { nil }

    /// The type name of the values that a client may send; `nil` if the field takes none.
    var typeName: String? { nil }

    /// The query parameter in which the value lives; `nil` for a value of the screen.
    var query: String? { nil }

    /// The values that a client may send, as a document describes an argument.
    var argument: JSONObject { [:] }

    /// The message of the first rule that the value breaks; `nil` when it is valid.
    var fault: String? { nil }

    /// Returns whether a value from a client has the right type.
    func accepts(_ json: JSON) -> Bool { false }

    /// Returns the message of the first rule that a value from a client breaks; `nil` when it is valid.
    func fault(in json: JSON) -> String? { nil }

    /// Takes over a value from a client if the field accepts it.
    func take(_ json: JSON) {}

    func attach(to owner: any FieldOwner, index: Int) {
        self.owner = owner
        self.index = index
    }

    /// Records a read of the value. A presenter may read its own outputs without tracking them.
    @usableFromInline final func recordRead(byOwnerToo isFollowed: Bool) {
        guard let tracking = Tracking.current, isFollowed || tracking !== owner?.tracking else { return }
        if let known = readers.firstIndex(where: { $0.tracking === tracking }) {
            readers[known].generation = tracking.generation
        } else {
            readers.removeAll { $0.tracking == nil }
            readers.append(Reader(tracking: tracking, generation: tracking.generation))
        }
    }

    /// Reports a change of the value.
    @usableFromInline final func recordChange() {
        owner?.fieldDidChange(index)
        guard !readers.isEmpty else { return }
        let told = readers
        readers = []
        for reader in told { reader.tracking?.recordChange(since: reader.generation) }
    }
}
