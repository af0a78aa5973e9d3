// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Kit",
    dependencies: [.package(name: "oriel", path: "../..")],
    targets: [.executableTarget(name: "Kit", dependencies: [.product(name: "Oriel", package: "oriel")])]
)
