import JSON

/// The refusals that a request may get, by status.
package enum Refusals: Sendable {
    /// Of an endpoint of the server itself.
    case service
    /// Of a document.
    case document
    /// Of a value, or of all rows, as a file.
    case file
    /// Of a command.
    case command

    /// The name of the response, for `components/responses`.
    var component: String {
        switch self {
        case .service: "ServiceProblem"
        case .document: "DocumentProblem"
        case .file: "FileProblem"
        case .command: "CommandProblem"
        }
    }

    /// The statuses, in order.
    private var statuses: [Int] {
        let always = [400, 401, 403, 404, 408, 421, 429, 500, 503]
        let more =
            switch self {
            case .service: [405, 409, 413, 415, 422]
            case .document: [406, 412]
            case .file: [412, 416]
            case .command: [405, 409, 412, 413, 415, 422]
            }
        return (always + more).sorted()
    }

    /// The codes of the protocol by status. Screens of apps, and problems of databases, have further codes.
    private static let codes: [(status: Int, codes: [String])] = [
        (
            400,
            [
                "invalid-route", "invalid-window", "invalid-body", "invalid-json", "invalid-key", "invalid-target",
                "invalid-header", "invalid-host", "invalid-length", "ambiguous-length", "handshake",
                "incomplete-body", "untrusted-proxy",
            ]
        ),
        (401, ["sign-in", "code-needed", "code-wrong"]),
        (403, ["foreign-origin", "insecure", "looking", "forbidden", "rights", "password-elsewhere"]),
        (404, ["not-found", "unknown-command"]),
        (405, ["method-not-allowed"]), (406, ["not-acceptable"]), (408, ["request-timeout"]), (409, ["conflict"]),
        (412, ["precondition-failed"]), (413, ["too-large"]), (415, ["wrong-type", "encoded-body"]),
        (416, ["invalid-range"]), (421, ["foreign-host"]), (422, ["invalid", "idempotency-key-reused"]),
        (
            429,
            [
                "too-fast", "too-many-connections", "too-many-sockets", "too-many-streams", "too-many-exports",
                "too-many-uploads", "too-many-scenes", "too-many-attempts", "locked", "no-room",
            ]
        ),
        (500, ["failed"]), (503, ["busy", "stopping", "loading", "no-room", "too-many-scenes", "too-many-exports"]),
    ]

    /// The response of every refusal: a problem with one of the statuses, and with a code of that status.
    var response: JSON {
        let codes = Self.codes.filter { statuses.contains($0.status) }
        let texts = codes.map { status, codes in
            "\(status): \(codes.joined(separator: ", "))\(Self.isOpen(status) ? ", or another" : "")."
        }
        let others = statuses.filter(Self.isOpen).map { JSON.int(Int64($0)) }
        let open: JSON = ["properties": ["status": ["enum": .array(others)]]]
        let closed = codes.filter { !Self.isOpen($0.status) }.map { status, codes -> JSON in
            [
                "properties": [
                    "status": ["const": .int(Int64(status))], "code": ["enum": .array(codes.map(JSON.string))],
                ]
            ]
        }
        let schema: JSON = ["allOf": [["$ref": "#/components/schemas/Problem"], ["anyOf": .array(closed + [open])]]]
        return [
            "description": .string("A problem. " + texts.joined(separator: " ")),
            "content": ["application/problem+json": ["schema": schema]],
        ]
    }

    /// Whether apps and databases have further codes of a status.
    private static func isOpen(_ status: Int) -> Bool { status >= 500 || status == 404 || status == 403 }
}
