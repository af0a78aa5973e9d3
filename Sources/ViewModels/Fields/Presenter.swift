import JSON
import Loop
import Observables

/// The base class of view models and cell view models: inputs, outputs, and the computation of the outputs.
///
///     final class PersonViewModel: ViewModel {
///         @Bound var person: Person?
///         @Output var name = ""
///
///         override func updateOutputs() { name = person?.name ?? "nobody" }
///     }
///
/// ``updateOutputs()`` is tracked while a client shows the presenter. It runs again, once per turn, when anything
/// changes that it read: `@Observable` models, inputs, ``Bound`` models, or outputs of other presenters.
@SceneActor open class Presenter: FieldOwner {
    @exclusivity(unchecked) private var fields: [(name: String, field: Field)] = []
    private var isPrepared = false
    // By number: the fields that have changed since they were written into the values, and since ``takeChanges()``. By
    // name: the changed values that are not fields.
    @exclusivity(unchecked) private var unwritten = FieldNumbers()
    @exclusivity(unchecked) private var untold = FieldNumbers()
    @exclusivity(unchecked) private var untoldNames: [String] = []
    // Each field's name as an array of one, shared by all presenters of a type.
    @exclusivity(unchecked) private var singleNames: [[String]] = []
    private var inputValues = JSONObject()
    private var outputValues = JSONObject()
    private(set) var tracking: Tracking?

    /// Creates a presenter that no client shows yet.
    public init() {}

    /// Computes the outputs from inputs and models. It must be pure and quick: it runs whenever something it read has
    /// changed.
    open func updateOutputs() {}

    /// The values that the viewer has set, by name: the ``Input`` fields, and values set here. Setting it leaves fields
    /// unchanged.
    public final var inputs: JSONObject {
        get {
            writeFields()
            return inputValues
        }
        set { replace(\.inputValues, with: newValue) { $0.typeName != nil } }
    }

    /// The values shown, by name: the ``Output`` fields, and values set here. Setting it leaves fields unchanged.
    public final var outputs: JSONObject {
        get {
            writeFields()
            return outputValues
        }
        set { replace(\.outputValues, with: newValue) { $0.typeName == nil } }
    }

    /// Runs ``updateOutputs()`` at the end of the turn if a client shows the presenter. Call it for sources that do not
    /// report their changes.
    public final func setNeedsUpdate() {
        tracking?.setNeedsReading()
    }

    /// Calls ``updateOutputs()``.
    func computeOutputs() { updateOutputs() }

    /// Called when visible content may have changed.
    func didChange() {}

    /// Called when a client has set inputs.
    func inputsDidChange() {}

    /// Whether inputs accept values that break their rules, to show the faults.
    var takesFaultyInputs: Bool { false }

    /// Computes the outputs now and keeps them current from now on.
    func beginUpdates() {
        prepare()
        guard tracking == nil else { return }
        let tracking = Tracking.idle { [weak self] in self?.computeOutputs() }
        self.tracking = tracking
        tracking.readNow()
    }

    /// Stops tracking; the outputs stay as they are.
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

    /// Returns the names of the inputs and outputs that have changed since the last call, in their order.
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

    /// Returns the fields of one kind, by name.
    final func fields<Kind: Field>(of kind: Kind.Type) -> [(name: String, field: Kind)] {
        prepare()
        return fields.compactMap { name, field in (field as? Kind).map { (name, $0) } }
    }

    /// The fields that clients only see, by name.
    final var outputFields: [(name: String, field: Field)] {
        prepare()
        return fields.filter { $0.field.typeName == nil }
    }

    /// The fields that take values from clients, by name.
    final var inputFields: [(name: String, field: Field)] {
        prepare()
        return fields.filter { $0.field.typeName != nil }
    }

    /// The values of the inputs that are neither secret nor in the address, by name.
    final var keptInputs: JSONObject {
        let values = inputs
        let kept = inputFields.filter { !$0.field.isSecret && $0.field.query == nil }
        return JSONObject(kept.compactMap { name, _ in values[name].map { (name, $0) } })
    }
}

extension Presenter {
    /// Finds the fields: the compiler stores a wrapped property under its name with an underscore.
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

    /// The mirrors of the presenter's stored properties, its own type's first.
    var mirrors: [Mirror] {
        var mirrors: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let next = mirror {
            mirrors.append(next)
            mirror = next.superclassMirror
        }
        return mirrors
    }

    /// By type of presenter. Usually one field changes, and its name is then reported without allocating an array.
    private static var singleNames: [ObjectIdentifier: [[String]]] = [:]

    /// Writes the changed fields into the inputs and outputs.
    private func writeFields() {
        prepare()
        while let index = unwritten.popFirst() { write(fields[index].name, fields[index].field) }
    }

    private func write(_ name: String, _ field: Field) {
        guard field.hasValue else { return }
        if field.typeName == nil { outputValues[name] = field.json } else { inputValues[name] = field.json }
    }

    /// Takes over values that are not fields.
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
