import FoundationEssentials
import Oriel

/// Reminds a team of a ticket that is still open.
struct Reminder: Job {
    let ticket: Int

    /// Does the job once: the comment and the end of the job are one transaction.
    func run(_ run: JobRun, in transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO Comment (Ticket, Team, Author, Text)
            SELECT Id, Team, 'desk', 'This ticket is still open.' FROM Ticket WHERE Id = ? AND State = 'open'
            """, ticket)
        try run.complete(in: transaction)
    }
}

/// When reminders come.
@SceneActor struct Reminders {
    let jobs: Jobs
    let days: Int

    init(in store: Store, after days: Int, by clock: AppClock) {
        jobs = Jobs(in: store, clock: clock)
        self.days = days
        jobs.handle(Reminder.self) { reminder, run in
            try await store.transaction { try reminder.run(run, in: $0) }
        }
    }

    func remind(of ticket: Int) async throws {
        try await jobs.add(Reminder(ticket: ticket), at: jobs.clock.now + Double(days * 86_400))
    }
}
