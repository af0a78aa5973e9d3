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
    /// The most lines of a program's output: from its fatal error on, or else the last ones.
    private static let lines = 30

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

    /// Makes the report of an app that has ended by itself.
    init(ended app: String, _ ending: ChildProcess.Ending?, saying output: String) {
        let how =
            switch ending {
            case .killed(let signal): "signal \(signal), \(String(cString: strsignal(signal)))"
            case .exited(let code): "exit code \(code)"
            case nil: "no exit code"
            }
        self.init(
            title: "\(app) has ended", faults: [DevelopmentState.Fault(title: how, text: Self.end(of: output))])
    }

    private static func end(of output: String) -> String {
        let all = output.split(separator: "\n", omittingEmptySubsequences: false)
        let start = all.lastIndex { $0.contains("Fatal error:") } ?? max(0, all.count - lines)
        return all[start...].prefix(lines).joined(separator: "\n")
    }
}
