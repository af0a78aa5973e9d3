// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

func floor(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

// What is in `Sources` but for `Outputs`, `Documents` and `Updates` are links to the targets of the project, so that nothing else has to be built.
let package = Package(
    name: "Kit",
    targets: [
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CLinux"),
        floor("Loop", on: ["CLinux"]),
        floor("JSON", on: ["CJansson"]),
        floor("Changes"),
        floor("Observables", on: ["Loop"]),
        floor("DataSources", on: ["Loop", "Observables", "Changes"]),
        floor("ViewModels", on: ["Loop", "Observables", "DataSources", "Changes", "JSON"]),
        floor("Wire", on: ["ViewModels", "DataSources", "Changes", "JSON"]),
        floor("Scenes", on: ["Loop", "Observables", "Wire", "ViewModels", "DataSources", "Changes", "JSON"]),
        .executableTarget(name: "Outputs", dependencies: ["ViewModels", "Observables", "Loop"]),
        .executableTarget(name: "Documents", dependencies: ["Wire", "ViewModels", "DataSources", "JSON"]),
        .executableTarget(
            name: "Updates",
            dependencies: ["Scenes", "Wire", "ViewModels", "DataSources", "Observables", "Changes", "JSON", "Loop"]),
    ]
)
