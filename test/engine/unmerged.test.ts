import { examplesOf } from '../examples-of.ts'
import { describe, expect, it } from 'vitest'
import { conflictRule, ourSide } from '../../src/engine/unmerged.ts'
import { check, run } from '../../src/entry/index.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import { handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'

const at = '2026-02-04T10:00:00Z'

/** A text of which one line is on two sides. */
const conflicting = (text: string, line: number): string =>
  text
    .split(/(?<=\n)/)
    .map((textLine, index) =>
      index === line
        ? `<<<<<<< HEAD\n${textLine.trimEnd()}\n=======\n${textLine.trimEnd()}x\n>>>>>>> topic\n`
        : textLine,
    )
    .join('')

const selection = { selectors: [{ glob: '**', level: 'text' }], limit: 1 << 20 } as const
const readOurs = async (text: string, path = 'a.json') => {
  const view = ourSide(await memoryTree({ [path]: text }).open(selection))
  return { text: Buffer.from(view.bytes(path) ?? []).toString(), conflicts: view.unmerged?.get(path) }
}

describe('a file that git could not merge', () => {
  it.each([
    ['the registry', sample, registryPath, 7],
    ['a handoff', sample, handoffPath, 2],
    ['the state of a brain', governance.sample, governance.statePath, 1],
    ['the progress of a session', subagent.sample, subagent.progressPath, 2],
    ['the progress of a project', handover.sample, handover.progressPath, 1],
    ['a grant', control.grantedSample, control.acceptPath, 1],
  ])('is one finding, and no target more: %s', async (_, files, path, line) => {
    const text = files[path] ?? expect.fail(`There is no ${path}`)
    const clean = await check(files, { at, failOn: 'error' })
    const { diagnostics, targets } = await check({ ...files, [path]: conflicting(text, line) }, { at, failOn: 'error' })
    expect(
      diagnostics
        .filter((diagnostic) => diagnostic.path === path)
        .map(({ code, severity, line: from, endLine }) => [code, severity, from, endLine]),
    ).toEqual([['MERGE_CONFLICT', 'error', line + 1, line + 6]])
    expect(diagnostics.filter(({ code }) => code !== 'MERGE_CONFLICT').map(({ code }) => code)).toEqual(
      clean.diagnostics.filter((diagnostic) => diagnostic.path !== path).map(({ code }) => code),
    )
    expect(targets.map(({ id, state }) => [id, state])).toEqual(clean.targets.map(({ id, state }) => [id, state]))
  })

  it('is written to by no command', async () => {
    const files = { ...sample, [registryPath]: conflicting(sample[registryPath] ?? '', 7) }
    const { outcome, results, changes } = await run('/accept TinyGain', files, { at, actor: 'octocat' })
    expect([outcome, results[0]?.diagnostics.map(({ code }) => code), changes.size]).toEqual([
      'refused',
      ['MERGE_CONFLICT'],
      0,
    ])
  })

  it.each(examplesOf(conflictRule).bad)('is reported for $about', async ({ head }) => {
    expect((await check(head, { at })).diagnostics.map(({ code }) => code)).toContain(conflictRule.code)
  })

  it.each(examplesOf(conflictRule).good)('is none: $about', async ({ head }) => {
    expect((await check(head, { at })).diagnostics.map(({ code }) => code)).not.toContain(conflictRule.code)
  })
})

describe('our side', () => {
  it('is what precedes the base and theirs', async () => {
    const text =
      'a\n<<<<<<< HEAD\nb\n||||||| 1a2b3c4\nc\n=======\nd\n>>>>>>> topic\ne\n<<<<<<< HEAD\n=======\nf\n>>>>>>> topic\n'
    expect(await readOurs(text)).toEqual({
      text: 'a\nb\ne\n',
      conflicts: [
        [2, 9],
        [10, 14],
      ],
    })
  })

  it.each([
    '<<<<<<< HEAD\na\n=======\nb\n',
    '<<<<<<< HEAD\na\n>>>>>>> topic\n',
    'a <<<<<<< HEAD\n=======\n>>>>>>> topic\n',
  ])('is the text itself where no conflict is whole: %j', async (text) => {
    expect(await readOurs(text)).toEqual({ text, conflicts: undefined })
  })
})
