import JSON
import Tables

/// A JSON schema of files of scenes, with the tables and columns of a database, for completion in editors (JSON Schema
/// draft 7). It allows what the readers take, except that it does not know which column belongs to which table.
package struct SceneSchema {
    private let schema: Schema

    /// Creates the schema for files of scenes about a database.
    package init(_ schema: Schema) { self.schema = schema }

    /// The schema as a text.
    package var text: String { String(decoding: json.bytes, as: UTF8.self) }

    /// The schema as a document.
    package var json: JSON {
        [
            "$schema": "http://json-schema.org/draft-07/schema#", "title": "Scenes of Oriel",
            "type": "object", "additionalProperties": false,
            "properties": [
                "app": Self.members([
                    "title": Self.text, "home": Self.path, "theme": Self.text,
                    "tables": Self.words(["shown", "hidden"]),
                    "menu": Self.list([
                        Self.path, Self.members(["title": Self.text, "href": Self.path, "to": Self.names]),
                    ]),
                ]),
                "scenes": [
                    "type": "object", "propertyNames": ["pattern": "^/"],
                    "additionalProperties": Self.reference("scene"),
                ],
            ],
            "definitions": .object(definitions),
        ]
    }

    private var definitions: JSONObject {
        [
            "table": Self.words(schema.tables.map(\.name)),
            "column": ["anyOf": [columnName, ["type": "string", "pattern": "^-?[^.]+[.].+$"]]],
            "columns": Self.list([Self.reference("column"), Self.map(of: column)]),
            "field": field, "form": form,
            "command": members(of: CommandReader.parts, Self.command),
            "rows": Self.members(["table": Self.reference("table"), "where": Self.text, "value": Self.text]),
            "scene": members(of: SceneReader.known, scene),
        ]
    }

    private var columnName: JSON {
        let names = Set(schema.tables.flatMap(\.columns).filter { !$0.isHidden }.map(\.name)).sorted()
        return Self.words(names + names.map { "-" + $0 })
    }

    /// The options of a column.
    private var column: JSON {
        members(
            of: ColumnReader.parts,
            [
                "format": Self.words(ColumnDeclaration.Format.allCases.map(\.rawValue)),
                "colors": Self.map(of: Self.text),
                "width": ["type": "integer", "minimum": 1, "maximum": 20], "align": Self.words(["left", "right"]),
                "edit": Self.flag, "to": Self.names, "refresh": ["type": "integer", "minimum": 1],
                "show": ["type": ["string", "boolean"]],
            ])
    }

    private var field: JSON {
        members(
            of: FormReader.parts,
            [
                "kind": Self.words(FieldDeclaration.Kind.allCases.map(\.rawValue)), "required": Self.flag,
                "min": .object([:]), "max": .object([:]), "default": .object([:]),
                "minLength": ["type": "integer", "minimum": 1], "maxLength": ["type": "integer", "minimum": 1],
                "choices": ["type": ["array", "object"]],
                "choose": Self.members([
                    "table": Self.reference("table"), "where": Self.text, "label": Self.reference("column"),
                ]),
            ])
    }

    private var form: JSON {
        Self.members([
            "groups": Self.map(of: Self.list([Self.reference("column")])),
            "fields": Self.map(of: Self.reference("field")), "readOnly": Self.list([Self.reference("column")]),
        ])
    }

    private static var command: JSONObject {
        [
            "row": flag, "many": flag, "delete": flag, "to": names, "as": words(["owner"]), "goto": path,
            "input": map(of: reference("field")), "update": ["type": "object"], "insert": ["type": "object"],
            "sql": list([text]), "key": ["type": ["string", "integer"]],
        ]
    }

    /// The parts of a scene or a tile that are no texts.
    private var scene: JSONObject {
        let columns = Self.reference("columns")
        return [
            "table": Self.reference("table"), "columns": columns, "sort": Self.list([Self.reference("column")]),
            "template": Self.words(
                ListDeclaration.Template.allCases.map(\.rawValue) + ["dashboard", EntryReader.template]),
            "search": columns, "readOnly": Self.flag, "to": Self.names, "as": Self.words(["owner"]),
            "set": ["type": "object"], "goto": Self.path,
            "chips": Self.list([["type": "object"]]), "open": Self.path, "card": ["type": "object"],
            "lanes": ["type": ["string", "object"]], "drop": ["type": "object"], "form": Self.reference("form"),
            "commands": Self.list([Self.map(of: Self.reference("command"))]),
            "export": ["type": ["boolean", "array"]], "related": Self.list([["type": "object"]]),
            "number": Self.reference("rows"), "of": Self.reference("rows"), "target": ["type": "number"],
            "format": Self.words(ColumnDeclaration.Format.allCases.map(\.rawValue)),
            "total": ["type": "object"], "key": Self.names, "refresh": ["type": "integer", "minimum": 1],
            "y": Self.names,
            "chart": Self.words(ChartDeclaration.Kind.allCases.map(\.rawValue)),
            "tiles": Self.list([Self.reference("scene")]), "wide": Self.flag,
            "tone": Self.words(TileDeclaration.Tone.allCases.map(\.rawValue)),
            "rows": ["type": "integer", "minimum": 1, "maximum": 100],
        ]
    }

    /// Returns the schema of an object with these members; those without a schema of their own are texts.
    private func members(of names: [String], _ schemas: JSONObject) -> JSON {
        Self.members(JSONObject(names.map { ($0, schemas[$0] ?? Self.text) }))
    }

    private static let text: JSON = ["type": "string"]
    private static let flag: JSON = ["type": "boolean"]
    private static let path: JSON = ["type": "string", "pattern": "^/"]
    private static let names = list([text])

    private static func words(_ words: [String]) -> JSON { ["enum": .array(words.map(JSON.string))] }

    private static func reference(_ name: String) -> JSON { ["$ref": .string("#/definitions/\(name)")] }

    private static func map(of schema: JSON) -> JSON { ["type": "object", "additionalProperties": schema] }

    /// A list of values, or one value.
    private static func list(_ schemas: [JSON]) -> JSON {
        ["anyOf": .array(schemas + [["type": "array", "items": ["anyOf": .array(schemas)]]])]
    }

    private static func members(_ members: JSONObject) -> JSON {
        ["type": "object", "additionalProperties": false, "properties": .object(members)]
    }
}
