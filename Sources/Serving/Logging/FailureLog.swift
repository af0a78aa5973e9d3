import Logging
import Loop

/// Logs failures that are not the caller's fault: one line a second in the long run, and up to ten at once. The next
/// line has the number of failures that were not logged.
@SceneActor final class FailureLog {
    private var rate = LineRate()

    /// Codes of temporary failures and of limits, which are only counted.
    private static let passing: Set = ["busy", "stopping", "loading", "too-many-scenes"]

    /// Logs a problem if an operator can do something about it.
    func record(_ problem: Problem) {
        guard problem != .mistake, problem.status >= 500, problem.status != 501, problem.limit == nil,
            !Self.passing.contains(problem.code)
        else { return }
        guard let metadata = rate.metadata(Self.fields(of: problem)) else { return }
        ServerLog.logger.log(
            level: problem.status == 500 ? .error : .warning, "request failed", metadata: metadata)
    }

    /// Returns the fields of a problem's line. The id connects the line with the response.
    nonisolated static func fields(of problem: Problem) -> [String: String] {
        var fields = problem.place
        (fields["code"], fields["reason"]) = (problem.code, problem.reason ?? problem.message)
        if let id = problem.request { fields["id"] = id }
        return fields
    }
}
