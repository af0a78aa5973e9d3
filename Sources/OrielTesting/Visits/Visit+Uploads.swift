import Clients
import JSON

// Files that the visitor chooses.
extension Visit {
    /// Taps an image slot, by its name; in a slot, by path: `pantry.label.photo`. A dialog asks what to do with the
    /// image. After the answer `file`, call ``upload(_:as:named:to:)``.
    ///
    /// - Parameters:
    ///   - slot: The name of the slot.
    ///   - sources: Where the visitor can take an image from: `file`, `camera`, `paste`.
    /// - Returns: `nil` while the dialog waits for an answer.
    /// - Throws: ``Refusal`` if there is no such slot, or if the visitor may not change the image.
    @discardableResult public nonisolated(nonsending) func tapImage(
        _ slot: String, sources: [String] = ["file"]
    ) async throws -> JSON? {
        let name = slot.split(separator: ".").last.map(String.init) ?? slot
        let arguments: JSONObject = ["slot": .string(name), "sources": .array(sources.map(JSON.string))]
        return try await update { try await $0.run("\(slot.dropLast(name.count))image", arguments) }
    }

    /// Uploads a file to a slot, by its name. Call it once for each file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - type: The media type, such as `image/png`; `nil` lets the server find out.
    ///   - name: The name of the file, for a slot of attachments.
    ///   - slot: The name of the slot.
    /// - Returns: The result of the command whose dialog asks for the file; `nil` without such a dialog.
    /// - Throws: ``Refusal`` if the server refuses the file.
    @discardableResult public nonisolated(nonsending) func upload(
        _ bytes: [UInt8], as type: String? = nil, named name: String? = nil, to slot: String
    ) async throws -> JSON? {
        let (path, query) = Self.parts(of: screen.route)
        return try await update { [screen] tab in
            var fields = type.map { ["Content-Type": $0] } ?? [:]
            fields["Content-Disposition"] = name.map { "attachment; filename*=UTF-8''\(Self.escaped($0))" }
            let result = try await tab.browser.send("PUT", "\(path):\(slot)\(query)", fields, body: bytes)
            guard result.status < 300 else {
                throw Refusal((try? JSON(parsing: result.body)) ?? ["code": .string("\(result.status)")], on: screen)
            }
            guard screen.document["dialog"]?["upload"]?["slot"] == .string(slot) else {
                try await tab.settle()
                return nil
            }
            return try await tab.finish(beside: screen.dialog)
        }
    }

    /// Returns a name as a header can have it (RFC 8187, section 3.2.1).
    private static func escaped(_ name: String) -> String {
        name.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func parts(of route: String) -> (path: Substring, query: Substring) {
        let path = route.prefix { $0 != "?" }
        return (path, route[path.endIndex...])
    }
}
