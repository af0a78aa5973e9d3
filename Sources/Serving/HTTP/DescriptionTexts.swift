import Compression
import Descriptions
import JSON
import Loop

/// The texts of descriptions, each made once, off the event loop, however many clients ask for it at once.
@SceneActor final class DescriptionTexts {
    /// A rendering of a description; the raw value is its path.
    enum Form: String, CaseIterable, Sendable {
        case openAPI = "/-/openapi.json"
        case types = "/-/types.d.ts"

        var mediaType: String {
            switch self {
            case .openAPI: "application/json"
            case .types: "text/plain; charset=utf-8"
            }
        }
    }

    /// A text, and as gzip.
    struct Text: Sendable {
        let bytes: [UInt8]
        let gzip: [UInt8]
        let tag: String

        var size: Int { bytes.count + gzip.count }
    }

    private struct Name: Hashable {
        let form: Form
        let identity: String
    }

    /// The latest texts; `nil` for one that was too large.
    private var known: [(name: Name, text: Text?)] = []
    private var making: [Name: Task<Text?, Never>] = [:]
    /// The last task: one text is made at a time.
    private var last: Task<Text?, Never>?

    /// The size limit of a text, in bytes.
    nonisolated static let largest = 64 << 20
    /// The number of texts that are kept, and their size in bytes, the newest excepted.
    private static let (countLimit, sizeLimit) = (16, 64 << 20)

    /// Returns a text about what a describer and the server describe; `nil` if it is too large.
    func text(_ form: Form, of describer: Describer?, besides server: Description) async -> Text? {
        let operations = server.operations.map { "\($0.method) \($0.id)" }.joined(separator: "\n")
        let name = Name(form: form, identity: "\(describer?.identity ?? "")\n\(operations)")
        if let place = known.firstIndex(where: { $0.name == name }) {
            known.append(known.remove(at: place))
            return known[known.count - 1].text
        }
        if let task = making[name] { return await task.value }
        let task = Task { [last] in
            _ = await last?.value
            return await Self.make(form, describer, server)
        }
        (making[name], last) = (task, task)
        let text = await task.value
        if making.removeValue(forKey: name) != nil { keep(text, as: name) }
        if making.isEmpty { last = nil }
        return text
    }

    private func keep(_ text: Text?, as name: Name) {
        known.append((name, text))
        var size = known.reduce(0) { $0 + ($1.text?.size ?? 0) }
        while known.count > 1, known.count > Self.countLimit || size > Self.sizeLimit {
            size -= known.removeFirst().text?.size ?? 0
        }
    }

    @concurrent nonisolated private static func make(
        _ form: Form, _ describer: Describer?, _ server: Description
    ) async -> Text? {
        var description = describer?.describe() ?? Description(title: server.title)
        description.add(server)
        let bytes =
            switch form {
            case .openAPI: OpenAPI(description, version: Version.number).bytes
            case .types: Array(TypeScript(description).text.utf8)
            }
        guard bytes.count <= largest else { return nil }
        let gzip = Gzip.file(Deflater(windowBits: 15, level: 6).fragment(of: bytes), of: bytes)
        return Text(bytes: bytes, gzip: gzip, tag: Digest(ContentHash.hash(of: bytes)).text)
    }
}
