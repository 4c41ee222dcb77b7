import { describe, expect, it } from 'vitest'
import { checkSources, type CheckSettings, type Sources } from '../../../src/app/validate/check.ts'
import { policyOfBranch } from '../../../src/app/validate/policy-in.ts'
import type { Selection, Tree } from '../../../src/core/view.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { change, handoffPath, inHandoff, sample } from '../../../src/protocols/plugin/examples.ts'

type Files = Readonly<Record<string, string>>

const settings: CheckSettings = {
  failOnDefault: 'error',
  protocols: [],
  paths: [],
  targets: [],
  at: '2026-02-04T10:00:00Z',
  notes: [],
}

const configured = (files: Files, text: string): Files => ({ ...files, '.github/baton.yml': text })

interface CheckOptions extends Partial<CheckSettings> {
  readonly head: Files
  readonly base?: Files
  /** Where it is not that of the base. */
  readonly policy?: Files
  readonly links?: readonly string[]
  readonly named?: Sources['named']
  readonly policyName?: Sources['policyName']
  readonly pushed?: true
}

async function checked({
  head,
  base,
  policy = base ?? head,
  links = [],
  named,
  policyName,
  pushed,
  ...more
}: CheckOptions) {
  const sources = {
    head: memoryTree(head, { links }),
    base: base && memoryTree(base),
    policy: memoryTree(policy, { links }),
    named,
    policyName,
    pushed,
  }
  const { report, misconfigured } = await checkSources(sources, protocolRegistry, { ...settings, ...more })
  return {
    ...report,
    misconfigured,
    found: report.diagnostics.map(({ code, severity, path, line }) => `${path}:${line ?? '-'} ${code} ${severity}`),
  }
}

/** A finding that is an error where the change touches it, else a warning. */
const incomplete = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])
const place = `${handoffPath}:9`

describe('the configuration', () => {
  it('may be absent: everything is as by default', async () => {
    expect(await checked({ head: sample })).toMatchObject({
      verdict: 'passed',
      failOn: 'error',
      misconfigured: false,
      diagnostics: [],
      checked: { targets: 1 },
    })
  })

  it('is that of what is looked at where there is no base', async () => {
    expect(
      (await checked({ head: configured(incomplete, 'severity: { PLUGIN_ORCHESTRATION_MODE: off }') })).found,
    ).toEqual([])
  })

  it('is that of the base, never of the head', async () => {
    const weak = 'severity: { PLUGIN_ORCHESTRATION_MODE: off }\nfail-on: never\n'
    expect(await checked({ head: configured(incomplete, weak), base: sample })).toMatchObject({
      verdict: 'failed',
      found: [`${place} PLUGIN_ORCHESTRATION_MODE error`],
    })
    expect(await checked({ head: incomplete, base: configured(sample, weak) })).toMatchObject({
      verdict: 'passed',
      found: [],
      failOn: 'never',
    })
  })

  it('is that of the tip of the base, not of an old fork point', async () => {
    const old = configured(sample, 'severity: { PLUGIN_ORCHESTRATION_MODE: off }\n')
    const now = configured(sample, 'severity: { PLUGIN_ORCHESTRATION_MODE: warning }\n')
    expect(
      await checked({ head: configured(incomplete, old['.github/baton.yml'] ?? ''), base: old, policy: now }),
    ).toMatchObject({
      misconfigured: false,
      found: [`${place} PLUGIN_ORCHESTRATION_MODE warning`],
    })
  })

  it('which the head never had is not taken for one that it took away', async () => {
    expect(await checked({ head: sample, base: sample, policy: configured(sample, 'mode: strict\n') })).toMatchObject({
      verdict: 'passed',
      diagnostics: [],
    })
  })

  it('yields to the explicit settings', async () => {
    const text = 'mode: soft\nfail-on: never\nallow-empty: true\n'
    expect(await checked({ head: configured(incomplete, text) })).toMatchObject({
      failOn: 'never',
      found: [`${place} PLUGIN_ORCHESTRATION_MODE warning`],
    })
    expect(await checked({ head: configured(incomplete, text), mode: 'strict', failOn: 'error' })).toMatchObject({
      verdict: 'failed',
      found: [`${place} PLUGIN_ORCHESTRATION_MODE error`],
    })
    expect(await checked({ head: configured({}, text) })).toMatchObject({ verdict: 'passed' })
    expect(await checked({ head: configured({}, text), allowEmpty: false })).toMatchObject({ verdict: 'nothing' })
    expect(await checked({ head: {}, allowEmpty: true })).toMatchObject({ verdict: 'passed' })
  })

  it('reports the failing finding when there is no other', async () => {
    expect(await checked({ head: sample, failOnDefault: 'new-error' })).toMatchObject({ failOn: 'new-error' })
    expect(await checked({ head: configured(sample, 'fail-on: warning'), failOnDefault: 'new-error' })).toMatchObject({
      failOn: 'warning',
    })
  })

  it('says where plugins live', async () => {
    const moved = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [path.replace(/^plugins\//, 'src/audio/'), text]),
    )
    expect((await checked({ head: moved })).checked.targets).toBe(1)
    expect(await checked({ head: configured(moved, 'protocols: { plugin: { root: src/audio } }') })).toMatchObject({
      diagnostics: [],
      checked: { targets: 1 },
    })
  })

  it('reports how large a file may be', async () => {
    expect((await checked({ head: configured(sample, 'limits: { file: 100 }') })).found).toContain(
      `${handoffPath}:1 PLUGIN_FILE_TOO_LARGE error`,
    )
  })

  it('says in which time zone a day is', async () => {
    const head = inHandoff(sample, ['last_updated: 2026-02-02', 'last_updated: 2026-02-05'])
    const at = '2026-02-03T11:00:00Z'
    const future = async (files: Files) =>
      (await checked({ head: files, at })).found.some((finding) => finding.includes('DATE_FUTURE'))
    expect(await future(head)).toBe(true)
    expect(await future(configured(head, 'time-zone: Pacific/Kiritimati'))).toBe(false)
  })

  it('switches a protocol off', async () => {
    expect(await checked({ head: configured(incomplete, 'protocols: { plugin: false }') })).toMatchObject({
      verdict: 'nothing',
      diagnostics: [],
      checked: { targets: 0, protocols: [] },
    })
    expect(
      await checked({ head: configured(incomplete, 'protocols: { plugin: false }'), protocols: ['plugin'] }),
    ).toMatchObject({
      verdict: 'nothing',
    })
    const off = configured(sample, 'protocols: { plugin: false }')
    expect(await checked({ head: configured(incomplete, ''), base: off, failOn: 'new-error' })).toMatchObject({
      verdict: 'nothing',
    })
  })
})

describe('a configuration that cannot be read', () => {
  const broken: readonly (readonly [what: string, text: string, line: number])[] = [
    ['an unknown key', 'mode: auto\nmood: soft\n', 2],
    ['the code of no rule', 'severity:\n  REGISTRY_STATUS_DRIFTS: off\n', 2],
    ['no YAML', 'mode: [\n', 2],
    ['a key twice', 'mode: auto\nmode: auto\n', 2],
    ['an alias', 'a: &a 1\nb: *a\n', 2],
    ['a tag', 'mode: !!str auto\n', 1],
    ['a merge key', '<<: { mode: auto }\n', 1],
    ['`__proto__`', '__proto__: { mode: soft }\n', 1],
    ['binary', 'mode: auto\n\0', 2],
  ]
  it.each(broken)('fails closed: %s', async (_, text, line) => {
    const result = await checked({ head: incomplete, base: sample, policy: configured(sample, text), failOn: 'never' })
    expect(result).toMatchObject({
      verdict: 'failed',
      misconfigured: true,
      targets: [],
      checked: { files: 0, targets: 0, protocols: [] },
    })
    expect(result.diagnostics).not.toHaveLength(0)
    expect(result.found[0]).toBe('.github/baton.yml:- CONFIG_INVALID error')
    expect(result.diagnostics[0]?.message).toMatch(`In \`memory\`, line ${line}: `)
    expect(result.rules.map(({ code }) => code)).toEqual(['CONFIG_INVALID'])
  })

  it('is told with what is wrong in its workflows', async () => {
    const text = 'mood: soft\nworkflows: [{ name: work, items: a.md }, bmda]\n'
    const { diagnostics } = await checked({ head: configured(sample, text) })
    expect(diagnostics.map(({ line, message }) => `${line} ${message.split(',')[0]}`)).toEqual([
      '1 Unexpected key `mood`',
      '2 Missing `states`',
      '2 Missing `place`',
      '2 Unexpected `{id}` in the id: the source captures no text',
      '2 Unexpected preset `bmda`',
    ])
  })

  it('fails closed: a link, a folder, or one that is too large', async () => {
    const link = await checked({ head: configured(sample, '../weak.yml'), links: ['.github/baton.yml'] })
    expect(link).toMatchObject({ misconfigured: true, found: ['.github/baton.yml:- CONFIG_INVALID error'] })
    const folder = await checked({ head: { ...sample, '.github/baton.yml/x': '' } })
    expect(folder).toMatchObject({ misconfigured: true, found: ['.github/baton.yml:- CONFIG_INVALID error'] })
    const large = await checked({ head: configured(sample, `# ${'x'.repeat(1024 * 1024)}\n`) })
    expect(large).toMatchObject({ misconfigured: true, found: ['.github/baton.yml:- CONFIG_INVALID error'] })
  })

  it('is not fixed by the explicit settings', async () => {
    expect(
      await checked({
        head: configured(sample, 'mood: soft'),
        mode: 'soft',
        failOn: 'never',
        allowEmpty: true,
        protocols: ['plugin'],
      }),
    ).toMatchObject({
      verdict: 'failed',
      misconfigured: true,
    })
  })

  it('hands on what could not be had', async () => {
    expect((await checked({ head: configured(sample, 'mood: soft'), notes: ['A note.'] })).notes).toEqual(['A note.'])
  })

  it('does not fail by what is broken in the head alone', async () => {
    expect(await checked({ head: configured(sample, 'mood: soft'), base: sample })).toMatchObject({
      misconfigured: false,
    })
  })
})

describe('a configuration on the base that cannot be read', () => {
  const [mood, moon] = [configured(sample, 'mode: auto\nmood: soft\n'), configured(sample, '\n\nmoon: full\n')]
  const onBase = '.github/baton.yml:- In `main`, line 2: Unexpected key `mood`'
  const changes: readonly (readonly [what: string, Pick<CheckOptions, 'head' | 'base'>, string[], RegExp])[] = [
    [
      'is the same in the change',
      { head: mood, base: mood },
      ['.github/baton.yml:2 Unexpected key `mood`'],
      /leaves it/,
    ],
    ['came to the base after the change', { head: sample, base: sample }, [onBase], /leaves it .*--rev main` shows/],
    ['is corrected by the change', { head: sample, base: mood }, [onBase], /corrects it.*may bypass failed checks/],
    [
      'is wrong in the change too',
      { head: moon, base: mood },
      [onBase, '.github/baton.yml:3 Unexpected key `moon`'],
      /alters it, and it still cannot be read/,
    ],
  ]
  it.each(changes)('and %s: its lines are not taken for those of the head', async (_, trees, found, why) => {
    const policyName = { name: 'main', command: 'baton validate --rev main' }
    const result = await checked({ ...trees, policy: mood, policyName })
    expect(result).toMatchObject({ verdict: 'failed', misconfigured: true })
    expect(result.diagnostics.map(({ path, line, message }) => `${path}:${line ?? '-'} ${message}`)).toEqual(found)
    expect(result.unchecked).toMatch(/^The configuration in `main` cannot be read/)
    expect(result.unchecked).toMatch(why)
    for (const { path, line } of result.diagnostics)
      if (line !== undefined) expect(result.source?.(path, line)).toBe(trees.head[path]?.split('\n')[line - 1])
  })

  it('is judged by the next check where a push corrects it', async () => {
    const result = await checked({ head: sample, base: mood, pushed: true })
    expect(result.unchecked).toMatch(/This push corrects it: the next check/)
  })

  it.each([
    ['main', 'origin/main'],
    ['release/1.x', 'origin/release/1.x'],
    ['a;b', "'origin/a;b'"],
    ["it's", String.raw`'origin/it'\''s'`],
  ])('is shown by a command that may be copied: on the branch %s', (branch, rev) => {
    expect(policyOfBranch(branch)).toEqual({ name: branch, command: `baton validate --rev ${rev}` })
  })

  it('is not there to be corrected where no file has its name', async () => {
    const policyName = policyOfBranch('main')
    const result = await checked({ head: sample, base: sample, configuration: 'ci/baton.yml', policyName })
    expect(result).toMatchObject({ verdict: 'failed', misconfigured: true })
    expect(result.unchecked).toBe('`ci/baton.yml` is not in `main`, and so nothing was checked.')
    expect(result.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('Missing `ci/baton.yml`'),
    ])
  })
})

describe('a change of the configuration', () => {
  const invalid = '.github/baton.yml:2 CONFIG_INVALID error'

  it('that breaks it is an error at its place, besides what else is found', async () => {
    const result = await checked({
      head: configured(incomplete, 'mode: auto\nmood: soft\n'),
      base: configured(sample, 'mode: auto\n'),
    })
    expect(result).toMatchObject({
      verdict: 'failed',
      misconfigured: false,
      found: [invalid, `${place} PLUGIN_ORCHESTRATION_MODE error`],
    })
    expect(result.diagnostics[0]).toMatchObject({ hint: expect.stringContaining('mode'), column: 1, touched: true })
    expect(result.rules.map(({ code }) => code)).toContain('CONFIG_INVALID')
  })

  it('that adds a broken one is an error too', async () => {
    expect((await checked({ head: configured(sample, '# mode\nmood: soft\n'), base: sample })).found).toEqual([invalid])
  })

  it.each([
    ['makes it a link', configured(sample, 'mode: auto\n')],
    ['adds a link in its place', sample],
  ])('that %s is an error', async (_, base) => {
    const head = memoryTree(configured(sample, 'mode: auto\n'), { links: ['.github/baton.yml'] })
    const sources = { head, base: memoryTree(base), policy: memoryTree(base) }
    expect((await checkSources(sources, protocolRegistry, settings)).report.diagnostics).toMatchObject([
      { code: 'CONFIG_INVALID', path: '.github/baton.yml' },
    ])
  })

  it.each([
    ['makes it a folder', configured(sample, 'mode: auto\n')],
    ['adds a folder in its place', sample],
  ])('that %s is an error', async (_, base) => {
    const head = { ...sample, '.github/baton.yml/x': '' }
    expect((await checked({ head, base })).found).toEqual(['.github/baton.yml:- CONFIG_INVALID error'])
  })

  it('fails what is judged by new errors, and what is not judged by nothing', async () => {
    const change = { head: configured(sample, 'mood: soft'), base: sample }
    expect(await checked({ ...change, failOn: 'new-error' })).toMatchObject({ verdict: 'failed' })
    expect(await checked({ ...change, failOn: 'never' })).toMatchObject({ verdict: 'passed' })
  })

  it('is found where nothing else is in the repository, and where something else is named', async () => {
    expect(await checked({ head: { '.github/baton.yml': 'mood: soft' }, base: {} })).toMatchObject({
      verdict: 'failed',
    })
    expect(
      (await checked({ head: configured(sample, '# mode\nmood: soft\n'), base: sample, paths: [handoffPath] })).found,
    ).toEqual([invalid])
  })

  it('that the merge base has as well is none', async () => {
    const broken = configured(sample, 'mood: soft')
    expect(await checked({ head: broken, base: broken, policy: sample })).toMatchObject({
      verdict: 'passed',
      diagnostics: [],
    })
  })

  it('that fixes or removes it is fine', async () => {
    const base = configured(sample, 'mood: soft')
    expect(await checked({ head: configured(sample, 'mode: soft'), base, policy: sample })).toMatchObject({
      diagnostics: [],
    })
    expect(await checked({ head: sample, base, policy: sample })).toMatchObject({ diagnostics: [] })
  })
})

describe('another path of the configuration', () => {
  const otherPath = { configuration: 'conf/baton.yml' }

  it('is that of the base', async () => {
    const base = { ...sample, 'conf/baton.yml': 'severity: { PLUGIN_ORCHESTRATION_MODE: off }' }
    expect(
      (await checked({ ...otherPath, head: { ...base, [handoffPath]: incomplete[handoffPath] ?? '' }, base })).found,
    ).toEqual([])
    expect(
      (
        await checked({
          ...otherPath,
          head: change(base, { [handoffPath]: incomplete[handoffPath] ?? '' }),
          base: sample,
        })
      ).found,
    ).toEqual([`${place} PLUGIN_ORCHESTRATION_MODE error`])
  })

  it('must be there, unless the change adds it, which a note reports', async () => {
    expect(await checked({ ...otherPath, head: sample })).toMatchObject({
      verdict: 'failed',
      misconfigured: true,
      found: ['conf/baton.yml:- CONFIG_INVALID error'],
    })
    expect(await checked({ ...otherPath, head: { ...sample, 'conf/baton.yml': '' }, base: sample })).toMatchObject({
      verdict: 'passed',
      notes: ['There is no `conf/baton.yml` in `memory`: all settings have their defaults.'],
    })
    expect((await checked({ ...otherPath, head: { ...sample, 'conf/baton.yml': '' } })).notes).toEqual([])
    expect((await checked({ head: sample })).notes).toEqual([])
  })

  it('is the one whose change is checked', async () => {
    expect(
      (await checked({ ...otherPath, head: { ...sample, 'conf/baton.yml': 'mood: 1' }, base: sample })).found,
    ).toEqual(['conf/baton.yml:1 CONFIG_INVALID error'])
    const otherFiles = { ...sample, 'conf/baton.yml': '' }
    expect((await checked({ ...otherPath, head: configured(otherFiles, 'mood: 1'), base: otherFiles })).found).toEqual(
      [],
    )
    // Every later run would fail without it.
    expect((await checked({ ...otherPath, head: sample, base: otherFiles })).found).toEqual([
      'conf/baton.yml:- CONFIG_INVALID error',
    ])
  })

  it('is the one that fails closed', async () => {
    expect(await checked({ ...otherPath, head: { ...sample, 'conf/baton.yml': 'mood: 1' } })).toMatchObject({
      misconfigured: true,
      found: ['conf/baton.yml:1 CONFIG_INVALID error'],
    })
  })
})

describe('a configuration that the caller named', () => {
  const named = (text: string, path = 'mine.yml') => ({ tree: memoryTree({ [path]: text }), path })

  it('counts in place of that of the base', async () => {
    const weak = named('severity: { PLUGIN_ORCHESTRATION_MODE: off }')
    expect(await checked({ head: incomplete, base: configured(sample, 'mood: soft'), named: weak })).toMatchObject({
      misconfigured: false,
      diagnostics: [],
    })
  })

  it('fails closed by its own name', async () => {
    expect(await checked({ head: sample, named: named('mood: soft') })).toMatchObject({
      misconfigured: true,
      found: ['mine.yml:1 CONFIG_INVALID error'],
    })
  })

  it('is not looked for in the change: the repository has one of its own', async () => {
    expect(
      (await checked({ head: { ...sample, 'mine.yml': 'mood: 1' }, base: sample, named: named('mode: auto') })).found,
    ).toEqual([])
    expect(
      (await checked({ head: configured(sample, 'mood: 1'), base: sample, named: named('mode: auto') })).found,
    ).toEqual(['.github/baton.yml:1 CONFIG_INVALID error'])
  })
})

describe('what is read', () => {
  /** A tree that records the selections it is opened with. */
  function noting(tree: Tree, selections: Selection[]): Tree {
    return { ...tree, open: (selection) => (selections.push(selection), tree.open(selection)) }
  }

  it('is the configuration first, and then head and base once each', async () => {
    const [head, base, policy]: [Selection[], Selection[], Selection[]] = [[], [], []]
    const sources = {
      head: noting(memoryTree(sample), head),
      base: noting(memoryTree(sample), base),
      policy: noting(memoryTree(sample), policy),
    }
    await checkSources(sources, protocolRegistry, settings)
    expect([head.length, base.length, policy.length]).toEqual([1, 1, 1])
    expect(policy).toEqual([
      {
        selectors: (['text', 'folder'] as const).map((level) => ({ glob: '.github/baton.yml', level })),
        limit: 1024 * 1024,
        mayBeUnmerged: true,
      },
    ])
  })

  it('is nothing but the configuration where that is broken', async () => {
    const [head, policy]: [Selection[], Selection[]] = [[], []]
    const sources = {
      head: noting(memoryTree(sample), head),
      policy: noting(memoryTree({ '.github/baton.yml': 'mood: 1' }), policy),
    }
    await checkSources(sources, protocolRegistry, settings)
    expect([head.length, policy.length]).toEqual([0, 1])
  })
})
