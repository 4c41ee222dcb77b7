import { msg } from '../../../core/message.ts'
import { textDocument, type TextDocument } from '../../../documents/text.ts'
import { parseRecord } from '../../../kit/record.ts'
import { isMapping } from '../../../documents/data.ts'

/** What a configuration says of commands where there are no agents: only comments. */
export const commandsComment = `# Who may give which command in a comment; by default everyone who may write, for \`/install\` and \`/checksums\` everyone who may maintain:
# commands:
#   accept: { allow: [write] }
# A person who worked on a change may not accept or review it:
#   separate-duties: true
`

const setting = 'separate-duties: agents # no agent reviews its own work; true: nor may a person who worked on a change'

/** What a configuration says of commands where agents work. */
const commandsOfAgents = `commands:
  ${setting}
  # Who may give which command in a comment; by default everyone who may write, for \`/install\` and \`/checksums\` everyone who may maintain:
  # accept: { allow: [write] }
`

/** The section that is added to a configuration which a person wrote. It is the whole of one that was not there. */
const section = `commands:\n  ${setting}\n`

/** Whether a configuration was written for agents alone, before anything else was set up. */
export const isForAgentsAlone = ({ text }: TextDocument): boolean => text.replaceAll('\r\n', '\n') === section

/** What to add by hand where the configuration cannot be edited. */
export const dutiesNote = (path: string): string =>
  msg`Add ${'separate-duties: agents'} below ${'commands'} in ${path}: then no agent that names itself reviews or accepts its own work.`

const withLineEndingsOf = (text: string, { eol }: TextDocument): string => text.replaceAll('\n', eol)

/**
 * A configuration by which no agent reviews its own work; `undefined`: it has other settings of commands, or cannot be
 * read.
 */
export function withDuties(document: TextDocument | undefined): string | undefined {
  if (!document) return section
  const { text, eol } = document
  const { data } = parseRecord(document, 'yaml-1.2')
  const keys = data?.value ?? {}
  if (!data || !isMapping(keys)) return undefined
  const { commands } = keys
  if (isMapping(commands) && 'separate-duties' in commands) return text
  if (commands !== undefined) return undefined
  const comment = withLineEndingsOf(commandsComment, document)
  if (text.endsWith(comment)) return text.slice(0, -comment.length) + withLineEndingsOf(commandsOfAgents, document)
  const addedSection = withLineEndingsOf(section, document)
  return text.endsWith('\n')
    ? `${text}${eol}${addedSection}`
    : `${text}${eol}${eol}${addedSection.slice(0, -eol.length)}`
}

/** A configuration without what was added for agents. A section to which a person has added something stays. */
export function withoutDuties(document: TextDocument): string {
  const { text, eol } = document
  if (isForAgentsAlone(document)) return ''
  const agentsSection = withLineEndingsOf(commandsOfAgents, document)
  if (text.endsWith(agentsSection))
    return text.slice(0, -agentsSection.length) + withLineEndingsOf(commandsComment, document)
  const addedSection = withLineEndingsOf(section, document)
  const sectionAtEnd = `${eol}${eol}${addedSection.slice(0, -eol.length)}`
  if (text.endsWith(sectionAtEnd)) return text.slice(0, -sectionAtEnd.length)
  const at = text.indexOf(`${eol}${eol}${addedSection}`)
  const rest = text.slice(at + 2 * eol.length + addedSection.length)
  return at === -1 || /^[ \t]/.test(rest) ? text : text.slice(0, at + eol.length) + rest
}

/** The text of a new configuration, with agents. */
export const withAgentDuties = (text: string): string => withDuties(textDocument('', text)) ?? text
