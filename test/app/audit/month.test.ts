import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handoffPath, inHandoff, inRegistry, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { auditHeading, auditMarker } from '../../../src/render/audit-issue.ts'
import { auditScene, type AuditScene } from './scene.ts'

let at: AuditScene
beforeAll(async () => {
  at = await auditScene()
})
afterAll(() => at.github.close())

const drift = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 5 |'])[registryPath] ?? ''
const mode = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])[handoffPath] ?? ''
const lookAlikeTitle = auditHeading({ error: 1, warning: 0 })
const [registry = '', handoff = ''] = [sample[registryPath], sample[handoffPath]]

/** The commits that were pushed, by what they did. */
const commits = new Map<string, string>()

async function push(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  commits.set(name, await at.push(files))
}

const driftBegins = () => push('drift begins', { [registryPath]: drift })
const driftIsMended = () => push('drift is mended', { [registryPath]: registry })
const driftIsMendedFirst = () => push('drift is mended first', { [registryPath]: registry })
const nothingHappens = () => undefined

/** What is written about issues, in order. */
type WriteOperation = 'createIssue' | 'updateIssue' | 'addComment'
const writes: ReadonlySet<string> = new Set<WriteOperation>(['createIssue', 'updateIssue', 'addComment'])

interface Day {
  readonly happens: string
  readonly do: () => unknown
  /** What an audit writes then, and which issues are open afterwards. */
  readonly written: readonly WriteOperation[]
  readonly open: readonly number[]
}

const day = (
  happens: string,
  act: () => unknown,
  written: readonly WriteOperation[],
  open: readonly number[],
): Day => ({
  happens,
  do: act,
  written,
  open,
})

const lookAlike = () =>
  at.repository.openIssue({
    title: lookAlikeTitle,
    body: `${auditMarker}\n<!-- baton: memory e30= -->\nAll is well.`,
    by: at.github.user('hubot'),
  })

/** A month: our first issue is 1, the look-alike 2. */
const month: readonly Day[] = [
  day('all is well', nothingHappens, [], []),
  day('drift appears', driftBegins, ['createIssue'], [1]),
  day('it is ignored', nothingHappens, [], [1]),
  day('it is ignored, and other files change', () => at.push({ 'README.md': '# Read me\n' }), [], [1]),
  day('a user opens an issue that looks like ours', lookAlike, ['updateIssue'], [1, 2]),
  day('it is closed again', () => at.repository.close(2, at.octocat), [], [1]),
  day('drift is mended', driftIsMendedFirst, ['updateIssue'], [1]),
  day('nothing happens', nothingHappens, [], [1]),
  day(
    'the look-alike is another thing',
    () => at.repository.rewrite(2, at.octocat, { body: 'Never mind.' }),
    ['addComment', 'updateIssue'],
    [],
  ),
  day('nothing happens', nothingHappens, [], []),
  day('drift comes back', driftBegins, ['updateIssue'], [1]),
  day('a person closes it', () => at.repository.close(1, at.octocat), [], []),
  day('the drift is still there', nothingHappens, [], []),
  day('the file changes in other places', () => at.push({ [registryPath]: `${drift}\nA word.\n` }), [], []),
  day('something else goes wrong', () => push('mode breaks', { [handoffPath]: mode }), ['updateIssue'], [1]),
  day('it is renamed', () => at.repository.rewrite(1, at.octocat, { title: 'State drift' }), [], [1]),
  day('some of it is mended', () => push('mode is mended', { [handoffPath]: handoff }), ['updateIssue'], [1]),
  day(
    'another account edits the text',
    () => at.repository.rewrite(1, at.octocat, { body: `${at.issues()[0]?.body}\nI know.` }),
    ['updateIssue'],
    [1],
  ),
  day('it is locked', () => at.repository.lock(1), [], [1]),
  day('the rest is mended', driftIsMended, ['updateIssue'], []),
  day('drift comes back, too soon', driftBegins, ['updateIssue'], [1]),
  day('it is mended again', driftIsMended, ['updateIssue'], []),
  day('it comes back again', driftBegins, ['updateIssue'], [1]),
  day('it is mended again: now the issue is held open', driftIsMended, ['updateIssue'], [1]),
  day('nothing happens', nothingHappens, ['updateIssue'], []),
  day('it comes back: now that waits', driftBegins, [], []),
  day('nothing happens', nothingHappens, [], []),
  day('nothing happens', nothingHappens, [], []),
  day('its time has come', nothingHappens, ['updateIssue'], [1]),
  day('a person closes it', () => at.repository.close(1, at.octocat), [], []),
  day('what they closed it for is mended', driftIsMended, ['updateIssue'], []),
]

describe('a month of audits', () => {
  it.each(month.map((entry, index) => [index + 1, entry.happens, entry] as const))(
    'day %i: %s',
    async (_, __, { do: act, written, open }) => {
      at.pass(1)
      await act()
      at.takeRequests()
      const end = await at.audit()
      expect(end.notes).toEqual([])
      expect(
        at.takeRequests().flatMap((operation) => operation.split(' ').filter((field) => writes.has(field))),
      ).toEqual(written)
      const openNumbers = at.repository.conversations
        .filter(({ closedAt }) => closedAt === undefined)
        .map(({ number }) => number)
      expect(openNumbers).toEqual(open)
      expect(at.repository.checksOn(await at.tip()).filter(({ name }) => name === 'baton audit')).toMatchObject([
        { status: 'completed' },
      ])
    },
  )

  it('was about one issue, whose title is people\u2019s', () => {
    expect(at.issues().map(({ number, title }) => [number, title])).toEqual([[1, 'State drift']])
    expect(at.repository.conversation(2)).toMatchObject({ title: lookAlikeTitle, body: 'Never mind.' })
  })

  it('posts one comment: by which commit it was mended', () => {
    const bodies = at.repository.commentsOn(1).map(({ body }) => body)
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toContain(
      `Last changes since then to the files with findings, and to the configuration:\n\n- ${commits.get('drift is mended first')}\n`,
    )
  })
})
