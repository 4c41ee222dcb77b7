import { describe, expect, it } from 'vitest'
import type { Episode } from '../../../src/core/history.ts'
import type { Files } from '../../../src/core/rule.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import * as plugins from '../../../src/protocols/plugin/examples.ts'
import { orders } from '../../../src/engine/replay/narrow.ts'
import type { EpisodeSpan } from '../../../src/engine/replay/record.ts'
import { episode } from '../../page/sample.ts'
import { workflowOf } from '../../protocols/declared/scene.ts'
import { replayed, shaOf, timeOf, type Version } from './versions.ts'

const {
  change,
  checksumOf,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  registryPath,
  sample,
  sampleEntry,
} = plugins

const brief = contractPath('creative_brief')
const briefText = sample[brief] ?? ''
const rowBehind = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |'])
const bothBehind = inRegistry(rowBehind, ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0'])
const otherBrief = change(sample, { [brief]: 'Another one.\n' })

const placedOf = (overrides: Partial<Episode>): EpisodeSpan => ({
  episode: episode('plugin:TinyGain', 1, undefined, overrides),
  from: 1,
  to: 2,
})

const only = ({ history }: ReturnType<typeof replayed>): Episode => {
  expect(history.episodes).toHaveLength(1)
  return history.episodes[0] as Episode
}

/** What three commits come to, of which the second contradicts itself. */
const episodeOf = (versions: readonly Files[], code: string) =>
  only(
    replayed(
      versions.map((files) => ({ files })),
      [plugin],
      { codes: new Set([code]) },
    ),
  )

describe('how an episode ends', () => {
  const rows: readonly (readonly [
    how: Episode['how'],
    code: string,
    versions: readonly Files[],
    more: Partial<Episode>,
  ])[] = [
    ['open', 'REGISTRY_STATUS_DRIFT', [sample, rowBehind], {}],
    ['target', 'REGISTRY_STATUS_DRIFT', [sample, rowBehind, { 'PLUGINS.md': '# Plugins\n' }], {}],
    [
      'hidden',
      'CONTRACT_MISMATCH',
      [sample, otherBrief, change(otherBrief, { [handoffPath]: '---\nplugin: [\n---\n' })],
      {},
    ],
    ['hidden', 'REGISTRY_STATUS_DRIFT', [sample, rowBehind, change(rowBehind, { [registryPath]: 'no\0text' })], {}],
    // The file was gone all the time: it is the other place that cannot be read any more.
    [
      'hidden',
      'CONTRACT_FILE_MISSING',
      [
        sample,
        change(sample, { [brief]: null }),
        change(sample, { [brief]: null, [handoffPath]: '---\nplugin: [\n---\n' }),
      ],
      {},
    ],
    // A finding that compares nothing is not mended by a file that cannot be read.
    [
      'hidden',
      'PLUGIN_STATUS_INVALID',
      [
        sample,
        inHandoff(sample, ['status: complete', 'status: weird']),
        change(sample, { [handoffPath]: '---\nplugin: [\n---\n' }),
      ],
      {},
    ],
    [
      'turned',
      'CONTRACT_MISMATCH',
      [sample, otherBrief, change(otherBrief, { [brief]: null })],
      { into: 'CONTRACT_FILE_MISSING', subject: 'creative_brief' },
    ],
    [
      'turned',
      'REGISTRY_STAGE_DRIFT',
      [sample, bothBehind, inRegistry(bothBehind, ['| 🚧 Stage 0 |', '| 🚧 Stage 1 |'])],
      { into: 'REGISTRY_STATUS_DRIFT', subject: 'stage' },
    ],
    [
      'place',
      'REGISTRY_STATUS_DRIFT',
      [sample, rowBehind, inRegistry(rowBehind, [sampleEntry, ''])],
      { changed: 'entry' },
    ],
    [
      'place',
      'CONTRACT_MISMATCH',
      [sample, otherBrief, change(otherBrief, { [handoffPath]: null })],
      { changed: 'checksum' },
    ],
    [
      'recorded',
      'CONTRACT_MISMATCH',
      [sample, otherBrief, inHandoff(otherBrief, [checksumOf(briefText), checksumOf('Another one.\n')])],
      { changed: 'checksum' },
    ],
    ['restored', 'CONTRACT_MISMATCH', [sample, otherBrief, sample], { changed: 'file' }],
    ['restored', 'CONTRACT_FILE_MISSING', [sample, change(sample, { [brief]: null }), sample], { changed: 'file' }],
    ['followed', 'REGISTRY_STATUS_DRIFT', [sample, rowBehind, sample], { changed: 'row', to: 'entry' }],
    [
      'followed',
      'REGISTRY_STATUS_DRIFT',
      [sample, rowBehind, inRegistry(rowBehind, ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0'])],
      { changed: 'entry', to: 'row' },
    ],
    [
      'both',
      'REGISTRY_STATUS_DRIFT',
      [
        sample,
        rowBehind,
        inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 3 |'], ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 3']),
      ],
      {},
    ],
    [
      'mended',
      'REGISTRY_ROW_MISSING',
      [sample, inRegistry(sample, [/\| TinyGain .*\n/.exec(sample[registryPath] ?? '')?.[0] ?? '', '']), sample],
      {},
    ],
  ]
  it.each(rows)('%s: %s', (how, code, versions, extraFields) => {
    const episode = episodeOf(versions, code)
    expect(episode).toMatchObject({ how, code, target: 'plugin:TinyGain', ...extraFields })
    expect(episode.began?.commit).toBe(shaOf(1))
    expect(episode.ended?.commit).toBe(versions.length === 3 ? shaOf(2) : undefined)
  })

  it('says what the places contained at first, at last and after', () => {
    const further = inRegistry(rowBehind, ['| 🚧 Stage 0 |', '| 🚧 Stage 1 |'])
    const entry = { place: 'entry', value: '🚧 Stage 2' }
    expect(episodeOf([sample, rowBehind, further, sample], 'REGISTRY_STATUS_DRIFT')).toMatchObject({
      first: [{ place: 'row', value: '🚧 Stage 0' }, entry],
      last: [{ place: 'row', value: '🚧 Stage 1' }, entry],
      after: [{ place: 'row', value: '🚧 Stage 2' }, entry],
      values: 2,
      stateCommits: 2,
      seconds: 1200,
    })
  })
})

describe('a replay', () => {
  const versions = (...all: readonly (Files | Version)[]): readonly Version[] =>
    all.map((version) =>
      'files' in version && typeof version.files === 'object' ? (version as Version) : { files: version as Files },
    )

  it('looks at commits alone that change what a protocol reads', () => {
    const { history } = replayed(
      versions(
        sample,
        { ...sample, 'src/a.c': '1' },
        { ...rowBehind, 'src/a.c': '1' },
        { ...rowBehind, 'src/a.c': '2' },
      ),
      [plugin],
    )
    expect(history).toMatchObject({ commits: 4, stateCommits: 2, sums: { episodes: 1, open: 1, stateCommitsWith: 1 } })
  })

  it('reads each blob once, also one that comes back', () => {
    const { read } = replayed(versions(sample, rowBehind, sample, rowBehind, sample), [plugin])
    expect(read.length).toBe(new Set(read).size)
  })

  it('of one commit has what began with it', () => {
    const { history } = replayed(versions(rowBehind), [plugin])
    expect(only({ history, read: [] })).toMatchObject({ began: { commit: shaOf(0) }, how: 'open', seconds: 0 })
  })

  it('of a history that is cut off does not know when the first episodes began', () => {
    const { history } = replayed(versions(rowBehind, sample), [plugin], { isShallow: true })
    expect(only({ history, read: [] })).toMatchObject({ began: null, ended: { commit: shaOf(1) }, seconds: 0 })
    expect(history.shallow).toBe(true)
    expect(history.targets).toMatchObject([{ segments: [{ earlier: true }] }])
    expect(replayed(versions(rowBehind, sample), [plugin]).history.targets[0]?.segments[0]).not.toHaveProperty(
      'earlier',
    )
    expect(history.notes.join()).toContain('fetch-depth: 0')
    expect(history.sums).not.toHaveProperty('medianSeconds')
  })

  it('says where dates go backwards', () => {
    const { history } = replayed(versions(sample, { files: rowBehind, at: timeOf(9) }, sample), [plugin])
    expect(only({ history, read: [] })).toMatchObject({ seconds: 0, clock: 'odd' })
    const odd = placedOf({ seconds: 900_000, clock: 'odd' })
    const short = placedOf({ seconds: 1 })
    expect([odd, short].toSorted(orders.standing)).toEqual([short, odd])
  })

  it('names a merge, and a commit of Baton with its command', () => {
    const message =
      'baton: sync\n\nRequested-by: @octocat\nCommand: sync\nTransition: plugin:TinyGain stage 2 complete -> stage 2 complete\n'
    const { history } = replayed(versions(sample, { files: rowBehind, parents: 3 }, { files: sample, message }), [
      plugin,
    ])
    expect(only({ history, read: [] })).toMatchObject({
      began: { merge: true },
      ended: { merge: false, by: 'baton', command: 'sync' },
    })
  })

  it('looks at the newest of more commits than it may', () => {
    const many = Array.from({ length: 201 }, (_, index): Version => ({
      files: index % 2 === 0 ? rowBehind : sample,
      at: timeOf(index),
    }))
    const { history } = replayed(many, [plugin], { maxCommits: 200 })
    expect(history).toMatchObject({ commits: 201, stateCommits: 200, from: shaOf(1) })
    expect(history.sums.episodes).toBe(100)
    expect(history.notes.join()).toContain('--all-commits')
  })

  it('has the states of a target in a row, with the time by holder', () => {
    const working = plugins.inProgressSample
    const { history } = replayed(versions(sample, working, sample), [plugin])
    expect(history.targets).toMatchObject([
      {
        id: 'plugin:TinyGain',
        segments: [
          { holder: 'orchestrator', lane: 'ready', seconds: 600 },
          { holder: 'agent', lane: 'agent', seconds: 600 },
          { holder: 'orchestrator', lane: 'ready', seconds: 0 },
        ],
        sums: {
          transitions: 2,
          grants: 1,
          medianGrantSeconds: 600,
          seconds: { agent: 600, orchestrator: 600, unknown: 0 },
        },
      },
    ])
  })

  it('has a state in the lane in which the board shows it at its last commit', () => {
    const configuration =
      "workflows: [{ name: work, items: 'work/{id}.md', states: [todo, doing, review, done], places: { file: { front-matter: status }, board: { in: board.yml, data: ['{id}'] } }, truth: file }]\n"
    const at = (copy: string): Files => ({ 'work/a.md': '---\nstatus: review\n---\n', 'board.yml': `a: ${copy}\n` })
    const work = workflowOf({ head: { '.github/baton.yml': configuration } })
    const { history } = replayed(versions(at('todo'), at('review')), [work])
    expect(history.targets[0]?.segments).toMatchObject([{ state: 'review', lane: 'person' }])
  })

  it('shows a file that cannot be read as such', () => {
    const { history } = replayed(versions(sample, change(sample, { [handoffPath]: 'no\0text' })), [plugin])
    expect(history.targets[0]?.segments.at(-1)).toMatchObject({ state: 'unreadable', lane: 'unknown' })
  })

  describe('narrowed', () => {
    const all = versions(rowBehind, sample, rowBehind, sample, rowBehind)
    const narrowed = (settings: Parameters<typeof replayed>[2]) =>
      replayed(all, [plugin], settings).history.episodes.map(({ began, earlier }) => [began?.commit, earlier === true])

    it('has all by default', () => {
      expect(narrowed({})).toEqual([
        [shaOf(0), false],
        [shaOf(2), false],
        [shaOf(4), false],
      ])
    })
    it('to a range has what ends in it and what is open', () => {
      expect(narrowed({ range: new Set([shaOf(3), shaOf(4)]) })).toEqual([
        [shaOf(2), true],
        [shaOf(4), false],
      ])
    })
    it('by a time', () => {
      expect(narrowed({ since: timeOf(4) })).toEqual([[shaOf(4), false]])
    })
    it('counts the commits that are in it alone, and says where it begins', () => {
      const counted = (settings: Parameters<typeof replayed>[2]) => {
        const { range, commits, stateCommits, sums, targets } = replayed(all, [plugin], settings).history
        const earlier = targets[0]?.segments.map((segment) => segment.earlier)
        return { range, commits, stateCommits, with: sums.stateCommitsWith, earlier }
      }
      const whole = { range: undefined, commits: 5, stateCommits: 5, with: 3, earlier: [undefined] }
      expect(counted({})).toEqual(whole)
      const last = {
        range: { from: shaOf(3), at: timeOf(3), before: 3 },
        commits: 2,
        stateCommits: 2,
        with: 1,
        earlier: [true],
      }
      expect(counted({ range: new Set([shaOf(3), shaOf(4)]) })).toEqual(last)
      expect(counted({ since: timeOf(3) })).toEqual(last)
      expect(counted({ range: new Set() })).toEqual({
        range: null,
        commits: 0,
        stateCommits: 0,
        with: 0,
        earlier: [true],
      })
      expect(replayed(all, [plugin], { filtered: true }).history.filtered).toBe(true)
    })
    it('to what is open', () => {
      expect(narrowed({ openOnly: true })).toEqual([[shaOf(4), false]])
    })
    it('to a target, with or without its prefix', () => {
      expect(narrowed({ targets: ['TinyGain'] })).toHaveLength(3)
      expect(narrowed({ targets: ['plugin:TinyGain'] })).toHaveLength(3)
      expect(narrowed({ targets: ['Other'] })).toEqual([])
    })
    it('is sorted by length, or what is open first', () => {
      const sorted = (sort: 'lasted' | 'standing') => narrowed({ sort }).map(([commit]) => commit)
      expect(sorted('lasted')).toEqual([shaOf(0), shaOf(2), shaOf(4)])
      expect(sorted('standing')).toEqual([shaOf(4), shaOf(0), shaOf(2)])
    })
  })

  it('marks what the configuration lists as known', () => {
    const knownFindings = [{ code: 'REGISTRY_STATUS_DRIFT', target: 'plugin:TinyGain' }]
    expect(only(replayed(versions(rowBehind), [plugin], { knownFindings }))).toMatchObject({ known: true })
  })
})

describe('a file that was committed unmerged', () => {
  const row = (stage: number) => `| TinyGain | 🚧 Stage ${stage} |`
  const text = sample[registryPath] ?? ''
  const line = text.split('\n').find((textLine) => textLine.startsWith('| TinyGain ')) ?? ''
  const unmerged = change(sample, {
    [registryPath]: text.replace(line, `<<<<<<< HEAD\n${line}\n=======\n${row(0)} 1.0 | x |\n>>>>>>> topic`),
  })

  it('is one finding, and our side of it is read', () => {
    const all = new Set(['MERGE_CONFLICT', ...plugin.rules.map(({ code }) => code)])
    const versions = [sample, unmerged, sample].map((files) => ({ files }))
    const { history } = replayed(versions, [plugin], { codes: all })
    expect(history.episodes.map(({ code, began, ended }) => [code, began?.commit, ended?.commit])).toEqual([
      ['MERGE_CONFLICT', shaOf(1), shaOf(2)],
    ])
    expect(history.targets.map(({ id, segments }) => [id, segments.length])).toEqual([['plugin:TinyGain', 1]])
  })
})

describe('the grants of a target', () => {
  it('are not more because nobody can read in between who holds it', () => {
    const files = [
      inProgressSample,
      change(inProgressSample, { [handoffPath]: '---\nplugin: [\n---\n' }),
      inProgressSample,
      sample,
    ]
    const { history } = replayed(
      files.map((version) => ({ files: version })),
      [plugin],
    )
    expect(history.targets[0]?.sums).toMatchObject({ transitions: 3, grants: 1, medianGrantSeconds: 1200 })
  })
})
