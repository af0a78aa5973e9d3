/// The repository of a new app: a package with a database, screens and tests, and the files to deploy and check it.
struct AppScaffold {
    let name: SwiftName
    let oriel: OrielPackage

    /// Returns the files of the app, in a folder of its own within `folder`.
    func files(in folder: String) -> ScaffoldFiles {
        let root = folder == "." ? name.text : folder.hasSuffix("/") ? folder + name.text : "\(folder)/\(name.text)"
        let sources = AppSources(app: name.text, words: name.words)
        let deployment = AppDeployment(app: name.text, service: name.kebab, words: name.words, oriel: oriel)
        let texts: [(path: String, text: String)] =
            [("Package.swift", package), ("README.md", readme), (".gitignore", ".build/\ndata/\n")]
            + sources.files.map { ("Sources/\(name.text)/\($0.path)", $0.text) }
            + sources.tests.map { ("Tests/\(name.text)Tests/\($0.path)", $0.text) }
            + deployment.files
        let files = texts.map { ScaffoldFiles.File(path: "\(root)/\($0.path)", text: $0.text) }
        let check = ScaffoldFiles.File(path: "\(root)/.ci/run", text: Self.check, isExecutable: true)
        return ScaffoldFiles(
            files: files + [check],
            hint: "The app uses Oriel from \(oriel.place).\nNext: cd \(root) && oriel dev")
    }

    private var package: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name.text)",
            dependencies: [
                \(oriel.dependency)
            ],
            targets: [
                .executableTarget(
                    name: "\(name.text)",
                    dependencies: [.product(name: "Oriel", package: "\(oriel.identity)")],
                    // The linker lld, which comes with Swift, takes half the time.
                    linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),
                .testTarget(
                    name: "\(name.text)Tests",
                    dependencies: [
                        "\(name.text)", .product(name: "OrielTesting", package: "\(oriel.identity)"),
                    ]),
            ]
        )

        """
    }

    private var readme: String {
        """
        # \(name.words)

        An app of [Oriel](\(oriel.place)): a list of items in a SQLite database, and a form to rename them.

        ```sh
        oriel dev                # builds and serves http://127.0.0.1:8080, again after each change
        swift test               # runs the tests
        oriel new screen Album   # or cell, section, form: a file that compiles, and its test
        oriel new auth           # screens to sign in
        ```

        - `Sources/\(name.text)/\(name.text)Coordinator.swift` has the routes.
        - `Sources/\(name.text)/Migrations.swift` has the schema of the database. Add a migration for each change.
        - `data/` has the database. The environment variable `DATA` names another folder.

        ## Deploy

        In a container, at http://127.0.0.1:8080:

        ```sh
        docker compose up --build
        ```

        Under systemd, as root:

        ```sh
        swift build --configuration release --static-swift-stdlib
        install .build/release/\(name.text) /usr/local/bin/
        install -D --mode 644 --target-directory /etc/systemd/system \(name.text).service
        systemctl enable --now \(name.text)
        ```

        The files of the browser client are in the folder `public` of Oriel. Copy it to `/usr/local/share/oriel/public`.
        The app runs in `/usr/local/share/\(name.kebab)`: copy `access.yaml` and `texts` there, if the app has them.

        Put a proxy with TLS in front, and name its address in a settings file, which `--config` names:

        ```yaml
        origins: ["https://\(name.kebab).example.com"]
        ```

        Without `oriel new auth`, everybody who reaches the port can read and change everything.

        `.ci/run` is the check for a CI service: it builds without warnings, and runs the tests.

        """
    }

    private static let check = """
        #!/usr/bin/env bash
        # Builds the app without warnings, and runs its tests.
        set -euo pipefail
        cd "$(dirname "$0")/.."

        swift build --build-tests -Xswiftc -warnings-as-errors
        swift test --skip-build -Xswiftc -warnings-as-errors

        """
}
