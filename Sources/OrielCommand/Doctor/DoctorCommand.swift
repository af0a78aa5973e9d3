import ArgumentParser
import Backups
import Configuration
import Foundation
import Lists
import Loop
import PostgreSQL
import PostgresEngine
import Serving
import Stores

/// `oriel doctor`: checks what a server needs, before it starts or while it runs.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check files, limits, rights and the proxy of a server, and say what to do.",
        discussion: """
            Prints a line for each check: ok, warning or error. The exit code is 0, 1 with a warning, or 2 with an \
            error. Run it as the user of the server, with the same settings and limits. It changes no data, and a \
            server may run meanwhile.
            """)

    @Argument(
        help: "The database: a SQLite or JSON file, or an address (postgres://…). The default is the setting store.")
    var file: String?

    @Option(help: "The settings file of the server.")
    var config: String?

    @Option(help: "The address at which browsers reach the server (https://…), to check the proxy.")
    var url: String?

    @Option(help: "How long the check of a database's pages may take.")
    var seconds = 10

    @Flag(help: "Print the findings as JSON.")
    var json = false

    func validate() throws {
        guard (0...86_400).contains(seconds) else { throw ValidationError("--seconds must be from 0 to 86400.") }
    }

    func run() async throws {
        var diagnosis = Diagnosis()
        do throws(SettingsError) {
            let settings = try SettingsSource(Settings(), fileAt: config).readToServe()
            if let config { _ = diagnosis.checkFile(config) }
            diagnosis = await examined(settings, diagnosis)
        } catch {
            diagnosis.note(.error, "settings", error.description)
        }
        print(json ? try diagnosis.json : diagnosis.text, terminator: "")
        guard diagnosis.status == 0 else { throw ExitCode(diagnosis.status) }
    }

    @SceneActor private func examined(_ settings: Settings, _ start: Diagnosis) async -> Diagnosis {
        var diagnosis = start
        let database = file.map { ServedDatabase(url: $0) } ?? settings.store
        if let fault = database.flatMap({ settings.fault(serving: $0.url) }) {
            diagnosis.note(.error, "settings", fault)
        }
        let path = database.flatMap { PostgresAddress($0.url) == nil ? $0.url : nil }
        diagnosis.checkMachine(settings, watching: database == nil ? "." : path)
        diagnosis.checkRights(settings)
        await diagnosis.checkPeople(settings)
        if let database {
            if let address = PostgresAddress(database.url, password: database.password) {
                Self.check(address, &diagnosis)
            } else {
                diagnosis.checkDatabase(
                    database.url, isReadOnly: settings.readOnly, lasting: .seconds(seconds))
            }
            if !diagnosis.findings.contains(where: { $0.level == .error }) {
                await Self.checkRules(settings, of: database, &diagnosis)
            }
        } else {
            diagnosis.note(.warning, "database", "None is named. Run `oriel doctor FILE`, or name the setting store.")
        }
        if let url { diagnosis.checkAddress(url, settings) }
        return diagnosis
    }

    @SceneActor private static func checkRules(
        _ settings: Settings, of database: ServedDatabase, _ diagnosis: inout Diagnosis
    ) async {
        do {
            let known = diagnosis
            diagnosis = try await withStore(of: database.url, password: database.password) { store in
                var diagnosis = known
                await diagnosis.checkRules(settings, in: store)
                return diagnosis
            }
        } catch {
            diagnosis.note(.error, "database", "\(error)")
        }
    }

    private static func check(_ address: PostgresAddress, _ diagnosis: inout Diagnosis) {
        do throws(StoreError) {
            let check = try ServerCheck(address)
            let lacks = try check.lacks()
            for lack in lacks { diagnosis.note(.warning, "server", lack) }
            if lacks.isEmpty { diagnosis.note(.ok, "server", "\(address.shown): \(check.capture.sentence)") }
        } catch {
            diagnosis.note(.error, "server", "\(address.shown): \(error.reason)")
        }
        let missing = ["pg_dump", "pg_restore"].filter { ClientTool.find($0) == nil }
        diagnosis.expect(
            missing.isEmpty, "backups", "pg_dump and pg_restore are installed",
            "\(missing.joined(separator: " and ")) cannot be found, so that `oriel backup` fails. Install the client "
                + "programs of PostgreSQL (Debian: postgresql-client).")
    }
}
