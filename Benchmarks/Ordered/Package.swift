// swift-tools-version: 6.2
import PackageDescription

// `CSQLite`, `Changes` and the folder `Ordered` beside `main.swift` are links to the project, so that nothing else has to be built.
let package = Package(
    name: "Ordered",
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .target(name: "Changes"),
        .executableTarget(
            name: "Ordered", dependencies: ["CSQLite", "CMalloc", "Changes"], exclude: ["Ordered/SortEncoder+Values.swift"],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]),
    ]
)
