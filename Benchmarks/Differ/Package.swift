// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Differ",
    dependencies: [.package(name: "oriel", path: "../..")],
    targets: [.executableTarget(name: "Differ", dependencies: [.product(name: "Oriel", package: "oriel")])]
)
