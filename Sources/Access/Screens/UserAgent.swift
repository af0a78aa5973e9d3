/// The description that a browser gives of itself (RFC 9110 section 10.1.5).
struct UserAgent {
    /// The names of the browser and of the system, such as `Firefox on Linux`. The beginning of the description if they
    /// are unknown.
    let name: String

    /// Browsers name the ones that they are compatible with after themselves, so that the order counts.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
    /// The length to which an unknown description is cut, in characters.
    private static let longest = 60

    init(_ text: String) {
        let browser = Self.browsers.first { text.contains($0.0) }?.1
        let system = Self.systems.first { text.contains($0.0) }?.1
        let names = [browser, system].compactMap(\.self)
        let unknown = text.isEmpty ? "Unknown program" : String(text.prefix(Self.longest))
        name = names.isEmpty ? unknown : names.joined(separator: " on ")
    }
}
