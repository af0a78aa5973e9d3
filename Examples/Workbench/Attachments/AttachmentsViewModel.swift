import Oriel

/// A file on the shelf of the workbench.
@SceneActor final class Paper: Identifiable {
    let id: Int
    let file: Attachment

    init(_ id: Int, _ file: Attachment) { (self.id, self.file) = (id, file) }
}

/// A list of uploaded files. Each can be deleted.
@SceneActor final class AttachmentsViewModel: ViewModel {
    let papers: AttachmentSlot

    init(_ shelf: ArrayModel<Paper>, _ files: FileFolder) {
        papers = AttachmentSlot(in: files)
        super.init(title: "Attachments")
        list = CellList(
            MutableArrayDataSource(shelf, section: Section(id: "papers")) { PaperCell($0, shelf, files) })
        papers.onReceive = { shelf.append(Paper((shelf.elements.last?.id ?? 0) + 1, $0)) }
    }
}

/// A file in the list.
final class PaperCell: CellViewModel {
    private let paper: Paper
    private let shelf: ArrayModel<Paper>
    private let files: FileFolder

    init(_ paper: Paper, _ shelf: ArrayModel<Paper>, _ files: FileFolder) {
        (self.paper, self.shelf, self.files) = (paper, shelf, files)
        let file = paper.file
        super.init(title: file.name, subtitle: "\(file.type), \(file.size) bytes", href: file.address)
        rights = .delete
    }

    override func delete() async {
        shelf.removeAll { [paper] in $0 === paper }
        await files.release(paper.file.address)
    }
}
