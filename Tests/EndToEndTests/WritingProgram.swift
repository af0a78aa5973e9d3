import Foundation
import TestSupport

/// A program that moves amounts between accounts, as fast as the database takes its transactions. Each has three rows,
/// which agree with each other only in the states between two commits.
final class WritingProgram: @unchecked Sendable {  // its thread uses the input until it is told to stop
    static let schema = """
        CREATE TABLE Account (Id INTEGER PRIMARY KEY, Balance INTEGER NOT NULL);
        CREATE TABLE Move (Id INTEGER PRIMARY KEY, Giver INTEGER NOT NULL, Taker INTEGER NOT NULL);
        CREATE TABLE Ballast (Id INTEGER PRIMARY KEY, Content TEXT NOT NULL);
        """
    static let accounts = 100

    /// A query whose row is `N|N|N|0|0`: the newest move, the number of moves, the sum of the balances and of what the
    /// accounts should have, and how many accounts do not have what the moves up to this one leave.
    static let audit = """
        SELECT (SELECT max(Id) FROM Move), (SELECT count(*) FROM Move), (SELECT sum(Balance) FROM Account),
            (SELECT count(*) FROM Account AS a WHERE a.Balance <> (SELECT count(*) FROM Move WHERE Taker = a.Id)
                - (SELECT count(*) FROM Move WHERE Giver = a.Id))
        """

    private let process = Process()
    private let input = Pipe()
    private let lock = NSLock()
    private var isStopped = false

    /// Starts the program. `words` reads SQL on standard input.
    init(_ words: [String], translate: (String) -> String = { $0 }) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let moves = (0..<700).map { number in
            let (giver, taker) = (number % Self.accounts, number * 7 % Self.accounts)
            return translate(
                """
                BEGIN; UPDATE Account SET Balance = Balance - 1 WHERE Id = \(giver);
                INSERT INTO Move (Giver, Taker) VALUES (\(giver), \(taker));
                UPDATE Account SET Balance = Balance + 1 WHERE Id = \(taker); COMMIT;

                """)
        }
        let batches = stride(from: 0, to: moves.count, by: 50).map { Data(moves[$0..<$0 + 50].joined().utf8) }
        Thread.detachNewThread { [self] in
            for number in 0... {
                guard lock.withLock({ !isStopped }) else { break }
                input.fileHandleForWriting.write(batches[number % batches.count])
            }
            try? input.fileHandleForWriting.close()
        }
    }

    /// Lets the program commit what it has, and waits for its end.
    func stop() async throws {
        lock.withLock { isStopped = true }
        try await blocking { [process] in
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw ClientError("the writing program failed") }
        }
    }
}
