import Logging
import Loop

/// What fails for a reason that is not the caller's, in the log: a line a second in the long run, ten at once; the next one
/// tells how many had none.
@SceneActor final class FailureLog {
    private var rate = RateLimit(1)
    private var unlogged = 0

    /// What passes by itself, or is a limit's, and is counted only.
    private static let passing: Set = ["busy", "stopping", "loading", "too-many-scenes"]

    /// Notes a problem, if it is one that an operator can do something about.
    func note(_ problem: Problem) {
        guard problem.status >= 500, problem.status != 501, problem.limit == nil, !Self.passing.contains(problem.code)
        else { return }
        guard rate.take() == nil else {
            unlogged += 1
            return
        }
        var told: Logger.Metadata = ["code": "\(problem.code)", "reason": "\(problem.message)"]
        if unlogged > 0 { told["unlogged"] = "\(unlogged)" }
        unlogged = 0
        ServiceLog.logger.log(
            level: problem.status == 500 ? .error : .warning, "a request has failed", metadata: told)
    }
}
