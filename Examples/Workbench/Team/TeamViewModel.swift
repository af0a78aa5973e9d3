import Oriel

/// The details of a team.
@SceneActor final class TeamViewModel: ViewModel {
    @Output var slug: String
    @Output var summary: String
    @Output var memberText: String
    @Output var badge: String

    init(_ team: Team) {
        slug = team.slug
        summary = team.summary
        memberText = "\(team.memberCount) members"
        badge = "[\(team.memberCount)]"
        super.init(title: team.name)
    }
}
