import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as control from '../../../src/protocols/control/examples.ts'
import { once } from '../../../src/core/once.ts'
import { waitLimit } from '../../hang.ts'
import { launch } from '../../processes/launch.ts'
import { repository } from '../../processes/work-tree.ts'
import { runHere } from '../here.ts'
import { environment, project, scratch, type RunResult } from '../programs.ts'

const places = scratch()
afterAll(places.remove)

/** A name that stands nowhere in the sources. */
const name = 'quorvex'
/** Commands that no time is given to. */
const undated = new Set(['new', 'doctor', 'init', 'explain'])
const at = ['--at', '2026-02-04T10:00:00Z']

/** Runs all calls in one process of its own. */
async function renamed(calls: readonly { readonly args: readonly string[]; readonly cwd: string }[]) {
  const words = ['--import', join(import.meta.dirname, 'register.ts'), join(import.meta.dirname, 'run.ts')]
  const env = environment({ CONTROL_IS_CALLED: name })
  const { stdout } = await launch({
    program: process.execPath,
    words,
    cwd: project,
    env,
    input: JSON.stringify(calls),
    timeout: waitLimit,
  })
  return JSON.parse(stdout.toString()) as readonly RunResult[]
}

const broken = { ...control.grantedSample, [control.acceptPath]: '{' }
const commands: readonly (readonly [files: Readonly<Record<string, string>>, ...args: readonly string[]])[] = [
  ...['text', 'json', 'brief', 'markdown', 'github', 'sarif'].map(
    (format) => [broken, 'validate', '--format', format] as const,
  ),
  [broken, 'validate', '--protocol', 'control'],
  [broken, 'fix', '--dry-run'],
  [control.sample, 'status'],
  [control.sample, 'status', 'explore', '--format', 'json'],
  [control.sample, 'next', '--format', 'json'],
  [control.sample, 'accept', 'explore', '--agent', 'dsp-agent', '--format', 'json'],
  [control.grantedSample, 'handback', 'explore', 'error', 'INPUT_MISSING', 'There is no brief'],
  [control.returned('question'), 'answer', 'explore', 'Blue'],
  ...['text', 'json', 'markdown'].map((format) => [control.grantedSample, 'board', '--format', format] as const),
  [control.grantedSample, 'history', '--format', 'json'],
  [control.grantedSample, 'doctor'],
  [{}, 'new', 'control', 'explore', 'plan', '--dry-run'],
  [{}, 'new'],
  [{}, 'validate', '--protocol', 'control'],
  [{}, 'init', '--agents', '--dry-run'],
  [{}, 'explain', 'CONTROL_FILE_SYNTAX'],
]

/**
 * A program that knows the protocols by anything but what they say of themselves answers differently once one has
 * another name.
 */
describe('a protocol of another name', () => {
  const calls = commands.map(([files, ...args]) => {
    const [cwd, copy] = [places.folder(files), places.folder(files)]
    for (const folder of [cwd, copy]) repository(folder)
    const call = [...args, ...(undated.has(args[0] ?? '') ? [] : at)]
    return { cwd, copy, args: call, renamed: call.map((word) => (word === 'control' ? name : word)) }
  })
  const answers = once(() => renamed(calls.map(({ copy, renamed: args }) => ({ cwd: copy, args }))))

  it.each(calls.map((call, index) => [call.args.join(' '), index, call] as const))(
    '%s',
    async (_, index, { cwd, copy, args }) => {
      const before = await runHere(args, { cwd })
      const { code, stdout = '', stderr = '' } = (await answers())[index] ?? {}
      const plain = (text: string) => text.replaceAll(name, 'control').replaceAll(copy, cwd)
      expect([code, plain(stdout), plain(stderr)]).toEqual([before.code, before.stdout, before.stderr])
      expect(before.stdout + before.stderr).not.toBe('')
    },
  )

  it('has that name in the answers', async () => {
    expect((await answers()).filter(({ stdout }) => stdout.includes(name)).length).toBeGreaterThan(3)
  })
})
