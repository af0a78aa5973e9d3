import JSON
import TestSupport

/// Calls what a server's `/-/openapi.json` describes, and checks each answer against the description.
struct DescribedAPI {
    let document: JSON
    private let server: TestServer
    private let principal: String?
    private let check: SchemaCheck
    /// The faults, one sentence each.
    private(set) var faults: [String] = []
    /// The requests that succeeded, as `GET /Artist`.
    private(set) var done: Set<String> = []

    init(_ server: TestServer, as principal: String? = nil) async throws {
        (self.server, self.principal) = (server, principal)
        document = try await server.get("/-/openapi.json", as: principal).json
        check = SchemaCheck(document)
    }

    /// The described paths with their methods.
    var operations: [(path: String, method: String, operation: JSON)] {
        (document["paths"]?.objectValue ?? [:]).flatMap { path, methods in
            (methods.objectValue ?? [:]).map { (path, $0.name, $0.value) }
        }
    }

    /// Calls every request with every value that a document offers for its parameters. Deletions come last, in the
    /// reverse order of the paths.
    mutating func call() async throws {
        let reads = operations.filter { $0.method == "get" }
        let writes = operations.filter { $0.method == "post" && !$0.path.hasPrefix("/-/") }
        for (path, _, operation) in reads {
            for target in try await targets(of: path, operation) { try await read(target, path, operation) }
        }
        for (path, _, operation) in writes.filter({ !$0.path.hasSuffix("delete") })
            + writes.filter({ $0.path.hasSuffix("delete") }).reversed()
        {
            let target = try await targets(of: path, operation).first ?? path
            let body = try await body(for: path, operation)
            let answer = try await server.post(target, body, as: principal)
            record(answer, "POST", path, target, operation)
        }
    }

    private mutating func read(_ target: String, _ path: String, _ operation: JSON) async throws {
        let answer = try await server.get(target, as: principal)
        record(answer, "GET", path, target, operation)
        for (query, isValid) in DescribedQueries(check, operation).all {
            // Refusals count as guesses of a principal who is limited by rules.
            guard isValid || principal == nil else { continue }
            let answer = try await server.get("\(target)?\(query)", as: principal)
            record(answer, "GET", path, "\(target)?\(query)", operation)
            guard answer.status != (isValid ? 200 : 400) else { continue }
            faults.append("\(target)?\(query) answers \(answer.status), valid: \(isValid): \(answer.text.prefix(300))")
        }
    }

    private mutating func record(
        _ answer: HTTPAnswer, _ method: String, _ path: String, _ target: String, _ operation: JSON
    ) {
        let name = "\(method) \(target)"
        if answer.status < 300 { done.insert("\(method) \(path)") }
        let responses = operation["responses"]
        let refusal = answer.status < 400 ? nil : responses?["default"]
        guard let response = (responses?["\(answer.status)"] ?? refusal).map(check.followed) else {
            return faults.append("\(name) answers \(answer.status), which is not described")
        }
        guard let content = response["content"]?.objectValue else { return }
        let type = (answer.headers["content-type"] ?? "").prefix { $0 != ";" }
        guard let media = content[String(type)] ?? content["*/*"] else {
            return faults.append("\(name) answers with \(type), which is not described")
        }
        guard let schema = media["schema"] else { return }
        guard let json = try? answer.json else { return faults.append("\(name) answers no JSON") }
        faults += check.faults(of: json, by: schema).map { "\(name): \($0)" }
    }

    // MARK: Values

    /// Returns a path with the values of its parameters: the key of a row that exists, and each column.
    private func targets(of path: String, _ operation: JSON) async throws -> [String] {
        guard let place = path.firstRange(of: "/{key}") else {
            let formats = values(of: "format", operation)
            return formats.isEmpty ? [path] : formats.map { path.replacing("{format}", with: $0) }
        }
        let list = try await server.get(String(path[..<place.lowerBound]), as: principal).json
        let keys = (list["sections"]?[0]?["rows"]?.arrayValue ?? []).suffix(2).compactMap(\.stringValue)
        let columns = values(of: "column", operation)
        return keys.flatMap { key -> [String] in
            let target = path.replacing("{key}", with: key.inURL)
            return columns.isEmpty ? [target] : columns.map { target.replacing("{column}", with: $0.inURL) }
        }
    }

    /// Returns the values of a parameter in a path.
    private func values(of name: String, _ operation: JSON) -> [String] {
        let parameters = (operation["parameters"]?.arrayValue ?? []).map(check.followed)
        let schema = parameters.first { $0["name"]?.stringValue == name }?["schema"]
        return (schema.map(check.followed)?["enum"]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    private func body(for path: String, _ operation: JSON) async throws -> JSON {
        let content = operation["requestBody"].map(check.followed)?["content"]
        guard let schema = content?["application/json"]?["schema"] else { return [:] }
        var body = example(of: schema, at: path)
        if check.whole(schema).properties["row"] != nil, var members = body.objectValue {
            let list = try await server.get(String(path.prefix { $0 != ":" }), as: principal).json
            members["row"] = list["sections"]?[0]?["rows"]?[0] ?? "1"
            body = .object(members)
        }
        return body
    }

    /// Returns a value of a schema: of an object, the required members.
    private func example(of schema: JSON, at path: String) -> JSON {
        let schema = check.followed(schema)
        if let first = schema["anyOf"]?.arrayValue?.first(where: { $0["type"] != "null" }) {
            return example(of: first, at: path)
        }
        if let first = schema["enum"]?[0] { return first }
        switch schema["type"]?.stringValue ?? schema["type"]?[0]?.stringValue {
        case "integer", "number": return 1
        case "string": return "Some text"
        case "array": return []
        default:
            let (properties, required) = check.whole(schema)
            return .object(JSONObject(required.map { ($0, example(of: properties[$0] ?? .null, at: path)) }))
        }
    }
}

extension String {
    /// The text with all but letters and digits encoded.
    var inURL: String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            return byte < 128 && (scalar.properties.isAlphabetic || (48...57).contains(byte))
                ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
