import Foundation
import Glibc
import Loop

/// A process that a supervisor has started, and the link to it (``WorkerLink``).
@SceneActor final class Worker {
    /// Whether the process serves.
    private(set) var isReady = false
    private let link: LinkedProcess

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - number: The number of the process, from 1 on.
    ///   - command: The program and its arguments.
    ///   - port: The port that all processes share.
    init(_ number: Int, _ command: [String], port: Int) throws(Failure) {
        link = try LinkedProcess(command, keeping: []) { end in
            // The supervisor speaks to the service manager.
            [WorkerLink.variable: "\(number),\(port),\(end)", "NOTIFY_SOCKET": "", "WATCHDOG_USEC": ""]
        }
        link.onReadable = { [weak self] in self?.read() }
    }

    var process: ChildProcess { link.process }

    /// How long the process has run.
    var age: Duration { link.age }

    private func read() {
        var byte: UInt8 = 0
        isReady = Glibc.read(link.channel, &byte, 1) == 1 || isReady
        link.stopReading()
    }
}
