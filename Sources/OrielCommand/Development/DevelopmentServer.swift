import Foundation
import Glibc
import Loop
import Serving

/// Builds and serves an app, again after each change of its files.
///
/// The app answers at a socket that this process opens and keeps. While a build runs, the former build serves. When the
/// new one is ready, the former one sends its clients away, saves their sessions and ends, and the new one answers at
/// the same socket. Clients that come in between wait for it. After a failure without an app, clients get the report.
@SceneActor final class DevelopmentServer {
    private let product: String
    private let arguments: [String]
    private let folder = FileManager.default.currentDirectoryPath
    private let listener: Int32
    private let address: String
    private var files: AppFiles?
    private var state = DevelopmentState()
    private var needsBuild = true
    private var needsStart = false
    private var isStopping = false
    private var changedAt = ContinuousClock.now
    private var builtAt: Date?
    /// Whether the last build that ended has succeeded.
    private var isBuilt = false
    private var build: ChildProcess?
    /// The app that answers.
    private var serving: RunningApp?
    /// The app that will take over as soon as it is ready.
    private var next: RunningApp?
    /// Answers while there is a report and no app.
    private var reporter: ReportServer?

    /// An app that ends sooner is not started again before the next change.
    private static let leastAge = Duration.seconds(2)

    /// Listens, and builds the app.
    ///
    /// - Parameters:
    ///   - product: The name of the executable.
    ///   - settings: The address and the port.
    ///   - arguments: The arguments of the app.
    init(_ product: String, _ settings: Settings, arguments: [String]) throws {
        self.product = product
        let (listener, port) = try settings.listen()
        self.listener = listener
        address = "http://\(settings.host):\(port)"
        self.arguments = ["--host", settings.host, "--port", "\(port)"] + arguments
        try FileManager.default.createDirectory(
            atPath: Settings.developmentFolder, withIntermediateDirectories: true)
        files = AppFiles { [weak self] in self?.follow($0) }
        proceed()
    }

    /// Stops the build and the apps, and returns when they have ended.
    func stop() async {
        isStopping = true
        answerWithReport()
        build?.signal(SIGTERM)
        next?.stop()
        serving?.stop()
        while build != nil || next != nil || serving != nil { await EventLoop.shared.pause(.milliseconds(10)) }
    }

    private func follow(_ changes: AppFiles.Changes) {
        changedAt = .now
        if !changes.assets.isEmpty {
            state.assets += 1
            state.changed = changes.assets
            serving?.send(state)
        }
        needsBuild = needsBuild || changes.areInSources
        needsStart = needsStart || changes.areInSettings
        proceed()
    }

    /// Begins the next step, unless a build runs. Changes during a build cause another one.
    private func proceed() {
        guard build == nil, !isStopping else { return }
        do {
            if needsBuild {
                needsBuild = false
                build = try ChildProcess(["swift", "build", "--product", product], keeping: [1, 2])
                build?.onEnd = { [weak self] in self?.finishBuild($0) }
            } else if needsStart {
                needsStart = false
                try start()
            }
        } catch {
            report(DevelopmentState.Report(title: "\(error)", faults: []))
        }
    }

    private func finishBuild(_ build: ChildProcess) {
        self.build = nil
        guard !isStopping else { return }
        isBuilt = build.ending == .exited(0)
        if isBuilt {
            report(nil)
            let date = try? FileManager.default.attributesOfItem(atPath: program)[.modificationDate] as? Date
            if date != builtAt || serving == nil { needsStart = true }
            builtAt = date
        } else {
            report(DevelopmentState.Report(build: build.said, of: product, in: folder))
        }
        proceed()
    }

    private var program: String { "\(folder)/.build/debug/\(product)" }

    /// Starts the app beside the one that serves.
    private func start() throws {
        next?.process.onEnd = nil
        next?.stop()
        let app = try RunningApp(program, arguments, at: listener)
        app.onReady = { [weak self] app, publicFolder in
            guard let self, app === next else { return }
            files?.publicFolder = publicFolder
            if let serving { serving.stop() } else { handOver() }
        }
        app.process.onEnd = { [weak self] in self?.finish($0) }
        next = app
    }

    /// Lets the next app serve, because no other app does.
    private func handOver() {
        guard let next, next.isReady, !isStopping else { return }
        (serving, self.next) = (next, nil)
        answerWithReport()
        next.send(state)
        guard isBuilt else {
            return say("\(product) serves the last good build. The present sources do not build.")
        }
        let tenths = Int((ContinuousClock.now - changedAt) / .milliseconds(100))
        say("\(product) serves the present sources, \(tenths / 10).\(tenths % 10) s after the change.")
    }

    private func finish(_ process: ChildProcess) {
        if let app = next, app.process === process {
            next = nil
            if !app.isStopped { report(end: process) }
        } else if let app = serving, app.process === process {
            serving = nil
            if next?.isReady == true { return handOver() }
            guard !app.isStopped else { return }
            report(end: process)
            guard next == nil, app.age > Self.leastAge, process.ending != .exited(0) else { return }
            needsStart = true
            proceed()
        }
    }

    private func report(end process: ChildProcess) {
        report(DevelopmentState.Report(ended: product, process.ending, saying: process.said, in: folder))
    }

    private func report(_ report: DevelopmentState.Report?) {
        guard report != state.report, !isStopping else { return }
        state.report = report
        if let report { say("\(report.title).") }
        serving?.send(state)
        answerWithReport()
    }

    /// Lets pages show the report while no app does.
    private func answerWithReport() {
        guard state.report != nil, serving == nil, !isStopping else {
            reporter?.close()
            return reporter = nil
        }
        if let reporter { return reporter.state = state }
        reporter = try? ReportServer(at: listener, state)
        if reporter != nil { print("Serving the report at \(address)") }
        fflush(nil)
    }

    /// Writes a line between the output of builds and of the app's log.
    private func say(_ sentence: String) {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    }
}
