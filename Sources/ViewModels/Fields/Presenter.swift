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
    @exclusivity(unchecked) private var fields: [(name: String, field: Field)] = []
    private var isPrepared = false
    // The fields that have changed since they were written into the values, and since ``takeChanges()``, by number; and
    // the names of values that are no fields.
    @exclusivity(unchecked) private var unwritten = FieldNumbers()
    @exclusivity(unchecked) private var untold = FieldNumbers()
    @exclusivity(unchecked) private var untoldNames: [String] = []
    // Each field's name as a list of one, the same for all of a type.
    @exclusivity(unchecked) private var singleNames: [[String]] = []
    private var inputValues = JSONObject()
    private var outputValues = JSONObject()
    private(set) var tracking: Tracking?

    /// A presenter that nobody looks at yet.
    public init() {}

    /// Works the outputs out from inputs and models; it is pure, quick, and run whenever something it read has changed.
    open func updateOutputs() {}

    /// What the viewer has chosen, by name: the ``Input`` fields, and whatever is set here. Setting it leaves fields alone.
    public final var inputs: JSONObject {
        get {
            writeFields()
            return inputValues
        }
        set { replace(\.inputValues, with: newValue) { $0.typeName != nil } }
    }

    /// What is shown, by name: the ``Output`` fields, and whatever is set here. Setting it leaves fields alone.
    public final var outputs: JSONObject {
        get {
            writeFields()
            return outputValues
        }
        set { replace(\.outputValues, with: newValue) { $0.typeName == nil } }
    }

    /// Has ``updateOutputs()`` run at the end of the turn, if somebody looks: for what it reads that does not tell.
    public final func setNeedsUpdate() {
        tracking?.setNeedsReading()
    }

    /// Something that is shown may be different.
    func didChange() {}

    /// A client has set inputs.
    func inputsDidChange() {}

    /// Whether inputs take values that break their rules, to show what is wrong with them.
    var takesFaultyInputs: Bool { false }

    /// Works the outputs out now, and keeps them current from now on.
    func beginUpdates() {
        prepare()
        guard tracking == nil else { return }
        let tracking = Tracking.idle { [weak self] in self?.updateOutputs() }
        self.tracking = tracking
        tracking.readNow()
    }

    /// Leaves the outputs as they are.
    func endUpdates() {
        tracking?.cancel()
        tracking = nil
    }

    final func fieldDidChange(_ index: Int) {
        let isNews = unwritten.isEmpty || untold.isEmpty
        unwritten.insert(index)
        untold.insert(index)
        if isNews { didChange() }
    }

    /// The names of the inputs and outputs that have changed since this was last asked, in their order.
    final func takeChanges() -> [String] {
        if untold.count == 1, untoldNames.isEmpty, let only = untold.popFirst() { return singleNames[only] }
        var names: [String] = []
        names.reserveCapacity(untold.count + untoldNames.count)
        while let next = untold.popFirst() { names.append(fields[next].name) }
        if !untoldNames.isEmpty {
            names += untoldNames
            untoldNames = []
        }
        return names
    }

    /// The fields of one kind, by name.
    final func fields<Kind: Field>(of kind: Kind.Type) -> [(name: String, field: Kind)] {
        prepare()
        return fields.compactMap { name, field in (field as? Kind).map { (name, $0) } }
    }

    /// The fields that take values from clients, by name.
    final var inputFields: [(name: String, field: Field)] {
        prepare()
        return fields.filter { $0.field.typeName != nil }
    }

    /// The values of the inputs that are not secret, by name.
    final var keptInputs: JSONObject {
        let values = inputs
        return JSONObject(
            inputFields.filter { !$0.field.isSecret }.compactMap { name, _ in values[name].map { (name, $0) } })
    }
}

extension Presenter {
    /// Finds the fields: properties with a wrapper are stored under their name and an underscore.
    private func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        for child in mirrors.reversed().lazy.flatMap(\.children) {
            guard let field = child.value as? Field, field.isShown, let label = child.label else { continue }
            field.attach(to: self, index: fields.count)
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            fields.append((name, field))
            write(name, field)
        }
        let type = ObjectIdentifier(Self.self)
        let known = Self.singleNames[type] ?? fields.map { [$0.name] }
        Self.singleNames[type] = known
        singleNames = known
    }

    /// The presenter's stored properties, those of its own type first.
    var mirrors: [Mirror] {
        var mirrors: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let next = mirror {
            mirrors.append(next)
            mirror = next.superclassMirror
        }
        return mirrors
    }

    /// By type of presenter: most often one field changes, and its name is told without a list being made.
    private static var singleNames: [ObjectIdentifier: [[String]]] = [:]

    /// Writes what has changed into the inputs and outputs.
    private func writeFields() {
        prepare()
        while let index = unwritten.popFirst() { write(fields[index].name, fields[index].field) }
    }

    private func write(_ name: String, _ field: Field) {
        if field.typeName == nil { outputValues[name] = field.json } else { inputValues[name] = field.json }
    }

    /// Takes over values that are no fields.
    private func replace(
        _ values: ReferenceWritableKeyPath<Presenter, JSONObject>, with new: JSONObject, keeping isKept: (Field) -> Bool
    ) {
        writeFields()
        let old = self[keyPath: values]
        self[keyPath: values] = new
        for (name, field) in fields where isKept(field) { write(name, field) }
        let current = self[keyPath: values]
        for name in Set(old.names + current.names).sorted() where old[name] != current[name] {
            if !untoldNames.contains(name) { untoldNames.append(name) }
        }
        didChange()
    }
}
