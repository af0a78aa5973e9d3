extension AppFolder {
    /// The file of a screen, cell, section or form, and its test, where this app has such files.
    func files(_ template: any PartTemplate.Type, _ name: SwiftName) -> ScaffoldFiles {
        let name = name.dropping(template.suffix)
        let type = name.text + template.suffix
        return ScaffoldFiles(
            files: [
                ScaffoldFiles.File(path: "\(path)Sources/\(target)/\(type).swift", text: template.source(name)),
                ScaffoldFiles.File(
                    path: "\(path)Tests/\(target)Tests/\(type)Tests.swift", text: template.test(name, of: target)),
            ], hint: template.hint(name))
    }
}
