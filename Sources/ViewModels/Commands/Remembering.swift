import Loop

/// A view model that hands the receipts of its commands to where they are remembered, and so can be asked what came of one
/// without it being run: see ``Receipt/isQuestion``.
@SceneActor package protocol Remembering: ViewModel {}
