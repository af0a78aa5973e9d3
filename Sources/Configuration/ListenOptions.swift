import ArgumentParser
import Serving

/// The command line options of every program that serves. They take precedence over the settings.
package struct ListenOptions: ParsableArguments, Sendable {
    @Option(help: "The address to listen on.")
    var host: String?

    @Flag(help: "Let other machines connect. Anyone who reaches the port can read and write everything.")
    var allowRemote = false

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port: Int?

    @Option(name: .customLong("public"), help: "The folder of the browser client.")
    var publicDirectory: String?

    package init() {}

    package func validate() throws {
        if let port, !(0...65_535).contains(port) { throw ValidationError("A port is a number from 0 to 65535.") }
    }

    /// Sets what the options say.
    package func apply(to settings: inout Settings) {
        settings.host = host ?? settings.host
        settings.allowRemote = allowRemote || settings.allowRemote
        settings.port = port ?? settings.port
        settings.publicDirectory = publicDirectory ?? settings.publicDirectory
    }
}
