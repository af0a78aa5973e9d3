import HTTPServer
import Loop

// Errors whose texts may name tables, columns, paths or values. Clients whom rules limit get the code and the id of the
// request. The log has the text under the same id.

extension Problem {
    /// Returns the problem with a general sentence in place of its text, if the text may be one of the database or of
    /// the app.
    var withheld: Problem {
        guard status >= 500, limit == nil, reason == nil else { return self }
        var problem = Problem(
            status: status, code: code,
            message: status == 503
                ? "This cannot be done now. Retry later." : "This has failed. The log has the reason.",
            headers: headers)
        (problem.reason, problem.place) = (message, place)
        return problem
    }

    /// Returns the problem with the fields for the log that say where it occurred, unless it has some already.
    func placed(_ fields: @autoclosure () -> [String: String]) -> Problem {
        guard status >= 500, place.isEmpty else { return self }
        var problem = self
        problem.place = fields()
        return problem
    }

    /// Returns the problem with the id and the path of its request for the log.
    @SceneActor func placed(in request: HTTPRequest) -> Problem { placed(["id": request.id, "path": request.path]) }

    /// Returns the problem with the id of the request, if the log has a text that the client does not get.
    func named(_ request: @autoclosure () -> String) -> Problem {
        guard reason != nil else { return self }
        var problem = self
        problem.request = request()
        return problem
    }
}
