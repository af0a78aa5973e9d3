import Loop
import ViewModels

// Screens whose view model takes time to be made.
extension Scene {
    /// Shows the view model of the screen when it is made, or ends if there is none.
    func awaitMaking() {
        guard let pending = screen.viewModel as? PendingViewModel else { return }
        pending.onEnd = { [weak self, weak pending] result in
            guard let self, let pending, isMaking(pending) else { return }
            // Rights may have changed meanwhile.
            checkRights(screen) { [weak self, weak pending] code in
                guard let self, let pending, isMaking(pending) else { return }
                if let code { end(code) } else { show(result) }
            }
        }
    }

    private func isMaking(_ pending: PendingViewModel) -> Bool {
        screen.endCode == nil && screen.viewModel === pending
    }

    private func show(_ result: Result<ViewModel, any Error>) {
        do {
            let viewModel = try result.get()
            Making.name(viewModel, by: screen.route, isShared: !screen.isPersonal)
            screen.restore(viewModel)
            if let fault = viewModel.queryFault { throw RouteError.invalid(message: fault) }
            replace(viewModel)
        } catch {
            refuse(error)
        }
    }

    /// Ends a screen that cannot be made. The next client to open it has it made again.
    private func refuse(_ error: any Error) {
        let refusal = Refusal(error, isLimited: screen.audience.isLimited)
        screen.refusal = refusal
        end(refusal.code)
    }
}
