import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import type { View } from '../../../src/core/view.ts'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  notesPath,
  notesSample,
  registryPath,
  sample,
  sampleEntry,
  sampleRow,
  withStatus,
} from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { agreesWithHandoff, statusOf } from '../../../src/protocols/plugin/registry/resolution.ts'
import { normalizeText, readStatus } from '../../../src/protocols/plugin/registry/values.ts'
import { diagnose, placed, registryOf, viewOf } from './scene.ts'
import { modelOf, phasedStates, repository, simpleStates } from './way.ts'

const registry = sample[registryPath] ?? ''

const found = async (...args: Parameters<typeof diagnose>) => (await diagnose(...args)).map(placed)
const at = (code: string, line: number, path = registryPath) => `REGISTRY_${code} ${path}:${line}`

describe('a plugin without its places', () => {
  it('is missed once where the registry is, or its table', async () => {
    const amber = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [
        path.replace('TinyGain', 'Amber'),
        text.replace('plugin: TinyGain', 'plugin: Amber'),
      ]),
    )
    const bothPlugins = { ...sample, ...amber, [registryPath]: registry }
    expect(await found(change(bothPlugins, { [registryPath]: null }))).toEqual([
      `REGISTRY_MISSING plugins/Amber/.continue-here.md:1`,
    ])
    expect(await found(change(bothPlugins, { [registryPath]: '# Plugins\n' }))).toEqual([at('TABLE_MISSING', 1)])
  })

  it('is not listed for what cannot be read', async () => {
    const broken = inHandoff(sample, ['stage: 2', 'stage: ['])
    const amber = { 'plugins/Amber/.continue-here.md': (broken[handoffPath] ?? '').replace('TinyGain', 'Amber') }
    const missing = async (files: Files) =>
      (await found(change(files, { [registryPath]: null }))).filter((code) => code.startsWith('REGISTRY'))
    expect(await missing(broken)).toEqual([])
    expect(await missing({ ...sample, ...amber })).toEqual([at('MISSING', 1, handoffPath)])
  })

  it('is not missed in a registry that cannot be read', async () => {
    const codes = (await diagnose(sample, { links: [registryPath] })).map(({ code }) => code)
    expect(codes).toEqual(['PLUGIN_FILE_SYMLINK'])
  })

  it('needs no registry while nothing is in development', async () => {
    expect(await found(change(sample, { [registryPath]: null, [handoffPath]: null }))).toEqual([])
  })

  it('is pointed at in its first contract where it has neither entry nor handoff', async () => {
    const nowhere = inRegistry(sample, [sampleRow, ''], [sampleEntry, ''])
    expect(await found(change(nowhere, { [handoffPath]: null, [contractPath('creative_brief')]: null }))).toEqual([
      at('ROW_MISSING', 1, contractPath('parameter_spec')),
    ])
  })

  it('has another name than one in other capitals', async () => {
    expect(await found(inRegistry(sample, ['| TinyGain |', '| tinygain |']))).toEqual([
      `PLUGIN_HANDOFF_MISSING ${registryPath}:5`,
      at('DIRECTORY_MISSING', 5),
      at('ENTRY_MISSING', 5),
      at('ROW_MISSING', 7),
    ])
  })

  it('misses no status in notes that cannot be read, nor in those of a directory that is not there', async () => {
    const hasNote = { 'second-place': 'notes' }
    expect(await found(notesSample, { links: [notesPath], configuration: hasNote })).toEqual([
      `PLUGIN_FILE_SYMLINK ${notesPath}:1`,
    ])
    const listed = change(notesSample, {
      [registryPath]: [[sampleRow, `${sampleRow}| Amber | 💡 Ideated | - | 2026-02-02 |\n`]],
    })
    expect(await found(listed)).toEqual([at('DIRECTORY_MISSING', 6)])
  })

  it('is offered no command that would not take its name', async () => {
    const [row] = await diagnose(
      inRegistry(sample, [
        sampleEntry,
        `${sampleEntry}\n### Two Gains\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-02-02\n`,
      ]),
      { mode: 'soft' },
    )
    expect(row).toMatchObject({ target: 'plugin:Two Gains' })
    expect(row).not.toHaveProperty('fix')
  })
})

describe('a row', () => {
  const row = (text: string) => inRegistry(sample, [sampleRow, `${text}\n`])

  it('that is too short lacks what it is too short for', async () => {
    expect(await found(row('| TinyGain | 🚧 Stage 2 |'))).toEqual([at('FIELD_MISSING', 5), at('VERSION_DRIFT', 5)])
    expect(await found(row('| TinyGain |'))).toEqual([
      at('FIELD_MISSING', 5),
      at('ROW_MALFORMED', 5),
      at('VERSION_DRIFT', 5),
    ])
  })

  it('says in one finding all that is empty', async () => {
    const [missing, ...rest] = await diagnose(row('| TinyGain | | 0.1.0 | |'))
    expect([missing?.message, rest]).toEqual([
      'Missing `Status`, `Last Updated` in the `row` of `TinyGain`, expected a value',
      [],
    ])
    const malformed = (await diagnose(row('| TinyGain |'))).find(({ code }) => code === 'REGISTRY_FIELD_MISSING')
    expect(malformed?.message).toBe('Missing `Last Updated` in the `row` of `TinyGain`, expected a value')
  })

  it('reports how many cells it should have', async () => {
    const [wide] = await diagnose(row('| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 | a | b |'))
    expect(wide?.message).toBe('Unexpected row of `6` cells, expected at most `4` as in the header')
    const narrow = (await diagnose(row('| TinyGain |'))).find(({ code }) => code === 'REGISTRY_ROW_MALFORMED')
    expect(narrow?.message).toBe('Unexpected row of `1` cells, expected one for the status too')
  })

  it('is looked at where it is the second one, too', async () => {
    const twice = row(`${sampleRow}| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 | more |`)
    expect(await found(twice)).toEqual([at('DUPLICATE', 6), at('ROW_MALFORMED', 6)])
  })
})

describe('what occurs there twice', () => {
  it('is found once for each that is too many, with the first beside it', async () => {
    const twice = await diagnose(
      inRegistry(
        sample,
        [sampleRow, sampleRow.repeat(3)],
        ['**Version:**', '**Status:** 🚧 Stage 2\n**Last Updated:** 2026-02-02\n**Version:**'],
      ),
    )
    expect(
      twice.map((diagnostic) => [placed(diagnostic), diagnostic.related?.map(({ line }) => line), diagnostic.message]),
    ).toEqual([
      [at('DUPLICATE', 6), [5], 'Unexpected second `row` of `TinyGain`, expected one'],
      [at('DUPLICATE', 7), [5], 'Unexpected second `row` of `TinyGain`, expected one'],
      [at('DUPLICATE', 12), [11], 'Unexpected second `status` of `TinyGain`, expected one'],
      [at('DUPLICATE', 22), [13], 'Unexpected second `last updated` of `TinyGain`, expected one'],
    ])
  })

  it('is compared by the first', async () => {
    expect(
      await found(inRegistry(sample, [sampleRow, `${sampleRow}| TinyGain | 🚧 Stage 0 | 0.2.0 | 2026-02-01 |\n`])),
    ).toEqual([at('DUPLICATE', 6)])
  })
})

describe('a drift', () => {
  it('is pointed at in its cell, with the other value beside it', async () => {
    const [status, date, version] = await diagnose(
      inRegistry(sample, [sampleRow, '| TinyGain | 🚧 Stage 0 | 0.0.9 | 2026-02-01 |\n']),
    ).then((all) =>
      ['STATUS', 'DATE', 'VERSION'].map((fieldName) => all.find(({ code }) => code === `REGISTRY_${fieldName}_DRIFT`)),
    )
    const places = [status, date, version].map((diagnostic) => [
      diagnostic?.line,
      diagnostic?.column,
      diagnostic?.related?.[0]?.line,
      diagnostic?.related?.[0]?.column,
      diagnostic?.severity,
    ])
    expect(places).toEqual([
      [5, 14, 9, 13, 'error'],
      [5, 35, 18, 19, 'error'],
      [5, 27, 10, 14, 'warning'],
    ])
    expect(status?.message).toBe(
      'Unexpected `Status` `🚧 Stage 0` in the row, expected `🚧 Stage 2` as in the entry: the handoff allows no other',
    )
  })

  it('of a version that one side alone says is a notice', async () => {
    for (const files of [inRegistry(sample, ['0.1.0 |', ' |']), inRegistry(sample, ['**Version:** 0.1.0\n', ''])]) {
      for (const mode of ['strict', 'soft'] as const)
        expect((await diagnose(files, { mode })).map(({ code, severity }) => [code, severity])).toEqual([
          ['REGISTRY_VERSION_DRIFT', 'notice'],
        ])
    }
  })
})

describe('a status', () => {
  it('that is unknown is found in both places, and suggests what was meant', async () => {
    const findings = await diagnose(withStatus(sample, '🚧 Stage 2', '🚧 Stag 2'))
    expect(findings.map((diagnostic) => [placed(diagnostic), diagnostic.hint])).toEqual([
      [at('STATUS_UNKNOWN', 5), 'Did you mean `🚧 Stage 2`?'],
      [at('STATUS_UNKNOWN', 9), 'Did you mean `🚧 Stage 2`?'],
    ])
    for (const other of ['🚧 Stage 2.1', '🚧 Stage 9'])
      expect((await diagnose(withStatus(sample, '🚧 Stage 2', other)))[0]).toMatchObject({
        code: 'REGISTRY_STATUS_UNKNOWN',
        hint: expect.not.stringContaining('Stage'),
      })
    const [foreign] = await diagnose(withStatus(sample, '🚧 Stage 2', 'whatever comes to mind'))
    expect(foreign?.hint).toMatch(/^Write one of them/)
  })

  it('with a note is found in both places', async () => {
    expect(await found(withStatus(sample, '🚧 Stage 2', '🚧 Stage 2 (soon)'))).toEqual([
      at('STATUS_NOTE', 5),
      at('STATUS_NOTE', 9),
    ])
  })

  it('that is unknown gives no state', async () => {
    const unknown = withStatus(sample, '🚧 Stage 2', '🐛 Has Issues')
    const model = await modelOf(change(unknown, { [handoffPath]: null }))
    expect(model.get('TinyGain')?.state).toEqual({ kind: 'unknown' })
  })

  it('that is empty in the second place is taken from the row', async () => {
    const model = await modelOf(
      change(inRegistry(sample, ['**Status:** 🚧 Stage 2', '**Status:**']), { [handoffPath]: null }),
    )
    expect(model.get('TinyGain')?.state).toEqual({ kind: 'unit', unit: '2', status: 'complete' })
  })
})

describe('a day', () => {
  it('that is none is found in both places', async () => {
    const wrong = inRegistry(
      sample,
      ['| 2026-02-02 |', '| soon |'],
      ['**Last Updated:** 2026-02-02', '**Last Updated:** soon'],
    )
    expect(await found(wrong)).toEqual([at('DATE_INVALID', 5), at('DATE_INVALID', 18)])
  })

  it('that does not exist is not told to be written in another form', async () => {
    const wrong = inRegistry(
      sample,
      ['| 2026-02-02 |', '| 2026-02-30 |'],
      ['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-30'],
      ['- **2026-01-30:** ', '- **2026-01-32:** '],
    )
    const findings = await diagnose(wrong)
    expect(findings.map(({ message, hint }) => `${message}. ${hint}`)).toEqual([
      'Unexpected date `2026-02-30`, expected one that exists. Write the date that is meant.',
      'Unexpected date `2026-01-32` in a line of a timeline, expected one that exists. Write the date that is meant.',
      'Unexpected date `2026-02-30`, expected one that exists. Write the date that is meant.',
    ])
  })
})

/** Which statuses agree with which state: A agrees, D drifts. In the columns: */
const statuses = [
  '💡 Ideated',
  '🚧 Stage 0',
  '🚧 Stage 1',
  '🚧 Stage 2',
  '🚧 Stage 3.1',
  '🚧 Stage 3.2',
  '🚧 Stage 3',
  '🚧 Stage 4.1',
  '🚧 Stage 4',
  '🚧 Stage 5',
  '✅ Working',
  '📦 Installed',
]
const agreement = {
  simple: {
    '0 p': 'AADDDDDDDDAA',
    '0 c': 'DADDDDDDDDDD',
    '2 p': 'DAAADDDDDDDD',
    '2 c': 'DDDADDDDDDDD',
    '3 p': 'DDDADDADDDDD',
    '3 c': 'DDDDDDADDDDD',
    '4 c': 'DDDDDDDDADDD',
    '5 p': 'DDDDDDDDAADD',
    '5 c': 'DDDDDDDDDAAA',
    working: 'DDDDDDDDDDAA',
  },
  phased: {
    '2 c': 'DDDADDDDDDDD',
    '3.1 p': 'DDDAADDDDDDD',
    '3.1 c': 'DDDDADDDDDDD',
    '3.2 p': 'DDDDAADDDDDD',
    '3.2 c': 'DDDDDAADDDDD',
    '3 p': 'DDDDDAADDDDD',
    '3 c': 'DDDDDDADDDDD',
    '4.1 p': 'DDDDDAAADDDD',
    '4.1 c': 'DDDDDDDAADDD',
    '4 p': 'DDDDDDDAADDD',
    '5 p': 'DDDDDDDAAADD',
  },
}

describe('the registry and the handoff', () => {
  const judged = async (state: string, phased: boolean, options: { readonly nextPhase?: string } = {}) => {
    const { stages, plugins } = await modelOf(repository(state, { phased, ...options }))
    const [tiny] = plugins
    return statuses.map((status) => {
      const read = readStatus(normalizeText(status), stages)
      return tiny && read && agreesWithHandoff(read, tiny, stages) ? 'A' : 'D'
    })
  }

  it.each(Object.entries(agreement.simple))('agree, of a simple plugin, at %s', async (state, expected) => {
    expect((await judged(state, false)).join('')).toBe(expected)
  })

  it.each(Object.entries(agreement.phased))('agree, of a plugin in phases, at %s', async (state, expected) => {
    expect((await judged(state, true)).join('')).toBe(expected)
  })

  it('agree on a closed stage only when no next phase is recorded', async () => {
    expect((await judged('3.2 c', true, { nextPhase: '4.1' })).join('')).toBe('DDDDDADDDDDD')
  })

  it.each([...simpleStates, ...phasedStates].filter((state) => !['ideated', 'installed'].includes(state)))(
    'agree at %s on what is implied',
    async (state) => {
      const { stages, plugins } = await modelOf(repository(state, { phased: state.includes('.') }))
      const [tiny] = plugins
      const implied = tiny && statusOf(tiny.state)
      const read = implied === undefined ? undefined : readStatus(implied, stages)
      expect(tiny && read && agreesWithHandoff(read, tiny, stages)).toBe(true)
    },
  )

  it('are compared without a note, once, with the handoff beside it', async () => {
    const hasNote = await diagnose(withStatus(sample, '🚧 Stage 2', '🚧 Stage 0 (late)'), { mode: 'soft' })
    const drift = hasNote.filter(({ code }) => code === 'REGISTRY_STAGE_DRIFT')
    expect(
      drift.map((diagnostic) => [placed(diagnostic), diagnostic.related?.map(({ path, line }) => [path, line])]),
    ).toEqual([[at('STAGE_DRIFT', 5), [[handoffPath, 5]]]])
  })

  it('are not compared while row and entry drift', async () => {
    expect(await found(inRegistry(sample, ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0']))).toEqual([
      at('STATUS_DRIFT', 5),
    ])
  })

  it('are compared by the entry alone when the row has none, and reported there without a row', async () => {
    const behind = inRegistry(sample, ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0'])
    expect(
      await found(change(behind, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | |']] })),
    ).toContain(at('STAGE_DRIFT', 5))
    expect(await found(change(behind, { [registryPath]: [[sampleRow, '']] }))).toContain(at('STAGE_DRIFT', 8))
  })

  it('are not compared when the handoff gives no state', async () => {
    const unknown = inHandoff(withStatus(sample, '🚧 Stage 2', '🚧 Stage 0'), ['stage: 2', 'stage: two'])
    expect((await found(unknown)).filter((code) => code.includes('DRIFT'))).toEqual([])
  })
})

describe('a timeline', () => {
  const lines = '- **2026-02-02 (Stage 2):** Foundation complete - Build system operational\n'

  it('out of order is found once in each block, at the line that goes back', async () => {
    const block = '- **2026-01-31:** One\n- **2026-01-30:** Two\n- **2026-01-29:** Three\n'
    const twice = inRegistry(sample, [lines, `${block}\n**Lifecycle Timeline:**\n${block}`])
    expect(await found(twice)).toEqual([at('TIMELINE_ORDER', 16), at('TIMELINE_ORDER', 22)])
  })

  it('is compared with the last line that has a day, however it is written', async () => {
    const between = inRegistry(sample, [
      lines,
      '- 2026-02-03 Built\n- Somebody forgot the day\n- **2026-02-01:** Late\n',
    ])
    expect(await found(between)).toEqual([
      at('TIMELINE_FORMAT', 16),
      at('TIMELINE_FORMAT', 17),
      at('TIMELINE_ORDER', 18),
    ])
  })

  it('ends at the next field, and at a code block there is none', async () => {
    const behind = inRegistry(sample, [
      '**Last Updated:**',
      '**Known Issues:**\n- None\n\n```\n**Lifecycle Timeline:**\n- None\n```\n\n**Last Updated:**',
    ])
    expect(await found(behind)).toEqual([])
  })
})

describe('what a change touches in the registry', () => {
  const amber = {
    'plugins/Amber/.ideas/creative-brief.md': '# Amber\n',
    [registryPath]: registry
      .replace(sampleRow, `${sampleRow}| Amber | 💡 Ideated | - | 2026-01-30 |\n`)
      .concat('\n### Amber\n\n**Status:** 💡 Ideated\n\n**Last Updated:** 2026-01-30\n'),
  }
  const bothPlugins: Files = { ...sample, ...amber }
  /** The day of the row is behind: strictly an error, softly a warning. */
  const drifted = change(bothPlugins, { [registryPath]: [['| 0.1.0 | 2026-02-02 |', '| 0.1.0 | 2026-02-01 |']] })
  const severity = async (head: Files, base: Files) =>
    (await diagnose(head, { base })).map((diagnostic) => `${diagnostic.code} ${diagnostic.severity}`)

  it.each([
    ['another plugin’s row', [['| Amber | 💡 Ideated | - |', '| Amber | 💡 Ideated | 0.0.1 |']]],
    ['another plugin’s entry', [['### Amber\n', '### Amber\n\n**Version:** 0.0.1\n']]],
    ['text around them', [['# Plugins\n', '# Plugins\n\nAll that we have.\n']]],
    ['a row more', [['| Amber |', '| Birch | 💡 Ideated | - | 2026-01-30 |\n| Amber |']]],
    ['the last plugin’s entry gone', [['\n### Amber\n\n**Status:** 💡 Ideated\n\n**Last Updated:** 2026-01-30\n', '']]],
  ] as const)('is not this plugin: %s', async (_, edits) => {
    expect(await severity(change(drifted, { [registryPath]: edits }), drifted)).toContain('REGISTRY_DATE_DRIFT warning')
  })

  it('is not the last plugin where another one is added after it', async () => {
    const withoutAmber = inRegistry(sample, ['| 0.1.0 | 2026-02-02 |', '| 0.1.0 | 2026-02-01 |'])
    expect(await severity(drifted, withoutAmber)).toEqual(['REGISTRY_DATE_DRIFT warning'])
    const unended = change(withoutAmber, { [registryPath]: (withoutAmber[registryPath] ?? '').trimEnd() })
    expect(await severity(drifted, unended)).toEqual(['REGISTRY_DATE_DRIFT warning'])
  })

  it.each([
    ['its row', [['| TinyGain | 🚧 Stage 2 | 0.1.0 |', '| TinyGain | 🚧 Stage 2 | 0.2.0 |']]],
    ['its entry', [['**Type:** Audio Effect', '**Type:** Utility']]],
  ] as const)('is this plugin: %s', async (_, edits) => {
    expect(await severity(change(drifted, { [registryPath]: edits }), drifted)).toContain('REGISTRY_DATE_DRIFT error')
  })

  it('is not this plugin: its entry elsewhere in the file', async () => {
    const moved = change(drifted, {
      [registryPath]: (drifted[registryPath] ?? '').replace(sampleEntry, '').concat(sampleEntry),
    })
    expect(await severity(moved, drifted)).toEqual(['REGISTRY_DATE_DRIFT warning'])
  })

  it('is this plugin where its row, its entry or the whole table goes', async () => {
    const without = (edit: readonly [string, string]) =>
      severity(change(bothPlugins, { [registryPath]: [edit] }), bothPlugins)
    expect(await without([sampleRow, ''])).toEqual(['REGISTRY_ROW_MISSING error'])
    expect(await without([sampleEntry, ''])).toEqual(['REGISTRY_ENTRY_MISSING error'])
    const nowhere = change(bothPlugins, {
      [registryPath]: [
        [sampleRow, ''],
        [sampleEntry, ''],
      ],
    })
    expect(await severity(nowhere, bothPlugins)).toEqual(['REGISTRY_ROW_MISSING error'])
    expect(await severity(nowhere, nowhere)).toEqual(['REGISTRY_ROW_MISSING warning'])
    expect(await severity(change(bothPlugins, { [registryPath]: '# Plugins\n' }), bothPlugins)).toEqual([
      'REGISTRY_TABLE_MISSING error',
    ])
    expect(
      await severity(change(bothPlugins, { [registryPath]: '# Plugins\n' }), { [registryPath]: '# Plugins\n' }),
    ).toEqual(['REGISTRY_TABLE_MISSING warning'])
  })

  it('is this plugin where its handoff alone is touched, in what compares it', async () => {
    const behind = withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 0')
    expect(await severity(inHandoff(behind, ['Keep the knob linear', 'Keep it linear']), behind)).toEqual([
      'REGISTRY_STAGE_DRIFT error',
    ])
    expect(await severity(behind, behind)).toEqual(['REGISTRY_STAGE_DRIFT warning'])
  })

  it('is this plugin where its notes alone are touched', async () => {
    const wrong = change(notesSample, { [notesPath]: [['**2026-02-02 (Stage 2):**', '**2026-01-01 (Stage 2):**']] })
    expect(await severity(wrong, wrong)).toEqual(['REGISTRY_TIMELINE_ORDER warning'])
    expect(await severity(wrong, notesSample)).toEqual(['REGISTRY_TIMELINE_ORDER error'])
    const statusless = change(notesSample, { [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '']] })
    const section = { 'second-place': 'notes' }
    expect(
      (await diagnose(statusless, { base: notesSample, configuration: section })).map(
        (diagnostic) => `${diagnostic.code} ${diagnostic.severity}`,
      ),
    ).toEqual(['REGISTRY_ENTRY_MISSING error'])
    expect(
      (await diagnose(statusless, { base: statusless, configuration: section })).map(
        (diagnostic) => `${diagnostic.code} ${diagnostic.severity}`,
      ),
    ).toEqual(['REGISTRY_ENTRY_MISSING warning'])
    expect(
      (await diagnose(change(notesSample, { [notesPath]: null }), { base: notesSample, configuration: section })).map(
        (diagnostic) => `${diagnostic.code} ${diagnostic.severity}`,
      ),
    ).toEqual(['REGISTRY_ENTRY_MISSING error'])
  })
})

describe('a row and entry', () => {
  const drifted = inRegistry(sample, ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 3'])
  const base = { ...drifted, [registryPath]: `${drifted[registryPath]}\n### Amber\n\n**Status:** 💡 Ideated` }
  const isTouched = async (head: Files, before = base) =>
    (await diagnose(head, { base: before })).find(({ code }) => code === 'REGISTRY_STATUS_DRIFT')?.touched

  it.each<readonly [what: string, head: Files]>([
    ['line endings', { ...base, [registryPath]: (base[registryPath] ?? '').replaceAll('\n', '\r\n') }],
    ['the line ending of the row', inRegistry(base, ['2026-02-02 |\n', '2026-02-02 |\r\n'])],
    ['a blank behind the row', inRegistry(base, ['2026-02-02 |\n', '2026-02-02 | \n'])],
    ['a blank in the entry', inRegistry(base, ['**Version:** 0.1.0\n', '**Version:** 0.1.0 \n'])],
    [
      'a blank in its last line',
      inRegistry(base, ['**Last Updated:** 2026-02-02\n', '**Last Updated:** 2026-02-02 \n']),
    ],
  ])('are touched by a change of %s', async (_, head) => {
    expect(await isTouched(head)).toBe(true)
  })

  it.each<readonly [what: string, head: Files]>([
    ['another entry', inRegistry(base, ['💡 Ideated', '🚧 Stage 1'])],
    ['the blank lines behind them', inRegistry(base, ['\n### Amber', '\n\n### Amber'])],
    [
      'an entry in their place',
      inRegistry(base, ['### TinyGain', '### Blue\n\n**Status:** 💡 Ideated\n\n### TinyGain']),
    ],
  ])('are not touched by a change of %s', async (_, head) => {
    expect(await isTouched(head)).toBe(false)
  })

  it('are not touched by the line endings of a checkout, where git stores others', async () => {
    const baseView = await viewOf(base)
    const checkout = await viewOf({ ...base, [registryPath]: (base[registryPath] ?? '').replaceAll('\n', '\r\n') })
    const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1024 * 1024 }
    const touched = (head: View) =>
      plugin.read({ head, base: baseView }, undefined, context).touched(registryPath, 'plugin:TinyGain')
    expect(touched(checkout)).toBe(true)
    expect(touched({ ...checkout, digest: baseView.digest })).toBe(false)
  })

  it('at the end of the file are not touched by an entry that follows', async () => {
    const last = { ...drifted, [registryPath]: (drifted[registryPath] ?? '').trimEnd() }
    const head = { ...last, [registryPath]: `${last[registryPath]}\n\n### Amber\n` }
    expect(await isTouched(head, last)).toBe(false)
  })
})

describe('a second row of a plugin', () => {
  const hintsOf = async (text: string) =>
    (await diagnose({ ...sample, [registryPath]: text }))
      .filter(({ code }) => code === 'REGISTRY_DUPLICATE')
      .map(({ hint = '' }) => hint)

  it('in another table is told why that table counts', async () => {
    const table = '\n\n| Plugin | Host | Status |\n|---|---|---|\n| TinyGain | Live | crash |\n'
    expect(await hintsOf(registryOf(sample) + table)).toEqual([expect.stringContaining('is read as the registry')])
  })

  it('in the same table is not', async () => {
    const text = registryOf(sample).replace(sampleRow, sampleRow + sampleRow)
    expect(await hintsOf(text)).toEqual(['Keep the one that is right and delete the other.'])
  })
})
