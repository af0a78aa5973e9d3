import ArgumentParser
import Stores

/// `oriel detach`: removes the change log and the record of commands.
struct DetachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Remove what `oriel attach` added to a database.")

    @Argument(help: "The SQLite file.")
    var file: String

    @OptionGroup var lock: LockWait

    func run() throws {
        do throws(StoreError) {
            let log = try LogFile(path: file, busyTimeout: lock.timeout).detach()
            guard log.isChanged else { return print("\(file): There is no log to remove.") }
            print(
                "\(file): Removed the log of \(log.tables) tables, \(log.triggers) triggers, "
                    + "and the record of commands."
            )
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }
}
