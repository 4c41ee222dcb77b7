import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  acceptPath,
  change,
  grantedSample,
  handbackPath,
  returnedSample,
  runPath,
  sample,
} from '../../src/protocols/control/examples.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(() => places.remove())

interface Answer {
  readonly outcome?: string
  readonly from?: string
  readonly to?: string
  readonly report?: { readonly check: string; readonly status: string; readonly lines: readonly string[] }
  readonly errors?: readonly { readonly code: string }[]
  readonly targets?: readonly { readonly id: string }[]
}

async function baton(root: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runHere([...args, '--root', root, '--format', 'json'])
  return { code, stderr, answer: JSON.parse(stdout || '{}') as Answer }
}

const second = Object.fromEntries(Object.entries(sample).map(([path, text]) => [path.replace('001', '002'), text]))

describe('a stage on the command line', () => {
  const twoRuns = { ...sample, ...second }

  it('is named with its run, wherever the option is and however the folder is written', async () => {
    const root = places.folder(twoRuns)
    const accepted = { outcome: 'changed', target: 'stage:explore@run-2026-01-20-001' }
    for (const [index, args] of [
      ['explore', '--run', 'run-2026-01-20-001'],
      ['--run-dir', `./${runPath}/`, 'explore', '--refresh'],
      ['--refresh', 'stage:explore', `--run=${join(root, runPath)}`],
      [`explore@${join(root, runPath)}`, '--refresh'],
    ].entries()) {
      const { code, answer } = await baton(root, 'accept', ...args, '--at', `2026-01-20T10:0${index}:00Z`)
      expect([args, code, answer]).toMatchObject([args, 0, accepted])
    }
    const { stdout } = await runHere(
      ['preflight', 'explore', '--root', basename(root), '--run-dir', join(basename(root), runPath)],
      {
        cwd: dirname(root),
      },
    )
    expect(stdout).toContain('Accept: PRESENT (state=agent)')
    expect(await baton(root, 'accept', 'explore')).toMatchObject({
      code: 1,
      answer: { errors: [{ code: 'STAGE_AMBIGUOUS' }] },
    })
    expect(await baton(root, 'accept', 'explore', '--run', '/etc')).toMatchObject({
      code: 1,
      answer: { errors: [{ code: 'STAGE_RUN_UNKNOWN' }] },
    })
    expect((await runHere(['accept', 'explore', '--run', 'a', '--run-dir', 'b', '--root', root])).code).toBe(2)
    expect(await baton(root, 'accept', 'explore@run-2026-01-20-001', 'now')).toMatchObject({
      code: 2,
      answer: { outcome: 'usage' },
    })
  })

  it('keeps options out of the text after it', async () => {
    const root = places.folder(twoRuns)
    await baton(root, 'handback', 'explore', 'question', 'Which colour?', '--run', 'run-2026-01-20-001')
    expect(readFileSync(join(root, handbackPath), 'utf8')).toContain('"Which colour?"')
  })

  it('is reported by a check of it, and by its status', async () => {
    expect(await baton(places.folder(returnedSample), 'validate', 'stage:explore')).toMatchObject({
      code: 0,
      answer: { report: { check: 'validate', status: 'pass' }, targets: [{ id: 'stage:explore@run-2026-01-20-001' }] },
    })
    const root = places.folder(grantedSample)
    expect(await baton(root, 'validate', 'stage:explore')).toMatchObject({
      code: 1,
      answer: { report: { status: 'fail' } },
    })
    expect(await baton(root, 'validate', 'stage:explore', '--fail-on', 'never')).toMatchObject({ code: 0 })
    expect((await runHere(['validate', 'stage:explore', '--root', root])).stdout).toContain(
      '\nAccept: PRESENT (state=agent)\n',
    )
    for (const name of ['explore', 'stage:explore', 'explore@run-2026-01-20-001'])
      expect((await runHere(['status', name, '--root', root])).stdout).toContain('state      granted')
  })

  it('gets its grant in the place of a folder of that name', async () => {
    const root = places.folder(change(sample, { [`${acceptPath}/note.txt`]: 'granted' }))
    expect(await baton(root, 'accept', 'explore')).toMatchObject({
      code: 0,
      answer: { from: 'accept invalid', to: 'granted' },
    })
    expect(readFileSync(join(root, acceptPath), 'utf8')).toContain('"state": "agent"')
  })
})
