import Foundation
import TestSupport
import Testing

/// An app with a missing client folder.
@Suite(.timeLimit(.minutes(5))) struct PublicOptionTests {
    @Test func namesAnUnreadableClientFolderAtTheStart() async throws {
        let folder = NSTemporaryDirectory() + "oriel-" + UUID().uuidString
        let ending = try await Program.run(["--port", "0", "--public", folder], named: "Workbench")
        #expect(ending.status == 1)
        #expect(ending.output == "")
        #expect(ending.lines == ["Error: \(folder): The folder of the browser client cannot be read."])
    }
}
