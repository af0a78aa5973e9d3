import JSON
import Testing
import Wire

/// The patches from recent states to the current one.
@Suite(.timeLimit(.minutes(5))) struct PatchHistoryTests {
    private func digest(_ number: Int) -> Digest { Digest(UInt64(number)) }

    /// A patch of so many bytes.
    private func patch(_ number: Int, bytes: Int = 0) -> [UInt8] {
        let start = "[{\"op\":\"add\",\"path\":\"/n\",\"value\":\(number)"
        return Array((start + String(repeating: " ", count: max(0, bytes - start.utf8.count - 2)) + "}]").utf8)
    }

    @Test func thePatchesSinceAStateFollowEachOther() throws {
        var history = PatchHistory()
        #expect(history.patch(since: digest(0)) == nil)
        for number in 0..<5 { history.append(from: digest(number), patch: patch(number)) }
        for start in 0..<5 {
            let joined = try JSON(parsing: try #require(history.patch(since: digest(start))))
            #expect(joined.arrayValue?.map { $0["value"] } == (start..<5).map { .int(Int64($0)) })
        }
        #expect(history.patch(since: digest(5)) == nil, "the present state, or an unknown state")
    }

    @Test func aRepeatedStateUsesTheShorterPath() throws {
        var history = PatchHistory()
        for (number, state) in [1, 2, 1, 3].enumerated() { history.append(from: digest(state), patch: patch(number)) }
        let joined = try JSON(parsing: try #require(history.patch(since: digest(1))))
        #expect(joined.arrayValue?.map { $0["value"] } == [2, 3])
    }

    @Test func keepsALimitedNumberOfPatches() {
        var history = PatchHistory(limit: 3, byteLimit: 1_000_000)
        for number in 0..<20 {
            history.append(from: digest(number), patch: patch(number))
            #expect(history.kept.map(\.from) == (max(0, number - 2)...number).map(digest))
        }
    }

    /// Also long after the first that had to go.
    @Test func keepsALimitedNumberOfBytes() {
        var history = PatchHistory(limit: 1_000, byteLimit: 400)
        for number in 0..<50 {
            history.append(from: digest(number), patch: patch(number, bytes: 100))
            #expect(history.kept.map(\.from) == (max(0, number - 3)...number).map(digest))
        }
    }

    @Test func aPatchThatIsTooLargeEmptiesTheHistoryAndTheNextIsKept() {
        var history = PatchHistory(limit: 10, byteLimit: 400)
        for round in 0..<3 {
            history.append(from: digest(round), patch: patch(1, bytes: 401))
            #expect(history.kept.isEmpty)
            for number in 10..<14 { history.append(from: digest(number), patch: patch(number, bytes: 100)) }
            #expect(history.kept.map(\.from) == (10..<14).map(digest))
        }
    }
}
