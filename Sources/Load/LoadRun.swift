import Clients
import Loop

/// A load run: viewers connect, watch for a while, and are compared with a `GET` at the end.
@SceneActor package final class LoadRun {
    private let plan: LoadPlan
    private let tally = Tally()
    private var viewers: [Viewer] = []
    private var chores: [LoopTimer] = []
    private var stalled = 0
    private var pauses = 0

    /// The maximum number of viewers that connect at the same time.
    private static let arriving = 200
    private static let patience = Duration.seconds(60)
    /// The time in which a server may still start.
    private static let firstPatience = Duration.seconds(3)

    /// Makes a run by this plan.
    package init(_ plan: LoadPlan) {
        self.plan = plan
    }

    /// Runs the plan, which takes some seconds more than the plan's duration.
    ///
    /// - Throws: ``ConnectionError`` if the viewers cannot connect.
    package func run() async throws(ConnectionError) -> LoadReport {
        defer { for viewer in viewers { viewer.end() } }
        var report = LoadReport(plan: plan)
        let start = ContinuousClock.now
        try await arrive()
        report.arrival = .now - start
        let changer = plan.change.map { Changer(plan, $0, tally) }
        tally.isMeasuring = true
        let began = ContinuousClock.now
        changer?.start()
        every(.milliseconds(100)) { [weak self] in self?.disturb() }
        await EventLoop.shared.pause(plan.duration)
        report.duration = .now - began
        tally.isMeasuring = false
        await changer?.stop(within: Self.patience)  // a later change would reach only a part of the viewers
        chores.forEach { $0.cancel() }
        (report.sent, report.done, report.pauses) = (changer?.sent ?? 0, changer?.done ?? 0, pauses)
        await settle(&report)
        report.take(tally)
        return report
    }

    private func arrive() async throws(ConnectionError) {
        var kinds = LoadPlan.Transport.allCases.flatMap { Array(repeating: $0, count: plan.viewers[$0] ?? 0) }
        kinds.shuffle()
        let start = ContinuousClock.now
        let deadline = start + Self.patience
        let share = max(1, kinds.count / max(1, plan.replicas))
        for (number, transport) in kinds.enumerated() {
            while viewers.count - begun >= Self.arriving {
                try check(since: start, deadline)
                await EventLoop.shared.pause(.milliseconds(2))
            }
            viewers.append(viewer(transport, isWhole: number % share == 0))
            viewers[number].come()
        }
        while begun < viewers.count {
            try check(since: start, deadline)
            await EventLoop.shared.pause(.milliseconds(5))
        }
        tally.refusals = [:]
    }

    /// Throws if no viewer can connect for a while, or not all in the end.
    private func check(
        since start: ContinuousClock.Instant, _ deadline: ContinuousClock.Instant
    ) throws(ConnectionError) {
        let isHopeless = begun == 0 && .now - start > Self.firstPatience && (tally.ends > 0 || !tally.refusals.isEmpty)
        guard isHopeless || .now > deadline else { return }
        let words = tally.refusals.max { $0.value < $1.value }?.key ?? "no response"
        throw ConnectionError("\(begun) of \(viewers.count) viewers connected to \(plan.address.host): \(words)")
    }

    private var begun: Int { viewers.count { $0.hasBegun } }

    private func viewer(_ transport: LoadPlan.Transport, isWhole: Bool) -> Viewer {
        switch transport {
        case .socket: SocketViewer(plan, tally, isWhole: isWhole)
        case .stream: StreamViewer(plan, tally, isWhole: isWhole)
        case .poll: PollViewer(plan, tally, isWhole: isWhole)
        }
    }

    /// Makes some viewers disconnect and reconnect, and some stop reading for a while.
    private func disturb() {
        let leaving = plan.churn / 10
        let count = Int(leaving) + (Double.random(in: 0..<1) < leaving.truncatingRemainder(dividingBy: 1) ? 1 : 0)
        for _ in 0..<count { viewers.randomElement()?.leave() }
        while stalled < min(plan.stalls, viewers.count), let viewer = viewers.randomElement() {
            stalled += 1
            pauses += 1
            viewer.read(false)
            EventLoop.shared.after(.seconds(5)) { [weak self] in
                viewer.read(true)
                self?.stalled -= 1
            }
        }
    }

    /// Waits until all viewers show the same as a `GET`.
    private func settle(_ report: inout LoadReport) async {
        let reference = PollViewer(plan, Tally(), isWhole: true, interval: .milliseconds(100))
        reference.come()
        defer { reference.end() }
        // A window that did not begin at the top has followed its first row. Viewers start over with the window of the
        // route.
        if plan.hasPlacedWindow { for viewer in viewers { viewer.forget() } }
        let start = ContinuousClock.now
        repeat {
            await EventLoop.shared.pause(.milliseconds(50))
            report.settled = viewers.count { $0.hasBegun && $0.replica.digest == reference.replica.digest }
        } while report.settled < viewers.count && .now - start < Self.patience
        report.settling = .now - start
    }

    private func every(_ interval: Duration, _ body: @escaping @SceneActor () -> Void) {
        chores.removeAll()
        chores.append(
            EventLoop.shared.after(interval) { [weak self] in
                body()
                self?.every(interval, body)
            })
    }
}
