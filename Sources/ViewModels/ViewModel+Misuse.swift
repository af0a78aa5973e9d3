import Loop

// Mistakes in the code of a screen. They end the screen, and the log says why.
extension ViewModel: MisuseListener {
    /// The code with which a screen ends after a mistake.
    package nonisolated static var failedCode: String { "failed" }

    /// The path of the scene, or the name of the type without a scene.
    package final var misuseName: String { scenePath ?? parent?.misuseName ?? "\(Self.self)" }

    /// Records the first mistake of the screen's code, and ends the screen.
    package final func record(misuse sentence: String) {
        if let parent { return parent.record(misuse: sentence) }
        guard mistake == nil else { return }
        (mistake, mistakeFields) = (sentence, LogContext.fields)
        end(Self.failedCode)
    }

    /// Reports a mistake in the code of this view model.
    final func report(misuse sentence: String) {
        Misuse.attribute(to: self) { Misuse.report(sentence) }
    }

    /// Reports a form that visitors would share: its inputs take no values of a single visitor.
    final func checkForm() {
        guard self is FormViewModel, isShared else { return }
        report(misuse: "\(Self.self) is a form in a shared screen: make the screen with personal(…)")
    }

    private final var isShared: Bool { isSharedScreen || parent?.isShared ?? false }

    /// Reports commands with the same name, and arguments that cannot be.
    final func checkCommands() {
        let names = Dictionary(grouping: commands, by: \.name)
        if let twice = commands.first(where: { names[$0.name]?.count != 1 }) {
            report(misuse: "\(Self.self) has two commands '\(twice.name)'")
        }
        if let mistake = commands.lazy.compactMap(\.mistake).first { report(misuse: mistake) }
    }
}
