import { describe, expect, it } from 'vitest'
import { codeUrl } from '../../../src/core/links.ts'
import { rulesOf } from '../../../src/kit/rules.ts'
import { groups } from '../../../src/protocols/declared/rules/index.ts'
import { hostileIds } from '../../render/hostile.ts'
import { expectInert } from '../../render/inert.ts'
import { auditScene } from '../audit/scene.ts'
import { scene, type Scene } from './scene.ts'

const configuration = `workflows:
  - name: work
    items: { elements: items.json }
    states: { todo: {}, doing: { holder: agent }, asked: {}, done: {} }
    places:
      own: { data: status }
      board: { in: board.json, data: ['{id}', status] }
    truth: own
    depends: { data: needs, once: doing, unknown: warning }
    fields: { holder: { data: owner, one-of: [octocat] } }
    moves:
      - { from: todo, to: doing, by: accept }
      - { from: doing, to: done, by: handback }
      - { from: doing, to: todo, by: handback error }
      - { from: doing, to: asked, by: handback question }
  - name: other
    items: { elements: other.json }
    states: [todo, doing, done]
    place: { data: status }
audit: { dashboard: true }
`

/** An item with an id that can be moved, one that drifts, and one whose state is that id; the first is in another workflow too. */
const filesWith = (id: string) => {
  const states = { [id]: 'todo', [`${id}2`]: 'doing', [`${id}3`]: id }
  const items = Object.entries(states).map(([key, status]) => ({ id: key, status, owner: id, needs: [`${id}9`] }))
  return {
    'items.json': JSON.stringify(items, undefined, 1),
    'board.json': JSON.stringify(Object.fromEntries(items.map((item) => [item.id, { status: 'todo' }])), undefined, 1),
    'other.json': JSON.stringify([{ id, status: 'todo' }]),
  }
}

/** An id as a comment may name it. */
const quoted = (id: string) => `"${id.replaceAll(/["`\\]/g, '').replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}"`

const comments = (id: string): readonly string[] => {
  const [first, second, third, typo] = ['', '2', '3', 'z'].map((end) => quoted(`work:${id}${end}`))
  return [
    `/accept ${first}`,
    `/handback ${first} question ${quoted(id)}`,
    `/answer ${first} ${quoted(id)}`,
    `/handback ${first} error ${quoted(id)}`,
    `/accept ${first} ${quoted(id)}`,
    `/accept ${quoted(id)}`,
    `/accept ${typo}`,
    `/accept ${second}`,
    `/sync ${third} --from ${quoted(id)}`,
    `/sync ${second}`,
    '/fix',
    '/status',
    `/undo ${first}`,
  ]
}

const urls = rulesOf(groups).map(({ code }) => codeUrl(code))
const allowedUrls = (page: string) => [
  ...urls,
  ...Array.from(page.matchAll(/\]\((https:\/\/github\.com\/octocat\/plugins\/[\w./#-]+)\)/g), ([, link]) => link ?? ''),
]
const withoutMarkers = (page: string) => page.replaceAll(/^<!-- baton: [\w-]+(?: [\w=+/.:-]+)* -->\n?/gm, '')
/** The `:00:` of a time is no emoji. */
const withoutTime = (page: string) => page.replaceAll(/\d\d:\d\d:\d\d/g, '')
/** A page that is a comment, an issue or a check run. */
const expectPage = (page: string) => {
  expect(page.length).toBeLessThan(65_536)
  expectInert(withoutTime(withoutMarkers(page)), allowedUrls(page))
}
const expectLine = (line: string) => expect(line).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)

/** What GitHub shows on the tip of a branch: check runs with their annotations. */
function expectChecks(runs: ReturnType<Scene['repository']['checksOn']>) {
  for (const { output, annotations } of runs) {
    expectPage(output.summary ?? '')
    expectPage(output.text ?? '')
    for (const { message, title = '', raw_details: details = '', path } of annotations)
      for (const line of [output.title ?? '', message, title, details, path]) expectLine(line)
  }
}

describe('ids of items that would do harm are inert in what the bot writes', () => {
  it.each(Object.entries(hostileIds))('about a pull request: %s', async (_, id) => {
    const at = await scene({ files: filesWith(id), configuration })
    try {
      const outcomes: string[] = []
      for (const text of comments(id)) {
        const { replies, sticky, handled } = await at.postComment(text)
        outcomes.push(...handled.map(({ answered }) => answered.outcome))
        for (const page of [...replies, sticky ?? '']) expectPage(page)
        expectChecks(await at.checks())
      }
      // What a line cannot name, or what is hidden in it, is named by no comment; all else is moved.
      const moves = [
        'changed',
        'changed',
        'changed',
        'changed',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'changed',
        'unchanged',
      ]
      const refusals = [
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'changed',
      ]
      expect(outcomes.slice(0, moves.length)).toEqual(quoted(id).slice(1, -1) === id && !id.includes('<!--') ? moves : refusals)
      const messages = (await at.repository.commits('work')).map(({ message }) => message)
      for (const message of messages) {
        expectLine(message)
        expect(message).not.toMatch(/@(?!octocat$)|[^%\d]#\d(?!$)|closes #/m)
        expect(message.split('\n').filter((line) => line.startsWith('Transition: ')).length).toBeLessThan(3)
      }
    } finally {
      await at.github.close()
    }
  })

  it.each(Object.entries(hostileIds))('in an audit: %s', async (_, id) => {
    const at = await auditScene({ ...filesWith(id), '.github/baton.yml': configuration })
    try {
      await at.audit()
      const issues = at.issues()
      expect(issues).toHaveLength(2)
      for (const { title, body } of issues) {
        expectLine(title)
        // Its last part begins with a rule of ours.
        expectPage(body.replace('\n---\n', '\n'))
      }
      expectChecks(at.repository.checksOn(await at.tip()))
    } finally {
      await at.github.close()
    }
  })
})
