import Loop
import Scenes
import Stores
import TestSupport
import Testing

@testable import Access

/// Codes of an authenticator app, and recovery codes.
@Suite(.timeLimit(.minutes(5))) struct SecondFactorTests {
    /// The examples of RFC 6238 (appendix B), with six digits.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Double, String)])
    func makesTheCodesOfTheStandard(time: Double, code: String) {
        let codes = TimeCode(secret: Array("12345678901234567890".utf8))
        let step = TimeCode.step(at: time)
        #expect(codes.code(at: step) == code)
        for (skew, isRight) in [(-60.0, false), (-30, true), (0, true), (30, true), (60, false)] {
            #expect((codes.step(of: code, at: time + skew, after: 0) == step) == isRight, "\(skew)")
        }
        #expect(codes.step(of: code, at: time, after: step - 1) == step)
        #expect(codes.step(of: code, at: time, after: step) == nil)
    }

    @Test func escapesTheNamesInTheAddress() {
        let address = TimeCode(secret: [0x61, 0x62]).address(of: "ada & é?x=1", at: "My Desk")
        #expect(address == "otpauth://totp/My%20Desk:ada%20%26%20%C3%A9%3Fx%3D1?secret=MFRA&issuer=My%20Desk")
    }

    /// A database with a person who has a second factor, and the person's browser.
    @SceneActor private struct Desk {
        let access: Access
        let clock: ThrottleTests.Clock
        let app: AuthenticatorApp
        let recovery: [String]

        var code: String { app.code(at: clock.now) }
        var wrong: String { app.wrongCode(at: clock.now) }

        /// Signs in with a password and a code, as JSON does.
        func signIn(
            _ code: String = "", password: String = ThrottleTests.password, step: String? = nil,
            network: String? = nil
        ) async -> Result<SignInResult, SignInError> {
            var attempt = SignInAttempt(name: step == nil ? "ada" : "", password: step == nil ? password : "")
            (attempt.code, attempt.step, attempt.network) = (code, step, network)
            do throws(SignInError) { return .success(try await access.signIn(attempt)) } catch {
                return .failure(error)
            }
        }

        /// Gives the right password, and returns the token of the second step.
        func beginStep(network: String? = nil) async throws -> String {
            guard case .success(.needsCode(let step, _)) = await signIn(network: network) else {
                throw ClientError("no code is asked for")
            }
            return step
        }
    }

    @SceneActor private static func open(_ body: @SceneActor (Desk) async throws -> Void) async throws {
        try await ThrottleTests.open { access, clock in
            let factor = try await access.addSecondFactor(to: "ada", server: "Oriel")
            let app = try AuthenticatorApp(factor.address)
            try await body(Desk(access: access, clock: clock, app: app, recovery: factor.recoveryCodes))
        }
    }

    @Test @SceneActor func aPasswordAloneBeginsNoSession() async throws {
        try await Self.open { desk in
            let step = try await desk.beginStep()
            #expect(await desk.signIn(desk.wrong, step: step).error == .wrongCode)
            #expect(await desk.signIn("", step: step).error == .needsCode)
            #expect(await desk.signIn(String(repeating: "7", count: 101), step: step).error?.field == "code")
            let sessions: [Int] = try await desk.access.store.rows("SELECT count(*) FROM Session")
            #expect(sessions == [0])
            #expect(await desk.signIn(desk.code, step: step).isSignedIn)
            #expect(await desk.signIn(desk.app.code(at: desk.clock.now + 30), step: step).error == .late)
        }
    }

    @Test @SceneActor func aWrongPasswordIsAnsweredAsWithoutAFactor() async throws {
        try await Self.open { desk in
            #expect(await desk.signIn(desk.code, password: "wrong horse battery").error == .wrong)
            #expect(await desk.signIn(desk.code).isSignedIn)  // the code was not used
        }
    }

    @Test @SceneActor func aCodeIsAcceptedOnceInAllProcesses() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/access.sqlite"
        let (one, two) = (try await Access(path: path), try await Access(path: path))
        let clock = ThrottleTests.Clock()
        for access in [one, two] { access.now = { clock.now } }
        #expect(try await one.addPerson("ada", password: ThrottleTests.password, roles: []))
        let factor = try await one.addSecondFactor(to: "ada", server: "Oriel")
        let app = try AuthenticatorApp(factor.address)
        let desks = [one, two].map { Desk(access: $0, clock: clock, app: app, recovery: factor.recoveryCodes) }
        let code = desks[0].code
        let tasks = (0..<4).map { number in Task { @SceneActor in await desks[number % 2].signIn(code) } }
        var (accepted, refused) = (0, 0)
        for task in tasks {
            let result = await task.value
            if result.isSignedIn { accepted += 1 }
            if result.error == .wrongCode { refused += 1 }
        }
        #expect(accepted == 1 && refused == 3)
        // A step begun in one process goes on in the other.
        let step = try await desks[0].beginStep()
        #expect(await desks[1].signIn(app.code(at: clock.now + 30), step: step).isSignedIn)
        #expect(await desks[1].signIn(factor.recoveryCodes[0]).isSignedIn)
        #expect(await desks[0].signIn(factor.recoveryCodes[0]).error == .wrongCode)
        for access in [one, two] { await access.close() }
    }

    @Test @SceneActor func aClockMayDifferByOneStep() async throws {
        try await Self.open { desk in
            for (skew, isRight) in [(-60.0, false), (60, false), (-30, true), (0, true), (30, true)] {
                let result = await desk.signIn(desk.app.code(at: desk.clock.now + skew))
                #expect(result.isSignedIn == isRight, "\(skew)")
            }
            desk.clock.now += 120
            // A code before one that was accepted is used too.
            #expect(await desk.signIn(desk.code).isSignedIn)
            #expect(await desk.signIn(desk.app.code(at: desk.clock.now - 30)).error == .wrongCode)
        }
    }

    @Test @SceneActor func eachRecoveryCodeWorksOnceHoweverItIsSpelled() async throws {
        try await Self.open { desk in
            #expect(desk.recovery.count == 10 && Set(desk.recovery).count == 10)
            let stored: [String] = try await desk.access.store.rows("SELECT Id FROM RecoveryCode")
            #expect(stored.count == 10 && stored.allSatisfy { $0.utf8.count == 64 })
            for code in desk.recovery {
                let spelled = code.uppercased().replacing("-", with: " ")
                #expect(await desk.signIn(spelled).isSignedIn)
                #expect(await desk.signIn(code).error == .wrongCode)
            }
            let left: [Int] = try await desk.access.store.rows("SELECT count(*) FROM RecoveryCode")
            #expect(left == [0])
            #expect(await desk.signIn(desk.code).isSignedIn)
        }
    }

    /// The right password takes back nothing of the count, so it cannot be used to guess codes.
    @Test @SceneActor func guessesOfCodesAreDelayed() async throws {
        try await Self.open { desk in
            var checked = 0
            let start = desk.clock.now
            var step: String?
            for number in 0..<600 {
                desk.clock.now = start + Double(number * 6)
                if number % 50 == 0 { step = try? await desk.beginStep(network: "192.0.2.7") }
                let network = "192.0.2.\(number % 9)"
                switch await desk.signIn(desk.wrong, step: number % 2 == 0 ? step : nil, network: network) {
                case .failure(.wrongCode): checked += 1
                case .failure(.tooMany), .failure(.late): break
                case let result: Issue.record("\(result.error.map { "\($0)" } ?? "a session has begun")")
                }
            }
            #expect((6...70).contains(checked), "\(checked)")
            desk.clock.now += 61
            #expect(await desk.signIn(desk.code).isSignedIn)
        }
    }

    @Test @SceneActor func aStepEndsWithItsTimeAndWithThePassword() async throws {
        try await Self.open { desk in
            let late = try await desk.beginStep()
            desk.clock.now += 301
            #expect(await desk.signIn(desk.code, step: late).error == .late)
            let changed = try await desk.beginStep()
            try await desk.access.setPassword("another horse battery", of: "ada", keepingKeys: true)
            #expect(await desk.signIn(desk.code, step: changed).error == .late)
            try await desk.access.setPassword(ThrottleTests.password, of: "ada", keepingKeys: true)
            let disabled = try await desk.beginStep()
            try await desk.access.setActive(false, of: "ada")
            #expect(await desk.signIn(desk.code, step: disabled).error == .late)
            try await desk.access.setActive(true, of: "ada")
            let removed = try await desk.beginStep()
            try await desk.access.removeSecondFactor(from: "ada")
            #expect(await desk.signIn(desk.code, step: removed).error == .late)
            #expect(await desk.signIn().isSignedIn)
            let left: [Int] = try await desk.access.store.rows("SELECT count(*) FROM RecoveryCode")
            #expect(left == [0])
        }
    }

    @Test @SceneActor func aPersonHasOneSecondFactor() async throws {
        try await Self.open { desk in
            for name in ["ada", "nobody"] {
                await #expect(throws: SignInError.self) {
                    _ = try await desk.access.addSecondFactor(to: name, server: "Oriel")
                }
            }
            #expect(await desk.signIn(desk.code).isSignedIn)
            #expect(try await desk.access.listPeople().map(\.hasSecondFactor) == [true])
            let events: [String] = try await desk.access.store.rows(
                "SELECT Event || ' ' || Via FROM Audit WHERE Event LIKE 's%' ORDER BY Number")
            #expect(events == ["second factor added command", "sign-in password and code"])
        }
    }
}

extension Result<SignInResult, SignInError> {
    fileprivate var isSignedIn: Bool { if case .success(.signedIn) = self { true } else { false } }
    fileprivate var error: SignInError? { if case .failure(let error) = self { error } else { nil } }
}

extension SignInError {
    fileprivate var field: String? { if case .invalid(let field, _) = self { field } else { nil } }
}
