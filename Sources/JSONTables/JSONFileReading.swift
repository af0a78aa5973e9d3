import DataSources
import Files
import JSON
import Lists

/// The result of reading a JSON file.
enum JSONFileReading: Sendable {
    case good(JSONFileShape)
    case bad(JSONFileFault)

    init(_ content: FileContent, name: String) {
        switch content {
        case .missing: self = .bad(.missing)
        case .unreadable(let reason): self = .bad(.unreadable(reason))
        case .bytes(let bytes):
            do throws(JSONError) {
                self = .good(JSONFileShape(try JSON(parsing: bytes), name: name))
            } catch {
                self = .bad(.broken(error.description))
            }
        }
    }
}

extension JSONFileReading {
    /// Returns the content.
    ///
    /// - Throws: The error for writers, if the file cannot be read.
    func get() throws(CommandError) -> JSONFileShape {
        switch self {
        case .good(let shape): return shape
        case .bad(let fault): throw fault.commandError
        }
    }
}

/// The reason why a JSON file cannot be read.
enum JSONFileFault: Error, Sendable {
    case missing
    case unreadable(String)
    case broken(String)

    /// The problem for viewers, who see the last content of the file.
    var problem: ListProblem {
        switch self {
        case .missing:
            ListProblem(code: "file-missing", message: "The file is missing. Its last content is shown.")
        case .unreadable(let reason):
            ListProblem(code: "file-unreadable", message: "The file cannot be read: \(reason).")
        case .broken(let reason):
            ListProblem(code: "file-broken", message: "The file is not valid JSON: \(reason).")
        }
    }

    /// The error when the file is opened.
    var storeError: StoreError {
        switch self {
        case .missing: .missing
        case .unreadable(let reason): .unreadable(reason)
        case .broken(let reason): .broken(reason)
        }
    }

    /// The error for writers.
    var commandError: CommandError {
        switch self {
        case .missing, .unreadable: .unavailable(.document(problem))
        case .broken: .conflict(message: "\(problem.message) The file was not changed.", fields: [:])
        }
    }
}
