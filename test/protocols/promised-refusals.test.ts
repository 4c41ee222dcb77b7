import { describe, expect, it } from 'vitest'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { give, type Tree } from './scene.ts'

// The refusals that docs/agents/working.md and docs/commands.md promise for every protocol, in each.

/** A target of each protocol that can be granted, the agent to which it is, and another one. */
interface Subject {
  readonly name: string
  readonly free: Tree
  readonly agent: string
  readonly other: string
}

const subjects: Readonly<Record<BuiltInName, Subject>> = {
  plugin: { name: 'TinyGain', free: plugin.sample, agent: 'dsp-agent/1', other: 'dsp-agent/2' },
  handover: { name: 'login', free: handover.sample, agent: 'claude/1', other: 'claude/2' },
  subagent: { name: 'task-3', free: subagent.sample, agent: 'executor/1', other: 'executor/2' },
  control: { name: 'explore', free: control.sample, agent: 'claude/1', other: 'claude/2' },
  governance: {
    name: 'ses_1',
    free: governance.interruptedSample,
    agent: 'idumb-project-executor',
    other: 'idumb-project-validator',
  },
}

const names = protocols.map(({ name }) => name)
const at = '2026-02-04T14:00:00Z'
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 24 * 3_600_000 }

async function scene(protocolName: BuiltInName) {
  const protocol =
    protocols.find(({ name }) => name === protocolName) ?? expect.fail(`There is no protocol ${protocolName}`)
  const { name, free, agent, other } = subjects[protocolName]
  const run = (tree: Tree, comment: string, time = at) => give(tree, comment, { protocol, at: time }, { granting })
  const acceptResult = await run(free, `/accept ${name} --agent ${agent}`)
  expect([protocolName, acceptResult.outcome]).toEqual([protocolName, 'changed'])
  const asked = await run(
    acceptResult.tree,
    `/handback ${name} question "Which colour?" --agent ${agent}`,
    '2026-02-04T14:01:00Z',
  )
  expect([protocolName, asked.outcome]).toEqual([protocolName, 'changed'])
  return { protocol, name, agent, other, free, held: acceptResult.tree, asked: asked.tree, run }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** What is refused, where, by which code. */
const refusals: readonly {
  readonly code: string
  readonly tree: (scene: Scene) => Tree
  readonly comment: (scene: Scene) => string
  /** The protocols whose specification has it otherwise, with what they answer. */
  readonly otherwise?: Readonly<Partial<Record<BuiltInName, string>>>
}[] = [
  { code: 'GRANT_HELD', tree: ({ held }) => held, comment: ({ name, other }) => `/accept ${name} --agent ${other}` },
  {
    code: 'GRANT_HELD',
    tree: ({ held }) => held,
    comment: ({ name, other }) => `/accept ${name} --agent ${other} --takeover`,
  },
  {
    code: 'GRANT_OTHER',
    tree: ({ held }) => held,
    comment: ({ name, other }) => `/handback ${name} success "Done" --agent ${other}`,
  },
  {
    code: 'GRANT_OTHER',
    tree: ({ held }) => held,
    comment: ({ name, other }) => `/handback ${name} error "No" --agent ${other}`,
  },
  {
    code: 'GRANT_NAME',
    tree: ({ free }) => free,
    comment: ({ name }) => `/accept ${name} --agent a/b/c`,
    otherwise: { governance: 'error' },
  },
  {
    code: 'GRANT_NAME',
    tree: ({ held }) => held,
    comment: ({ name }) => `/handback ${name} success "Done" --agent ../x`,
    otherwise: { governance: 'error' },
  },
  {
    code: 'QUESTION_OPEN',
    tree: ({ asked }) => asked,
    comment: ({ name, agent }) => `/accept ${name} --agent ${agent}`,
    otherwise: { control: 'HANDBACK_QUESTION_UNANSWERED warning', governance: 'GOV_RESUME_TOO_EARLY error' },
  },
  { code: 'HEAD_MOVED', tree: ({ free }) => free, comment: ({ name }) => `/accept ${name} @1a2b3c4` },
  {
    code: 'COMMAND_CONTRADICTORY',
    tree: ({ free }) => free,
    comment: ({ name }) => `/accept ${name}\n/handback ${name} error "No"`,
  },
  {
    code: 'COMMAND_USAGE',
    tree: ({ free }) => free,
    comment: ({ name }) => `/accept ${name} --no-such-option`,
    otherwise: { plugin: 'PLUGIN_OPTION_INVALID error' },
  },
]

describe.each(names)('%s refuses', (protocolName) => {
  it.each(refusals.map((row) => [row.code, row] as const))(
    '%s, and changes nothing',
    async (code, { tree, comment, otherwise }) => {
      const at = await scene(protocolName)
      const before = tree(at)
      const result = await at.run(before, comment(at), '2026-02-04T14:02:00Z')
      const all = result.plan.results.flatMap(({ diagnostics }) =>
        diagnostics.map((diagnostic) => `${diagnostic.code} ${diagnostic.severity}`),
      )
      const otherAnswer = otherwise?.[protocolName]
      expect(all.join()).toContain(otherAnswer ?? code)
      if (otherAnswer?.endsWith(' warning') === true) return
      expect([result.plan.outcome, result.tree]).toEqual(['refused', before])
    },
  )

  it('a command for a target that it does not have, by the nearest name', async () => {
    const { run, free, name } = await scene(protocolName)
    const result = await run(free, `/accept ${name}x`)
    expect(result.plan.outcome).toBe('refused')
    expect(result.result.diagnostics.map(({ message, hint = '' }) => message + hint).join()).toContain(name)
  })
})
