import { describe, expect, it } from 'vitest'
import type { Grant } from '../../../src/core/grant.ts'
import { hour } from '../../../src/core/time.ts'
import { inProgress, progressPath, sample, working } from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { give as giveTo, type Tree } from '../scene.ts'
import { diagnose, targets, textIn } from './scene.ts'

const began = '2026-01-21T10:30:00Z'
const later = '2026-01-21T12:00:00Z'
const afterLease = '2026-01-21T15:00:00Z'

const give = (tree: Tree, comment: string, at = began) =>
  giveTo(
    tree,
    comment,
    { protocol: handover, at },
    { granting: { record: 'named', lease: 'none', staleAfter: 48 * hour } },
  )

const targetIn = async (tree: Tree) => (await targets(tree)).find(({ id }) => id === 'project:2026-01-20-login')

const recorded = (grant: Grant) =>
  `{ ${Object.entries(grant)
    .map(([key, value]) => `"${key}": "${value}"`)
    .join(', ')} }`

/** The text of a progress file with a grant after the last key of its second step. */
const withGrant = (text: string, grant: string) => text.replace(/("2": \{.*?)( \}\n)/s, `$1, "grant": ${grant}$2`)

const grant = { agent: 'dev/1', by: 'octocat', since: began, until: '2026-01-21T14:30:00Z' }

const accepted = async () => (await give(sample, '/accept login --agent dev/1 --lease 4h')).tree

describe('a grant in progress.json', () => {
  it('follows the keys of its step, which are as without it', async () => {
    const without = await give(sample, '/accept login')
    const tree = await accepted()
    expect(textIn(tree, progressPath)).toBe(withGrant(textIn(without.tree, progressPath), recorded(grant)))
    expect(await targetIn(tree)).toMatchObject({
      holder: 'agent',
      grant: { ...grant, place: { path: progressPath, line: 14 } },
    })
    expect(await targetIn(without.tree)).not.toHaveProperty('grant')
    expect(await diagnose(tree)).toEqual([])
    expect((await give(tree, '/accept login --agent dev/1', later)).outcome).toBe('unchanged')
  })

  it('is laid out as the file is, of a run that begins with it', async () => {
    const { [progressPath]: _, ...files } = sample
    const text = textIn((await give(files, '/accept login --agent dev')).tree, progressPath)
    expect(text).toContain(
      '      "manifest_audit": "n/a",\n      "grant": {\n        "agent": "dev",\n        "by": "octocat",\n        "since": "2026-01-21T10:30:00Z"\n      }\n    },\n    "2"',
    )
    expect(JSON.parse(text)).toMatchObject({ steps: { '2': { status: 'pending' } } })
  })

  it.each<readonly [comment: string, at: string, replaced: Grant]>([
    ['/accept login --agent dev --lease 1h --refresh', later, { ...grant, until: '2026-01-21T13:00:00Z' }],
    ['/accept login --agent other --takeover', afterLease, { agent: 'other', by: 'octocat', since: afterLease }],
  ])('%s replaces it, and says when', async (comment, at, replaced) => {
    const before = textIn(await accepted(), progressPath)
    const result = await give(await accepted(), comment, at)
    expect(textIn(result.tree, progressPath)).toBe(
      before.replace(recorded(grant), recorded(replaced)).replace(`"updated_at": "${began}"`, `"updated_at": "${at}"`),
    )
    expect(await diagnose(result.tree, { base: await accepted(), mode: 'strict' })).toEqual([])
  })

  it.each(['success', 'error "It does not fit"', 'question "Which hash?"'])(
    'goes with /handback login %s',
    async (words) => {
      const plain = (await give(sample, '/accept login')).tree
      const result = await give(await accepted(), `/handback login ${words} --agent dev`, later)
      expect(textIn(result.tree, progressPath)).toBe(
        textIn((await give(plain, `/handback login ${words}`, later)).tree, progressPath),
      )
      expect(result.result.moves[0]?.ended).toEqual(grant)
      expect((await targetIn(result.tree))?.grant).toBeUndefined()
    },
  )

  it('that a step has kept which was ended by hand is none, and goes with the next one', async () => {
    const failedProgress = textIn(await accepted(), progressPath).replace(
      '"in_progress", "attempts"',
      '"failed", "attempts"',
    )
    const failed = { ...sample, [progressPath]: failedProgress }
    expect(await targetIn(failed)).not.toHaveProperty('grant')
    const result = await give(failed, '/accept login', later)
    expect(result.outcome).toBe('changed')
    expect(textIn(result.tree, progressPath)).not.toContain('"grant"')
  })
})

describe('what is where a grant belongs', () => {
  const treeWithGrant = (written: string) => ({
    ...sample,
    [progressPath]: withGrant(textIn(inProgress(...working), progressPath), written),
  })

  it.each<readonly [about: string, written: string, message: string]>([
    ['a text', '"dev"', 'Unexpected grant, expected the keys `agent`, `by`, `since`, `until`'],
    ['a list', '[]', 'Unexpected grant, expected the keys `agent`, `by`, `since`, `until`'],
    ['without its time', '{ "agent": "dev" }', 'Missing key `since` of a grant'],
    [
      'no name',
      '{ "agent": "the best", "since": "2026-01-21T10:30:00Z" }',
      'Unexpected `agent` `the best` of a grant, expected the name of an agent',
    ],
    [
      'another key',
      '{ "holder": "dev", "since": "2026-01-21T10:30:00Z" }',
      'Unexpected key `holder` of a grant, expected one of `agent`, `by`, `since`, `until`',
    ],
  ])('%s: counts as none, and is reported once', async (_, written, message) => {
    const tree = treeWithGrant(written)
    expect(await targetIn(tree)).toMatchObject({ invalidGrant: { message, place: { path: progressPath, line: 14 } } })
    expect(await targetIn(tree)).not.toHaveProperty('grant')
    expect(await diagnose(tree)).toMatchObject([{ code: 'GRANT_INVALID', severity: 'warning', line: 14 }])
    const result = await give(tree, '/handback login error "It does not fit" --agent other', later)
    expect(textIn(result.tree, progressPath)).not.toContain('"grant"')
  })

  it.each(['null', undefined])('%s: is no grant, and no finding', async (written) => {
    const tree = written === undefined ? inProgress(...working) : treeWithGrant(written)
    expect(await targetIn(tree)).not.toHaveProperty('grant')
    expect(await diagnose(tree)).toEqual([])
  })
})
