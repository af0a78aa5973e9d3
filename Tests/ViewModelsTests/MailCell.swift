import Changes
import JSON
import Loop
import Observation

@testable import ViewModels

@Observable final class Mail {
    var subject: String

    init(_ subject: String) {
        self.subject = subject
    }
}

@SceneActor final class MailCell: CellViewModel {
    let mail: Mail
    var isNumbered = false
    @Output var words = 0
    private(set) var updates = 0
    private(set) var edits: [String] = []

    init(_ subject: String) {
        mail = Mail(subject)
        super.init(template: "mail")
    }

    override func updateOutputs() {
        updates += 1
        title = mail.subject
        words = mail.subject.split(separator: " ").count
    }

    override func outputs(at path: IndexPath) -> JSONObject {
        isNumbered ? ["number": .int(Int64(path.row))] : [:]
    }

    override func delete() async throws { edits.append("delete") }
    override func insert() async throws { edits.append("insert") }
    override func move(to path: IndexPath) async throws { edits.append("move \(path)") }
}
