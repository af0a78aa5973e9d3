import Loop

/// The results of a load run.
package struct LoadReport: Sendable {
    let plan: LoadPlan
    var arrival = Duration.zero
    var duration = Duration.zero
    var settling = Duration.zero
    var sent = 0
    var done = 0
    var pauses = 0
    /// The number of viewers that showed the same as a `GET` at the end.
    var settled = 0
    private var patches = 0
    private var bytes = 0
    private var ends = 0
    private var latencies: [Double] = []
    private var resumes: [String] = []
    private var refusals: [String: Int] = [:]
    private var faults: [String] = []
    private var faultCount = 0

    init(plan: LoadPlan) {
        self.plan = plan
    }

    @SceneActor mutating func take(_ tally: Tally) {
        (patches, bytes, ends) = (tally.patches, tally.bytes, tally.ends)
        latencies = tally.latencies.sorted()
        resumes = Tally.Resume.allCases.map { "\(tally.resumes[$0] ?? 0) \($0.rawValue)" }
        (refusals, faults, faultCount) = (tally.refusals, tally.faults, tally.faultCount)
    }

    /// Whether all patches were correct, all viewers show the same as a `GET`, and changes, if there were any,
    /// succeeded.
    package var isSound: Bool { faultCount == 0 && settled == viewerCount && (sent == 0 || done > 0) }

    private var viewerCount: Int { plan.viewers.values.reduce(0, +) }

    /// The report as lines of text.
    package var text: String {
        let seconds = duration / .seconds(1)
        let transports = LoadPlan.Transport.allCases.map { "\(plan.viewers[$0] ?? 0) by \($0.rawValue)" }.joined(
            separator: ", ")
        var lines = [
            "viewers    \(viewerCount) (\(transports)) in \((arrival / .seconds(1)).short) s",
            "changes    \(sent) sent, \(done) succeeded, \((Double(done) / seconds).short) a second",
            "patches    \(patches), \((Double(patches) / seconds).short) a second; "
                + "\((Double(bytes) / 1e6).short) MB received in \(seconds.short) s",
        ]
        if !latencies.isEmpty {
            let ninetyNinth = latencies[latencies.count * 99 / 100]
            lines.append(
                "latency    \(latencies[latencies.count / 2].short) ms median, 99 % within \(ninetyNinth.short) ms, "
                    + "all within \(latencies[latencies.count - 1].short) ms, "
                    + "from sending a change to receiving its patch"
            )
        }
        lines.append("resumes    \(resumes.joined(separator: ", ")); \(ends) connections ended by the server")
        if pauses > 0 { lines.append("stalls     \(pauses) pauses of 5 s in which a viewer read nothing") }
        for (words, count) in refusals.sorted(by: { $0.value > $1.value }).prefix(5) {
            lines.append("refused    \(count) times: \(words)")
        }
        lines.append(
            "replicas   \(settled) of \(viewerCount) equal the response to GET, "
                + "after \((settling / .seconds(1)).short) s; "
                + "\(faultCount) faults")
        lines += faults.map { "fault      \($0)" }
        return lines.joined(separator: "\n")
    }
}

extension Double {
    /// The number with two decimals below 10, one below 100, and none above.
    fileprivate var short: String {
        let factor: Double = abs(self) < 10 ? 100 : abs(self) < 100 ? 10 : 1
        let rounded = (self * factor).rounded() / factor
        return factor == 1 ? String(Int(rounded)) : String(rounded)
    }
}
