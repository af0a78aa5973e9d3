import JSON
import Loop
import Scenes
import ViewModels
import Wire

// Commands and inputs of a socket.

extension SocketSession {
    /// Runs a command and sends its reply. Its message of `count` bytes counts as memory until the command has ended. A
    /// command that waits for the answer to a dialog does not count as an unanswered request.
    func run(_ invocation: Invocation, on scene: Scene, ref: JSON?, key: String?, _ count: Int) {
        let kept = ByteHolding(.messages, in: room.service.memory, for: visitor.share)
        let call: Call
        do throws(Problem) {
            if let shortage = kept.take(count) { throw .noRoom(shortage) }
            call = try room.runner.start(invocation, on: scene, for: visitor, key: key)
        } catch {
            room.service.note(error)
            return say(ServerMessage.reply(ref: ref, error: error.error))
        }
        noteRequest()
        Task { @SceneActor [weak self] in
            await call.pause()
            self?.noteAnswer()
            defer { kept.set(0) }
            do throws(Problem) {
                let outcome = try await call.outcome()
                self?.say(ServerMessage.reply(ref: ref, result: outcome.result))
                guard let navigation = outcome.navigation else { return }
                self?.say(ServerMessage.navigate(navigation, from: scene.screen.number))
            } catch {
                self?.room.service.note(error)
                self?.say(ServerMessage.reply(ref: ref, error: error.error))
            }
        }
    }

    /// Sets inputs of a personal scene, or of a view model embedded in it. The inputs of a shared scene are in its
    /// route.
    func setInputs(_ values: JSONObject, of scene: Scene, in slot: String?, ref: JSON?) throws(MessageError) {
        guard scene.screen.isPersonal else {
            throw MessageError(
                ref: ref, code: "no-inputs", message: "This scene takes no inputs. Its inputs are in its route.")
        }
        guard let viewModel = scene.screen.viewModel.embedded(at: slot) else {
            throw MessageError(ref: ref, code: "unknown-slot", message: "Unknown slot: \(slot ?? "").")
        }
        do throws(CommandFailure) {
            try viewModel.receive(inputs: values)
        } catch {
            let problem = Problem(error)
            let faults = problem.fields.sorted { $0.key < $1.key }.map { "'\($0.key)' \($0.value)." }
            var refusal = MessageError(
                ref: ref, code: problem.code, message: faults.isEmpty ? problem.message : faults.joined(separator: " "))
            refusal.fields = problem.fieldsJSON
            throw refusal
        }
    }
}
