import ArgumentParser
import Stores

/// `oriel detach`: takes the change log away.
struct DetachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Take away what `oriel attach` has added to a database.")

    @Argument(help: "The SQLite file.")
    var file: String

    @Option(help: "How many seconds to wait while another program has the database locked.")
    var wait = 5

    func validate() throws {
        guard (0...3_600).contains(wait) else { throw ValidationError("--wait is 0 to 3600 seconds.") }
    }

    func run() throws {
        do throws(StoreError) {
            let log = try LogFile(path: file, busyTimeout: .seconds(wait)).detach()
            guard log.isChanged else { return print("\(file): There is no log.") }
            print("\(file): Removed the log of \(log.tables) tables and its \(log.triggers) triggers.")
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }
}
