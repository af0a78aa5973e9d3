import JSON

/// A description as OpenAPI 3.1.
package struct OpenAPI {
    private let description: Description
    private let version: String

    /// Renders a description; `version` is that of the server.
    package init(_ description: Description, version: String) {
        (self.description, self.version) = (description, version)
    }

    private static let note = """
        What you may see and do on this server. Every document is also live: by GET with \
        "Accept: text/event-stream", and by the WebSocket at /-/socket (subprotocol oriel.v1). See docs/protocol.md.
        """

    /// The document as text. It is written part by part, because a tree of it would take many times its size.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        var components = Components()
        writer.beginObject()
        writer.member("openapi", "3.1.0")
        writer.member(
            "info",
            [
                "title": .string(description.title), "version": .string(version), "description": .string(Self.note),
            ])
        writer.member("servers", [["url": "/"]])
        write(paths: &writer, &components)
        writer.key("components")
        writer.beginObject()
        writer.key("schemas")
        writer.beginObject()
        let shared = Description.commonTypes + Description.commonSchemas
        for (name, shape) in shared + description.types + description.schemas {
            writer.member(name, .object(shape.schema))
        }
        writer.endObject()
        components.write(to: &writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Writes the requests, those of one path together.
    private func write(paths writer: inout JSONWriter, _ components: inout Components) {
        var paths: [(path: String, operations: [Operation])] = []
        var places: [String: Int] = [:]
        for operation in description.operations {
            let path = operation.path.map(\.template).joined()
            let place = places[path] ?? paths.count
            if place == paths.count { paths.append((path, [])) }
            places[path] = place
            paths[place].operations.append(operation)
        }
        writer.key("paths")
        writer.beginObject()
        for (path, operations) in paths {
            writer.key(path)
            writer.beginObject()
            for operation in operations {
                writer.member(operation.method.lowercased(), .object(Self.json(operation, &components)))
            }
            writer.endObject()
        }
        writer.endObject()
    }

    private static func json(_ operation: Operation, _ components: inout Components) -> JSONObject {
        var json: JSONObject = [
            "operationId": .string(operation.id), "summary": .string(operation.summary),
            "tags": [.string(operation.group)],
        ]
        let parameters =
            operation.path.compactMap(\.parameter).map { ($0, "path") } + operation.query.map { ($0, "query") }
            + operation.headers.map { ($0, "header") }
        if !parameters.isEmpty {
            json["parameters"] = .array(
                parameters.map { parameter, place in
                    components.use(parameter.component, of: "parameters", parameter.json(in: place))
                })
        }
        if let body = operation.body {
            json["requestBody"] = components.use(body.component, of: "requestBodies", body.json)
        }
        var responses = JSONObject(
            operation.answers.map { answer in
                ("\(answer.status)", components.use(answer.component, of: "responses", answer.json))
            })
        let refusals = operation.refusals
        responses["default"] = components.use(refusals.component, of: "responses", refusals.response)
        json["responses"] = .object(responses)
        return json
    }
}

/// The parts of requests that several of them share. Requests refer to them, so that the document stays small.
private struct Components {
    private var names: Set<String> = []
    private var parts: [(kind: String, name: String, value: JSON)] = []

    /// Returns a reference to a part, or a part without a name itself.
    mutating func use(_ name: String?, of kind: String, _ value: @autoclosure () -> JSON) -> JSON {
        guard let name else { return value() }
        if names.insert("\(kind)/\(name)").inserted { parts.append((kind, name, value())) }
        return ["$ref": .string("#/components/\(kind)/\(name)")]
    }

    /// Writes the parts by kind.
    func write(to writer: inout JSONWriter) {
        for kind in ["parameters", "requestBodies", "responses"] {
            writer.key(kind)
            writer.beginObject()
            for part in parts where part.kind == kind { writer.member(part.name, part.value) }
            writer.endObject()
        }
        let tag: JSON = ["description": "The digest of the state.", "required": true, "schema": ["type": "string"]]
        writer.member("headers", ["ETag": tag])
    }
}

extension Operation {
    fileprivate var headers: [Parameter] {
        switch refusals {
        case .document, .file: answers.contains(where: \.hasTag) ? [.ifNoneMatch, .ifMatch] : []
        case .command: [.idempotencyKey, .ifMatch]
        case .service: []
        }
    }
}

extension Operation.Part {
    fileprivate var template: String {
        switch self {
        case .text(let text): text
        case .value(let parameter): "{\(parameter.name)}"
        }
    }

    fileprivate var parameter: Parameter? {
        if case .value(let parameter) = self { parameter } else { nil }
    }
}

extension Parameter {
    fileprivate static let ifNoneMatch = Parameter(
        "If-None-Match", .text, "The ETag of the state that you have: the response is then 304, or a patch."
    ).shared(as: "IfNoneMatch")
    fileprivate static let ifMatch = Parameter(
        "If-Match", .union([.choice(["*"]), .text]),
        "The ETag of the state that the request is meant for: if it is not current, the response is 412."
    ).shared(as: "IfMatch")
    fileprivate static let idempotencyKey = Parameter(
        "Idempotency-Key", .text(TextRule(longest: 255)),
        "A key makes a retry safe: it returns the first response and runs nothing."
    ).shared(as: "RetryKey")

    fileprivate func json(in place: String) -> JSON {
        var json: JSONObject = ["name": .string(name), "in": .string(place)]
        if place == "path" { json["required"] = true }
        if !note.isEmpty { json["description"] = .string(note) }
        switch style {
        case .plain: break
        case .commas: json["explode"] = false
        case .members: json["explode"] = true
        }
        json["schema"] = .object(shape.schema)
        return .object(json)
    }
}

extension Body {
    fileprivate var json: JSON {
        var json: JSONObject = isOptional ? [:] : ["required": true]
        json["content"] = ["application/json": ["schema": .object(shape.schema)]]
        return .object(json)
    }
}

extension Answer {
    fileprivate var json: JSON {
        var json: JSONObject = ["description": .string(note)]
        if hasTag { json["headers"] = ["ETag": ["$ref": "#/components/headers/ETag"]] }
        if !content.isEmpty {
            json["content"] = .object(
                JSONObject(
                    content.map { type, shape in
                        (type, .object(shape.map { ["schema": .object($0.schema)] } ?? [:]))
                    }))
        }
        return .object(json)
    }
}
