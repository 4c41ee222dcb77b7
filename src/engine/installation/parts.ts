import type { SetupPart } from '../../core/installation.ts'
import { pluralize } from '../../core/diagnostic.ts'
import type { Offers } from '../../core/report.ts'
import { msg } from '../../core/message.ts'
import { configurationPath } from '../configuration/read.ts'
import type { Task } from './inputs.ts'

/** What is known of a set-up. */
export interface SetupFacts {
  /** The protocols whose files are there, each with the number of its targets. */
  readonly found: readonly (readonly [protocol: string, targets: number])[]
  /** What makes or declares the first state. */
  readonly stateCommand: string
  readonly hasConfiguration: boolean
  /** What workflows run. */
  readonly tasks: ReadonlySet<Task>
  /** Those of them in a workflow with errors. */
  readonly faulty: ReadonlySet<Task>
  /** Whether the default branch requires the check; `undefined`: the host was not asked. */
  readonly isRequired: boolean | undefined
  readonly hasAgents: boolean
  /** Files that many targets share, and whether this clone merges all of them target by target. */
  readonly shared: readonly string[]
  readonly isMerging: boolean
}

const setupPart = (
  name: SetupPart['name'],
  isThere: boolean,
  presentText: string,
  absentPart: Omit<SetupPart, 'name'>,
): SetupPart => (isThere ? { name, status: 'set up', text: presentText } : { name, ...absentPart })

/** The command that makes state of what could be declared; where there is nothing of that, one that makes the first. */
export const stateCommandFor = ({ presets, alike, draftable }: Offers): string =>
  presets.length > 0
    ? 'baton init'
    : alike.length + draftable.length > 0
      ? 'baton workflow draft'
      : 'baton new workflow'

/** The parts of a set-up, in the order in which they matter. Without state, none of the others is needed. */
export function setupParts({
  found,
  stateCommand,
  hasConfiguration,
  tasks,
  faulty,
  isRequired,
  hasAgents,
  shared,
  isMerging,
}: SetupFacts): readonly SetupPart[] {
  const byWorkflow = (task: Task) => (faulty.has(task) ? 'by a workflow that has errors' : 'by a workflow')
  return [
    setupPart(
      'state',
      found.length > 0,
      found.map(([name, targets]) => `${name}, ${pluralize(targets, 'target')}`).join('; '),
      {
        status: 'missing',
        text: 'no state file was found',
        command: stateCommand,
      },
    ),
    setupPart(
      'check',
      tasks.has('validate') || isRequired === true,
      tasks.has('validate') ? byWorkflow('validate') : 'by the bot',
      found.length > 0
        ? {
            status: 'missing',
            text: 'no workflow checks pull requests, so nothing does unless the bot is installed',
            command: 'baton init',
          }
        : {
            status: 'optional',
            text: 'no workflow checks pull requests, and without state there is nothing to check',
            command: 'baton init',
          },
    ),
    setupPart('configuration', hasConfiguration, configurationPath, {
      status: 'optional',
      text: 'there is none, so the defaults are used',
      command: 'baton init',
    }),
    setupPart('commands', tasks.has('command'), byWorkflow('command'), {
      status: 'optional',
      text: 'comments run no commands unless the bot is installed',
      command: 'baton init --commands',
    }),
    setupPart('audit', tasks.has('audit'), byWorkflow('audit'), {
      status: 'optional',
      text: 'nothing reports stale work unless the bot is installed',
      command: 'baton init --audit',
    }),
    setupPart('agents', hasAgents, 'instructions in AGENTS.md', {
      status: 'optional',
      text: 'no file tells agents how to work here',
      command: 'baton init --agents',
    }),
    ...(shared.length === 0
      ? []
      : [
          setupPart('merge driver', isMerging, 'in this clone', {
            status: 'optional',
            text: msg`git merges ${shared} line by line in this clone`,
            command: 'baton init --merge-driver',
          }),
        ]),
  ]
}
