import Oriel

/// A shared list whose filter is in the address.
final class FilterViewModel: ViewModel {
    enum Show: String, InputValue, CaseIterable {
        case all, even, odd
    }

    @Input(query: "show") var show = Show.all
    @Input(query: "digits") var digits = ""

    init() { super.init(title: "Filter") }

    override func setUp() {
        let numbers = (1...20).filter { number in
            (show == .all || (number % 2 == 0) == (show == .even)) && "\(number)".contains(digits)
        }
        let rows = ArrayDataSource(numbers, section: Section(id: "numbers")) { "\($0)" }
        list = CellList(rows.map { CellViewModel(title: "Number \($0)") })
    }
}
