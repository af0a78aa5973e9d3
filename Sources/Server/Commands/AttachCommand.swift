import ArgumentParser
import Lists
import SQLiteEngine
import Stores

/// `oriel attach`: adds a change log and a record of commands to a database. The log names the rows that other programs
/// write, so that lists need not be read again. The record lets a command with a key run once.
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Let a database log which rows other programs write, and remember commands.",
        discussion: """
            Adds two tables and triggers, all named _oriel_..., to a database whose lists are long and which other \
            programs write to, or whose commands are to run once also when the server crashes and they are sent again \
            (Idempotency-Key). Run it again when tables have been made or altered; `oriel detach` takes everything away.
            """)

    @Argument(help: "The SQLite file.")
    var file: String

    @OptionGroup var lock: LockWait

    func run() throws {
        do throws(StoreError) {
            let log = try LogFile(path: file, busyTimeout: lock.timeout).attach()
            let word = log.isChanged ? "are logged" : "are logged already,"
            print("\(file): The writes to \(log.tables) tables \(word) by \(log.triggers) triggers.")
            print("A write costs about half as much again. What the log does not name is found by comparing.")
            print("Commands with a key are remembered for a day: each runs once, also over a crash or a restart.")
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }
}
