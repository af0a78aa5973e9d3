import Loop
import Observation

/// What somebody wants to hear of models, by key path: the bindings of one view model, or of one view.
///
/// An action runs once when it is bound, and then once after each turn in which a property on one of its key paths was
/// set, however many there were: two key paths may feed one output. Nested paths are followed through whatever stands on
/// the way now, `nil` included. Models are held, observers are not: with the observer its bindings are over.
///
///     bindings.bind(person, \.first, \.last, to: self) { $0.name = "\($0.person.first) \($0.person.last)" }
///     bindings.bind(person, \.address?.city, to: self) { $0.city = $0.person.address?.city ?? "" }
@SceneActor public final class Bindings {
    private var bindings: [Binding] = []

    private final class Binding {
        let model: AnyObject
        let observer: WeakReference
        var keyPaths: [AnyKeyPath]
        var tracking: Tracking?

        init(_ model: AnyObject, _ keyPaths: [AnyKeyPath], to observer: AnyObject) {
            self.model = model
            self.observer = WeakReference(observer)
            self.keyPaths = keyPaths
        }
    }

    /// No bindings.
    public init() {}

    /// The number of bindings whose observer is still there.
    public var count: Int { bindings.count { $0.observer.object != nil } }

    /// Runs `action` now and after each turn in which something on one of `keyPaths` was set; now only, if there are none.
    ///
    /// - Precondition: This observer does not watch one of these key paths of this model already.
    public func bind<Model: AnyObject & Observable, Observer: AnyObject>(
        _ model: Model, _ keyPaths: PartialKeyPath<Model>..., to observer: Observer,
        _ action: @escaping @SceneActor (Observer) -> Void
    ) {
        removeAll { $0.observer.object == nil }
        guard !keyPaths.isEmpty else { return action(observer) }
        let isNew = keyPaths.allSatisfy { !isBound($0, of: model, to: observer) }
        assert(isNew, "\(Observer.self) watches one of \(keyPaths) of \(Model.self) already")
        guard isNew else { return }
        let binding = Binding(model, keyPaths, to: observer)
        bindings.append(binding)
        binding.tracking = Tracking { [weak binding] in
            for case let keyPath as PartialKeyPath<Model> in binding?.keyPaths ?? [] { _ = model[keyPath: keyPath] }
        } then: { [weak self, weak observer] in
            if let observer { action(observer) } else { self?.removeAll { $0.observer.object == nil } }
        }
    }

    /// Removes the bindings to a key path, of whatever model and observer.
    public func remove(_ keyPath: AnyKeyPath) {
        narrow(keyPath) { _ in true }
    }

    /// Removes the bindings of one observer to a key path.
    public func remove(_ keyPath: AnyKeyPath, of observer: AnyObject) {
        narrow(keyPath) { $0.observer.object === observer }
    }

    /// Removes the bindings of an observer.
    public func remove(observer: AnyObject) {
        removeAll { $0.observer.object === observer }
    }

    /// Removes the bindings to a model.
    public func remove(model: AnyObject) {
        removeAll { $0.model === model }
    }

    /// Removes every binding.
    public func removeAll() {
        removeAll { _ in true }
    }

    private func isBound(_ keyPath: AnyKeyPath, of model: AnyObject, to observer: AnyObject) -> Bool {
        bindings.contains { $0.model === model && $0.observer.object === observer && $0.keyPaths.contains(keyPath) }
    }

    private func removeAll(where isOver: (Binding) -> Bool) {
        for binding in bindings where isOver(binding) { binding.tracking?.cancel() }
        bindings.removeAll(where: isOver)
    }

    /// Takes a key path out of the bindings that have it; those with others go on with the rest.
    private func narrow(_ keyPath: AnyKeyPath, where matches: (Binding) -> Bool) {
        for binding in bindings where binding.keyPaths.contains(keyPath) && matches(binding) {
            binding.keyPaths.removeAll { $0 == keyPath }
            binding.tracking?.follow()
        }
        removeAll { $0.keyPaths.isEmpty }
    }
}
