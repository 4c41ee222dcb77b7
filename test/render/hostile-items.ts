import { expect } from 'vitest'
import { codeUrl } from '../../src/core/links.ts'
import { rulesOf } from '../../src/kit/rules.ts'
import { groups } from '../../src/protocols/declared/rules/index.ts'
import { expectInert } from './inert.ts'

export const configuration = `workflows:
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

/**
 * An item with an id that can be moved, one that drifts, and one whose state is that id; the first is in another
 * workflow too.
 */
export const filesWith = (id: string) => {
  const states = { [id]: 'todo', [`${id}2`]: 'doing', [`${id}3`]: id }
  const items = Object.entries(states).map(([key, status]) => ({ id: key, status, owner: id, needs: [`${id}9`] }))
  return {
    'items.json': JSON.stringify(items, undefined, 1),
    'board.json': JSON.stringify(Object.fromEntries(items.map((item) => [item.id, { status: 'todo' }])), undefined, 1),
    'other.json': JSON.stringify([{ id, status: 'todo' }]),
  }
}

/** An id as a comment may name it. */
export const quoted = (id: string) => `"${id.replaceAll(/["`\\]/g, '').replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}"`

/** Commands about these items. */
export const comments = (id: string): readonly string[] => {
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
  ...Array.from(
    page.matchAll(/\]\((https:\/\/github\.com\/octocat\/plugins\/[\w.~!*'/#%-]+)\)/g),
    ([, link]) => link ?? '',
  ),
]
const withoutMarkers = (page: string) => page.replaceAll(/^<!-- baton: [\w-]+(?: [\w=+/.:-]+)* -->\n?/gm, '')
/** The `:00:` of a time is no emoji. */
const withoutTime = (page: string) => page.replaceAll(/\d\d:\d\d:\d\d/g, '')

/** A page that is a comment, an issue or a check run; or, by its limit, a summary. */
export const expectPage = (page: string, limit = 65_536) => {
  expect(page.length).toBeLessThan(limit)
  expectInert(withoutTime(withoutMarkers(page)), allowedUrls(page))
}

export const expectLine = (line: string) => expect(line).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)

interface CheckRun {
  readonly output: { readonly title?: string | null; readonly summary?: string | null; readonly text?: string | null }
  readonly annotations: readonly {
    readonly message: string
    readonly title?: string | null
    readonly raw_details?: string | null
    readonly path: string
  }[]
}

/** What GitHub shows on a commit: check runs with their annotations. */
export function expectChecks(runs: readonly CheckRun[]) {
  for (const { output, annotations } of runs) {
    expectPage(output.summary ?? '')
    expectPage(output.text ?? '')
    for (const { message, title, raw_details: details, path } of annotations)
      for (const line of [output.title ?? '', message, title ?? '', details ?? '', path]) expectLine(line)
  }
}
