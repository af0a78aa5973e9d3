import Foundation

/// A program that was built with the tests: `oriel`, unless another is named.
package final class Program: @unchecked Sendable {  // one test uses it, one call at a time
    /// The exit status of a program, and its output.
    package struct Ending: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String

        /// The lines of standard error.
        package var lines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private let process = Process()
    private let (output, errors) = (Pipe(), Pipe())
    private var said = Data()  // on standard error, as far as it has been read

    /// Starts the program, through a `wrapper` if given. Ends the program after a timeout, three minutes by default.
    package init(
        _ arguments: [String], named name: String = "oriel", by wrapper: [String] = [],
        environment: [String: String] = [:], lasting limit: Duration = .seconds(180)
    ) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            environment.map { "\($0.key)=\($0.value)" } + [
                "timeout", "--signal=KILL", "\(limit.components.seconds)",
            ] + wrapper + [Self.folder.appendingPathComponent(name).path] + arguments
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// Whether another program can start this one here.
    package static func mayBeStarted(by wrapper: [String]) async throws -> Bool {
        try await Program(["health", "--help"], by: wrapper).end().status == 0
    }

    /// Runs the program to its end.
    package static func run(_ arguments: String...) async throws -> Ending {
        try await run(arguments)
    }

    /// Runs the program to its end.
    package static func run(_ arguments: [String], named name: String = "oriel") async throws -> Ending {
        try await Program(arguments, named: name).end()
    }

    /// Waits until the program prints its address.
    ///
    /// - Returns: The port.
    package func port() async throws -> Int? {
        try await blocking { [output] in
            var text = ""
            while !text.contains("\n") {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text.split(separator: "\n").first?.split(separator: ":").last.flatMap { Int($0) }
        }
    }

    /// Sends a signal to the running program.
    package func signal(_ number: Int32) throws {
        kill(try processIdentifier, number)
    }

    /// Sends a signal to the program and the programs that it has started, as a terminal does.
    package func signalAll(_ number: Int32) {
        kill(-process.processIdentifier, number)
    }

    /// The peak memory of the running program, in bytes.
    package func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(try processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let size = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw ClientError("the system does not say how much memory the program has had")
        }
        return size * 1024
    }

    /// The program's own process, not that of `timeout`, which would send it a signal twice.
    package var processIdentifier: Int32 {
        get throws {
            guard var last = try Self.child(of: process.processIdentifier) else {
                throw ClientError("the program is gone")
            }
            while let next = try Self.child(of: last) { last = next }
            return last
        }
    }

    private static func child(of process: Int32) throws -> Int32? {
        let children = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return children.split(separator: " ").first.flatMap { Int32($0) }
    }

    /// Waits until the program has printed this text on standard error a number of times.
    package func hears(_ text: String, times: Int = 1) async throws {
        try await blocking { [self] in
            while said.ranges(of: Data(text.utf8)).count < times {
                let more = errors.fileHandleForReading.availableData
                guard !more.isEmpty else { throw ClientError("\(text) was not said") }
                said += more
            }
        }
    }

    /// Waits until the program has said this on standard error, and returns it with so many bytes that follow.
    package func hears(until text: String, then count: Int) async throws -> String {
        try await blocking { [self] in
            while true {
                if let range = said.range(of: Data(text.utf8)), said.endIndex >= range.upperBound + count {
                    return String(decoding: said[range.lowerBound..<range.upperBound + count], as: UTF8.self)
                }
                let more = errors.fileHandleForReading.availableData
                guard !more.isEmpty else { throw ClientError("\(text) was not said") }
                said += more
            }
        }
    }

    /// Ends the running program, and waits for its exit.
    package func stop() async throws {
        kill(-process.processIdentifier, SIGKILL)  // the group that `timeout` has made of itself and the program
        _ = try await end()
    }

    /// Waits until the program ends.
    package func end() async throws -> Ending {
        try await blocking { [self] in
            said += errors.fileHandleForReading.readDataToEndOfFile()
            let shown = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Ending(
                status: process.terminationStatus, output: String(decoding: shown, as: UTF8.self),
                errors: String(decoding: said, as: UTF8.self))
        }
    }
}
