import DataSources
import JSON
import ViewModels
import Wire

extension Screen {
    /// Returns the document of the view model, with this list.
    func document(with list: DocumentList?) -> Document {
        var head: JSONObject = ["route": .string(route.description)]
        for (name, value) in self.head(of: viewModel) { head[name] = value }
        if isPersonal { head["personal"] = true }
        if !gaps.isEmpty { head["gaps"] = .array(gaps.map(JSON.string)) }
        var tail = tail(of: viewModel)
        tail["index"] = index
        return Document(head: DocumentMembers(head), list: list, tail: DocumentMembers(tail))
    }

    /// Returns the members of a view model's document that come before the list. Only a personal scene accepts inputs
    /// that do not live in the address.
    private func head(of viewModel: ViewModel) -> JSONObject {
        var head = viewModel.head
        var accepts = viewModel.accepts
        if !isPersonal {
            let names = viewModel.namesInQuery
            accepts = JSONObject(accepts.filter { names.contains($0.name) }.map { ($0.name, $0.value) })
        }
        if !accepts.isEmpty { head["accepts"] = .object(accepts) }
        let titles = viewModel.titles
        if !titles.isEmpty { head["titles"] = .object(titles) }
        return head
    }

    /// Returns a section of a view model's list, with its index title.
    func section(_ number: Int, of list: any DataSource<Cell>, in viewModel: ViewModel) -> Section {
        var section = list.section(at: number)
        section.title = viewModel.listIndex.title(ofSection: number, in: list)
        return section
    }

    /// The index titles, with the position in the list of each.
    private var index: JSON? {
        guard let list = viewModel.list, list.isLoaded else { return nil }
        let entries = viewModel.listIndex.entries(of: list)
        guard !entries.isEmpty else { return nil }
        return .array(entries.map { ["title": .string($0.title), "start": .int(Int64($0.position))] })
    }

    private func tail(of viewModel: ViewModel) -> JSONObject {
        var tail: JSONObject = [:]
        if !viewModel.slots.isEmpty {
            let parts = viewModel.slotNames.compactMap { name in viewModel.slots[name].map { (name, embedded($0)) } }
            tail["slots"] = .object(JSONObject(parts))
        }
        tail["dialog"] = viewModel.dialogJSON
        if let problem = told(viewModel.problem) ?? viewModel.notice?.problem {
            tail["problem"] = ["code": .string(problem.code), "message": .string(problem.message)]
        }
        return tail
    }

    /// Returns the document of a view model in a slot: without a route, and with the first rows of its list.
    private func embedded(_ viewModel: ViewModel) -> JSON {
        let list = viewModel.list.flatMap { $0.isLoaded ? embedded($0, in: viewModel) : nil }
        let head = DocumentMembers(head(of: viewModel))
        return Document(head: head, list: list, tail: DocumentMembers(tail(of: viewModel))).json
    }

    private func embedded(_ list: any DataSource<Cell>, in viewModel: ViewModel) -> DocumentList {
        let window = Window(start: 0, count: SlotLists.rowLimit)
        var sections: [DocumentSection] = []
        var rest = window.count
        for number in 0..<list.sectionCount {
            let count = list.rowCount(in: number)
            let rows = rowsOfDocument(inSection: number, first: min(rest, count), of: list)
            rest -= rows.count
            let section = section(number, of: list, in: viewModel)
            sections.append(DocumentSection(section: section, start: 0, count: count, rows: rows))
        }
        let state = WindowState(window: window, total: list.totalRowCount, section: 0, sections: list.sectionCount)
        return DocumentList(window: state, sections: sections)
    }
}

extension ViewModel {
    /// The members of the document that come before the list, except the route.
    fileprivate var head: JSONObject {
        var head: JSONObject = [
            "screen": .string(screen), "title": .string(title), "phase": .string(phase.rawValue),
            "inputs": .object(inputs), "outputs": .object(outputs),
        ]
        let uploads = uploadsJSON
        if !uploads.isEmpty { head["uploads"] = .object(uploads) }
        for (name, value) in documentMembers { head[name] = value }
        head["commands"] = .object(JSONObject(commands.map { ($0.name, .object(json(of: $0))) }))
        return head
    }

    /// Returns a command as a member of the document.
    private func json(of command: Command) -> JSONObject {
        var json: JSONObject = ["title": .string(command.title), "enabled": .bool(command.isEnabled)]
        if !command.arguments.isEmpty { json["arguments"] = .object(translated(command.arguments)) }
        json["input"] = command.input.map(JSON.string)
        if command.runCount > 0 { json["running"] = true }
        json["progress"] = command.progress.map(JSON.double)
        return json
    }
}
