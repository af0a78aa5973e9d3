import JSON
import Loop
import Observables

/// What view models and cell view models have in common: inputs, outputs, and what they are worked out from.
///
///     final class PersonViewModel: ViewModel {
///         @Bound var person: Person?
///         @Output var name = ""
///
///         override func updateOutputs() { name = person?.name ?? "nobody" }
///     }
///
/// ``updateOutputs()`` is followed while somebody looks: whatever it reads of `@Observable` models, of inputs, of
/// ``Bound`` models and of other presenters' outputs makes it run again, once per turn.
@SceneActor open class Presenter: FieldOwner {
    private var fields: [(name: String, field: Field)] = []
    private var isPrepared = false
    // A bit per field that has changed since it was last written, and since ``takeChanges()``; the last bit is for all
    // fields from the 63rd on.
    private var changedFields: UInt64 = 0
    private var untoldFields: UInt64 = 0
    private var inputValues = JSONObject()
    private var outputValues = JSONObject()
    private(set) var tracking: Tracking?

    /// A presenter that nobody looks at yet.
    public init() {}

    /// Works the outputs out from inputs and models; it is pure, quick, and run whenever something it read has changed.
    open func updateOutputs() {}

    /// What the viewer has chosen, by name: the ``Input`` fields, and whatever is set here.
    public final var inputs: JSONObject {
        get {
            writeFields()
            return inputValues
        }
        set {
            inputValues = newValue
            didChange()
        }
    }

    /// What is shown, by name: the ``Output`` fields, and whatever is set here.
    public final var outputs: JSONObject {
        get {
            writeFields()
            return outputValues
        }
        set {
            outputValues = newValue
            didChange()
        }
    }

    /// Has ``updateOutputs()`` run at the end of the turn, if somebody looks: for what it reads that does not tell.
    public final func setNeedsUpdate() {
        tracking?.setNeedsReading()
    }

    /// Something that is shown may be different.
    func didChange() {}

    /// A client has set inputs.
    func inputsDidChange() {}

    /// Works the outputs out now, and keeps them current from now on.
    func beginUpdates() {
        prepare()
        guard tracking == nil else { return }
        tracking = Tracking { [unowned self] in updateOutputs() }
    }

    /// Leaves the outputs as they are.
    func endUpdates() {
        tracking?.cancel()
        tracking = nil
    }

    final func fieldDidChange(_ index: Int) {
        let wasClean = changedFields == 0
        changedFields |= 1 << UInt64(min(index, 63))
        if wasClean { didChange() }
    }

    /// The inputs and outputs that have changed since this was last asked.
    final func takeChanges() -> [String] {
        writeFields()
        defer { untoldFields = 0 }
        return Self.indices(in: untoldFields, of: fields.count).map { fields[$0].name }
    }

    /// The fields that take values from clients, by name.
    final var inputFields: [(name: String, field: Field)] {
        prepare()
        return fields.filter { $0.field.typeName != nil }
    }

    /// Finds the fields: properties with a wrapper are stored under their name and an underscore.
    private func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        var mirror: Mirror? = Mirror(reflecting: self)
        var mirrors: [Mirror] = []
        while let next = mirror {
            mirrors.append(next)
            mirror = next.superclassMirror
        }
        for child in mirrors.reversed().lazy.flatMap(\.children) {
            guard let field = child.value as? Field, field.isShown, let label = child.label else { continue }
            field.attach(to: self, index: fields.count)
            fields.append((String(label.drop { $0 == "_" }), field))
        }
        changedFields = fields.isEmpty ? 0 : .max
        writeFields()
        untoldFields = 0
    }

    /// Writes what has changed into the inputs and outputs.
    private func writeFields() {
        prepare()
        guard changedFields != 0 else { return }
        let changed = Self.indices(in: changedFields, of: fields.count)
        untoldFields |= changedFields
        changedFields = 0
        for index in changed {
            let (name, field) = fields[index]
            if field.typeName == nil { outputValues[name] = field.json } else { inputValues[name] = field.json }
        }
    }

    private static func indices(in bits: UInt64, of count: Int) -> [Int] {
        (0..<count).filter { bits & 1 << UInt64(min($0, 63)) != 0 }
    }
}
