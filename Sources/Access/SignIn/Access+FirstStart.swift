import FoundationEssentials
import Loop
import Scenes
import ViewModels

// The first administrator of a server.
extension Access {
    /// Adds the administrator of the file that `ORIEL_ADMIN_FILE` names, unless the name exists: one line,
    /// `NAME:PASSWORD`. For containers, where nobody can run a command before the start.
    ///
    /// - Returns: The name, if the administrator was added.
    @discardableResult
    package func addFirstAdministrator() async throws(AccessError) -> String? {
        guard let path = ProcessInfo.processInfo.environment["ORIEL_ADMIN_FILE"], !path.isEmpty else { return nil }
        guard hasOwnPeople else {
            throw AccessError("ORIEL_ADMIN_FILE: People are in the served database. Add the administrator there.")
        }
        guard let line = Self.firstLine(of: path), let colon = line.firstIndex(of: ":") else {
            throw AccessError("ORIEL_ADMIN_FILE: \(path) has to have one line, NAME:PASSWORD.")
        }
        let (name, password) = (String(line[..<colon]), String(line[line.index(after: colon)...]))
        do throws(SignInError) {
            return try await addPerson(name, password: password, roles: [Principal.admin]) ? name : nil
        } catch {
            throw AccessError("ORIEL_ADMIN_FILE: \(error.sentence)")
        }
    }

    /// Returns the link with which the first administrator of a server is created; `nil` if there is somebody.
    package func firstLink(to address: String) async -> String? {
        guard let token = try? await setUpToken() else { return nil }
        return "\(address)/-/sign-in?set-up=\(token)"
    }

    /// Returns the first line of a file; `nil` if it cannot be read.
    package nonisolated static func firstLine(of path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let line = data.prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
}

extension SignInError {
    /// The error as a sentence, for the command line.
    package var sentence: String {
        switch self {
        case .wrong: "The name or the password is wrong."
        case .needsCode, .wrongCode: "The code is missing or wrong."
        case .late: "The code came too late."
        case .stale, .serviceRefused, .serviceUnavailable: "The sign-in at the service has failed."
        case .noAccount: "Nobody here has this account."
        case .tooMany(let seconds): "Too many attempts have failed. Try again in \(seconds) seconds."
        case .locked: "Too many attempts have failed. Run `oriel user enable NAME`, or `oriel user link NAME`."
        case .busy: "Too many passwords are being checked. Try again in a moment."
        case .invalid(_, let reason), .unavailable(let reason): reason
        }
    }
}
