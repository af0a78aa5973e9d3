import Tables

/// The input of a reader's job.
struct ListJob: Sendable {
    var requests: [ListRequest]
    /// The position of the last report; `nil` before the first.
    var position: Int64?
    /// Lists that were closed, and lists that are no longer to be followed.
    var ended: ListEnds
    /// The schema that the store knows, and its version.
    var schema: Schema
    var schemaVersion: Int64
    var limits: ScanLimits
    /// Receives results before the job ends, off the loop: the first content of a list, also a part of it.
    var notify: @Sendable (ListRequest, ListAnswer.News) -> Void
}

/// The result of a reader's job. All parts belong to one state of the database.
struct ListReport: Sendable {
    /// The requests of the job, after those of followed lists that changes concern.
    var requests: [ListRequest]
    /// The answers to the first requests: to all, unless there was a commit meanwhile.
    var answers: [ListAnswer] = []
    var schema: Schema
    var schemaVersion: Int64
    /// The position of the state.
    var position: Int64

    /// The readings of lists.
    var readings: [ListReading] {
        zip(requests, answers).map { request, answer in
            ListReading(query: request.query, tables: answer.basis?.reads ?? [], time: answer.time)
        }
    }

    /// Whether the next job has to go on with a list.
    var isUnfinished: Bool { answers.count < requests.count || answers.contains(where: \.isForetaste) }
}

/// The lists that ended since the last job.
struct ListEnds: Sendable {
    /// Lists that were closed, or have another reader.
    var closed: [Int] = []
    /// Lists that have changed, so that they are no longer followed.
    var woken: Set<Int> = []
}
