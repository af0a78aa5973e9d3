import ArgumentParser

/// The time that a command waits for a locked database.
struct LockWait: ParsableArguments {
    @Option(help: "The maximum time to wait for another program's lock, in seconds.")
    var wait = 5

    /// The wait as a duration.
    var timeout: Duration { .seconds(wait) }

    func validate() throws {
        guard (0...3_600).contains(wait) else { throw ValidationError("--wait must be from 0 to 3600 seconds.") }
    }
}
