import Loop
import Observation

/// The bindings of one view model or view to properties of models, by key path.
///
/// An action runs once when it is bound. It then runs once after each turn in which a property on one of its key paths
/// was set, however many were: two key paths may feed one output. Nested paths are tracked through their current
/// objects, `nil` included. Models are retained, observers are not: the bindings of a released observer end.
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

    /// Creates an instance without bindings.
    public init() {}

    /// The number of bindings whose observer still exists.
    public var count: Int { bindings.count { $0.observer.object != nil } }

    /// Runs `action` now and after each turn in which a property on one of `keyPaths` was set; without key paths, only
    /// now.
    ///
    /// - Precondition: This observer has no binding to one of these key paths of this model.
    public func bind<Model: AnyObject & Observable, Observer: AnyObject>(
        _ model: Model, _ keyPaths: PartialKeyPath<Model>..., to observer: Observer,
        _ action: @escaping @SceneActor (Observer) -> Void
    ) {
        removeAll { $0.observer.object == nil }
        guard !keyPaths.isEmpty else { return action(observer) }
        let isNew = keyPaths.allSatisfy { !isBound($0, of: model, to: observer) }
        assert(isNew, "\(Observer.self) already watches one of \(keyPaths) of \(Model.self)")
        guard isNew else { return }
        let binding = Binding(model, keyPaths, to: observer)
        bindings.append(binding)
        binding.tracking = Tracking { [weak binding] in
            for case let keyPath as PartialKeyPath<Model> in binding?.keyPaths ?? [] { _ = model[keyPath: keyPath] }
        } then: { [weak self, weak observer] in
            if let observer { action(observer) } else { self?.removeAll { $0.observer.object == nil } }
        }
    }

    /// Removes the bindings to a key path, of all models and observers.
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

    /// Removes a key path from the bindings that have it; bindings with other key paths keep those.
    private func narrow(_ keyPath: AnyKeyPath, where matches: (Binding) -> Bool) {
        for binding in bindings where binding.keyPaths.contains(keyPath) && matches(binding) {
            binding.keyPaths.removeAll { $0 == keyPath }
            binding.tracking?.follow()
        }
        removeAll { $0.keyPaths.isEmpty }
    }
}
