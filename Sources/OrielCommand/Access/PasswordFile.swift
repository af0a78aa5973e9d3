import Access
import Foundation
import Glibc

/// Passwords from files and from the terminal.
enum PasswordFile {
    /// Returns the first line of a file; `nil` if it cannot be read. `-` is standard input.
    static func firstLine(of path: String) -> String? {
        path == "-" ? readLine(strippingNewline: true) : Access.firstLine(of: path)
    }

    /// Reads a new password: from a file, or twice from the terminal, which does not show it.
    static func newPassword(_ file: String?) throws -> String {
        if let file {
            guard let password = firstLine(of: file) else { throw Failure("\(file): The file cannot be read.") }
            return password
        }
        guard let first = ask("New password: "), let second = ask("The same again: ") else {
            throw Failure("There is no terminal to ask for the password. Give --password-file.")
        }
        guard first == second else { throw Failure("The passwords differ.") }
        return first
    }

    private static func ask(_ prompt: String) -> String? {
        guard isatty(STDIN_FILENO) != 0 else { return nil }
        return getpass(prompt).map { String(cString: $0) }
    }
}
