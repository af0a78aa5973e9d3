import ArgumentParser

/// The time that a command waits for a locked database.
struct LockWait: ParsableArguments {
    @Option(help: "How many seconds to wait while another program has the database locked.")
    var wait = 5

    /// The wait as a duration.
    var timeout: Duration { .seconds(wait) }

    func validate() throws {
        guard (0...3_600).contains(wait) else { throw ValidationError("--wait is 0 to 3600 seconds.") }
    }
}
