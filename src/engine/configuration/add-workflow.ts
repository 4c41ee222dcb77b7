import { textDocument, type TextDocument } from '../../documents/text.ts'
import { type Data, parseRecord } from '../../kit/record.ts'

/**
 * The first declaration of a workflow: the status and the agent in the front matter of the files in a folder, and what
 * agents say in a section of theirs.
 */
export const firstWorkflow = (name: string) => ({
  name,
  items: `${name}/{id}.md`,
  states: ['todo', 'doing', 'asked', 'review', 'done'],
  place: { 'front-matter': 'status' },
  // Without it, no agent sees what another has taken.
  fields: { holder: { 'front-matter': 'agent' } },
  // Listed, since an item waits for the answer to a question only in a state to which a move of its own leads.
  moves: [
    { from: 'todo', to: 'doing' },
    { from: 'doing', to: 'review' },
    { from: 'doing', to: 'asked', by: 'handback question' },
    { from: ['doing', 'review'], to: 'todo', by: 'handback error' },
    { from: 'review', to: 'done' },
  ],
  'on-move': { append: '- {today} {agent}: {from} → {to} {text}', section: 'Log' },
})

type WorkflowDeclaration = ReturnType<typeof firstWorkflow>
type Move = WorkflowDeclaration['moves'][number]

const flowMove = ({ from, to, by }: Move) =>
  `{ from: ${typeof from === 'string' ? from : `[${from.join(', ')}]`}, to: ${to}${by === undefined ? '' : `, by: ${by}`} }`

/** The keys of a declaration, each in a line; the moves are `movesText`. */
const keyLines = (
  { name, items, states, place, fields, 'on-move': effect }: WorkflowDeclaration,
  movesText: string,
): readonly string[] => [
  `name: ${name}`,
  `items: '${items}'`,
  `states: [${states.join(', ')}]`,
  `place: { front-matter: ${place['front-matter']} }`,
  `fields: { holder: { front-matter: ${fields.holder['front-matter']} } }`,
  `moves:${movesText}`,
  `on-move: { append: '${effect.append}', section: ${effect.section} }`,
]

/** The lines that declare a workflow as an entry of a list. */
export const entryLines = (workflow: WorkflowDeclaration): readonly string[] =>
  keyLines(workflow, workflow.moves.map((move) => `\n  - ${flowMove(move)}`).join(''))
    .flatMap((lines) => lines.split('\n'))
    .map((line, index) => `${index === 0 ? '- ' : '  '}${line}`)

/** The keys of a declaration in one line. */
export const entryText = (workflow: WorkflowDeclaration): string =>
  keyLines(workflow, ` [${workflow.moves.map(flowMove).join(', ')}]`).join(', ')

const flowEntry = (workflow: WorkflowDeclaration) => `{ ${entryText(workflow)} }`

/** Where the line ends that an offset is in, its line ending included. */
function lineEnd({ text }: TextDocument, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

/** Puts whole lines at an offset that a line begins at, or at the end of the text. */
function withLinesAt({ text, eol }: TextDocument, offset: number, lines: readonly string[]): string {
  const textBefore = text.slice(0, offset)
  const separator = textBefore === '' || textBefore.endsWith('\n') ? '' : eol
  return `${textBefore}${separator}${lines.map((line) => `${line}${eol}`).join('')}${text.slice(offset)}`
}

function insertWorkflow({ document, root }: Data, workflow: WorkflowDeclaration): string {
  const { text } = document
  const entry = root.kind === 'mapping' ? root.get('workflows') : undefined
  const lines = entryLines(workflow)
  if (entry?.value.kind !== 'sequence') {
    const gap = text.slice(document.start).trim() === '' ? [] : ['']
    return withLinesAt(document, text.length, [...gap, 'workflows:', ...lines.map((line) => `  ${line}`)])
  }
  const { value } = entry
  const [first, last] = [value.items[0], value.items.at(-1)]
  if (!first || !last) return `${text.slice(0, value.start + 1)}${flowEntry(workflow)}${text.slice(value.start + 1)}`
  if (text[value.start] === '[') return `${text.slice(0, last.end)}, ${flowEntry(workflow)}${text.slice(last.end)}`
  const [, indent = ''] = /(?:^|\n)([ ]*)-[^\n]*$/.exec(text.slice(0, first.start)) ?? []
  return withLinesAt(
    document,
    lineEnd(document, text.slice(0, last.end).trimEnd().length),
    lines.map((line) => `${indent}${line}`),
  )
}

/**
 * A configuration with one more workflow, at the end of the list: everything else stays as it is written. `undefined`
 * where the text has a form in which that is not possible.
 */
export function withWorkflow(document: TextDocument, workflow: WorkflowDeclaration): string | undefined {
  const { data: dataBefore } = parseRecord(document, 'yaml-1.2')
  if (!dataBefore) return undefined
  const newText = insertWorkflow(dataBefore, workflow)
  const { data: dataAfter } = parseRecord(textDocument(document.path, newText), 'yaml-1.2')
  const configurationBefore = (dataBefore.value ?? {}) as { readonly workflows?: readonly unknown[] | null }
  const expected = { ...configurationBefore, workflows: [...(configurationBefore.workflows ?? []), workflow] }
  return JSON.stringify(dataAfter?.value) === JSON.stringify(expected) ? newText : undefined
}
