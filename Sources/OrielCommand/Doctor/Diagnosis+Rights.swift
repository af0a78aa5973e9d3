import Access
import Foundation
import Loop
import Serving
import Stores

// Rights.

extension Diagnosis {
    /// Checks the settings for sign-in and rules.
    mutating func checkRights(_ settings: Settings) {
        if settings.users == nil {
            let may = settings.readOnly ? "read" : "read and write"
            expect(
                !settings.allowRemote, "sign-in", "programs on this machine may \(may) everything", else: .error,
                "Everybody who reaches \(settings.host):\(settings.port) may \(may) everything. Set users and access "
                    + "(docs/guides/limit-access.md).")
        } else {
            expect(
                settings.access != nil, "rules", "the setting access names \(settings.access ?? "")",
                "Everybody who signs in may see and do everything. Set access (docs/guides/limit-access.md).")
        }
        guard !settings.origins.isEmpty else { return }
        expect(
            settings.addressHeader != nil, "proxy", "clients are told apart by \(settings.addressHeader ?? "")",
            "Behind a proxy, all clients count as one address and share its limits. Set addressHeader, such as "
                + "X-Forwarded-For.")
    }

    /// Checks the rules of `access.yaml`, as `oriel check` does.
    @SceneActor mutating func checkRules(_ settings: Settings, in store: Store) async {
        guard let path = settings.access else { return }
        let (faults, _) = await CheckCommand.read(path, of: store, people: settings.people)
        for fault in faults { note(.error, "rules", fault) }
        if faults.isEmpty { note(.ok, "rules", "\(path) has no mistakes") }
    }

    /// Checks the database of people: that an administrator may sign in.
    @SceneActor mutating func checkPeople(_ settings: Settings) async {
        guard let users = settings.users, users != Access.servedDatabase else { return }
        guard FileManager.default.fileExists(atPath: users) else {
            return note(
                .warning, "people",
                "\(users) does not exist. `oriel serve` creates it, and prints a link for the first "
                    + "administrator.")
        }
        guard checkFile(users, isReadOnly: false), settings.people == nil else { return }
        do {
            let access = try await Access(path: users)
            let people: [PersonSummary]
            do {
                people = try await access.listPeople()
            } catch {
                await access.close()
                throw error
            }
            await access.close()
            let isAdministered = people.contains {
                $0.isActive && $0.roles.split(whereSeparator: { $0 == " " || $0 == "," }).contains("admin")
            }
            expect(
                isAdministered, "people", "an administrator may sign in",
                "No administrator may sign in. Run `oriel user add NAME --role admin`.")
        } catch {
            note(.error, "people", "\(users): \(error). Restore a backup (`oriel restore`).")
        }
    }
}
