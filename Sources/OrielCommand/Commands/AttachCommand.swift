import ArgumentParser
import Stores

/// `oriel attach`: adds a change log and a record of commands to a database. The log names the rows that other programs
/// write, so that lists need not be read again. The record lets a command with a key run once.
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Log which rows other programs write, and record commands.",
        discussion: """
            Adds two tables and triggers to a database, all named _oriel_.... Use it if other programs write to a \
            database with long lists, or if commands with an Idempotency-Key must run once even when the server \
            crashes. Run it again after tables are created or altered. `oriel detach` removes everything.
            """)

    @Argument(help: "The SQLite file.")
    var file: String

    @OptionGroup var lock: LockWait

    func run() throws {
        do throws(StoreError) {
            let log = try LogFile(path: file, busyTimeout: lock.timeout).attach()
            let word = log.isChanged ? "are logged" : "are already logged"
            print("\(file): Writes to \(log.tables) tables \(word) by \(log.triggers) triggers.")
            print("Each write takes about 50 % longer. Oriel finds changes that the log misses by comparing rows.")
            print("Commands with a key are recorded for a day. Each runs once, even across a crash or a restart.")
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }
}
