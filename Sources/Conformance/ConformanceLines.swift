import Glibc
import JSON

/// Answers each line of standard input with one line of standard output.
enum ConformanceLines {
    /// The deepest nesting of JSON here.
    static let options = JSON.ParsingOptions(depthLimit: 512)

    static func answer(_ options: JSON.ParsingOptions = options, _ body: (JSONObject) -> JSON) {
        while let line = nextLine() {
            let answer: JSON
            do {
                if case .object(let object) = try JSON(parsing: line, options: options) {
                    answer = body(object)
                } else {
                    answer = ["error": "A line must be a JSON object."]
                }
            } catch {
                answer = ["error": .string("\(error)")]
            }
            print(answer.text)
            fflush(nil)
        }
    }

    /// Returns the bytes of the next line unchanged: `readLine` would repair invalid UTF-8.
    private static func nextLine() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            switch getchar() {
            case EOF: return line.isEmpty ? nil : line
            case 0x0A: return line
            case let byte: line.append(UInt8(truncatingIfNeeded: byte))
            }
        }
    }
}
