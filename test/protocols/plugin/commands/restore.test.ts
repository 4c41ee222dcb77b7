import { describe, expect, it } from 'vitest'
import type { History, FileVersion } from '../../../../src/core/command.ts'
import { digestOf } from '../../../../src/documents/digest.ts'
import {
  change,
  checksumOf,
  contractPath,
  handoffPath,
  inHandoff,
  inRegistry,
  legacySample,
  oldHandoffPath,
  sample,
  withStatus,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { found, give, handoffOf, usual } from '../scene.ts'

const plan = contractPath('plan')
const architecture = contractPath('architecture')

interface Options {
  readonly history: History
  /** The versions that were fetched. */
  readonly fetched: string[]
}

/** A branch of commits, newest first, each with the files that it touched; `null`: it deleted them. */
function branch(...commits: readonly Readonly<Record<string, string | Uint8Array | null>>[]): Options {
  const fetched: string[] = []
  const versionAt = (index: number, path: string): FileVersion => {
    const content = commits.slice(index).find((commit) => path in commit)?.[path]
    fetched.push(`${index} ${path}`)
    return {
      sha: String(index).repeat(40),
      bytes: typeof content === 'string' ? Buffer.from(content) : (content ?? undefined),
    }
  }
  return {
    fetched,
    history: {
      *versions(path) {
        for (const [index, commit] of commits.entries()) if (path in commit) yield versionAt(index, path)
      },
      at: (commit, path) => {
        const index = commits.findIndex((_, position) => String(position).repeat(40).startsWith(commit))
        return index === -1 ? undefined : versionAt(index, path)
      },
      named: () => undefined,
      committedAt: () => undefined,
      ledger: () => [],
    },
  }
}

const tampered = change(sample, { [plan]: 'Complexity: 5\n', [architecture]: null })

describe('/restore contracts', () => {
  it('brings back every contract that is not the recorded one, from its newest version', async () => {
    const { history, fetched } = branch(
      { [plan]: 'Complexity: 5\n' },
      { [plan]: sample[plan] ?? '', [architecture]: null },
      { [architecture]: sample[architecture] ?? '' },
      { [plan]: sample[plan] ?? '', [architecture]: 'First.\n' },
    )
    const restored = await give(tampered, '/restore TinyGain contracts', { history })

    expect(restored).toMatchObject({ outcome: 'changed', codes: [], changed: [architecture, plan] })
    expect(restored.result.reply).toBe('`architecture`, `plan` of `TinyGain` match their recorded checksums again.')
    expect(await found(restored.tree)).toEqual([])
    expect(fetched).toEqual([`1 ${architecture}`, `2 ${architecture}`, `0 ${plan}`, `1 ${plan}`])
    expect(await give(restored.tree, '/restore TinyGain contracts', { history })).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('takes what is not text as it is', async () => {
    const bytes = new Uint8Array([0xff, 0, 0xfe])
    const tree = inHandoff(tampered, [checksumOf(sample[plan] ?? ''), `sha256:${digestOf(bytes).sha256}`])
    const { history } = branch({ [plan]: bytes, [architecture]: sample[architecture] ?? '' })

    expect((await give(tree, '/restore TinyGain contracts', { history })).tree[plan]).toEqual(bytes)
  })

  it('searches one commit alone on request', async () => {
    const { history } = branch(
      { [plan]: 'Other.\n' },
      { [plan]: sample[plan] ?? '', [architecture]: sample[architecture] ?? '' },
      {},
    )

    expect(await give(tampered, '/restore TinyGain contracts --from 1111111', { history })).toMatchObject({
      outcome: 'changed',
    })
    expect(await give(tampered, '/restore TinyGain contracts --from 0000000', { history })).toMatchObject({
      codes: ['PLUGIN_VERSION_NOT_FOUND error'],
    })
    expect(await give(tampered, '/restore TinyGain contracts --from 9999999', { history })).toMatchObject({
      codes: ['PLUGIN_VERSION_NOT_FOUND error', 'PLUGIN_VERSION_NOT_FOUND error'],
    })
  })

  it('says where versions under an earlier name are, before it names the approval of another', async () => {
    const { history } = branch({ [architecture]: sample[architecture] ?? '' })
    const result = await give(tampered, '/restore TinyGain contracts', { history })
    expect(result.result.diagnostics[0]?.hint).toMatch(
      /^If the folder was renamed, `git log --follow -- .*`\/checksums /,
    )
  })

  it('brings back all or none', async () => {
    const { history } = branch({ [plan]: sample[plan] ?? '' })

    expect(await give(tampered, '/restore TinyGain contracts', { history })).toMatchObject({
      outcome: 'refused',
      codes: ['PLUGIN_VERSION_NOT_FOUND error'],
    })
    expect(await give(tampered, '/restore TinyGain contracts')).toMatchObject({ outcome: 'refused' })
  })

  it('writes through no link', async () => {
    expect(
      (
        await give(tampered, '/restore TinyGain contracts', {
          ...branch({ [plan]: sample[plan] ?? '' }),
          links: [plan],
        })
      ).codes,
    ).toEqual(['PLUGIN_FILE_SYMLINK error'])
  })
})

describe('/restore state', () => {
  const good = String(sample[handoffPath])
  const broken = inHandoff(sample, ['stage: 2', 'stage: ['])
  const earlier = good.replace('Keep the knob linear', 'Earlier')

  it('says of one contract and of several that they are as recorded', async () => {
    const { history } = branch({ [plan]: sample[plan] ?? '' })
    const { result } = await give({ ...sample, [plan]: '# Other\n' }, '/restore TinyGain contracts', { history })
    expect(result.reply).toBe('`plan` of `TinyGain` matches its recorded checksum again.')
  })

  it('warns that a plugin which is installed has no use for a handoff', async () => {
    const installed = withStatus(change(workingSample, { [handoffPath]: null }), '✅ Working', '📦 Installed')
    const { history } = branch({ [handoffPath]: String(workingSample[handoffPath]) })
    const { codes } = await give(installed, '/restore TinyGain state', { history })
    expect(codes).toEqual(['PLUGIN_STALE_HANDOFF warning'])
  })

  it('brings back the newest handoff with a front matter, where that was lost', async () => {
    const { history } = branch({ [handoffPath]: 'junk\n' }, { [handoffPath]: earlier })
    for (const text of ['', 'junk\n', '# Resume Point\n'])
      expect(
        handoffOf((await give({ ...sample, [handoffPath]: text }, '/restore TinyGain state', { history })).tree),
      ).toBe(earlier)
    const { result } = await give({ ...sample, [handoffPath]: '' }, '/restore TinyGain state', branch({}))
    expect(result.diagnostics[0]?.hint).toContain('`/migrate TinyGain` gives it a front matter from the registry')
  })

  it.each([
    ['malformed', 'sha256:pending'],
    ['missing', undefined],
  ])('brings back the newest handoff that records its contracts, where a checksum is %s', async (_, value) => {
    const line = /^  parameter_spec: .*\n/m
    const without = (text: string) => text.replace(line, value === undefined ? '' : `  parameter_spec: ${value}\n`)
    const tree = { ...sample, [handoffPath]: without(good) }
    const { history } = branch({ [handoffPath]: without(good) }, { [handoffPath]: earlier })
    expect(handoffOf((await give(tree, '/restore TinyGain state', { history })).tree)).toBe(earlier)
    const { outcome, result } = await give(tree, '/restore TinyGain state', branch({ [handoffPath]: without(good) }))
    expect([outcome, result.reply]).toEqual([
      'unchanged',
      'No earlier handoff of `TinyGain` records its contracts properly.',
    ])
    // One that cannot be read is replaced by one that can, though that records less.
    const { tree: readable } = await give(
      { ...sample, ...broken },
      '/restore TinyGain state',
      branch({ [handoffPath]: without(good) }),
    )
    expect(handoffOf(readable)).toBe(without(good))
  })

  it('brings back the newest handoff without an error', async () => {
    const { history, fetched } = branch(
      { [handoffPath]: String(broken[handoffPath]) },
      { [handoffPath]: null },
      { [handoffPath]: new Uint8Array([0xff]) },
      { [handoffPath]: earlier },
      { [handoffPath]: good },
    )
    const restored = await give(broken, '/restore TinyGain state', { history })

    expect(restored).toMatchObject({ outcome: 'changed', codes: [], changed: [handoffPath] })
    expect(restored.result.reply).toMatch(
      /^The handoff of `TinyGain` is as in the commit `[0-9a-f]+` again: what was written there since is in the history alone\.$/,
    )
    expect(restored.tree[handoffPath]).toBe(earlier)
    expect(fetched).toHaveLength(4)
    expect(await give(restored.tree, '/restore TinyGain state', { history })).toMatchObject({ outcome: 'unchanged' })
  })

  it('reads neither contracts nor registry, and reports what no longer agrees', async () => {
    const apart = good
      .replace(checksumOf(sample[plan] ?? ''), checksumOf('x'))
      .replace('stage: 2', 'stage: 3')
      .replace('invoke_dsp', 'invoke_gui')
    const { history } = branch({ [handoffPath]: apart }, { [handoffPath]: earlier })
    const restored = await give(broken, '/restore TinyGain state', { history })

    expect(restored.tree[handoffPath]).toBe(apart)
    expect(restored.codes).toEqual(['CONTRACT_MISMATCH warning', 'REGISTRY_STAGE_DRIFT warning'])
    expect(restored.result.diagnostics[1]?.message).toBe(
      'Unexpected status `🚧 Stage 2` in the registry, expected `🚧 Stage 3` as the handoff implies',
    )
  })

  it.each(['stage: two', 'stage: 9', 'phase: gain', 'status: done', 'plugin: Amber'])(
    'takes no version that says %s, nor leaves it',
    async (line) => {
      const [key = ''] = line.split(':')
      const wrong = good.replace(new RegExp(`^${key}: .*$`, 'm'), line)
      const restored = await give(
        { ...sample, [handoffPath]: wrong },
        '/restore TinyGain state',
        branch({ [handoffPath]: wrong }, { [handoffPath]: earlier }),
      )

      expect(restored.tree[handoffPath]).toBe(earlier)
    },
  )

  it.each<[about: string, tree: Tree]>([
    ['no text', { ...sample, [handoffPath]: new Uint8Array([0xff]) }],
    ['not there', change(sample, { [handoffPath]: null })],
  ])('brings it back where it is %s', async (_, tree) => {
    expect(
      (await give(tree, '/restore TinyGain state', branch({ [handoffPath]: `\ufeff${good}` }))).tree[handoffPath],
    ).toBe(`\ufeff${good}`)
  })

  it('keeps it where it was', async () => {
    const old = change(sample, { [handoffPath]: null, [oldHandoffPath]: String(broken[handoffPath]) })

    expect(await give(old, '/restore TinyGain state', branch({ [oldHandoffPath]: good }))).toMatchObject({
      changed: [oldHandoffPath],
    })
    expect(
      await give(
        change(sample, { [handoffPath]: null }),
        '/restore TinyGain state',
        branch({ [oldHandoffPath]: good }),
      ),
    ).toMatchObject({ changed: [oldHandoffPath] })
  })

  it('leaves one alone that has no error, whatever the registry says', async () => {
    expect(
      await give(
        inRegistry(sample, ['| 🚧 Stage 2 |', '| ✅ Working |']),
        '/restore TinyGain state',
        branch({ [handoffPath]: earlier }),
      ),
    ).toMatchObject({ outcome: 'unchanged' })
    expect(
      await give(
        inHandoff(sample, ['2026-02-02', 'soon']),
        '/restore TinyGain state',
        branch({ [handoffPath]: earlier }),
      ),
    ).toMatchObject({ outcome: 'unchanged' })
  })

  it('is refused where nothing will do', async () => {
    expect(
      await give(
        broken,
        '/restore TinyGain state',
        branch({ [handoffPath]: good.replace('plugin: TinyGain', 'plugin: Amber') }),
      ),
    ).toMatchObject({ codes: ['PLUGIN_VERSION_NOT_FOUND error'] })
    expect(await give(broken, '/restore TinyGain state --from 0000000', branch({ [handoffPath]: good }))).toMatchObject(
      {
        outcome: 'changed',
      },
    )
    expect(
      await give(broken, '/restore TinyGain state', { ...branch({ [handoffPath]: good }), links: [handoffPath] }),
    ).toMatchObject({
      codes: ['PLUGIN_FILE_SYMLINK error'],
    })
    expect(
      await give(broken, '/restore TinyGain state', {
        ...branch({ [handoffPath]: `${good}${' '.repeat(2000)}` }),
        limit: 2000,
      }),
    ).toMatchObject({ codes: ['PLUGIN_VERSION_NOT_FOUND error'] })
  })
})

describeRefusals(usual, 'restore.messages.txt', [
  [
    'no handoff',
    change(sample, { [handoffPath]: null }),
    '/restore TinyGain contracts',
    'PLUGIN_HANDOFF_MISSING',
    branch({}),
  ],
  ['a handoff in the old format', legacySample, '/restore TinyGain contracts', 'PLUGIN_LEGACY_FORMAT', branch({})],
  [
    'front matter that cannot be read',
    inHandoff(sample, ['stage: 2', 'stage: [']),
    '/restore TinyGain contracts',
    'PLUGIN_YAML_INVALID',
    branch({}),
  ],
  ['/restore TinyGain', sample, '/restore TinyGain', 'PLUGIN_OPTION_INVALID'],
  ['/restore TinyGain all', sample, '/restore TinyGain all', 'PLUGIN_OPTION_INVALID'],
  ['/restore TinyGain state now', sample, '/restore TinyGain state now', 'PLUGIN_OPTION_INVALID'],
  ['/restore TinyGain state --from main', sample, '/restore TinyGain state --from main', 'PLUGIN_OPTION_INVALID'],
  ['/restore TinyGain state --from 1a2b', sample, '/restore TinyGain state --from 1a2b', 'PLUGIN_OPTION_INVALID'],
  ['/restore TinyGain state --from=-f', sample, '/restore TinyGain state --from=-f', 'PLUGIN_OPTION_INVALID'],
])
