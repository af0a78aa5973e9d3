import DataSources
import FoundationEssentials
import Loop
import Models
import Observables
import Scenes
import Stores
import Tables
import ViewModels

/// The events of the audit, the newest first. A search finds words in all columns.
final class AuditViewModel: ViewModel {
    @Input var search = ""
    private let store: AccessStore

    init(_ store: AccessStore) {
        self.store = store
        super.init(title: "Audit")
    }

    override func updateOutputs() {
        list = CellList(
            store.events(search: search) { event in
                let (name, detail): (String, String?) = (event["Event"] ?? "", event["Detail"])
                let (route, row): (String?, String?) = (event["Route"], event["Row"])
                let subject = [route, row.map { "row \($0)" }, detail].compactMap(\.self)
                let (who, network): (String, String?) = (event["Who"] ?? "", event["Network"])
                let parts = [who.isEmpty ? "nobody" : who, event["Via"], network, AuditTime(event["Time"] ?? 0).text]
                return CellViewModel(
                    title: subject.isEmpty ? name : "\(name): \(subject.joined(separator: " "))",
                    subtitle: parts.compactMap(\.self).joined(separator: ", "))
            })
    }
}

/// A time of the database of access, in seconds since 1970.
struct AuditTime {
    /// The time for people to read, such as `2026-11-24 09:30:00 UTC`.
    let text: String

    init(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        text = date.formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
    }
}
