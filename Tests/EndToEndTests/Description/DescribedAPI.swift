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
        for parameter in operation["parameters"]?.arrayValue ?? [] where parameter["in"] == "query" {
            for query in queries(for: parameter) {
                let answer = try await server.get("\(target)?\(query)", as: principal)
                record(answer, "GET", path, "\(target)?\(query)", operation)
                if answer.status != 200 { faults.append("\(target)?\(query) answers \(answer.status): \(answer.text)") }
            }
        }
    }

    private mutating func record(
        _ answer: HTTPAnswer, _ method: String, _ path: String, _ target: String, _ operation: JSON
    ) {
        let name = "\(method) \(target)"
        if answer.status < 300 { done.insert("\(method) \(path)") }
        guard var response = operation["responses"]?["\(answer.status)"] else {
            return faults.append("\(name) answers \(answer.status), which is not described")
        }
        if let reference = response["$ref"] { response = check.resolved(reference) ?? .null }
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
        guard let place = path.firstRange(of: "/{key}") else { return [path] }
        let list = try await server.get(String(path[..<place.lowerBound]), as: principal).json
        let keys = (list["sections"]?[0]?["rows"]?.arrayValue ?? []).suffix(2).compactMap(\.stringValue)
        let columns = operation["parameters"]?.arrayValue?.first { $0["name"] == "column" }
        return keys.flatMap { key -> [String] in
            let target = path.replacing("{key}", with: key.inURL)
            let names = columns?["schema"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
            return names.map { $0.map { target.replacing("{column}", with: $0.inURL) } } ?? [target]
        }
    }

    /// Returns queries with one parameter each.
    private func queries(for parameter: JSON) -> [String] {
        let name = parameter["name"]?.stringValue ?? ""
        guard let schema = parameter["schema"], parameter["explode"] == true else {
            return name == "window" ? ["window=0,2", "window=1"] : ["\(name)=a"]
        }
        let parts = schema["anyOf"]?.arrayValue ?? [schema]
        return parts.flatMap { part -> [String] in
            let object = part["$ref"].flatMap(check.resolved) ?? part
            let counts = object["properties"]?["counts"].map { example(of: $0, at: "").text }
            return (object["properties"]?.objectValue ?? [:]).compactMap { name, schema in
                let value = example(of: schema, at: "")
                guard let text = value.stringValue ?? value.intValue.map({ "\($0)" }) else { return nil }
                let query = "\(name.inURL)=\(text.inURL)"
                guard let counts, name != "counts" else { return query }
                return "\(query)&counts=\(counts.dropFirst().dropLast())"
            }
        }
    }

    private func body(for path: String, _ operation: JSON) async throws -> JSON {
        guard let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else { return [:] }
        var body = example(of: schema, at: path)
        if schema["properties"]?["row"] != nil, var members = body.objectValue {
            let list = try await server.get(String(path.prefix { $0 != ":" }), as: principal).json
            members["row"] = list["sections"]?[0]?["rows"]?[0] ?? "1"
            body = .object(members)
        }
        return body
    }

    /// Returns a value of a schema: of an object, the required members.
    private func example(of schema: JSON, at path: String) -> JSON {
        if let reference = schema["$ref"] { return example(of: check.resolved(reference) ?? .null, at: path) }
        if let first = schema["anyOf"]?[0] ?? schema["enum"]?[0] {
            return schema["enum"] == nil ? example(of: first, at: path) : first
        }
        let type = schema["type"]?.stringValue ?? schema["type"]?[0]?.stringValue
        switch type {
        case "integer", "number": return 1
        case "string":
            return schema["maxLength"] == 0 ? "" : .string(text(of: schema["pattern"]?.stringValue ?? ""))
        case "array": return []
        case "object":
            let names = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
            return .object(JSONObject(names.map { ($0, example(of: schema["properties"]?[$0] ?? .null, at: path)) }))
        default: return .null
        }
    }

    /// Returns a text of a pattern: of a list of names, the first.
    private func text(of pattern: String) -> String {
        guard let open = pattern.firstIndex(of: "("), !pattern.contains("[") else { return "Some text" }
        let names = pattern[open...].drop { "(-?".contains($0) }.prefix { $0 != "|" && $0 != ")" }
        return String(names.filter { $0 != "\\" })
    }
}

extension String {
    /// The text with all but letters and digits encoded.
    fileprivate var inURL: String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            return byte < 128 && (scalar.properties.isAlphabetic || (48...57).contains(byte))
                ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
