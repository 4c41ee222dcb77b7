import type { View } from '../../../../core/view.ts'
import { partsWithTarget } from '../../../../kit/rules.ts'
import { markerPair, verdictPair } from '../../compared.ts'
import type { Session } from '../../model.ts'
import type { Message } from '../../reading/message.ts'
import { messageContent } from '../message-content.ts'
import { messageForm } from '../message-form.ts'
import {
  type ChangedSession,
  type SubagentComparison,
  changedSessions,
  isChanged,
  isFinal,
  missingArtifacts,
  targetOfMessageSubject,
  unknownTaskOf,
} from '../subjects.ts'

type PreviousMessage = ChangedSession & { readonly message: Message }

/** The messages of a session whose pair has a final output. */
export const settledMessagesIn = (session: Session): readonly Message[] =>
  session.messages.filter(({ key }) => isFinal(session.message(key, 'output') ?? { status: undefined }))

const settledMessages = (subject: ChangedSession): readonly PreviousMessage[] =>
  settledMessagesIn(subject.before).map((message) => ({ ...subject, message }))

/** Whether a message contradicts what is in its session. */
function contradictsSession({ message, before, modelBefore }: PreviousMessage): boolean {
  const task = message.task === undefined ? undefined : before.task(message.task)
  const marker = task && markerPair({ task })
  return (
    unknownTaskOf(message, before) !== undefined ||
    verdictPair({ message, session: before })?.agrees === false ||
    (marker?.output === message && !marker.agrees) ||
    missingArtifacts(message, before, modelBefore.view).length > 0
  )
}

/** Whether a rule finds something wrong with a message of the base. */
const isWrongMessage = (subject: PreviousMessage): boolean =>
  [...messageForm, ...messageContent].some(
    (rule) => [...rule.check({ message: subject.message, session: subject.before })].length > 0,
  ) || contradictsSession(subject)

const messageParts = (partsOf: (subject: ChangedSession) => readonly PreviousMessage[]) =>
  partsWithTarget(targetOfMessageSubject, (comparison: SubagentComparison) =>
    changedSessions(comparison).flatMap(partsOf),
  )

/** Settled messages that were right and have changed. */
export const changedMessages = messageParts((session) =>
  settledMessages(session).filter((subject) => {
    const { message, model, modelBefore } = subject
    const isThere = model.view.entry(message.path) !== undefined
    return isThere && isChanged(model, modelBefore, message.path) && !isWrongMessage(subject)
  }),
)

/** Settled messages that are gone, and do not stand under another name because theirs was wrong. */
export const removedMessages = messageParts((session) => {
  const { model, modelBefore } = session
  const missing = settledMessages(session).filter(({ message }) => !model.view.entry(message.path))
  if (missing.length === 0) return []
  const contentOf = (view: View, { path }: Message) => view.digest(path)?.sha256
  const added = session.session.messages.filter(({ path }) => !modelBefore.view.entry(path))
  const addedContents = new Set(added.map((message) => contentOf(model.view, message)))
  const isRenamed = (subject: PreviousMessage) =>
    addedContents.has(contentOf(modelBefore.view, subject.message)) && isWrongMessage(subject)
  return missing.filter((subject) => !isRenamed(subject))
})
