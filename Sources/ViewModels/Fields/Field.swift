import JSON
import Loop
import Observables

/// Whoever has fields: a ``Presenter``.
@SceneActor protocol FieldOwner: AnyObject {
    /// What works the outputs out, while somebody looks.
    var tracking: Tracking? { get }
    /// The field of this number is different.
    func fieldDidChange(_ index: Int)
}

/// One input or output of a presenter: a value that tells its presenter, by its number, when it has changed, and those who
/// work something out from it.
@SceneActor public class Field {
    /// Whose field it is, from when the presenter first looks for its fields.
    @exclusivity(unchecked) private unowned var owner: (any FieldOwner)?
    @exclusivity(unchecked) private(set) final var index = 0
    /// Whether its value is for its viewer alone: not kept in a session, and shown by no description.
    final let isSecret: Bool
    @exclusivity(unchecked) private var readers: [Reader] = []

    private struct Reader {
        weak var tracking: Tracking?
        var generation: Int
    }

    init(isSecret: Bool = false) {
        self.isSecret = isSecret
    }

    /// The value as it stands in a document.
    var json: JSON { .null }

    /// Whether viewers see it.
    var isShown: Bool { true }

    /// The model that it is, if it is an object.
    var model: AnyObject? { nil }

    /// What a client may send for it, if it may send anything.
    var typeName: String? { nil }

    /// What a client may send for it, as a document describes an argument.
    var argument: JSONObject { [:] }

    /// What is wrong with the value by its rules; `nil` when nothing is.
    var fault: String? { nil }

    /// Whether a value that a client sent is of the right type.
    func accepts(_ json: JSON) -> Bool { false }

    /// What is wrong by its rules with a value that a client sent; `nil` when nothing is.
    func fault(in json: JSON) -> String? { nil }

    /// Takes over what a client sent, if it is accepted.
    func take(_ json: JSON) {}

    func attach(to owner: any FieldOwner, index: Int) {
        self.owner = owner
        self.index = index
    }

    /// Notes that the value was read. What a presenter writes it may read without following itself.
    @usableFromInline final func noteRead(byOwnerToo isFollowed: Bool) {
        guard let tracking = Tracking.current, isFollowed || tracking !== owner?.tracking else { return }
        if let known = readers.firstIndex(where: { $0.tracking === tracking }) {
            readers[known].generation = tracking.generation
        } else {
            readers.removeAll { $0.tracking == nil }
            readers.append(Reader(tracking: tracking, generation: tracking.generation))
        }
    }

    /// Notes that the value is another one.
    @usableFromInline final func noteChange() {
        owner?.fieldDidChange(index)
        guard !readers.isEmpty else { return }
        let told = readers
        readers = []
        for reader in told { reader.tracking?.noteChange(since: reader.generation) }
    }
}
