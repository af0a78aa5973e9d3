import Access
import Loop
import Scenes
import TestSupport
import Testing

/// The setting `lockAfter`, and how an administrator lets a person in.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct LockTests {
    private func attempt(
        _ access: Access, _ name: String = "ada", _ password: String = "wrong horse battery", browser: String? = nil
    ) async -> Result<SignedIn, SignInError> {
        var attempt = SignInAttempt(name: name, password: password)
        attempt.browser = browser
        do throws(SignInError) {
            guard case .signedIn(let signedIn) = try await access.signIn(attempt) else { return .failure(.needsCode) }
            return .success(signedIn)
        } catch { return .failure(error) }
    }

    private func isLocked(_ result: Result<SignedIn, SignInError>) -> Bool {
        if case .failure(.locked) = result { true } else { false }
    }

    private func isRight(_ result: Result<SignedIn, SignInError>) -> Bool {
        if case .success = result { true } else { false }
    }

    @Test func aNameIsLockedUntilAnAdministratorEndsThat() async throws {
        try await ThrottleTests.open { access, clock in
            access.lockAfter = 7
            guard case .success(let own) = await attempt(access, "ada", ThrottleTests.password) else {
                throw ClientError("ada cannot sign in")
            }
            for name in ["ada", "nobody"] {
                for _ in 0..<7 {
                    clock.now += 61
                    #expect(!isLocked(await attempt(access, name)))
                }
                clock.now += 7_200
                #expect(isLocked(await attempt(access, name, ThrottleTests.password)), "\(name)")
            }
            #expect(isRight(await attempt(access, "ada", ThrottleTests.password, browser: own.browser)))
            #expect(isLocked(await attempt(access, "ADA", ThrottleTests.password)))
            let link = try await access.browserLink(for: "ada")
            let browser = try await access.admitBrowser(link, from: nil)
            #expect(isRight(await attempt(access, "ada", ThrottleTests.password, browser: browser)))
            #expect(try await access.listPeople().map(\.isLocked) == [true])
            try await access.setActive(true, of: "ada")
            #expect(try await access.listPeople().map(\.isLocked) == [false])
            #expect(isRight(await attempt(access, "ada", ThrottleTests.password)))
        }
    }

    @Test func theLastAttemptBeforeTheLockCounts() async throws {
        try await ThrottleTests.open { access, clock in
            access.lockAfter = 3
            for _ in 0..<2 { _ = await attempt(access) }
            #expect(isRight(await attempt(access, "ada", ThrottleTests.password)))
            for _ in 0..<2 { _ = await attempt(access) }
            #expect(isRight(await attempt(access, "ada", ThrottleTests.password)))
            access.lockAfter = nil
            for _ in 0..<5 { _ = await attempt(access) }
            clock.now += 61
            #expect(isRight(await attempt(access, "ada", ThrottleTests.password)))
        }
    }

    @Test func aLinkIsOverAfterHalfAnHour() async throws {
        try await ThrottleTests.open { access, clock in
            let link = try await access.browserLink(for: "ada")
            clock.now += 1_801
            await #expect(throws: SignInError.self) { try await access.admitBrowser(link, from: nil) }
        }
    }

    @Test func rolesChangeAndPeopleAreRemoved() async throws {
        try await ThrottleTests.open { access, _ in
            try await access.setRoles(["desk", "reader"], of: "ada")
            #expect(try await access.listPeople().map(\.roles) == ["desk reader"])
            await #expect(throws: SignInError.self) { try await access.setRoles(["two words"], of: "ada") }
            await #expect(throws: SignInError.self) { try await access.setRoles(["desk"], of: "eve") }
            try await access.removePerson("ada")
            #expect(try await access.listPeople().isEmpty)
            await #expect(throws: SignInError.self) { try await access.removePerson("ada") }
        }
    }
}
