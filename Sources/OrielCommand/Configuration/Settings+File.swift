import Serving

extension Settings {
    /// Applies the settings file at `path`, if one is named.
    ///
    /// - Throws: ``Failure`` with the file and its mistake.
    mutating func apply(fileAt path: String?) throws {
        guard let path else { return }
        do {
            try SettingsFile.apply(try SettingsFile.text(at: path), to: &self)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }
}
