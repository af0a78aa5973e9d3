// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

func floor(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

// What is in `Sources` but for `Lists` and `CMalloc` are links to the targets of the project, so that nothing else has to be
// built.
let package = Package(
    name: "Lists",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CMalloc"),
        floor("Loop", on: ["CLinux"]),
        floor("JSON", on: ["CJansson"]),
        floor("Changes"),
        floor("Observables", on: ["Loop"]),
        floor("DataSources", on: ["Loop", "Observables", "Changes"]),
        floor("Stores", on: ["Loop", "DataSources", "Changes", "JSON", "CSQLite", "CLinux", grdb]),
        .executableTarget(
            name: "Lists", dependencies: ["Stores", "DataSources", "Changes", "JSON", "Loop", "CMalloc", grdb],
            swiftSettings: strict),
    ]
)
