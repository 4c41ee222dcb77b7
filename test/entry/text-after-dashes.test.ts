import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { transitionNames } from '../../src/core/command-names.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { declaration, item } from './declared.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const at = '2026-02-04T13:00:00Z'
const baton = (root: string, ...args: readonly string[]) =>
  runHere([...args.slice(0, 1), '--root', root, '--at', at, '--actor', 'octocat', ...args.slice(1)])

/** The texts of all files. */
const textsIn = (root: string): string =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')

/** A command up to its text, and the commands in front of it. */
interface TextCommand {
  readonly files: Files
  readonly before?: readonly string[]
  readonly line: string
}

const asked = (accept: string, handback: string) => [accept, `${handback} question "Which one?"`]
const taskAccepted = ['/accept task-3']
const pluginAccepted = ['/accept TinyGain']
const projectAccepted = ['/accept 2026-01-20-login']

const declared: Files = {
  '.github/baton.yml': `${declaration}    on-move: [{ append: '- {text}', section: Log }]\n`,
  'work/b.md': `${item('doing')}\n## Log\n`,
}

const commands: readonly TextCommand[] = [
  ...['success', 'question', 'error', 'error INTERNAL_ERROR'].map((reason) => ({
    files: control.workedSample,
    line: `handback explore ${reason}`,
  })),
  { files: control.sample, before: asked('/accept explore', '/handback explore'), line: 'answer explore' },
  ...['success', 'success --stage 3', 'question', 'error', 'error --code BUILD_FAILED'].map((reason) => ({
    files: plugin.sample,
    before: pluginAccepted,
    line: `handback TinyGain ${reason}`,
  })),
  { files: plugin.sample, before: asked('/accept TinyGain', '/handback TinyGain'), line: 'answer TinyGain' },
  ...['question', 'error'].map((reason) => ({
    files: handover.sample,
    before: projectAccepted,
    line: `handback 2026-01-20-login ${reason}`,
  })),
  {
    files: handover.sample,
    before: asked('/accept 2026-01-20-login', '/handback 2026-01-20-login'),
    line: 'answer 2026-01-20-login',
  },
  ...['question', 'error'].map((reason) => ({
    files: subagent.sample,
    before: taskAccepted,
    line: `handback task-3 ${reason}`,
  })),
  { files: subagent.marked(subagent.sample, 'plan-init', 'x', ' '), line: 'accept plan-init' },
  { files: subagent.pendingSample, line: 'review task-3 failed' },
  { files: subagent.sample, before: asked('/accept task-3', '/handback task-3'), line: 'answer task-3' },
  ...['success', 'question', 'error'].map((reason) => ({
    files: governance.sample,
    line: `handback ses_1 ${reason}`,
  })),
  { files: governance.sample, line: 'anchor ses_1 context high' },
  ...['', 'success', 'review'].map((reason) => ({
    files: declared,
    line: `handback work:b ${reason}`.trimEnd(),
  })),
]

describe('a text after a lone -- on the command line', () => {
  it.each(commands)('is written as it was given: $line', async ({ files, before = [], line }) => {
    for (const [front, ...behind] of [
      [[], '--dry_run', 'is', 'text'],
      [['It', 'says'], '--foo', 'now', '--', '@1a2b3c4'],
    ] as const) {
      const root = places.folder(files)
      for (const command of before) expect(await baton(root, 'run', command)).toMatchObject({ code: 0 })
      const answer = await baton(root, ...line.split(' '), ...front, '--', ...behind)
      expect(answer).toMatchObject({ code: 0 })
      const text = [...front, ...behind].join(' ')
      expect(textsIn(root)).toContain(text)
      expect(textsIn(root)).not.toContain(`-- ${text}`)
    }
  })

  it('has a row for every command that writes a text of its line', () => {
    // The text of /stall is the value of an option.
    const tried = new Set(commands.map(({ line }) => line.split(' ')[0]))
    const withText = protocols.flatMap(({ commands: all }) =>
      all.filter(({ name, usage }) => transitionNames.includes(name) && name !== 'stall' && /\bTEXT\b/.test(usage)),
    )
    expect([...tried].toSorted()).toEqual([...new Set(withText.map(({ name }) => name))].toSorted())
  })

  it('may begin with the target, whatever options are in front', async () => {
    const root = places.folder(plugin.sample)
    const answer = await baton(root, 'accept', '--agent', 'dsp', '--anyway', '--', 'TinyGain')
    expect(answer).toMatchObject({ code: 0, stderr: '' })
  })
})
