import type { BranchHistory } from '../../../src/core/command.ts'
import type { CommandName } from '../../../src/core/command-names.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Files } from '../../../src/core/rule.ts'
import { plan, type Plan, type PlanRequest, type RequestedCommand } from '../../../src/engine/commands/plan.ts'
import { documentation } from '../../../src/entry/documentation.ts'
import { parseWords } from '../../../src/engine/commands/words.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { control } from '../../../src/protocols/control/protocol.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'

const limit = 1_000_000

export const selection = { selectors: [plugin, control].flatMap((protocol) => protocol.selectors(undefined)), limit }

/** A command as written in a comment, with its `/` or without. */
export const commandOf = (line: string, overrides: Partial<RequestedCommand> = {}): RequestedCommand => {
  const [written = ''] = line.split(' ', 1)
  const name = written.replace(/^\//, '') as CommandName
  return { name, words: parseWords(line.slice(written.length)), report: undefined, ...overrides }
}

export interface SceneOptions extends Partial<Omit<PlanRequest, 'head' | 'base' | 'protocols' | 'history'>> {
  readonly base?: Files
  readonly protocols?: readonly Protocol[]
  readonly history?: BranchHistory
}

/** Plans commands on a repository, by default with the protocols for plugins and runs. */
export async function planned(
  batch: readonly (string | RequestedCommand)[],
  files: Files,
  { base, ...setting }: SceneOptions = {},
): Promise<Plan> {
  return plan(
    batch.map((command) => (typeof command === 'string' ? commandOf(command) : command)),
    {
      head: await memoryTree(files).open(selection),
      base: base && (await memoryTree(base).open(selection)),
      context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit },
      protocols: [plugin, control],
      explained: { rules: [], documentation },
      sections: {},
      severity: {},
      actor: 'octocat',
      maxCommands: 20,
      ...setting,
    },
  )
}

/** The codes of each command's answer. */
export const codes = ({ results }: Plan) => results.map(({ diagnostics }) => diagnostics.map(({ code }) => code))
