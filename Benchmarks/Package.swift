// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

// The targets are those of the project (`Floors` is a link to its sources), so that this package can use their
// `package` declarations. SwiftPM cannot share a list of targets between two manifests. Other dependencies, such as a
// peer, stay out of the project.
func floor(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Floors/\(name)", swiftSettings: strict)
}

func library(_ name: String, _ pkgConfig: String? = nil, _ debian: String...) -> Target {
    .systemLibrary(
        name: name, path: "Floors/\(name)", pkgConfig: pkgConfig, providers: debian.isEmpty ? nil : [.apt(debian)])
}

func program(_ name: String, exclude: [String] = [], on dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
    targets: [
        library("CSQLite", "sqlite3", "libsqlite3-dev"),
        library("CJansson", "jansson", "libjansson-dev"),
        library("CGnuTLS", "gnutls", "libgnutls28-dev"),
        library("CPostgres", nil, "libpq-dev"),
        library("CICU"),
        library("CLinux"),
        .systemLibrary(name: "CMalloc"),
        floor("Loop", on: ["CLinux"]),
        floor("JSON", on: ["CJansson"]),
        floor("Changes"),
        floor("Cryptography", on: ["CGnuTLS"]),
        floor("Observables", on: ["Loop"]),
        floor("DataSources", on: ["Loop", "Observables", "Changes"]),
        floor("ViewModels", on: ["Loop", "Observables", "DataSources", "Changes", "JSON"]),
        floor("Descriptions", on: ["ViewModels", "Loop", "JSON"]),
        floor("Tables", on: ["Changes", "JSON"]),
        floor("SQLite", on: ["Tables", "Changes", "JSON", "CSQLite", "CLinux"]),
        floor("PostgreSQL", on: ["Tables", "Changes", "CPostgres"]),
        floor("Files", on: ["CLinux"]),
        floor("Lists", on: ["Tables", "Loop", "DataSources", "Changes", "JSON", "Cryptography"]),
        floor("Spools", on: ["Lists", "Tables", "CLinux"]),
        floor(
            "PostgresEngine",
            on: [
                "Lists", "Spools", "PostgreSQL", "Tables", "Loop", "DataSources", "Changes", "JSON", "CLinux", "CICU",
            ]),
        floor(
            "SQLiteEngine",
            on: [
                "Lists", "Spools", "SQLite", "Files", "Tables", "Loop", "Changes", "JSON", "Cryptography", "CSQLite",
                "CLinux",
            ]),
        floor(
            "JSONTables",
            on: [
                "SQLiteEngine", "SQLite", "Lists", "Files", "Tables", "Loop", "DataSources", "Changes", "JSON",
                "CSQLite",
            ]),
        floor(
            "Stores",
            on: [
                "JSONTables", "SQLiteEngine", "PostgresEngine", "PostgreSQL", "Lists", "Files", "Tables", "Loop",
                "DataSources", "Changes", "JSON", "Cryptography",
            ]),
        floor("Wire", on: ["ViewModels", "DataSources", "Changes", "JSON"]),
        floor(
            "Scenes",
            on: [
                "Descriptions", "Loop", "Observables", "Wire", "ViewModels", "DataSources", "Changes", "JSON",
                "Cryptography",
            ]),
        program("Differ", on: ["Changes"]),
        program("Outputs", on: ["ViewModels", "Observables", "Loop"]),
        program("Documents", on: ["Wire", "ViewModels", "DataSources", "JSON"]),
        program(
            "Updates",
            on: ["Scenes", "Wire", "ViewModels", "DataSources", "Observables", "Changes", "JSON", "Loop"]),
        program(
            "LiveLists", on: ["Stores", "Lists", "Tables", "DataSources", "Changes", "JSON", "Loop", "CMalloc", grdb]),
        // The ordered rows are internal to their targets: the folders beside the program are links to them.
        program("Ordered", on: ["Lists", "SQLite", "Tables", "CSQLite", "CMalloc", "Changes"]),
    ]
)
