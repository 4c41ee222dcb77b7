import { realpathSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tools } from '../../../src/entry/mcp/server.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { runGit } from '../../processes/git.ts'
import { octocat, repository } from '../../processes/work-tree.ts'
import { runHere } from '../here.ts'
import { scratch } from '../programs.ts'
import { notes, served, type Mode } from './calls.ts'

const places = scratch()
afterAll(places.remove)

// Two repositories are led to the same states, one by the tools and one by the command line.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-02-04T10:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function clone(): string {
  const root = realpathSync(places.folder(sample))
  repository(root, octocat)
  return root
}

type Arguments = Readonly<Record<string, unknown>>

/** A call of a tool, the same on the command line, and the result: an outcome, `answered`, or the code of a refusal. */
type Row = readonly [tool: string, given: Arguments, args: readonly string[], expected: string]

const agent = ['--agent', 'dsp-agent/1a2b']
const target = 'TinyGain'
const failed = '/handback TinyGain --agent dsp-agent/1a2b error TESTS_FAILED "Two of nine"'
const question = { target, reason: 'question', text: 'Red, or --agent=evil?' }
const asked = ['handback', target, ...agent, 'question', 'Red, or --agent=evil?']
const answered = ['answer', target, ...agent, 'Red.']

/** In an order in which each is possible. */
const rows: readonly Row[] = [
  ['next', {}, ['next'], 'answered'],
  ['next', { target, limit: 1 }, ['next', target, '--limit', '1'], 'answered'],
  ['next', { target: 'Absent' }, ['next', 'Absent'], 'TARGET_UNKNOWN'],
  ['status', {}, ['status'], 'answered'],
  ['status', { target }, ['status', target], 'answered'],
  ['status', { target: 'Absent' }, ['status', 'Absent'], 'TARGET_UNKNOWN'],
  ['validate', {}, ['validate'], 'answered'],
  ['validate', { what: ['PLUGINS.md'] }, ['validate', 'PLUGINS.md'], 'answered'],
  ['validate', { base: 'HEAD' }, ['validate', '--base', 'HEAD'], 'answered'],
  ['validate', { base: 'nowhere' }, ['validate', '--base', 'nowhere'], 'USAGE'],
  ['explain', { code: 'REGISTRY_STATUS_DRIFT' }, ['explain', 'REGISTRY_STATUS_DRIFT'], 'answered'],
  ['explain', { code: 'question_open' }, ['explain', 'question_open'], 'answered'],
  ['explain', { code: 'NO_SUCH' }, ['explain', 'NO_SUCH'], 'USAGE'],
  ['accept', { target, dry_run: true }, ['accept', target, ...agent, '--dry-run'], 'changed'],
  ['accept', { lease: '4h' }, ['accept', '--next', ...agent, '--lease', '4h'], 'changed'],
  ['accept', { target }, ['accept', target, ...agent], 'unchanged'],
  ['accept', {}, ['accept', '--next', ...agent], 'unchanged'],
  ['accept', { target, agent: 'dsp-agent/2' }, ['accept', target, '--agent', 'dsp-agent/2'], 'GRANT_HELD'],
  ['next', {}, ['next'], 'answered'],
  [
    'handback',
    { ...question, agent: 'dsp-agent/2' },
    ['handback', target, '--agent', 'dsp-agent/2', 'question', 'x'],
    'GRANT_OTHER',
  ],
  ['handback', { ...question, dry_run: true }, [...asked.slice(0, 4), '--dry-run', ...asked.slice(4)], 'changed'],
  ['handback', question, asked, 'changed'],
  ['handback', question, asked, 'unchanged'],
  ['accept', { target }, ['accept', target, ...agent], 'QUESTION_OPEN'],
  ['answer', { target: 'Absent', text: 'Red.' }, ['answer', 'Absent', ...agent, 'Red.'], 'PLUGIN_UNKNOWN'],
  ['answer', { target, text: 'Red.', agent: 'dsp-agent' }, answered, 'changed'],
  ['answer', { target, text: 'Red.', agent: 'dsp-agent' }, answered, 'unchanged'],
  ['status', {}, ['status'], 'answered'],
  ['run', { commands: failed, dry_run: true }, ['run', failed, '--dry-run'], 'changed'],
  ['run', { commands: failed }, ['run', failed], 'changed'],
  ['run', { commands: failed }, ['run', failed], 'unchanged'],
  [
    'run',
    { commands: '/accept Absent\n/status TinyGain' },
    ['run', '/accept Absent\n/status TinyGain'],
    'PLUGIN_UNKNOWN',
  ],
  ['run', { commands: 'Hello' }, ['run', 'Hello'], 'USAGE'],
  ['validate', {}, ['validate'], 'answered'],
]

interface Brief {
  readonly outcome?: string
  readonly errors?: readonly { readonly code: string; readonly message: string; readonly fix?: string }[]
  readonly results?: readonly Brief[]
}

/** Calls of every tool that its schema does not allow. */
const wrong: readonly (readonly [tool: string, given: Arguments])[] = [
  ['next', { limit: 0 }],
  ['next', { limit: '1' }],
  ['status', { target: 1 }],
  ['validate', { what: 'PLUGINS.md' }],
  ['explain', {}],
  ['accept', { target: 'TinyGain', stage: 3 }],
  ['accept', { target: null }],
  ['handback', { target: 'TinyGain', reason: 'done' }],
  ['handback', { reason: 'success' }],
  ['handback', { target: 'TinyGain', reason: 'error', code: 'not a code' }],
  ['handback', { target: 'TinyGain', reason: 'success', report: 'text' }],
  ['answer', { target: 'TinyGain' }],
  ['run', { command: '/status' }],
  ['run', { commands: ['/status'] }],
]

/**
 * An answer without the name of the agent in the command that comes next: a server knows whose it is, and a command line
 * is told.
 */
const withoutAgent = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data).replaceAll(/ --agent dsp-agent(?:\/1a2b)?(?=")/g, ''))

/** Tools that no call of a list is about. */
const untried = (calls: readonly (readonly [tool: string, ...rest: unknown[]])[]) =>
  Object.keys(tools).filter((name) => !calls.some(([tool]) => tool === name))

it('every tool is tried', () => {
  expect([untried(rows), untried(wrong)]).toEqual([[], []])
})

describe.each<readonly [Mode]>([['legacy'], ['auto'], [{ pin: '2026-07-28' }]])('to a client of the era %j', (mode) => {
  it('every tool gives what the command line prints, and refuses with all that it says', async () => {
    const [root, twin] = [clone(), clone()]
    const { client, call } = await served(root, { mode })
    for (const [tool, args, [command = '', ...words], expected] of rows) {
      const about = `${tool} ${JSON.stringify(args)}`
      const { isError, text, data } = await call(tool, args)
      const printed = JSON.parse(
        (await runHere([command, '--root', twin, '--format', 'brief', ...words])).stdout,
      ) as Brief
      if (/^[A-Z_]+$/.test(expected)) {
        const errors = printed.errors ?? (printed.results ?? []).flatMap((result) => result.errors ?? [])
        expect([about, isError, data, errors[0]?.code]).toEqual([about, true, undefined, expected])
        for (const [at, { code, message, fix }] of errors.entries()) {
          const line = text.split('\n')[at] ?? ''
          expect(line).toMatch(RegExp(`^${code}: `))
          // The calls of the program in it are calls of tools there.
          const parts = message.split(/baton [^`]+/)
          expect([line, parts.filter((part) => !line.includes(part))]).toEqual([line, []])
          expect([line, line.includes('Fix: ')]).toEqual([line, fix !== undefined])
        }
      } else {
        expect([about, isError, withoutAgent(data)]).toEqual([about, false, withoutAgent(printed)])
        expect([about, JSON.parse(text)]).toEqual([about, data])
        if (expected !== 'answered') expect([about, printed.outcome]).toEqual([about, expected])
      }
    }
    await client.close()
  })

  it('wrong arguments are refused, and nothing is done', async () => {
    const root = clone()
    const { client, call } = await served(root, { mode })
    for (const [tool, args] of wrong) {
      const { isError, data } = await call(tool, args)
      expect([tool, args, isError, data]).toEqual([tool, args, true, undefined])
    }
    expect((await runGit(root, ['status', '--porcelain'])).toString()).toBe('')
    await client.close()
  })

  it.each(Object.keys(tools))('a fault in %s is named as one, and nothing of this program', async (name) => {
    const tool = tools[name] ?? expect.fail(name)
    const allArgs = { target: 'TinyGain', code: 'A', reason: 'success', text: 'x', commands: '/status' }
    const args = Object.fromEntries(Object.entries(allArgs).filter(([key]) => Object.hasOwn(tool.input.shape, key)))
    for (const [fault, text] of [
      [new TypeError('No x in /secret/src/a.ts'), 'FAULT: Baton failed. Its standard error says why.'],
      [
        Object.assign(new Error('EIO: /secret'), { code: 'EIO', syscall: 'open', path: '/secret' }),
        /^FAULT: Baton failed \(EIO\)\. /,
      ],
    ] as const) {
      vi.spyOn(tool, 'call').mockRejectedValue(fault)
      const { client, call } = await served(clone(), { mode })
      const before = notes.length
      const { isError, data, text: answer } = await call(name, args)
      expect([isError, data, answer.includes('secret')]).toEqual([true, undefined, false])
      expect(answer).toMatch(text)
      expect(notes.slice(before).join('\n')).toContain('/secret')
      await client.close()
    }
  })
})
