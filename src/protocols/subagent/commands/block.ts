import { type Refusal, refuse, type CommandDiagnostic } from '../../../core/command.ts'
import { printJson } from '../../../documents/json.ts'
import { messageName, type MessageName } from '../reading/names.ts'
import type { SubagentModel, TaskInSession } from '../model.ts'
import { isRead, readMessageFile, type Content } from '../reading/message.ts'
import { FileRecord, recordOf } from '../../../kit/record.ts'
import { unreadableReasons } from '../../../kit/entry.ts'
import { isTooLarge } from '../../../kit/report.ts'
import { messageContent } from '../rules/message-content.ts'
import { messageForm } from '../rules/message-form.ts'
import { stampEnvelope, messageText, type Stamp } from '../writing/messages.ts'

/** The json block of a command, read as the message that it is to become. */
export interface Block {
  readonly path: string
  readonly content: Content
  readonly status: string
  text(stamp: Stamp): string
}

/** What refuses a block: whatever is an error of a message by itself. */
const decisiveRules = [...messageForm, ...messageContent].filter(({ strict }) => strict === 'error')

/** Reads a json block as if it lay in the file of a message: whatever is an error there refuses the command. */
export function readBlock(
  model: SubagentModel,
  { task, session }: TaskInSession,
  key: string,
  text: string,
): Block | Refusal {
  const path = `${session.path}/${messageName(key, 'output')}`
  const file = isTooLarge(text, model.context.limit)
    ? new FileRecord({ path, exists: true, fault: { message: unreadableReasons.large, place: { path, line: 1 } } })
    : recordOf(text, 'json-with-mark', path)
  const message = readMessageFile(file, session.profile)
  const diagnostics = decisiveRules.flatMap(({ code, hint, check }) =>
    Array.from(check({ message, session }), (finding): CommandDiagnostic => ({
      ...(hint !== undefined && { hint }),
      ...finding,
      code,
      severity: 'error',
      target: task.target,
    })),
  )
  if (diagnostics.length > 0 || !isRead(message)) return refuse(...diagnostics)
  const { content, status = '' } = message
  const name: Pick<MessageName, 'agent' | 'kind'> = message
  return {
    path,
    content,
    status,
    text: (stamp) =>
      content.enveloped
        ? stampEnvelope(printJson(content.root), content.root, stamp)
        : messageText(name, session, content.payload, stamp),
  }
}
