import DataSources
import Loop
import Observables

/// Updates stored data from a remote source while it is shown: the stored data appears immediately, the new data later.
///
///     final class RepositoriesViewModel: ViewModel {
///         lazy var refresh = Refresh(of: self) { [store, service] in
///             let found = try await service.repositories()
///             try await store.write(found.map { .put(table: "Repository", values: $0.json) })
///         }
///
///         override func load() async {
///             list = CellList(store.list("Repository", sort: ["Name"]) { RepositoryCell($0) })
///             refresh.start()
///         }
///     }
///
/// Written data appears through the store, without further code. An error becomes the view model's `problem` until a
/// refresh succeeds; the stored data stays visible. One refresh runs at a time. It is cancelled when the view model
/// unloads: from then on its result is ignored, but what it has written stays.
@SceneActor public final class Refresh {
    /// When a refresh last succeeded; `nil` before the first.
    public private(set) var date: ContinuousClock.Instant?

    private weak var viewModel: ViewModel?
    private let body: @SceneActor () async throws -> Void
    private var task: Task<Void, any Error>?
    private var subscription: Subscription?

    private static let problemCode = "refresh-failed"

    /// Creates a refresh of the data that a view model shows.
    ///
    /// - Parameter body: Fetches and stores. It should not reference the view model, which may be released meanwhile.
    public init(of viewModel: ViewModel, _ body: @escaping @SceneActor () async throws -> Void) {
        self.viewModel = viewModel
        self.body = body
        subscription = viewModel.observe { [weak self] event in
            if event == .willUnload { self?.cancel() }
        }
    }

    /// Whether a refresh is running.
    public var isRunning: Bool { task != nil }

    /// Starts a refresh unless one is running, and returns immediately.
    public func start() {
        guard task == nil else { return }
        let body = body
        task = Task { @SceneActor [weak self] in
            let result: Result<Void, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            if !Task.isCancelled { self?.finish(result) }
            try result.get()
        }
        viewModel?.setNeedsUpdate()
    }

    /// Starts a refresh unless one is running, and waits for its end. Commands use it.
    ///
    /// - Throws: The error of the refresh, or `CancellationError` when the view model unloads.
    public func run() async throws {
        start()
        try await task?.value
    }

    /// Cancels the running refresh.
    public func cancel() {
        task?.cancel()
        task = nil
    }

    /// Returns a command that refreshes, for example on a pull.
    public func command(_ name: String = "refresh", title: String = "Refresh") -> Command {
        Command(name, title: title) { [weak self] _ in try await self?.run() }
    }

    private func finish(_ result: Result<Void, any Error>) {
        task = nil
        switch result {
        case .success:
            date = .now
            if viewModel?.problem?.code == Self.problemCode { viewModel?.problem = nil }
        case .failure(let error):
            viewModel?.problem = ListProblem(code: Self.problemCode, message: "\(error)")
        }
        viewModel?.setNeedsUpdate()
    }
}
