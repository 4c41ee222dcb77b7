import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { declared } from './scene.ts'

type Part = Record<string, unknown>

const files = { items: 'work/{id}.md', place: { 'front-matter': 'status' } }
const keys = { items: { keys: 'board.yml', at: [] }, place: { data: [] } }
const doing = { 'work/a.md': '---\nstatus: doing\n---\n# A\n', 'board.yml': 'a: doing\n' }
const listed = [
  { from: 'todo', to: 'doing' },
  { from: 'doing', to: 'done' },
]
const states = ['todo', 'doing', 'done']

/** A workflow of one kind, whose keys are at the top or under a name. */
const workflowOf = (part: Part, isNamed: boolean): Part =>
  isNamed ? { name: 'w', kinds: { story: structuredClone(part) } } : { name: 'w', ...structuredClone(part) }
const textOf = (workflow: Part) => stringify({ workflows: [workflow] })

/** The repository and its declaration after a person has done what a refusal says to add. */
function withAdditions(workflow: Part, tree: Readonly<Record<string, string>>, hint: string) {
  const changed = structuredClone(workflow)
  const part = (hint.includes('`story` of `w`') ? (changed['kinds'] as Record<string, Part>)['story'] : changed) as Part
  const code = '`([^`]+)`'
  const added = (pattern: string) => new RegExp(pattern.replaceAll('CODE', code)).exec(hint)
  const addTo = (key: string, value: unknown) => (part[key] = [...[part[key] ?? []].flat(), value])
  const [, state, before] = added('CODE to `states`, before CODE') ?? []
  if (state !== undefined) (part['states'] as unknown[]).splice((part['states'] as unknown[]).indexOf(before), 0, state)
  const [, move] = added('CODE to `moves`') ?? []
  if (move !== undefined) addTo('moves', parse(move))
  const [, effect] = added('CODE to `on-move`') ?? []
  if (effect !== undefined) addTo('on-move', parse(effect))
  const [, list] = /as `moves` the list of ((?:`[^`]+`(?:, )?)+)/.exec(hint) ?? []
  if (list !== undefined)
    part['moves'] = Array.from(list.matchAll(/`([^`]+)`/g), ([, entry = '']) => parse(entry) as unknown)
  const [, newEffect] = added('; `(on-move: [^`]+)`') ?? []
  if (newEffect !== undefined) Object.assign(part, parse(newEffect))
  const [, heading, path = ''] = added('the heading CODE to CODE') ?? []
  return {
    workflow: changed,
    tree: heading === undefined ? tree : { ...tree, [path]: `${tree[path] ?? ''}\n${heading}\n` },
  }
}

describe('a refused question', () => {
  it.each([
    ['any move is legal', { ...files, states }, doing],
    [
      'any move is legal, and something is written',
      { ...files, states, 'on-move': { set: { 'front-matter': 'x' }, to: '{today}' } },
      doing,
    ],
    ['moves are linear', { ...files, states: ['todo', 'doing', 'review', 'done'], moves: 'linear' }, doing],
    [
      'the section of a line is not there',
      { ...files, states, 'on-move': { append: '- {text}', section: 'Notes' } },
      doing,
    ],
    ['moves are listed', { ...files, states, moves: listed }, doing],
    ['moves of data are listed', { ...keys, states, moves: listed }, doing],
    [
      'a state is called asked',
      { ...keys, states: ['asked', 'doing', 'done'], moves: [{ from: 'asked', to: 'doing' }, listed[1]] },
      doing,
    ],
    [
      'names are no plain words',
      {
        ...keys,
        states: ['to do', { 'in: work': { holder: 'agent' } }, 'done'],
        moves: [
          { from: 'to do', to: 'in: work' },
          { from: 'in: work', to: 'done' },
        ],
      },
      { 'board.yml': 'a: "in: work"\n' },
    ],
    [
      'another question has a state',
      {
        ...keys,
        states: ['todo', { doing: { holder: 'agent' } }, { check: { holder: 'agent' } }, 'waits', 'done'],
        moves: [...listed, { from: 'check', to: 'waits', by: 'handback question' }],
      },
      doing,
    ],
  ])(
    'says what to add where %s, and is carried out with that',
    async (_, part, tree: Readonly<Record<string, string>>) => {
      for (const isNamed of [false, true]) {
        const workflow = workflowOf(part, isNamed)
        const refused = await declared(textOf(workflow)).give(tree, '/handback a question "Which form?"')
        expect(refused).toMatchObject({ outcome: 'refused', codes: ['ITEM_MOVE_ILLEGAL error'] })
        const hint = refused.result.diagnostics[0]?.hint ?? ''
        expect(hint).toContain('To take questions, a person adds ')
        const after = withAdditions(workflow, tree, hint)
        expect(after).not.toEqual({ workflow, tree })
        const { give, next } = declared(textOf(after.workflow))
        const result = await give(after.tree, '/handback a question "Which form?"')
        expect(result).toMatchObject({ outcome: 'changed' })
        // The item waits for the answer, where its file can have texts with the question, and goes on from there.
        const isText = after.tree['work/a.md']?.includes('\n## ') === true
        expect((await next(result.tree)).actions).toMatchObject([
          { do: 'answer', ...(isText && { question: 'Which form?' }) },
        ])
        const answered = await give(result.tree, '/answer a "The second"')
        expect((await next(answered.tree)).actions).toMatchObject([{ do: 'work' }])
      }
    },
  )

  it.each([
    ['data where any move is legal', { ...keys, states }],
    [
      'words of the place alone',
      { ...keys, states, moves: listed, place: { data: [], says: { doing: 'doing', done: 'done', todo: 'todo' } } },
    ],
  ])('names the page where nothing that could be added is known: %s', async (_, part) => {
    const { result } = await declared(textOf(workflowOf(part, false))).give(doing, '/handback a question "Which?"')
    expect(result.diagnostics[0]?.hint).toContain('`docs/workflows.md` has the lines')
  })
})

describe('a refused error', () => {
  it.each([
    ['listed', { ...keys, states, moves: listed }],
    ['listed alone', { ...files, states, moves: [listed[1]] }],
  ])('says what to add where moves are %s, and is carried out with that', async (_, part) => {
    const workflow = workflowOf(part, false)
    const refused = await declared(textOf(workflow)).give(doing, '/handback a error "it rains"')
    const hint = refused.result.diagnostics[0]?.hint ?? ''
    expect(hint).toContain(
      'To take errors, a person adds `{ from: doing, to: todo, by: handback error }` to `moves` of `w`',
    )
    const after = withAdditions(workflow, doing, hint)
    expect(await declared(textOf(after.workflow)).give(doing, '/handback a error "it rains"')).toMatchObject({
      outcome: 'changed',
      state: 'todo',
    })
  })
})
