import Foundation

/// What pages know of `oriel dev`.
struct DevelopmentState: Encodable {
    /// The number of changes of assets.
    var assets = 0
    /// The paths of the assets that changed last, in addresses.
    var changed: [String] = []
    /// Why the app does not show the present sources; `nil` if it does.
    var report: Report?

    /// A report of a failed build or start.
    struct Report: Encodable, Equatable {
        let title: String
        let faults: [Fault]
    }

    /// A fault, or the end of a program's output.
    struct Fault: Encodable, Equatable {
        /// Where the fault is, such as `Sources/Music/Music.swift:7:9`.
        let title: String
        /// The message, with the lines of the source.
        var text: String
    }

    /// The state as JSON in one line.
    var line: Data { ((try? JSONEncoder().encode(self)) ?? Data("{}".utf8)) + Data("\n".utf8) }
}

extension DevelopmentState.Report {
    /// The most faults of a report. The others usually follow from them.
    private static let most = 10
    /// The most lines of a program's output: the last ones without a fatal error.
    private static let lines = 30
    /// The most lines from a fatal error on, which include a backtrace.
    private static let linesOfCrash = 80

    /// Makes the report of a failed build from the output of `swift build`.
    ///
    /// - Parameter folder: The folder of the app. Paths below it are relative to it.
    init(build output: String, of app: String, in folder: String) {
        var faults: [DevelopmentState.Fault] = []
        var isInExcerpt = false
        for line in output.split(separator: "\n") {
            if let fault = line.wholeMatch(of: /(\/.*?:\d+:\d+): error: (.*)/) {
                let place = String(fault.1)
                let title = place.hasPrefix(folder + "/") ? String(place.dropFirst(folder.count + 1)) : place
                isInExcerpt = !faults.contains { $0.title == title && $0.text.hasPrefix(fault.2) }
                if isInExcerpt { faults.append(DevelopmentState.Fault(title: title, text: String(fault.2))) }
            } else if isInExcerpt, line.prefixMatch(of: /\s*\d*\s*\|/) != nil {
                faults[faults.count - 1].text += "\n\(line)"
            } else {
                isInExcerpt = false
            }
        }
        let end = DevelopmentState.Fault(title: "swift build", text: Self.end(of: output))
        self.init(title: "\(app) does not build", faults: faults.isEmpty ? [end] : Array(faults.prefix(Self.most)))
    }

    /// Makes the report of an app that has ended by itself. The title of the fault is the last call in the app's own
    /// sources, or else the way in which the app has ended.
    ///
    /// - Parameter folder: The folder of the app. Paths below it are relative to it.
    init(ended app: String, _ ending: ChildProcess.Ending?, saying output: String, in folder: String) {
        let how =
            switch ending {
            case .killed(let signal): "signal \(signal), \(String(cString: strsignal(signal)))"
            case .exited(let code): "exit code \(code)"
            case nil: "no exit code"
            }
        let text = Self.end(of: output)
        let place = text.split(separator: "\n").lazy.compactMap { Self.place(in: $0, below: folder) }.first
        let fault = DevelopmentState.Fault(title: place ?? how, text: place == nil ? text : "\(how)\n\(text)")
        self.init(title: "\(app) has ended", faults: [fault])
    }

    /// Returns the place that a line of a backtrace names, if it is in the app's own sources.
    private static func place(in line: Substring, below folder: String) -> String? {
        guard let call = line.wholeMatch(of: /\s*\d+ .* at (\/.*:\d+:\d+)/), call.1.hasPrefix(folder + "/") else {
            return nil
        }
        let place = call.1.dropFirst(folder.count + 1)
        return place.hasPrefix(".build/") ? nil : String(place)
    }

    /// The end of a program's output: from its fatal error on, or from the crash on if it has no message.
    private static func end(of output: String) -> String {
        let all = output.split(separator: "\n", omittingEmptySubsequences: false)
        let crash =
            all.lastIndex { $0.firstMatch(of: /: (Fatal error|Assertion failed|Precondition failed)(:|$)/) != nil }
            ?? all.lastIndex { $0.hasPrefix("*** Program crashed") }
        guard let crash else { return all.suffix(lines).joined(separator: "\n") }
        return all[crash...].prefix(linesOfCrash).joined(separator: "\n")
    }
}
