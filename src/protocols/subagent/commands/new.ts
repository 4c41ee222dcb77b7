import { type CommandDiagnostic, refuse, usageCode } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { matcher, placesFor } from '../../../documents/glob.ts'
import { refuseExisting, creationFor } from '../../../kit/creation.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { planFile, progressFile, tasksFile } from '../files.ts'
import type { SubagentModel } from '../model.ts'
import { isPlaceholder } from '../schema.ts'
import { inlineText, blockQuoteLines } from '../writing/markdown.ts'
import { maxTextLength } from './task.ts'

const plan = (goal: string): string =>
  [
    '# Plan',
    '',
    '## Goal',
    ...blockQuoteLines(goal),
    '',
    '## Approach',
    'The tasks are in `tasks.md`, their states in `progress.md`.',
    '',
  ].join('\n')

/** A definition with every field. The Planner narrows down files and criteria. */
const definition = (title: string, index: number): readonly string[] => [
  `- task-${index + 1}: ${inlineText(title)}`,
  '    - **Type**: Sequential',
  '    - **Files**: `**`',
  `    - **Objective**: ${inlineText(title)}`,
  '    - **Success Criteria**: The objective is reached, and the report says how that was verified.',
  '    - **Inherits From**: None',
]

const tasks = (titles: readonly string[]): string =>
  ['# Tasks', '', '## Implementation Tasks', ...titles.flatMap(definition), ''].join('\n')

const progress = (titles: readonly string[]): string =>
  [
    '# Progress',
    '',
    '## Legend',
    '- [ ] Not started',
    '- [/] In progress',
    '- [P] Review pending',
    '- [x] Completed',
    '',
    '## Implementation',
    ...titles.map((_, index) => `- [ ] task-${index + 1}`),
    '',
  ].join('\n')

const instructions = (path: string, id: string): string =>
  ['---', `applyTo: ${JSON.stringify(`${path}/**`)}`, '---', '', `# Ralph Session ${id} Instructions`, ''].join('\n')

/** The id of a session that begins at a time: that time in UTC. */
function sessionIdAt(at: string): string {
  const [, ...parts] = /^..(..)-(..)-(..)T(..):(..):(..)/.exec(new Date(at).toISOString()) ?? []
  return `${parts.slice(0, 3).join('')}-${parts.slice(3).join('')}`
}

/** Why a text is not a goal or title: it is blank, a placeholder, or too long. */
function invalidInput(name: string, text: string): CommandDiagnostic | undefined {
  if (text.length > maxTextLength)
    return requestError(
      usageCode,
      msg`Unexpected length of ${name}: ${text.length}, expected at most ${maxTextLength} characters`,
    )
  if (!isPlaceholder(inlineText(text)) && !isPlaceholder(text)) return undefined
  return requestError('SUBAGENT_TEXT_MISSING', msg`Unexpected ${name} ${text}, expected what is to be done`)
}

/** A session with its tasks, ready to be accepted. */
export const newSession = creationFor<SubagentModel>()({
  protocol: 'subagent',
  name: 'GOAL',
  options: { task: { kind: 'many', value: 'TITLE', does: 'a task of the session' } },

  create({ model, names: [goal], options }) {
    const { configuration, context, sessions } = model
    const { task: titles = [goal] } = options
    const inputDiagnostic =
      invalidInput('GOAL', goal) ??
      titles.map((title) => invalidInput('--task', title)).find((diagnostic) => diagnostic !== undefined)
    if (inputDiagnostic) return refuse(inputDiagnostic)
    if (configuration.profile === 'v2') {
      const message = msg`Unexpected session of ${'v2'}, which ${'protocols.subagent.profile'} sets: Baton does not change those`
      return refuse(requestError('SUBAGENT_PROFILE_READONLY', message, 'Let its orchestrator begin it.'))
    }
    const id = sessionIdAt(context.at)
    const target = `ralph:${id}`
    const existingSession = sessions.find((session) => session.id === id)
    if (existingSession) {
      const hint = 'It is named after the time: a second later it has another name.'
      return refuseExisting('session', id, {
        place: { path: existingSession.path },
        target: existingSession.target,
        hint,
      })
    }
    const path = placesFor(configuration.sessions, id).find(matcher(configuration.sessions))
    if (path === undefined) {
      const message = msg`Unexpected patterns ${configuration.sessions} of ${'protocols.subagent.sessions'}, expected one with a single folder before ${'/*'}`
      return refuse(requestError(usageCode, message))
    }
    return {
      target,
      files: new Map([
        [`${path}/${planFile}`, plan(goal)],
        [`${path}/${tasksFile}`, tasks(titles)],
        [`${path}/${progressFile}`, progress(titles)],
        [`${path}.instructions.md`, instructions(path, id)],
      ]),
    }
  },
})
