// swift-tools-version: 6.2
import PackageDescription

// `Sources/Changes` is a link to the target of the project, so that nothing else has to be built.
let package = Package(
    name: "Differ",
    targets: [
        .target(name: "Changes"),
        .executableTarget(name: "Differ", dependencies: ["Changes"]),
    ]
)
