import { describe, expect, it } from 'vitest'
import {
  change,
  handoffPath,
  inProgressSample,
  notesPath,
  notesSample,
  phasedSample,
  registryPath,
  sample,
} from '../../../../src/protocols/plugin/examples.ts'
import type { Files } from '../../../../src/core/rule.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { diagnose, found, give, usual, registryOf } from '../scene.ts'
import { writings, written, writtenIn } from '../variants.ts'

const row = '| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |'
const inRegistry = (...edits: (readonly [string, string])[]): Files => change(sample, { [registryPath]: edits })
const drifted = inRegistry([row, '| TinyGain | 🚧 Stage 0 | 0.0.9 | 2026-01-20 |'])

describe('/sync of what agrees, and contradicts the handoff', () => {
  const ahead = change(sample, { [registryPath]: registryOf(sample).replaceAll('🚧 Stage 2', '✅ Working') })

  it.each(['/sync TinyGain', '/sync'])('warns of that: %s', async (command) => {
    expect(await give(ahead, command)).toMatchObject({
      outcome: 'unchanged',
      codes: ['REGISTRY_STAGE_DRIFT warning'],
    })
  })

  it('mends it from the handoff, without a warning', async () => {
    expect(await give(ahead, '/sync TinyGain --from handoff')).toMatchObject({ outcome: 'changed', codes: [] })
  })
})

describe('/sync of one plugin', () => {
  it('gives the row what the entry says, and changes nothing else', async () => {
    const synced = await give(drifted, '/sync TinyGain')

    expect(synced).toMatchObject({ outcome: 'changed', codes: [], changed: [registryPath] })
    expect(synced.result.reply).toBe(
      'The registry says the same of `TinyGain` everywhere. Status `🚧 Stage 2` is that of the entry: the handoff allows no other. Version `0.1.0` is that of the entry, the higher one. Day `2026-02-02` is the later one.',
    )
    expect(synced.tree).toEqual(sample)
  })

  it.each([
    ['22 Jan 2026', 'TBD'],
    ['22 Jan 2026', '2026-02-30'],
    ['2026-02-30', 'soon'],
  ])('leaves two dates of which neither exists: %s and %s', async (rowDate, entryDate) => {
    const tree = inRegistry(
      [row, row.replace('2026-02-02', rowDate)],
      ['**Last Updated:** 2026-02-02', `**Last Updated:** ${entryDate}`],
    )
    const synced = await give(tree, '/sync TinyGain')
    expect([synced.outcome, synced.result.reply]).toEqual([
      'unchanged',
      `Dates \`${rowDate}\` of the row and \`${entryDate}\` of the entry stay: neither is a date that exists. Write one as \`YYYY-MM-DD\`.`,
    ])
    const drift = (await diagnose(tree)).find(({ code }) => code === 'REGISTRY_DATE_DRIFT')
    expect(drift).toMatchObject({
      hint: 'Correct the one that is wrong.',
      message: expect.stringContaining('neither is'),
    })
    expect(drift?.fix).toBeUndefined()
  })

  it('gives the entry what the row says', async () => {
    const ideated = change(drifted, { [handoffPath]: null })
    const synced = await give(ideated, '/sync TinyGain --from table')

    expect(registryOf(synced.tree)).toBe(
      registryOf(ideated)
        .replace('**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0')
        .replace('**Version:** 0.1.0', '**Version:** 0.0.9')
        .replace('**Last Updated:** 2026-02-02', '**Last Updated:** 2026-01-20'),
    )
  })

  it('gives both what the handoff implies, and the day', async () => {
    const behind = inRegistry(
      [row, '| TinyGain | 🚧 Stage 0 | 0.1.0 | 2026-01-20 |'],
      ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0'],
    )
    const synced = await give(behind, '/sync TinyGain --from=handoff')

    expect(registryOf(synced.tree)).toBe(
      registryOf(sample)
        .replace(row, '| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-04 |')
        .replace('**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-04'),
    )
  })

  it('leaves the day alone where the handoff implies nothing new', async () => {
    expect(await give(sample, '/sync TinyGain --from handoff')).toMatchObject({ outcome: 'unchanged' })
  })

  it('takes no plugin out of the system folders for a handoff that is left over', async () => {
    const installed = change(sample, {
      [registryPath]: [
        [row, row.replace('🚧 Stage 2', '📦 Installed')],
        ['**Status:** 🚧 Stage 2', '**Status:** 📦 Installed'],
      ],
      [handoffPath]: [
        ['stage: 2', 'stage: 5'],
        ['status: complete', 'status: workflow_complete'],
        ['next_action: invoke_dsp_agent', 'next_action: install'],
      ],
    })

    expect(await give(installed, '/sync TinyGain --from handoff')).toMatchObject({
      outcome: 'refused',
      codes: ['PLUGIN_STALE_HANDOFF error'],
    })
    expect(await give(installed, '/sync TinyGain')).toMatchObject({ outcome: 'unchanged' })
  })

  const bare = change(sample, { [handoffPath]: null })
  /** The sample with other statuses in row and entry. */
  const withStatuses = (tree: Files, inRow: string, inEntry: string) =>
    change(tree, {
      [registryPath]: [
        [row, row.replace('🚧 Stage 2', inRow)],
        ['**Status:** 🚧 Stage 2', `**Status:** ${inEntry}`],
      ],
    })

  it.each<[about: string, tree: Files, inRow: string, inEntry: string, status: string, why: string]>([
    [
      'no handoff, the row further along',
      bare,
      '📦 Installed',
      '💡 Ideated',
      '📦 Installed',
      'the row, which is further along',
    ],
    [
      'no handoff, the entry further along',
      bare,
      '🚧 Stage 2',
      '✅ Working',
      '✅ Working',
      'the entry, which is further along',
    ],
    [
      'drafts are further than an idea',
      bare,
      '💡 Ideated (Draft Params)',
      '💡 Ideated',
      '💡 Ideated (Draft Params)',
      'the row, which',
    ],
    ['a phase before its stage', bare, '🚧 Stage 3', '🚧 Stage 3.10', '🚧 Stage 3', 'the row, which is further along'],
    [
      'phases by their numbers',
      bare,
      '🚧 Stage 3.9',
      '🚧 Stage 3.10',
      '🚧 Stage 3.10',
      'the entry, which is further along',
    ],
    [
      'what is not a status is behind all',
      bare,
      'Stage 2',
      '💡 Ideated',
      '💡 Ideated',
      'the entry, which is further along',
    ],
    [
      'the handoff allows the entry alone',
      sample,
      '🚧 Stage 3',
      '🚧 Stage 2',
      '🚧 Stage 2',
      'the entry: the handoff allows no other',
    ],
    [
      'the handoff allows the row alone',
      sample,
      '🚧 Stage 2',
      '✅ Working',
      '🚧 Stage 2',
      'the row: the handoff allows no other',
    ],
    ['it allows both', inProgressSample, '🚧 Stage 2', '🚧 Stage 3', '🚧 Stage 3', 'the entry, which is further along'],
    [
      'a handoff that cannot be read settles nothing',
      change(sample, { [handoffPath]: [['stage: 2', 'stage: two']] }),
      '✅ Working',
      '🚧 Stage 2',
      '✅ Working',
      'the row, which is further along',
    ],
    [
      'nor does one that was left behind',
      sample,
      '🚧 Stage 2',
      '📦 Installed',
      '📦 Installed',
      'the entry, which is further along',
    ],
  ])('finds which side is right: %s', async (_, tree, inRow, inEntry, status, why) => {
    const start =
      tree === inProgressSample
        ? change(tree, { [registryPath]: [['| 🚧 Stage 3 |', '| 🚧 Stage 2 |']] })
        : withStatuses(tree, inRow, inEntry)
    const synced = await give(start, '/sync TinyGain')

    expect(synced).toMatchObject({
      outcome: 'changed',
      result: { reply: expect.stringContaining(`is that of ${why}`) },
    })
    expect(registryOf(synced.tree)).toContain(row.replace('🚧 Stage 2', status))
    expect(registryOf(synced.tree)).toContain(`**Status:** ${status}\n`)
    expect(await found(synced.tree)).not.toContain('REGISTRY_STATUS_DRIFT error')
  })

  it('reports what the drift hid: the handoff allows neither side', async () => {
    const synced = await give(withStatuses(sample, '🚧 Stage 4', '🚧 Stage 3'), '/sync TinyGain')

    expect(synced).toMatchObject({
      outcome: 'changed',
      codes: ['REGISTRY_STAGE_DRIFT warning'],
    })
    expect(registryOf(synced.tree)).toContain(row.replace('🚧 Stage 2', '🚧 Stage 4'))
  })

  it('takes the later day, the only version, and of two the higher one', async () => {
    const apart = change(bare, { [registryPath]: [[row, '| TinyGain | ✅ Working | 1.0.0 | 2026-01-20 |']] })
    expect(registryOf((await give(apart, '/sync TinyGain')).tree)).toMatch(
      /\| TinyGain \| ✅ Working \| 1\.0\.0 \| 2026-02-02 \|[^]*\*\*Status:\*\* ✅ Working\n\*\*Version:\*\* 1\.0\.0\n[^]*\*\*Last Updated:\*\* 2026-02-02\n/,
    )
    const forgotten = inRegistry(['**Version:** 0.1.0\n', ''])
    expect((await give(forgotten, '/sync TinyGain')).tree).toEqual(sample)
    const invalid = inRegistry([row, row.replace('2026-02-02', '2026-02-30')])
    expect((await give(invalid, '/sync TinyGain')).tree).toEqual(sample)
  })

  /** The sample with versions in row and entry, and lines at the end of its timeline. */
  const withVersions = (inRow: string, inEntry: string, ...lines: readonly string[]) =>
    inRegistry(
      [row, row.replace('0.1.0', inRow)],
      ['**Version:** 0.1.0', `**Version:** ${inEntry}`],
      ['\n\n**Last Updated', ['', ...lines, '\n**Last Updated'].join('\n')],
    )

  it.each<[inRow: string, inEntry: string, version: string, why: string, lines?: readonly string[]]>([
    ['1.4.0', '1.3.6', '1.4.0', 'the row, the higher one'],
    ['1.3.6', '1.4.0', '1.4.0', 'the entry, the higher one'],
    ['1.10.0', '1.9.0', '1.10.0', 'the row, the higher one'],
    ['1.0.0-rc.2', '1.0.0-rc.10', '1.0.0-rc.10', 'the entry, the higher one'],
    ['1.0.0', '1.0.0-rc.1', '1.0.0', 'the row, the higher one'],
    ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.1', 'the entry, the higher one'],
    ['1.0.0-1', '1.0.0-alpha', '1.0.0-alpha', 'the entry, the higher one'],
    [
      '0.1',
      '0.2',
      '0.1',
      'the row, which the newest line',
      ['- **2026-02-01:** 0.2 tried', '- **2026-02-03 (v0.1):** Back again'],
    ],
    [
      'Winter',
      'Autumn',
      'Winter',
      'the row, which the newest line',
      ['- **2026-02-03:** Winter is out', '- **2026-02-04:** A party'],
    ],
  ])('writes the version that holds of %s and %s: %s', async (inRow, inEntry, version, why, lines = []) => {
    const tree = withVersions(inRow, inEntry, ...lines)
    const synced = await give(tree, '/sync TinyGain')

    expect(synced).toMatchObject({
      outcome: 'changed',
      result: { reply: expect.stringContaining(`Version \`${version}\` is that of ${why}`) },
    })
    expect(registryOf(synced.tree)).toContain(row.replace('0.1.0', version))
    expect(registryOf(synced.tree)).toContain(`**Version:** ${version}\n`)
  })

  it.each<[inRow: string, inEntry: string, lines?: readonly string[]]>([
    ['0.1', '0.2'],
    ['Winter', 'Autumn', ['- **2026-02-03:** Winter and Autumn', '- **2026-02-04:** Autumnal colours']],
    ['1.0', '2.0', ['- **2026-02-03 (v1.0.1):** Fixes for 11.0 and 2.0-beta']],
  ])('leaves versions that nothing decides between, and says so: %s and %s', async (inRow, inEntry, lines = []) => {
    const tree = withVersions(inRow, inEntry, ...lines)
    const stay = expect.stringContaining(
      `Versions \`${inRow}\` of the row and \`${inEntry}\` of the entry stay: nothing shows which is right.`,
    )

    expect(await give(tree, '/sync TinyGain')).toMatchObject({ outcome: 'unchanged', result: { reply: stay } })
    expect((await give(tree, '/sync')).result).toMatchObject({ outcome: 'unchanged', reply: stay })
    const behind = change(tree, { [registryPath]: [['| 🚧 Stage 2 |', '| 🚧 Stage 0 |']] })
    const synced = await give(behind, '/sync TinyGain')
    expect(synced).toMatchObject({ outcome: 'changed', result: { reply: stay } })
    expect(synced.tree).toEqual(tree)
    expect((await give(behind, '/sync')).result).toMatchObject({ outcome: 'changed', reply: stay })
  })

  it.each<[about: string, tree: Tree, line: string]>([
    ['the row', withStatuses(sample, '🚧 Stage 3', '🚧 Stage 2'), '/sync TinyGain --from table'],
    ['the entry', withStatuses(sample, '🚧 Stage 2', '✅ Working'), '/sync TinyGain --from entry'],
    ['both', withStatuses(sample, '🚧 Stage 3', '🚧 Stage 3'), '/sync TinyGain --from entry'],
  ])('uses no side that a live handoff contradicts: %s', async (_, tree, line) => {
    expect(await give(tree, line)).toMatchObject({ outcome: 'refused', codes: ['REGISTRY_STAGE_DRIFT error'] })
  })

  it('uses the side that is named where no handoff is live', async () => {
    const back = await give(withStatuses(bare, '📦 Installed', '💡 Ideated'), '/sync TinyGain --from entry')

    expect(registryOf(back.tree)).toContain(row.replace('🚧 Stage 2', '💡 Ideated'))
  })

  it.each<[about: string, tree: Tree, from: string, to: string]>([
    ['bold words', inRegistry([row, row.replace('🚧 Stage 2', '🚧 **Stage 0**')]), '🚧 **Stage 0**', '🚧 **Stage 2**'],
    ['padding', inRegistry([row, '|TinyGain|   🚧 Stage 0  |0.1.0|2026-02-02|']), '   🚧 Stage 0  ', '   🚧 Stage 2  '],
    ['an empty cell', inRegistry([row, row.replace('🚧 Stage 2', '')]), '|  |', '| 🚧 Stage 2 |'],
    ['a row that is too short', inRegistry([row, '| TinyGain |']), '| TinyGain |', row],
    [
      'a row without a pipe at its end',
      inRegistry([row, '| TinyGain | 🚧 Stage 2']),
      '| TinyGain | 🚧 Stage 2',
      row.slice(0, -2),
    ],
    [
      'a status before a note with a pipe',
      inRegistry([row, row.replace('🚧 Stage 2', '🚧 Stage 0 (a\\|b)')]),
      '🚧 Stage 0 (a\\|b)',
      '🚧 Stage 2 (a\\|b)',
    ],
    [
      'a status before what was none, which stays',
      inRegistry([row, row.replace('🚧 Stage 2', '🐛 Has Issues')]),
      '🐛 Has Issues',
      '🚧 Stage 2 — 🐛 Has Issues',
    ],
    [
      'a day before a note',
      inRegistry(['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01 (by hand)']),
      '2026-02-01 (by hand)',
      '2026-02-02 (by hand)',
    ],
    ...[
      ['2026-02-01, by hand', '2026-02-02, by hand'],
      ['**2026-02-01** <!-- by hand -->', '**2026-02-02** <!-- by hand -->'],
      ['2026-02-01T10:00:00Z', '2026-02-02'],
      ['1 February 2026', '2026-02-02'],
      ['some day', '2026-02-02 — some day'],
    ].map(([from, to]): [string, Tree, string, string] => [
      `a day that is written as ${from}`,
      inRegistry(['**Last Updated:** 2026-02-02', `**Last Updated:** ${from}`]),
      `**Last Updated:** ${from}`,
      `**Last Updated:** ${to}`,
    ]),
    [
      'a version before a note',
      inRegistry(['**Version:** 0.1.0', '**Version:** v0.0.9 (for testers)']),
      'v0.0.9 (for testers)',
      'v0.1.0 (for testers)',
    ],
    [
      'a status on the line below its label',
      inRegistry(['**Status:** 🚧 Stage 2', '**Status:**\n🚧 Stage 0']),
      '**Status:**\n🚧 Stage 0',
      '**Status:**\n🚧 Stage 2',
    ],
    [
      'a status before the rest of its sentence',
      inRegistry(['**Status:** 🚧 Stage 2', '**Status:** 🚧 Working\non the knob']),
      '🚧 Working\n',
      '🚧 Stage 2 — 🚧 Working\n',
    ],
    [
      'a version after all of the status',
      inRegistry(['🚧 Stage 2\n**Version:** 0.1.0', '🚧 Stage 2 — builds on\ntwo machines']),
      'two machines\n',
      'two machines\n**Version:** 0.1.0\n',
    ],
    [
      'an empty status in the entry',
      inRegistry(['**Status:** 🚧 Stage 2', '**Status:**']),
      '**Status:**\n',
      '**Status:** 🚧 Stage 2\n',
    ],
    [
      'an entry without status',
      inRegistry(['**Status:** 🚧 Stage 2\n', '']),
      '**Version:**',
      '**Status:** 🚧 Stage 2\n**Version:**',
    ],
    [
      'an entry without day',
      inRegistry(['\n**Last Updated:** 2026-02-02\n', '\n---\n']),
      '\n---\n',
      '\n**Last Updated:** 2026-02-02\n\n---\n',
    ],
    [
      'an entry without fields',
      inRegistry([registryOf(sample).slice(registryOf(sample).indexOf('**Status')), 'Words.\n']),
      'Words.\n',
      '**Status:** 🚧 Stage 2\n**Version:** 0.1.0\n\nWords.\n\n**Last Updated:** 2026-02-02\n',
    ],
    ['an empty version', inRegistry([row, row.replace('0.1.0', '-')], ['0.1.0', 'N/A']), '-|', '-|'],
  ])('fills %s', async (_, tree, from, to) => {
    const synced = await give(tree, '/sync TinyGain')

    expect(registryOf(synced.tree)).toBe(registryOf(tree).replace(from, () => to))
  })

  it('finds no drift in decoration, in white space and in versions that say nothing', async () => {
    const decorated = inRegistry(
      [row, '| TinyGain | 🚧\ufe0f  **Stage  2** | - | 2026-02-02 |'],
      ['**Version:** 0.1.0', '**Version:** N/A'],
    )

    expect(await give(decorated, '/sync TinyGain')).toMatchObject({ outcome: 'unchanged' })
  })

  it.each([
    ['-', '0.2.0', '/sync TinyGain', '0.2.0', '0.2.0'],
    ['0.1.0', 'N/A', '/sync TinyGain', '0.1.0', '0.1.0'],
    ['0.1.0', '', '/sync TinyGain --from table', '0.1.0', '0.1.0'],
    ['-', '0.2.0', '/sync TinyGain --from table', '-', '0.2.0'],
  ])('of the versions %j and %j, %s makes %j and %j', async (inRow, inEntry, command, rowThen, entryThen) => {
    const versions = (rowVersion: string, entryVersion: string) =>
      inRegistry(
        [row, row.replace('0.1.0', rowVersion)],
        ['**Version:** 0.1.0', `**Version:** ${entryVersion}`.trimEnd()],
      )

    expect((await give(versions(inRow, inEntry), command)).tree).toEqual(versions(rowThen, entryThen))
  })

  const entry = registryOf(sample).slice(registryOf(sample).indexOf('\n### '))

  it('writes no field twice where dashes are below it', async () => {
    const ruled = inRegistry(['**Last Updated:** 2026-02-02\n', '**Last Updated:** 2026-02-02\n---\n'])
    expect(await give(ruled, '/sync TinyGain')).toMatchObject({ outcome: 'unchanged' })

    const behind = change(ruled, { [registryPath]: [[row, row.replace('2026-02-02', '2026-02-03')]] })
    expect(registryOf((await give(behind, '/sync TinyGain')).tree)).toBe(
      registryOf(behind).replace('**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-03'),
    )
  })

  it('adds a missing row to the first table', async () => {
    const two = inRegistry(
      [`${row}\n`, '| [PluginName] | 🚧 Stage N | | |\n\n| Plugin | Status |\n|-|-|\n'],
      ['| Version | Last Updated |', '| Last Updated | Type | Version |'],
      ['|---------|--------------|', '|-|-|-|'],
    )
    const synced = await give(two, '/sync TinyGain')

    expect(registryOf(synced.tree)).toContain(
      '| [PluginName] | 🚧 Stage N | | |\n| TinyGain | 🚧 Stage 2 | 2026-02-02 | - | 0.1.0 |\n\n| Plugin |',
    )
    expect(synced.tree[registryPath]).toContain(entry)
  })

  it('adds a missing entry after the last one', async () => {
    const amberEntry = '\n### Amber\n\n**Status:** 💡 Ideated\n\n**Last Updated:** 2026-01-01\n\n## Notes\n\nMore.\n'
    const typed = inRegistry(
      [entry, amberEntry],
      ['| Last Updated |', '| Last Updated | Type |'],
      ['|--------------|', '|--------------|---|'],
      [row, `${row} Effect |\n| Amber | 💡 Ideated | - | 2026-01-01 | |`],
    )
    const synced = await give(typed, '/sync TinyGain')

    expect(registryOf(synced.tree)).toBe(
      registryOf(typed).replace(
        '\n\n## Notes',
        '\n\n### TinyGain\n\n**Status:** 🚧 Stage 2\n**Version:** 0.1.0\n**Type:** Effect\n\n**Lifecycle Timeline:**\n\n**Last Updated:** 2026-02-02\n\n## Notes',
      ),
    )
  })

  it('registers a plugin that nothing says anything of by its handoff', async () => {
    const bare = change(sample, { [registryPath]: '| Plugin | Status | Last Updated |\n|-|-|-|\n' })

    expect(registryOf((await give(bare, '/sync TinyGain')).tree)).toBe(
      '| Plugin | Status | Last Updated |\n|-|-|-|\n| TinyGain | 🚧 Stage 2 | 2026-02-02 |\n',
    )
    expect(registryOf((await give(change(bare, { [handoffPath]: null }), '/sync TinyGain')).tree)).toContain(
      '| TinyGain | 💡 Ideated | 2026-02-04 |',
    )
  })

  it('keeps the text of files that are otherwise written', async () => {
    for (const writing of writings) {
      const synced = await give(writtenIn(drifted, [registryPath], writing), '/sync TinyGain')

      expect(synced.tree[registryPath]).toBe(written(registryOf(sample), writing))
    }
  })
})

describe('/sync in notes', () => {
  const inNotes = (...edits: (readonly [string, string])[]) => change(notesSample, { [notesPath]: edits })

  it.each<[about: string, status: string, synced: string]>([
    [
      'a note that goes on in the next line',
      '✅ Working — last check of the knob, by\n  ear and by meter',
      '🚧 Stage 2 — last check of the knob, by\n  ear and by meter',
    ],
    ['one in parentheses', '✅ Working (last check, by\n  ear)', '🚧 Stage 2 (last check, by\n  ear)'],
    ['a sentence', '✅ Working, the knob too, by\n  ear', '🚧 Stage 2 — ✅ Working, the knob too, by\n  ear'],
    ['a list below', '✅ Working\n  - by ear\n  - by meter', '🚧 Stage 2\n  - by ear\n  - by meter'],
    ['a status on the next line', '\n  ✅ Working (by ear)', '\n  🚧 Stage 2 (by ear)'],
  ])('keeps what a person wrote with the status: %s', async (_, status, expected) => {
    const tree = inNotes(['🚧 Stage 2\n', `${status}\n`])
    const result = await give(tree, '/sync TinyGain')

    expect(result.outcome).toBe('changed')
    expect(result.tree).toEqual(inNotes(['🚧 Stage 2\n', `${expected}\n`]))
  })

  it('adds a version after all that belongs to the status', async () => {
    const status = '🚧 Stage 2 — by\n  ear\n  - twice\n'
    const tree = inNotes(['🚧 Stage 2\n- **Version:** 0.1.0\n', status])
    expect((await give(tree, '/sync TinyGain')).tree).toEqual(inNotes(['🚧 Stage 2\n', status]))
  })

  it('gives the row what the notes say, and keeps its day', async () => {
    const ideated = change(inNotes(['🚧 Stage 2', '🚧 Stage 3'], ['0.1.0', '0.2.0']), { [handoffPath]: null })
    const synced = await give(ideated, '/sync TinyGain')

    expect(registryOf(synced.tree)).toBe(registryOf(notesSample).replace('🚧 Stage 2 | 0.1.0', '🚧 Stage 3 | 0.2.0'))
    expect(synced.changed).toEqual([registryPath])
  })

  it('gives the notes what the row says', async () => {
    const synced = await give(inNotes(['🚧 Stage 2', '🚧 Stage 3']), '/sync TinyGain --from table')

    expect(synced.tree).toEqual(notesSample)
  })

  const another = {
    ...notesSample,
    'plugins/Amber/NOTES.md': '# Amber\n\n- **Current Status:** 💡 Ideated\n',
    'plugins/Amber/.ideas/plan.md': '',
  }

  it('makes notes that are missing', async () => {
    const synced = await give(change(another, { [notesPath]: null }), '/sync TinyGain')

    expect(synced.tree[notesPath]).toBe(
      '# TinyGain\n\n- **Current Status:** 🚧 Stage 2\n- **Version:** 0.1.0\n\n## Lifecycle Timeline\n',
    )
  })

  it.each([
    ['# TinyGain\n\nWords.\n', '# TinyGain\n\n- **Current Status:** 🚧 Stage 2\n- **Version:** 0.1.0\n\nWords.\n'],
    ['# TinyGain\n\n- **Version:** 0.1.0\n', '# TinyGain\n\n- **Current Status:** 🚧 Stage 2\n- **Version:** 0.1.0\n'],
    ['# TinyGain\nWords.', '# TinyGain\n\n- **Current Status:** 🚧 Stage 2\n- **Version:** 0.1.0\n\nWords.'],
    ['\ufeffWords.\r\n', '\ufeff- **Current Status:** 🚧 Stage 2\r\n- **Version:** 0.1.0\r\n\r\nWords.\r\n'],
  ])('adds the status line to %j', async (text, expected) => {
    expect((await give({ ...another, [notesPath]: text }, '/sync TinyGain')).tree[notesPath]).toBe(expected)
  })
})

describe('/sync where notes have a form of their own', () => {
  const notesOf = (name: string, extraText = '', status = '💡 Ideated') =>
    `# Notes on ${name}\n\n## About\n\nWords.\n\n## State\n* **Current Status:** ${status}\n* **Version:** N/A\n\n## Lifecycle Timeline\n\n## Bugs\n\nNone\n${extraText}`
  const table = (...names: string[]) =>
    `| Plugin | Status | Type |\n|-|-|-|\n${names.map((name) => `| ${name} | 💡 Ideated | Effect |\n`).join('')}`
  const otherPlugins: Tree = {
    [registryPath]: table('Amber', 'Birch', 'Cedar', 'Dune'),
    'plugins/Amber/NOTES.md': notesOf('Amber'),
    'plugins/Birch/NOTES.md': notesOf('Birch', '\n## A day in June\n\nRain.\n'),
    'plugins/Cedar/NOTES.md': '# Cedar\n\n- **Current Status:** 💡 Ideated\n',
    'plugins/Dune/README.md': '',
  }

  it('makes new ones in the form that most have', async () => {
    const synced = await give(otherPlugins, '/sync Dune')

    expect(synced.tree['plugins/Dune/NOTES.md']).toBe(
      '# Notes on Dune\n\n## About\n\n## State\n* **Current Status:** 💡 Ideated\n* **Version:** N/A\n* **Type:** Effect\n\n## Lifecycle Timeline\n\n## Bugs\n',
    )
    expect(await give(synced.tree, '/sync Dune')).toMatchObject({ outcome: 'unchanged' })
  })

  it('adds the status where the others have it', async () => {
    const half = {
      ...otherPlugins,
      'plugins/Dune/NOTES.md': '# Notes on Dune\n\n## About\n\nWords.\n\n## State\n\n## Bugs\n',
    }

    expect((await give(half, '/sync Dune')).tree['plugins/Dune/NOTES.md']).toBe(
      '# Notes on Dune\n\n## About\n\nWords.\n\n## State\n* **Current Status:** 💡 Ideated\n\n## Bugs\n',
    )
  })

  it('makes a plain one where there is none to go by', async () => {
    const first = { [registryPath]: table('Dune'), 'plugins/Dune/README.md': '' }

    expect(
      (await give(first, '/sync Dune', { configuration: { 'second-place': 'notes' } })).tree['plugins/Dune/NOTES.md'],
    ).toBe(
      '# Dune\n\n- **Current Status:** 💡 Ideated\n- **Version:** N/A\n- **Type:** Effect\n\n## Lifecycle Timeline\n',
    )
  })
})

describe('/sync of all', () => {
  const block = (name: string, status: string) =>
    `\n### ${name}\n\n**Status:** ${status}\n\n**Last Updated:** 2026-01-01\n`
  const added = (name: string, status: string, day: string) =>
    `\n### ${name}\n\n**Status:** ${status}\n\n**Lifecycle Timeline:**\n\n**Last Updated:** ${day}\n`
  const many: Tree = {
    [registryPath]: `| Plugin | Status | Last Updated |\n|-|-|-|\n| Amber | 💡 Ideated | 2026-01-02 |\n| Birch | 💡 Ideated | |\n| Birch | ✅ Working | |\n| Cedar | ✅ Working | 2026-01-01 |\n${block('Amber', '🚧 Stage 0')}${block('Birch', '✅ Working')}${block('Dune', '✅ Working')}`,
    'plugins/Amber/.ideas/plan.md': '',
    'plugins/Ember/.ideas/plan.md': '',
  }

  it('synchronises each and skips, with a warning, what is there twice', async () => {
    const synced = await give(many, '/sync')

    expect(synced).toMatchObject({ outcome: 'changed', codes: ['REGISTRY_DUPLICATE warning'] })
    expect(synced.result.reply).toBe(
      'Row and second place of every plugin say the same, except those of `Birch`, which stay.\n- `Amber`: Status `🚧 Stage 0` is that of the entry, which is further along.',
    )
    expect(synced.tree[registryPath]).toBe(
      `| Plugin | Status | Last Updated |\n|-|-|-|\n| Amber | 🚧 Stage 0 | 2026-01-02 |\n| Birch | 💡 Ideated | |\n| Birch | ✅ Working | |\n| Cedar | ✅ Working | 2026-01-01 |\n| Dune | ✅ Working | 2026-01-01 |\n| Ember | 💡 Ideated | 2026-02-04 |\n${block('Amber', '🚧 Stage 0').replace('2026-01-01', '2026-01-02')}${block('Birch', '✅ Working')}${block('Dune', '✅ Working')}${added('Cedar', '✅ Working', '2026-01-01')}${added('Ember', '💡 Ideated', '2026-02-04')}`,
    )
  })

  it.each(['0.0.9, for testers', '[0.0.9](https://example.com)', 'the second'])(
    'keeps %s behind the version that is named',
    async (text) => {
      const tree = inRegistry(['**Version:** 0.1.0', `**Version:** ${text}`])
      const { tree: after } = await give(tree, '/sync TinyGain --from table')
      expect(registryOf(after)).toContain(`**Version:** 0.1.0 — ${text}\n`)
      expect(await give(after, '/sync TinyGain --from table')).toMatchObject({ outcome: 'unchanged' })
    },
  )

  describe('of two texts that are no status', () => {
    const [rowStatus, entryStatus] = ['🐛 Has Issues', '🐛 Issues (two)']
    const tree = inRegistry(
      [row, row.replace('🚧 Stage 2', rowStatus)],
      ['**Status:** 🚧 Stage 2', `**Status:** ${entryStatus}`],
    )

    it.each(['/sync TinyGain', '/sync'])('leaves both, and says so: %s', async (line) => {
      const { outcome, result } = await give(tree, line)
      expect(outcome).toBe('unchanged')
      expect(result.reply).toContain(`Statuses \`${rowStatus}\` of the row and \`${entryStatus}\` of the entry stay`)
    })

    it.each(['entry', 'table'])('writes neither over the other: from the %s', async (side) => {
      const { outcome, codes } = await give(tree, `/sync TinyGain --from ${side}`)
      expect([outcome, codes]).toEqual(['refused', expect.arrayContaining(['REGISTRY_STATUS_UNKNOWN error'])])
    })

    it('writes what the handoff implies, once', async () => {
      const { tree: after } = await give(tree, '/sync TinyGain --from handoff')
      expect(registryOf(after)).toContain(`🚧 Stage 2 — ${entryStatus}\n`)
      expect(await give(after, '/sync TinyGain --from handoff')).toMatchObject({ outcome: 'unchanged' })
    })

    it('is offered that alone', async () => {
      const offered = (await diagnose(tree))
        .filter(({ code }) => code === 'REGISTRY_STATUS_DRIFT')
        .map(({ fix }) => fix)
      expect(offered).toEqual(['/sync TinyGain --from handoff'])
    })
  })

  it.each([
    ['drift', drifted, '/sync'],
    ['phases', phasedSample, '/sync --from handoff'],
    ['many', many, '/sync'],
    ['many, from the table', many, '/sync --from table'],
    ['notes', change(notesSample, { [registryPath]: [['🚧 Stage 2', '✅ Working']] }), '/sync'],
  ])('leaves nothing for a second run: %s', async (_, tree, line) => {
    const first = await give(tree, line)
    const second = await give(first.tree, line, { at: '2026-05-05T10:00:00Z' })

    expect(second.outcome).toBe('unchanged')
    const errors = new Set(await found(tree))
    expect((await found(first.tree)).filter((code) => !errors.has(code) && code.endsWith(' error'))).toEqual([])
  })
})

describeRefusals(usual, 'sync.messages.txt', [
  ['an unknown plugin', sample, '/sync Amber', 'PLUGIN_UNKNOWN'],
  ['a name that is none', sample, '/sync ../Amber', 'PLUGIN_NAME_INVALID'],
  ['another source', sample, '/sync TinyGain --from head', 'PLUGIN_OPTION_INVALID'],
  ['a source that is not given', sample, '/sync TinyGain --from', 'PLUGIN_OPTION_INVALID'],
  ['words after the name', sample, '/sync TinyGain now', 'PLUGIN_OPTION_INVALID'],
  ['no registry', change(sample, { [registryPath]: null }), '/sync TinyGain', 'REGISTRY_MISSING'],
  [
    'no table',
    inRegistry([registryOf(sample).slice(0, registryOf(sample).indexOf('\n### ')), '']),
    '/sync TinyGain',
    'REGISTRY_TABLE_MISSING',
  ],
  [
    'a registry that is not text',
    { ...sample, [registryPath]: new Uint8Array([0x7c, 0xff]) },
    '/sync TinyGain',
    'PLUGIN_FILE_ENCODING',
  ],
  ['two rows', inRegistry([row, `${row}\n${row}`]), '/sync TinyGain', 'REGISTRY_DUPLICATE'],
  [
    'no handoff to go by',
    change(sample, { [handoffPath]: null }),
    '/sync TinyGain --from handoff',
    'PLUGIN_HANDOFF_MISSING',
  ],
  [
    'an empty handoff',
    change(sample, { [handoffPath]: [['stage: 2', 'stage: ideation']] }),
    '/sync TinyGain --from handoff',
    'PLUGIN_STAGE_INVALID',
  ],
])
