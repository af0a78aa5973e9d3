import DataSources
import Loop
import Observables

/// Brings what is stored up to date from elsewhere while it is shown: at once what is there, then what comes.
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
/// What is written shows up by itself. An error is the view model's `problem` until a refresh succeeds; what is stored stays
/// on display. One refresh runs at a time, and it is cancelled when nobody looks any more: then nothing comes of it but what
/// it has written.
@SceneActor public final class Refresh {
    /// When a refresh last succeeded; `nil` before the first.
    public private(set) var date: ContinuousClock.Instant?

    private weak var viewModel: ViewModel?
    private let body: @SceneActor () async throws -> Void
    private var task: Task<Void, any Error>?
    private var subscription: Subscription?

    private static let problemCode = "refresh-failed"

    /// A refresh for what a view model shows.
    ///
    /// - Parameter body: Fetches and stores. It should have no reference to the view model, which may be gone meanwhile.
    public init(of viewModel: ViewModel, _ body: @escaping @SceneActor () async throws -> Void) {
        self.viewModel = viewModel
        self.body = body
        subscription = viewModel.observe { [weak self] event in
            if event == .willUnload { self?.cancel() }
        }
    }

    /// Whether it is running.
    public var isRunning: Bool { task != nil }

    /// Begins, if it is not running, and returns at once.
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

    /// Begins, if it is not running, and waits for the end: what a command does.
    ///
    /// - Throws: What went wrong, and `CancellationError` when nobody looks any more.
    public func run() async throws {
        start()
        try await task?.value
    }

    /// Gives up.
    public func cancel() {
        task?.cancel()
        task = nil
    }

    /// A command that refreshes, such as for a pull.
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
