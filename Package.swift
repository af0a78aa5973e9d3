// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target: warnings are errors in `make`, strict concurrency by language mode 6.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

/// A layer. `dependencies` lists every target that it may import (`scripts/check-layers`).
func floor(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "oriel",
    products: [
        .library(name: "Oriel", targets: ["Oriel"]),
        .library(name: "OrielTesting", targets: ["OrielTesting"]),
        .executable(name: "oriel", targets: ["OrielCommand"]),
        .executable(name: "oriel-conformance", targets: ["Conformance"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // The program loads libpq and ICU when it needs them, so it is not linked to them.
        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CICU"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCrypt"),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CLinux"),
        floor("Loop", on: ["CLinux"]),
        floor("JSON", on: ["CJansson"]),
        floor("Changes"),
        floor("Compression", on: ["CZlib"]),
        floor("Cryptography", on: ["CGnuTLS"]),
        floor("Outbound", on: ["CCurl"]),
        floor("QRCodes", on: ["CQREncode"]),
        floor("WebSockets", on: ["Compression", "Cryptography"]),
        floor("HTTPServer", on: ["Loop", "CMicrohttpd", "CLinux"]),
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
            "SQLiteEngine",
            on: [
                "Lists", "Spools", "SQLite", "Files", "Tables", "Loop", "Changes", "JSON", "Cryptography", "CSQLite",
                "CLinux",
            ]),
        floor(
            "PostgresEngine",
            on: [
                "Lists", "Spools", "PostgreSQL", "Tables", "Loop", "DataSources", "Changes", "JSON", "CLinux", "CICU",
            ]),
        floor("Copying", on: ["SQLite", "PostgreSQL", "Tables", "Changes", "CSQLite"]),
        floor("Backups", on: ["SQLite", "PostgreSQL", "Files", "Cryptography", "CSQLite"]),
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
        floor("Models", on: ["Loop", "DataSources", "ViewModels", "Stores", "Lists", "Files", "Tables", "JSON"]),
        floor("Wire", on: ["ViewModels", "DataSources", "Changes", "JSON"]),
        floor(
            "Scenes",
            on: [
                "Descriptions", "Loop", "Observables", "Wire", "ViewModels", "DataSources", "Changes", "JSON",
                "Cryptography",
            ]),
        floor(
            "Access",
            on: [
                "Loop", "Observables", "Scenes", "ViewModels", "Models", "Stores", "Lists", "Tables", "DataSources",
                "Cryptography", "CCrypt", "Files", "JSON", "Outbound",
            ]),
        floor(
            "Jobs",
            on: [
                "Loop", "Observables", "JSON", "DataSources", "ViewModels", "Models", "Stores", "Lists", "Tables",
                "Scenes",
            ]),
        floor("Declarations", on: ["Tables", .product(name: "Yams", package: "Yams")]),
        floor(
            "Rights",
            on: ["Declarations", "Scenes", "ViewModels", "Tables", "Changes", .product(name: "Yams", package: "Yams")]),
        floor(
            "Blueprints",
            on: [
                "Descriptions", "Declarations", "Rights", "Loop", "Files", "Changes", "Scenes", "ViewModels", "Models",
                "DataSources", "Stores", "Lists", "Tables", "JSON", .product(name: "Yams", package: "Yams"),
            ]),
        floor(
            "Serving",
            on: [
                "Descriptions", "Loop", "Files", "Changes", "Scenes", "Access", "Stores", "Lists", "Wire", "ViewModels",
                "DataSources", "HTTPServer", "QRCodes",
                "WebSockets", "Compression", "Cryptography", "JSON",
                .product(name: "Logging", package: "swift-log"),
            ]),
        floor(
            "Configuration",
            on: [
                "Serving", "Stores", "SQLiteEngine", "PostgreSQL", "Lists", "Tables", "Scenes", "Loop", "JSON",
                "Blueprints",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ]),
        floor(
            "Oriel",
            on: [
                "Loop", "JSON", "Changes", "Observables", "DataSources", "ViewModels", "Stores", "SQLiteEngine",
                "Lists",
                "Tables", "Models", "Scenes", "Access", "Jobs", "Blueprints", "Serving",
                "Configuration",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        floor("Clients", on: ["Loop", "JSON", "WebSockets"]),
        floor("Load", on: ["Clients", "Loop", "JSON"]),
        floor(
            "OrielTesting",
            on: [
                "Clients", "Loop", "JSON", "ViewModels", "Scenes", "Stores", "PostgreSQL", "PostgresEngine", "Serving",
            ]),
        .executableTarget(name: "Todo", dependencies: ["Oriel"], path: "Examples/Todo", swiftSettings: strict),
        .executableTarget(
            name: "Desk", dependencies: ["Oriel"], path: "Examples/Desk", exclude: ["access.yaml"],
            swiftSettings: strict),
        .executableTarget(
            name: "Workbench", dependencies: ["Oriel"], path: "Examples/Workbench", swiftSettings: strict),
        .executableTarget(
            name: "OrielCommand",
            dependencies: [
                "Loop", "Files", "DataSources", "ViewModels", "Stores", "SQLiteEngine", "PostgresEngine", "PostgreSQL",
                "CLinux", "CSQLite", "Copying", "Backups", "Descriptions", "Outbound", "QRCodes", "HTTPServer",
                "Lists", "SQLite", "Tables", "Scenes", "Access", "Blueprints", "Serving", "Configuration", "Clients",
                "Load",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "Conformance",
            dependencies: [
                "Loop", "JSON", "HTTPServer", "WebSockets", "Compression", "Serving",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["JSON", "WebSockets", "Compression", "Loop", "Observables", "Cryptography"],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("LoopTests", on: ["Loop"]),
        tests(
            "UploadTests",
            on: [
                "TestSupport", "Cryptography", "Loop", "JSON", "Changes", "DataSources", "ViewModels", "Scenes",
                "Serving",
            ]),
        tests("JSONTests", on: ["JSON", "TestSupport"]),
        tests("ChangesTests", on: ["Changes", "TestSupport"]),
        tests("DataSourcesTests", on: ["DataSources", "Changes", "Loop", "Observables", "TestSupport"]),
        tests("ObservablesTests", on: ["Observables", "Loop", "TestSupport"]),
        tests(
            "ViewModelsTests",
            on: ["ViewModels", "Observables", "DataSources", "Changes", "JSON", "Loop", "TestSupport"]),
        tests("WireTests", on: ["Wire", "ViewModels", "DataSources", "Changes", "JSON", "TestSupport"]),
        tests(
            "ScenesTests",
            on: [
                "Scenes", "Descriptions", "Wire", "ViewModels", "DataSources", "Observables", "JSON", "Loop",
                "TestSupport",
            ]),
        tests(
            "StoresTests",
            on: [
                "Stores", "JSONTables", "SQLiteEngine", "PostgresEngine", "PostgreSQL", "Lists", "Files", "SQLite",
                "Tables", "CSQLite", "DataSources",
                "Changes", "JSON", "Loop", "TestSupport",
            ]),
        tests(
            "ModelsTests",
            on: [
                "Models", "Stores", "Lists", "Tables", "ViewModels", "DataSources", "Observables", "JSON", "Loop",
                "TestSupport",
            ]),
        tests("AccessTests", on: ["Access", "Scenes", "ViewModels", "Stores", "Lists", "Loop", "TestSupport"]),
        tests(
            "RightsTests",
            on: [
                "Rights", "Declarations", "Scenes", "ViewModels", "Tables", "Stores", "Changes", "Loop", "TestSupport",
            ]),
        tests("JobsTests", on: ["Oriel", "OrielTesting", "Loop", "TestSupport"]),
        tests("HTTPServerTests", on: ["HTTPServer", "Loop", "TestSupport"]),
        tests("OutboundTests", on: ["Outbound"]),
        tests("QRCodesTests", on: ["QRCodes"]),
        tests("CryptographyTests", on: ["Cryptography"]),
        tests("CompressionTests", on: ["Compression", "TestSupport"]),
        tests("WebSocketsTests", on: ["WebSockets", "Compression", "TestSupport"]),
        tests(
            "ServingTests",
            on: [
                "Serving", "Scenes", "ViewModels", "Observables", "Compression", "Loop", "JSON", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(
            "OrielCommandTests",
            on: [
                "OrielCommand", "Configuration", "Serving", "Scenes", "Lists", "SQLite", "Tables", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests("DeskTests", on: ["Desk", "Oriel", "OrielTesting"]),
        .testTarget(
            name: "GuideTests", dependencies: ["Desk", "Oriel", "OrielTesting"], exclude: ["Tutorial/access.yaml"],
            swiftSettings: strict),
        tests("OrielTestingTests", on: ["Oriel", "OrielTesting", "JSON", "Loop", "TestSupport"]),
        tests("WorkbenchTests", on: ["Workbench", "Oriel", "OrielTesting", "TestSupport", "JSON"]),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "TestSupport", "Loop", "JSON", "WebSockets", "HTTPServer", "Wire", "Scenes", "Stores", "Lists",
                "SQLite", "Tables", "Declarations", "Rights", "Blueprints", "Serving", "ViewModels", "CSQLite",
            ],
            path: "Fuzz", exclude: ["corpus"], swiftSettings: strict),
        tests(
            "EndToEndTests",
            on: [
                "TestSupport", "Loop", "JSON", "Access", "Blueprints", "Serving", "Scenes", "ViewModels", "Models",
                "DataSources", "Stores", "SQLiteEngine", "Lists", "Tables", "Compression", "Cryptography", "Clients",
                "Load", "OrielTesting",
                "WebSockets", "HTTPServer", "Outbound", "CGnuTLS",
            ]),
    ]
)
