import JSON

/// A command, an input or a screen that the server refuses. A test expects it so:
///
///     let refusal = await #expect(throws: Refusal.self) { try await page.tap("close") }
///     #expect(refusal?.code == "forbidden")
public struct Refusal: Error, CustomStringConvertible {
    /// The stable code, such as `forbidden` (protocol, section 4).
    public let code: String
    /// The reason for people to read.
    public let message: String
    /// A message for each invalid field, by name.
    public let fields: [String: String]
    /// The seconds after which a call over a rate limit may succeed; `nil` for other refusals.
    public let retryAfter: Int?
    private let page: String

    init(_ error: JSON, on screen: SeenScreen?) {
        code = error["code"]?.stringValue ?? ""
        message = error["message"]?.stringValue ?? error["title"]?.stringValue ?? ""
        fields = Dictionary(
            error["fields"]?.objectValue?.map { ($0.name, $0.value.stringValue ?? "\($0.value)") } ?? []
        ) { $1 }
        retryAfter = error["retryAfter"]?.intValue.map { Int($0) }
        page = screen.map { "\n\n\($0)" } ?? ""
    }

    /// The refusal as text, with the page.
    public var description: String {
        let faults = fields.sorted { $0.key < $1.key }.map { "\n  \($0.key) \($0.value)" }.joined()
        return "\(code): \(message)\(faults)\(page)"
    }
}
