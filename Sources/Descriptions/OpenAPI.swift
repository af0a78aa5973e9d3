import JSON

/// A description as OpenAPI 3.1.
package struct OpenAPI {
    private let description: Description
    private let version: String

    /// Renders a description; `version` is that of the server.
    package init(_ description: Description, version: String) {
        (self.description, self.version) = (description, version)
    }

    /// The document as text. It is written part by part, because a tree of it would take many times its size.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("openapi", "3.1.0")
        writer.member(
            "info",
            [
                "title": .string(description.title), "version": .string(version),
                "description":
                    "What you may see and do on this server. Every document is also live: see docs/protocol.md.",
            ])
        writer.member("servers", [["url": "/"]])
        write(paths: &writer)
        writer.key("components")
        writer.beginObject()
        writer.key("schemas")
        writer.beginObject()
        for (name, shape) in Description.commonTypes + description.types {
            writer.member(name, .object(shape.schema))
        }
        writer.endObject()
        writer.member(
            "responses",
            .object(
                JSONObject(Refusals.codes.map { ("\($0.status)", .object(Refusals.response($0.status, $0.codes))) }))
        )
        writer.member("parameters", .object(Self.headers))
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Writes the requests, those of one path together.
    private func write(paths writer: inout JSONWriter) {
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
            for operation in operations { writer.member(operation.method.lowercased(), .object(json(operation))) }
            writer.endObject()
        }
        writer.endObject()
    }

    private func json(_ operation: Operation) -> JSONObject {
        var json: JSONObject = [
            "operationId": .string(operation.id), "summary": .string(operation.summary),
            "tags": [.string(operation.group)],
        ]
        let parameters = operation.path.compactMap(\.parameter) + operation.query.map(\.json) + headers(of: operation)
        if !parameters.isEmpty { json["parameters"] = .array(parameters) }
        if let body = operation.body {
            json["requestBody"] = [
                "required": .bool(!operation.isBodyOptional),
                "content": ["application/json": ["schema": .object(body.schema)]],
            ]
        }
        var responses = JSONObject(operation.answers.map { ("\($0.status)", $0.json) })
        for status in operation.refusals.statuses where responses["\(status)"] == nil {
            responses["\(status)"] = ["$ref": .string("#/components/responses/\(status)")]
        }
        json["responses"] = .object(responses)
        return json
    }

    private func headers(of operation: Operation) -> [JSON] {
        let names =
            switch operation.refusals {
            case .service: [String]()
            case .document, .file: ["If-None-Match"]
            case .command: ["Idempotency-Key"]
            }
        return names.map { ["$ref": .string("#/components/parameters/\($0)")] }
    }

    private static let headers: JSONObject = [
        "If-None-Match": [
            "name": "If-None-Match", "in": "header", "schema": ["type": "string"],
            "description": "The ETag of the state that you have: the response is then 304, or a patch.",
        ],
        "Idempotency-Key": [
            "name": "Idempotency-Key", "in": "header", "schema": ["type": "string", "maxLength": 255],
            "description": "A key makes a retry safe: it returns the first response and runs nothing.",
        ],
    ]
}

extension Operation.Part {
    fileprivate var template: String {
        switch self {
        case .text(let text): text
        case .value(let name, _, _): "{\(name)}"
        }
    }

    fileprivate var parameter: JSON? {
        guard case .value(let name, let shape, let note) = self else { return nil }
        return [
            "name": .string(name), "in": "path", "required": true, "description": .string(note),
            "schema": .object(shape.schema),
        ]
    }
}

extension Parameter {
    fileprivate var json: JSON {
        var json: JSONObject = [
            "name": .string(name), "in": "query", "description": .string(note), "schema": .object(shape.schema),
        ]
        if case .commas = style { (json["style"], json["explode"]) = ("form", false) }
        if case .members = style {
            (json["style"], json["explode"]) = ("form", true)
            // Tools read the type here, whatever the schema refers to.
            json["schema"] = .object(shape.schema.merging(["type": "object"]))
        }
        return .object(json)
    }
}

extension Answer {
    fileprivate var json: JSON {
        var json: JSONObject = ["description": .string(note)]
        if hasTag {
            json["headers"] = [
                "ETag": ["description": "The digest of the state.", "required": true, "schema": ["type": "string"]]
            ]
        }
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

extension JSONObject {
    fileprivate func merging(_ others: JSONObject) -> JSONObject {
        var all = self
        for (name, value) in others { all[name] = value }
        return all
    }
}
