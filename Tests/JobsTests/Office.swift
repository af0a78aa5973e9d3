import FoundationEssentials
import Loop
import Oriel
import OrielTesting
import TestSupport
import Testing

/// Where the app of a test stores its jobs.
enum Storage: CaseIterable { case file, postgres }

/// Serves an app whose jobs record what they did in the table `Note`. Its clock stands at noon.
func withOffice(
    _ storage: Storage = .file, isHourly: Bool = false, _ body: (TestApp, Office) async throws -> Void
) async throws {
    let place: TestStorage =
        switch storage {
        case .file: .file
        case .postgres:
            .postgres(try await blocking { try PostgresCluster.shared.url })
        }
    let office = Office()
    let app = try await TestApp(on: place) { place in
        try await office.open(place.store(migrations: Office.migrations), isHourly: isHourly)
    }
    try await body(app, office)
    await app.stop()
}

extension SeenScreen {
    /// The states of the displayed jobs.
    var states: [String] { rows.map { $0["state"]?.stringValue ?? "" } }
}

struct Note: Job { var text: String }
struct Hourly: Job {}
struct Endless: Job {}
struct Flaky: Job {}

struct NotToday: Error, CustomStringConvertible {
    let number: Int
    var description: String { "not today \(number)" }
}

/// An app with a screen of its jobs.
@SceneActor final class Office {
    nonisolated static let noon = Date(timeIntervalSince1970: 1_795_694_400)  // 2026-11-26T12:00:00Z
    static let migrations: KeyValuePairs = [
        "create": "CREATE TABLE Note (Text TEXT NOT NULL)", "jobs": Jobs.migration,
    ]

    private(set) var clock = AppClock()
    private var served: (store: Store, jobs: Jobs)?
    private(set) var failures = 0
    private var remaining = 0
    private var gate: Gate?

    nonisolated init() {}

    var store: Store { get throws { try #require(served).store } }
    var jobs: Jobs { get throws { try #require(served).jobs } }

    func open(_ store: Store, isHourly: Bool) -> AppCoordinator {
        clock = AppClock(at: Self.noon)
        let jobs = Jobs(in: store, clock: clock)
        served = (store, jobs)
        jobs.handle(Note.self) { [unowned self] note, run in
            await gate?.pass()
            try await store.transaction { transaction in
                try transaction.run("INSERT INTO Note VALUES (?)", note.text)
                try run.complete(in: transaction)
            }
        }
        schedule(jobs, isHourly: isHourly)
        jobs.handle(Endless.self) { _, _ in try await Task.sleep(for: .seconds(86_400)) }
        jobs.handle(Flaky.self, attempts: 3, backoff: .seconds(10)) { [unowned self] _, _ in try failIfWanted() }
        let coordinator = AppCoordinator()
        coordinator.background(jobs)
        coordinator.screen("/jobs?state") { _ in JobsViewModel(jobs) }
        return coordinator
    }

    /// Handles the hourly job, which may fail.
    func schedule(_ jobs: Jobs, isHourly: Bool = true) {
        jobs.handle(Hourly.self, backoff: .seconds(10)) { [unowned self] _, _ in try failIfWanted() }
        if isHourly { jobs.schedule(Hourly(), .every(.seconds(3600))) }
    }

    private func failIfWanted() throws {
        guard remaining > 0 else { return }
        remaining -= 1
        failures += 1
        throw NotToday(number: failures)
    }

    func notes() async throws -> [String] { try await store.rows("SELECT Text FROM Note ORDER BY Text") }

    func fail(times: Int) { remaining = times }

    func hold() { gate = Gate() }

    func release() {
        gate?.open()
        gate = nil
    }
}
