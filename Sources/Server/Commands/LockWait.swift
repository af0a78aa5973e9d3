import ArgumentParser

/// How long a command that changes a database waits for others.
struct LockWait: ParsableArguments {
    @Option(help: "How many seconds to wait while another program has the database locked.")
    var wait = 5

    /// The same as a duration.
    var timeout: Duration { .seconds(wait) }

    func validate() throws {
        guard (0...3_600).contains(wait) else { throw ValidationError("--wait is 0 to 3600 seconds.") }
    }
}
