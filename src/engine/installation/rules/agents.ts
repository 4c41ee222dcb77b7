import { msg, visibleLine } from '../../../core/message.ts'
import type { InstallationRule } from '../subject.ts'

/** A command that can be copied: other values are cut, and the path of a program may be longer. */
const fullCommand = (command: string) => `\`${visibleLine(command, 1000).replaceAll('`', "'")}\``

const setupHint = 'Run `baton init --agents` again: it changes nothing else.'

export const setupOutdated: InstallationRule = {
  code: 'SETUP_OUTDATED',
  strict: 'notice',
  soft: 'notice',
  summary: 'The instructions for agents are from another version than the program.',
  why: 'Agents follow the block and the skill to the letter. Commands that have changed since are refused, and each costs them another attempt.',
  repair: 'Run `baton init --agents` again.',
  installation: true,
  *check({ outdated }) {
    for (const { path, what: textKind, line } of outdated)
      yield {
        message: msg`Unexpected ${textKind} in ${path}: it is from another version of Baton`,
        hint: setupHint,
        place: { path, line },
      }
  },
}

export const startFails: InstallationRule = {
  code: 'SETUP_START_FAILS',
  strict: 'warning',
  soft: 'warning',
  summary: 'A host of agents cannot start Baton: the command in its settings does not start.',
  why: 'Hosts report this in a log or not at all. Agents then work without tools and reminders.',
  repair:
    'Run `baton init --agents` with the program that is to be started, or `npm ci` where Baton comes with the packages.',
  installation: true,
  *check({ starts }) {
    for (const { path, line, key, trial, mend } of starts)
      if (trial.outcome === 'fails')
        yield {
          message: msg`Unexpected command of ${key}, expected one that starts: ${trial.why}`,
          hint: `Run ${fullCommand(mend)}.`,
          place: { path, line },
        }
  },
}

export const startForeign: InstallationRule = {
  code: 'SETUP_START_FOREIGN',
  strict: 'notice',
  soft: 'notice',
  summary: 'The command in the settings of a host of agents is not the program that runs, and was not started.',
  why: 'A repository may name any command there, so only the program that runs is tried. Whether the other one starts is not known.',
  repair: 'Run `doctor` by the program that is named there, or `baton init --agents` to name this one.',
  installation: true,
  *check({ starts }) {
    for (const { path, line, key, trial, mend } of starts)
      if (trial.outcome === 'foreign')
        yield {
          message: msg`Unexpected command of ${key}: ${trial.command} is not this program, and was not started`,
          hint: `Run ${fullCommand(mend)} to have this program started. Keep it if it was chosen.`,
          place: { path, line },
        }
  },
}

export const startOfOneMachine: InstallationRule = {
  code: 'SETUP_START_MACHINE',
  strict: 'notice',
  soft: 'notice',
  summary:
    'The settings of a host of agents, or a text for agents, name a path of one machine, and git does not ignore the file.',
  why: 'Where this file is committed, Baton does not start on any other machine.',
  repair:
    'Install Baton in the repository (`npm install --save-dev` and the package) and run `baton init --agents` again, or have git ignore the file.',
  installation: true,
  *check({ starts }) {
    const paths = new Set<string>()
    for (const { path, line, key, isOfOneMachine } of starts) {
      if (!isOfOneMachine || paths.has(path)) continue
      // One of a file is enough.
      paths.add(path)
      yield {
        message: msg`Unexpected path of one machine in ${key}, expected one that others have too`,
        place: { path, line },
      }
    }
  },
}
