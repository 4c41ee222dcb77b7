import { pluralize } from '../../../core/diagnostic.ts'
import { type FileRecord } from '../../../kit/record.ts'
import { overdueTime } from '../../../kit/grant.ts'
import { defaultStaleness } from '../schema.ts'
import { timeIn } from '../reading/records.ts'
import type { ReplyFacts } from '../../../core/command.ts'
import { visibleLine } from '../../../core/message.ts'
import { hour, minute } from '../../../core/time.ts'
import { agentOf, type Agent } from '../scopes/agents.ts'
import type { GovernanceModel } from '../model.ts'
import { textIn, withPriority, type Anchor } from '../reading/state-file.ts'
import { configuredLanguage } from '../writing/new-files.ts'
import { defined } from '../../../core/defined.ts'

/** A part of what is put into a prompt. */
interface Section {
  readonly name: string
  readonly lines: readonly string[]
}

/** A reply, and the same as data. */
export interface ReplyWithFacts {
  readonly reply: string
  readonly facts: ReplyFacts
}

const maxTextLength = 200

/** Text from a file: one line, inert, cut. */
const quote = (text: string): string => `\`${visibleLine(text, maxTextLength).replaceAll('`', "'") || '(empty)'}\``

const replyOf = (sections: readonly Section[]): string => sections.flatMap(({ lines }) => lines).join('\n')

type Language = ReturnType<typeof configuredLanguage>

/** The language that is configured, otherwise the session's, otherwise English. */
function languageOf(model: GovernanceModel, session: FileRecord | undefined): Language {
  const { config } = model
  const languageFor = (key: keyof Language) =>
    config.text('user', 'language', key) || session?.text('language', key) || configuredLanguage(model)[key]
  return { communication: languageFor('communication'), documents: languageFor('documents') }
}

const languageSection = ({ communication, documents }: Language): Section => ({
  name: 'language',
  lines: [
    `Language: speak ${quote(communication)}, write documents in ${quote(documents)}. This overrides everything else, and survives compaction.`,
  ],
})

const isCoordinator = (name: string) => /(?:coordinator|governance)$/.test(name)

const globsOf = (globs: readonly string[]) => globs.map(quote).join(', ')

const scopeOf = ({ category }: Agent) => (category === 'meta' ? 'the framework' : 'the project')

/** The role of an agent, and its first action: by its category and its right to write. */
function roleSections(name: string | undefined, agent: Agent | undefined): readonly Section[] {
  const section = (role: string, firstAction: string): readonly Section[] => [
    { name: 'role', lines: [`Role: ${role}`] },
    { name: 'first-action', lines: [`First: ${firstAction}`] },
  ]
  if (!agent) {
    const agentLabel =
      name === undefined ? 'an agent without a name' : `${quote(name)}, which the table of agents does not have`
    return section(
      `${agentLabel}. META agents work on the framework, PROJECT agents on the project; each stays there.`,
      'find out which of the two this is, and read the state before you act.',
    )
  }
  const agentLabel = `${quote(agent.name)}, ${agent.category.toUpperCase()}`
  if (agent.write.length > 0) {
    const exceptions = agent.deny.length > 0 ? `, except ${globsOf(agent.deny)}` : ''
    return section(
      `${agentLabel}: writes in ${scopeOf(agent)}.`,
      `read before you write, and stay in ${globsOf(agent.write)}${exceptions}.`,
    )
  }
  return isCoordinator(agent.name)
    ? section(
        `${agentLabel}: coordinates ${scopeOf(agent)}, and writes nothing.`,
        'check open items and anchors, then delegate, to any agent.',
      )
    : section(`${agentLabel}: reads ${scopeOf(agent)}, and writes nothing.`, 'look, report, change nothing.')
}

const openStatuses: ReadonlySet<unknown> = new Set(['pending', 'in_progress'])

/** How many items are open; `undefined` where todos.json cannot be read. */
function openTodoCount({ todos }: GovernanceModel): number | undefined {
  if (!todos.data) return undefined
  const items = todos.has('todos') ? todos.list('todos') : todos.list('items')
  return items.filter((item) => openStatuses.has(textIn(item, 'status'))).length
}

/** Hours since the last validation, and whether that is too long. */
function validationAge({ state: { file }, config }: GovernanceModel, now: number) {
  const since = timeIn(file, 'lastValidation') ?? timeIn(file, 'initialized')
  if (since === undefined) return { hours: undefined, isStale: false }
  const allowedHours = config.number('staleness', 'warningHours') ?? defaultStaleness.warningHours
  return {
    hours: Math.floor((now - since) / hour),
    isStale: overdueTime(now, since, allowedHours * hour) !== undefined,
  }
}

const anchorLines = (anchors: readonly Anchor[]) =>
  anchors.length === 0
    ? ['Anchors: none.']
    : [
        'Anchors:',
        ...anchors.map(
          ({ id, priority, content }) => `- ${quote(id)} (${quote(priority ?? '')}) ${quote(content ?? '')}`,
        ),
      ]

const importantAnchors = (model: GovernanceModel) => withPriority(model.state, 'critical', 'high')

/** What the reply says of a resumption. */
export interface Resumption {
  /** In milliseconds. */
  readonly idle: number
  readonly createdAt: string | undefined
  readonly idleAt: string | undefined
}

function resumeSection({ idle, createdAt, idleAt }: Resumption, model: GovernanceModel): Section {
  const minutes = Math.floor(idle / minute)
  return {
    name: 'resume',
    lines: [
      `Resumed after ${Math.floor(minutes / 60)} h ${minutes % 60} min. The session began at ${quote(createdAt ?? '')} and stopped at ${quote(idleAt ?? '')}.`,
      ...anchorLines(importantAnchors(model)),
    ],
  }
}

/**
 * The reply when a session begins (specification, S1 and S5): what concerns a resumption comes before everything else.
 */
export function briefing(
  model: GovernanceModel,
  {
    session,
    agent,
    now,
    resumed,
  }: {
    readonly session: FileRecord | undefined
    readonly agent: string | undefined
    readonly now: number
    readonly resumed?: Resumption | undefined
  },
): ReplyWithFacts {
  const knownAgent = agent === undefined ? undefined : agentOf(model.configuration, agent)
  const language = languageOf(model, session)
  const phase = model.state.phase ?? session?.text('phase') ?? 'init'
  const framework = model.state.file.text('framework') ?? 'none'
  const todos = openTodoCount(model)
  const { hours, isStale } = validationAge(model, now)
  const sections: readonly Section[] = [
    ...(resumed ? [resumeSection(resumed, model)] : []),
    languageSection(language),
    ...roleSections(agent, knownAgent),
    { name: 'phase', lines: [`Phase: ${quote(phase)}. Framework: ${quote(framework)}.`] },
    ...(todos === undefined ? [] : [{ name: 'todos', lines: [`Open items: ${todos}.`] }]),
    ...(isStale && hours !== undefined
      ? [
          {
            name: 'stale',
            lines: [`Stale: the state was last validated ${pluralize(hours, 'hour')} ago. Validate it first.`],
          },
        ]
      : []),
  ]
  return {
    reply: replyOf(sections),
    facts: defined({
      sections: sections.map(({ name }) => name),
      language,
      agent,
      category: knownAgent?.category,
      phase,
      framework,
      todos,
      staleHours: hours,
      idleMinutes: resumed && Math.floor(resumed.idle / minute),
      previous: resumed && defined({ createdAt: resumed.createdAt, idleAt: resumed.idleAt }),
      anchors: resumed && importantAnchors(model).map(({ id }) => id),
    }),
  }
}

/** The reply after a compaction (specification, S2). */
export function reminder(model: GovernanceModel, session: FileRecord, recent: readonly string[]): ReplyWithFacts {
  const language = languageOf(model, session)
  const anchors = importantAnchors(model)
  const sections: readonly Section[] = [
    languageSection(language),
    {
      name: 'recent',
      lines:
        recent.length === 0
          ? ['Recent actions: none.']
          : ['Recent actions:', ...recent.map((action) => `- ${quote(action)}`)],
    },
    { name: 'anchors', lines: anchorLines(anchors) },
    {
      name: 'next-steps',
      lines: ['Next: read the state and the anchors, check what is open, then go on with the last action.'],
    },
  ]
  return {
    reply: replyOf(sections),
    facts: { sections: sections.map(({ name }) => name), language, recent, anchors: anchors.map(({ id }) => id) },
  }
}
