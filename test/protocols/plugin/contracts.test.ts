import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import { digestOf } from '../../../src/documents/digest.ts'
import {
  change,
  checksumOf,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  legacySample,
  oldHandoffPath,
  sample,
  workingSample,
} from '../../../src/protocols/plugin/examples.ts'
import { contractKeys } from '../../../src/protocols/plugin/files.ts'
import { diagnose, placed } from './scene.ts'

const recorded = (key: (typeof contractKeys)[number]) => checksumOf(sample[contractPath(key)] ?? '')

describe('a contract that is not what was recorded', () => {
  const path = contractPath('parameter_spec')
  const draftPath = 'plugins/TinyGain/.ideas/parameter-spec-draft.md'
  const edited = change(sample, { [path]: [['default 0', 'default -6']] })
  const message = async (files: Files, base?: Files) =>
    (await diagnose(files, base && { base })).map((diagnostic) => diagnostic.message).join('\n')

  it('is found at every stage, the end of the work included', async () => {
    for (const files of [inProgressSample, workingSample, inHandoff(inProgressSample, ['stage: 3', 'stage: 0'])]) {
      const found = await diagnose(change(files, { [path]: [['default 0', 'default -6']] }))
      expect(found.map(placed)).toContain(`CONTRACT_MISMATCH ${handoffPath}:14`)
    }
  })

  it('is found in a handoff of the old place and one whose state is unknown', async () => {
    const old = change(edited, { [handoffPath]: null, [oldHandoffPath]: edited[handoffPath] ?? '' })
    expect((await diagnose(old)).map(placed)).toContain(`CONTRACT_MISMATCH ${oldHandoffPath}:14`)
    expect((await diagnose(inHandoff(edited, ['stage: 2', 'stage: two']))).map(({ code }) => code)).toContain(
      'CONTRACT_MISMATCH',
    )
  })

  it('has a cause where the recorded text is known', async () => {
    const drafted = change(edited, { [draftPath]: sample[path] ?? '' })
    expect(await message(drafted)).toMatch(/, that of `plugins\/TinyGain\/\.ideas\/parameter-spec-draft\.md`$/)
    expect(await message(edited, change(sample, { [path]: 'Something else\n' }))).toMatch(/…`$/)
  })

  it('has its cause in a draft of any name, but of its own folder', async () => {
    const withOldDraft = change(edited, { 'plugins/TinyGain/.ideas/old-draft.md': sample[path] ?? '' })
    expect(await message(withOldDraft)).toContain('old-draft.md')
    const elsewhere = change(edited, { 'plugins/Amber/.ideas/parameter-spec-draft.md': sample[path] ?? '' })
    expect(await message(elsewhere)).not.toContain('Amber')
  })

  it('names what else works where the file is gone and history does not have it, but for the change that took it', async () => {
    const hintOf = async (key: (typeof contractKeys)[number], base?: Files) =>
      (await diagnose(change(sample, { [contractPath(key)]: null }), { base })).map(({ hint }) => hint)
    const restoring = '`/restore TinyGain contracts` takes the recorded file from history, if it is there.'
    const recording = ' `/checksums TinyGain plan` records that there is none, which only a person should do.'
    expect(await hintOf('plan')).toEqual([restoring + recording])
    expect(await hintOf('plan', sample)).toEqual([restoring])
    expect(await hintOf('parameter_spec')).toEqual([restoring])
  })

  it('names both repairs', async () => {
    const [found] = await diagnose(edited)
    expect(found?.hint).toContain('`/checksums TinyGain`')
    expect(found?.hint).toContain('`/restore TinyGain contracts`')
  })

  it('is one finding for each', async () => {
    const all = change(sample, Object.fromEntries(contractKeys.map((key) => [contractPath(key), `# Another ${key}\n`])))
    const found = (await diagnose(all)).filter(({ code }) => code === 'CONTRACT_MISMATCH')
    expect(found.map(({ line }) => line)).toEqual([13, 14, 15, 16])
  })

  it('is hashed as bytes, whatever they are', async () => {
    const bytes = Uint8Array.from([0xff, 0x00, 0x0d, 0x0a])
    const { sha256, lf } = digestOf(bytes)
    const files = (hash: string) => ({
      ...inHandoff(sample, [recorded('architecture'), `sha256:${hash}`]),
      [contractPath('architecture')]: bytes,
    })
    expect(await diagnose(files(sha256))).toEqual([])
    expect((await diagnose(files(lf))).map((diagnostic) => diagnostic.message)).toEqual([
      expect.stringMatching(/LF line endings$/),
    ])
  })
})

describe('a contract that is gone', () => {
  it('is not missed behind a link', async () => {
    const links = [contractPath('architecture')]
    expect((await diagnose(sample, { links })).map(({ code }) => code)).toEqual(['PLUGIN_FILE_SYMLINK'])
  })
})

describe('checksums that cannot be read', () => {
  it('are one finding each, whatever becomes of the file', async () => {
    const files = change(inHandoff(sample, [recorded('architecture'), 'sha256:pending'], [recorded('plan'), '[]']), {
      [contractPath('plan')]: null,
    })
    expect((await diagnose(files)).map(placed)).toEqual([
      `CONTRACT_MALFORMED ${handoffPath}:15`,
      `CONTRACT_MALFORMED ${handoffPath}:16`,
    ])
  })

  it.each(['[]', '"null"', '0', 'true'])('are one finding where they are no mapping: %s', async (written) => {
    const files = inHandoff(legacySample, ['next_phase: null\n', `next_phase: null\ncontract_checksums: ${written}\n`])
    expect((await diagnose(files)).map(placed)).toEqual([`CONTRACT_MALFORMED ${handoffPath}:12`])
  })

  it.each(['~', ''])('are the old form where they are null: "%s"', async (written) => {
    const files = inHandoff(legacySample, ['next_phase: null\n', `next_phase: null\ncontract_checksums: ${written}\n`])
    expect((await diagnose(files)).map(({ code }) => code)).toEqual(['PLUGIN_LEGACY_FORMAT'])
  })

  it('name what is there', async () => {
    const [found] = await diagnose(inHandoff(sample, [recorded('plan'), '"sha256:pending"']))
    expect(found).toMatchObject({ column: 3, endColumn: 3 + 'plan: "sha256:pending"'.length })
    expect(found?.message).toMatch(/^Unexpected checksum `"sha256:pending"`, expected /)
  })
})

describe('keys that are missing', () => {
  const without = (files: Files) =>
    inHandoff(files, [`  architecture: ${recorded('architecture')}\n  plan: ${recorded('plan')}\n`, ''])

  it('are one finding, related to the contracts that are there', async () => {
    const found = await diagnose(change(without(sample), { [contractPath('plan')]: null }))
    expect(found.map(({ message }) => message)).toEqual([
      'Missing keys in `contract_checksums`: `architecture`, `plan`',
    ])
    expect(found[0]?.related?.map(({ path }) => path)).toEqual([contractPath('architecture')])
  })

  it('are not asked of a handoff of the old place', async () => {
    const files = without(sample)
    const old = change(files, { [handoffPath]: null, [oldHandoffPath]: files[handoffPath] ?? '' })
    expect((await diagnose(old)).map(({ code }) => code)).toEqual(['PLUGIN_LEGACY_FORMAT'])
  })

  it('are judged strictly when the change touches such a contract', async () => {
    const base = without(sample)
    const severity = async (head: Files) =>
      (await diagnose(head, { base }))
        .filter(({ code }) => code === 'CONTRACT_KEY_MISSING')
        .map((diagnostic) => diagnostic.severity)
    expect(await severity(base)).toEqual(['warning'])
    expect(await severity(change(base, { [contractPath('architecture')]: '# Another\n' }))).toEqual(['error'])
  })
})

describe('a contract that is recorded as null', () => {
  const nulled = (key: (typeof contractKeys)[number], files: Files = sample) =>
    inHandoff(files, [recorded(key), 'null'])

  it.each<readonly [state: string, edits: readonly (readonly [string, string])[], found: boolean]>([
    [
      'stage 0 in progress',
      [
        ['stage: 2', 'stage: 0'],
        ['status: complete', 'status: in_progress'],
      ],
      false,
    ],
    ['stage 0 complete', [['stage: 2', 'stage: 0']], true],
    ['stage 2 in progress', [['status: complete', 'status: in_progress']], true],
    ['a stage that cannot be read', [['stage: 2', 'stage: two']], false],
    [
      'the end',
      [
        ['stage: 2', 'stage: 5'],
        ['status: complete', 'status: workflow_complete'],
      ],
      true,
    ],
  ])('is looked for from the end of stage 0 on: %s', async (_, edits, expected) => {
    const presentFindings = await diagnose(inHandoff(nulled('architecture'), ...edits))
    expect(presentFindings.some(({ code }) => code === 'CONTRACT_UNRECORDED')).toBe(expected)
    const absent = await diagnose(
      change(inHandoff(nulled('architecture'), ...edits), { [contractPath('architecture')]: null }),
    )
    expect(absent.some(({ code }) => code === 'CONTRACT_NULL')).toBe(expected)
    expect(absent.some(({ code }) => code === 'CONTRACT_UNRECORDED')).toBe(false)
  })

  it('is to be written, and then recorded by a command', async () => {
    const [{ code, hint } = { code: 'none' }] = await diagnose(
      change(nulled('architecture'), { [contractPath('architecture')]: null }),
    )
    const advice = `Write \`${contractPath('architecture')}\`; then \`/checksums TinyGain\` records its checksum.`
    expect([code, hint]).toEqual(['CONTRACT_NULL', advice])
  })

  it('is judged strictly when the change touches the contract', async () => {
    const base = nulled('architecture')
    const found = await diagnose(change(base, { [contractPath('architecture')]: '# Another\n' }), { base })
    expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['CONTRACT_UNRECORDED error'])
    expect((await diagnose(base, { base })).map(({ severity }) => severity)).toEqual(['warning'])
  })
})
