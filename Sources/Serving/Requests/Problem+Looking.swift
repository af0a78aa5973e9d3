import Scenes

extension Problem {
    /// An administrator who looks as a person does what only the person may do.
    static let looking = Problem(
        status: 403, code: "looking", message: "You look as somebody else. Stop that at /-/look-as first.")
}

extension Identity {
    /// Whether an administrator looks as somebody else.
    nonisolated var isLooking: Bool { looker != nil }
}

extension SessionTicket {
    /// Refuses an administrator who looks as somebody else: that changes nothing and takes nothing away.
    func refuseLooking() throws(Problem) {
        if identity?.isLooking == true { throw .looking }
    }
}
