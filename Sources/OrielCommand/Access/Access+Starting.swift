import Access
import Foundation
import Logging
import Loop
import Scenes
import Serving
import Stores

extension Access {
    /// Opens the database of the setting `users`; `nil` without one.
    convenience init?(_ settings: Settings, serving store: Store) async throws {
        guard let path = settings.users else { return nil }
        let lifetimes = Lifetimes(
            idle: settings.signInIdle, total: settings.signInLifetime, staying: settings.staySignedIn)
        try await self.init(path: path, people: settings.people, of: store, lifetimes: lifetimes)
    }

    /// Adds the administrator of the file that `ORIEL_ADMIN_FILE` names, unless the name exists: one line,
    /// `NAME:PASSWORD`. For containers, where nobody can run a command before the start.
    func addFirstAdministrator() async throws {
        guard let path = ProcessInfo.processInfo.environment["ORIEL_ADMIN_FILE"], !path.isEmpty else { return }
        guard hasOwnPeople else {
            throw Failure("ORIEL_ADMIN_FILE: People are in the served database. Add the administrator there.")
        }
        guard let line = PasswordFile.firstLine(of: path), let colon = line.firstIndex(of: ":") else {
            throw Failure("ORIEL_ADMIN_FILE: \(path) has to have one line, NAME:PASSWORD.")
        }
        let (name, password) = (String(line[..<colon]), String(line[line.index(after: colon)...]))
        do throws(SignInError) {
            guard try await addPerson(name, password: password, roles: [Principal.admin]) else { return }
            ServerLog.logger.notice("the administrator was added", metadata: ["name": "\(name)"])
        } catch {
            throw Failure("ORIEL_ADMIN_FILE: \(error.sentence)")
        }
    }

    /// Logs a link with which the first administrator is created, while there is nobody.
    func logFirstSteps(_ address: String) async {
        guard let token = try? await setUpToken() else { return }
        ServerLog.logger.notice(
            """
            Nobody can sign in yet. Run `oriel user add NAME --role admin`, or open this link on this machine within \
            30 minutes.
            """,
            metadata: ["link": "\(address)/-/sign-in?set-up=\(token)"])
    }
}

extension SignInError {
    /// The error as a sentence, for the command line.
    var sentence: String {
        switch self {
        case .wrong: "The name or the password is wrong."
        case .tooMany(let seconds): "Too many attempts have failed. Try again in \(seconds) seconds."
        case .busy: "Too many passwords are being checked. Try again in a moment."
        case .invalid(_, let reason), .unavailable(let reason): reason
        }
    }
}
