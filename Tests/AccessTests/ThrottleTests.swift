import Access
import Loop
import Scenes
import TestSupport
import Testing
import ViewModels

/// Guesses of passwords are delayed, but nobody is locked out.
@Suite(.timeLimit(.minutes(5))) struct ThrottleTests {
    static let password = "correct horse battery"

    /// Gives a body the database, with a person "ada", at a time that the body sets.
    @SceneActor static func open(_ body: @SceneActor (Access, Clock) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let access = try await Access(path: folder.path + "/access.sqlite")
        let clock = Clock()
        access.now = { clock.now }
        #expect(try await access.addPerson("ada", password: password, roles: []))
        try await body(access, clock)
        await access.close()
    }

    @SceneActor final class Clock {
        var now = 1_900_000_000.0
    }

    @SceneActor private func attempt(
        _ access: Access, _ name: String, _ password: String = "wrong horse battery", network: Int? = nil,
        browser: String? = nil
    ) async -> Result<SignedIn, SignInError> {
        var attempt = SignInAttempt(name: name, password: password)
        attempt.network = network.map { "192.0.\($0 / 250).\($0 % 250)" }
        attempt.browser = browser
        do throws(SignInError) {
            guard case .signedIn(let signedIn) = try await access.signIn(attempt) else { return .failure(.needsCode) }
            return .success(signedIn)
        } catch {
            return .failure(error)
        }
    }

    /// Case 42: guesses at one name from many networks, within an hour.
    @Test @SceneActor func aNameTakesFewGuessesAnHourAndItsOwnBrowserSignsIn() async throws {
        try await Self.open { access, clock in
            guard case .success(let own) = await attempt(access, "ada", Self.password, network: 9_999) else {
                throw ClientError("ada cannot sign in")
            }
            var checked = 0
            for second in stride(from: 0, to: 3_600, by: 6) {
                clock.now += 6
                switch await attempt(access, second % 12 == 0 ? "ada" : "ADA", network: second % 1_000) {
                case .failure(.wrong): checked += 1
                case .failure(.tooMany(let seconds)): #expect((1...60).contains(seconds))
                case .failure(let error): Issue.record("\(error)")
                case .success: Issue.record("a guess was right")
                }
                if second % 600 == 0 {
                    let again = await attempt(access, "ada", Self.password, network: 9_999, browser: own.browser)
                    guard case .success = again else { throw ClientError("ada is locked out: \(again)") }
                }
            }
            #expect((10...70).contains(checked))
            // From a new browser the right password waits like a guess.
            guard case .failure(.tooMany) = await attempt(access, "ada", Self.password, network: 7) else {
                throw ClientError("the delay was avoided")
            }
            clock.now += 61
            guard case .success = await attempt(access, "ada", Self.password, network: 7) else {
                throw ClientError("the delay did not end")
            }
        }
    }

    /// Case 42: one guess at each of many names from one network.
    @Test @SceneActor func aNetworkTakesFewGuessesOverAllNames() async throws {
        try await Self.open { access, clock in
            var checked = 0
            for number in 0..<60 {
                clock.now += 1
                if case .failure(.wrong) = await attempt(access, "name \(number)", network: 1) { checked += 1 }
            }
            #expect((5...12).contains(checked))
            guard case .success = await attempt(access, "ada", Self.password, network: 2) else {
                throw ClientError("another network is delayed")
            }
        }
    }

    /// The answers to attempts that begin at once.
    @SceneActor private func attempts(
        _ count: Int, at access: Access, _ name: (Int) -> String
    ) async -> [Result<SignedIn, SignInError>] {
        let tasks = (0..<count).map { number in
            let name = name(number)
            return Task { @SceneActor in await attempt(access, name, network: number) }
        }
        var answers: [Result<SignedIn, SignInError>] = []
        for task in tasks { answers.append(await task.value) }
        return answers
    }

    @Test @SceneActor func attemptsAtTheSameTimeCountToo() async throws {
        try await Self.open { access, _ in
            let answers = await attempts(20, at: access) { _ in "ada" }
            let wrong = answers.count { if case .failure(.wrong) = $0 { true } else { false } }
            #expect(wrong <= 6)
        }
    }

    /// Case 45: passwords are checked two at a time, and only so many wait.
    @Test @SceneActor func someOfAHundredAreTurnedAway() async throws {
        try await Self.open { access, _ in
            let answers = await attempts(100, at: access) { "person \($0)" }
            let busy = answers.count { if case .failure(.busy) = $0 { true } else { false } }
            let wrong = answers.count { if case .failure(.wrong) = $0 { true } else { false } }
            #expect(busy + wrong == 100)
            #expect(busy > 0 && wrong >= 34)
        }
    }

    @Test @SceneActor func anOlderHashIsWrittenAnewAtTheNextSignIn() async throws {
        try await Self.open { access, _ in
            let folder = try TemporaryFolder()
            let path = folder.path + "/access.sqlite"
            let other = try await Access(path: path)
            #expect(try await other.addPerson("ada", password: Self.password, roles: ["a", "b"]))
            let old = PasswordTests.older[1]
            try await Database.run("UPDATE Person SET Password = '\(old)'", at: path)
            guard case .success(let signedIn) = await attempt(other, "Ada", "correct horse battery") else {
                throw ClientError("the older hash is not taken")
            }
            #expect(signedIn.principal == Principal(.person, id: "1", name: "ada", roles: ["a", "b"]))
            let hash = try await Database.run("SELECT Password FROM Person", at: path)
            #expect(hash.hasPrefix("$y$jAT$"))
            guard case .success = await attempt(other, "ada", "correct horse battery") else {
                throw ClientError("the new hash is wrong")
            }
            await other.close()
        }
    }
}
