import { plainPath } from '../files.ts'
import { idsIn, leadingId, isImplementation, isPlaceholder } from '../schema.ts'
import { itemAt, sectionsWithTitle, fieldsIn, linesOf, membership, type Lines, type Field } from './lines.ts'
import type { Place } from '../../../core/diagnostic.ts'
import type { TextDocument } from '../../../documents/text.ts'

/** Tasks that are done together (3.x). */
export interface Wave {
  readonly line: number
  readonly tasks: readonly string[]
}

/** In so many lines a list of the graph must be closed. */
const maxListLines = 20

/** The content of tasks.md of 3.x in addition to its definitions. */
export interface Groups {
  /** The dependencies that the graph names, by task. */
  readonly graph: ReadonlyMap<string, { readonly line: number; readonly dependsOn: readonly string[] }>
  readonly waves: readonly Wave[]
  /** Whether it has a heading *Dependency Graph* or *Parallel Groups*. */
  readonly headings: boolean
}

/** A line with the lines in which a list that it opens goes on. */
function listFrom(document: TextDocument, line: number, end: number): string {
  let text = document.line(line).trim()
  if (!/^[^[\]]*\[[^\]]*$/.test(text)) return text
  for (let nextLine = line + 1; nextLine < Math.min(end, line + maxListLines); nextLine++) {
    const nextText = document.line(nextLine).trim()
    text += ` ${nextText}`
    if (nextText.includes(']')) break
  }
  return text
}

/** Reads *Dependency Graph* and *Parallel Groups*. */
function readGroups(lines: Lines): Groups {
  const { document } = lines
  const graphs = sectionsWithTitle(lines, (title) => title.startsWith('dependency graph'))
  const groups = sectionsWithTitle(lines, (title) => title.startsWith('parallel groups'))
  const graph = new Map<string, { line: number; dependsOn: readonly string[] }>()
  for (const { from, end } of graphs) {
    for (let line = from; line < end; line++) {
      const text = document.line(line).trim()
      const id = lines.isComment(line) ? undefined : leadingId(text)
      const list =
        id === undefined ? undefined : /^\s*:\s*\[([^\]]*)\]/.exec(listFrom(document, line, end).slice(id.length))?.[1]
      if (id !== undefined && list !== undefined && !graph.has(id)) graph.set(id, { line, dependsOn: idsIn(list) })
    }
  }
  const waves: Wave[] = []
  for (const { from, end } of groups) {
    for (let line = from; line < end; line++) {
      const item = itemAt(lines, line)
      const text = item && /^(?:\*\*|__)?wave\b/i.test(item.text) ? listFrom(document, line, end) : ''
      const [, list] = /\[([^[\]]*)\]/.exec(text) ?? []
      if (list !== undefined) waves.push({ line, tasks: [...new Set(idsIn(list))] })
    }
  }
  return { graph, waves, headings: graphs.length + groups.length > 0 }
}

/** A task as tasks.md defines it. */
export interface Definition {
  readonly id: string
  readonly title: string
  readonly line: number
  /** The line after its last that is not blank. */
  readonly end: number
  readonly place: Place
  readonly type: string
  /** Where it names none: no files. */
  readonly files: readonly string[]
  readonly objective: string
  readonly criteria: readonly string[]
  readonly dependsOn: readonly string[]
  /** The lines of its fields, by their names in lower-case letters. */
  readonly lineOf: ReadonlyMap<string, number>
}

export interface Tasks {
  readonly document: TextDocument | undefined
  /** In order; a second one of an id too. */
  readonly definitions: readonly Definition[]
  get(id: string): Definition | undefined
  /** Whether an id occurs anywhere outside of fences. */
  mentions(id: string): boolean
  readonly groups: Groups
  readonly isBlank: boolean
}

const fieldNames: ReadonlySet<string> = new Set(['type', 'files', 'objective', 'success criteria', 'inherits from'])
const isNonTaskTitle = (title: string) =>
  ['legend', 'knowledge inheritance rules', 'dependency graph', 'parallel groups'].some((name) =>
    title.startsWith(name),
  )

interface Start {
  readonly id: string
  readonly title: string
  readonly line: number
}

function startOf(line: number, text: string): Start | undefined {
  const plainText = text.replace(/^\[[^\]]{0,8}\]\s+/, '').replace(/^(?:\*\*|__|`)/, '')
  const id = leadingId(plainText)
  if (id === undefined) return undefined
  const rest = plainText.slice(id.length).replace(/^(?:\*\*|__|`)/, '')
  return /^(?:$|:|\s)/.test(rest) ? { id, title: rest.replace(/^:?\s*(?:\*\*|__)?\s*/, '').trim(), line } : undefined
}

const withoutLabel = (value: string) => value.replace(/^\s*deliverables:/i, '').trim()

/** What a value of *Files* names. */
function filesOf(values: readonly string[]): readonly string[] {
  return values.flatMap((fieldValue) => {
    const value = withoutLabel(fieldValue)
    const isBracketed = value.startsWith('[') && value.endsWith(']') && !value.slice(1, -1).includes(']')
    const content = isBracketed ? withoutLabel(value.slice(1, -1)) : value
    // Names in brackets are a list; words are a placeholder.
    if (isBracketed && /\s/.test(content.trim()) && !/[,/.*]/.test(content)) return []
    return content
      .split(/[,\n]/)
      .map((name) =>
        name
          .trim()
          .replace(/^`+|`+$/g, '')
          .trim(),
      )
      .filter((name) => !isPlaceholder(name))
  })
}

/** Values that say something, each in one line. */
const statedValues = (values: readonly string[]) =>
  values.map((value) => value.replaceAll('\n', ' ')).filter((value) => !isPlaceholder(value))

/** The ids in every `(depends on …)` of a text. */
const dependencyIdsIn = (text: string) =>
  Array.from(text.matchAll(/\(depends on ([^()]*)\)/gi), ([, list = '']) => idsIn(list)).flat()

function definitionOf(
  lines: Lines,
  { id, title, line }: Start,
  end: number,
): Definition & { readonly hasFields: boolean } {
  const { document } = lines
  const fields = fieldsIn(lines, line + 1, end, fieldNames)
  const fieldNamed = (name: string): Field | undefined => fields.find((field) => field.name === name)
  const valuesOf = (name: string) => fieldNamed(name)?.values ?? []
  const type = statedValues(valuesOf('type')).join(' ')
  let lastLine = end - 1
  while (document.line(lastLine).trim() === '') lastLine--
  return {
    id,
    title,
    line,
    end: lastLine + 1,
    place: document.place(line),
    type,
    files: filesOf(valuesOf('files')),
    objective: statedValues(valuesOf('objective')).join(' '),
    criteria: statedValues(valuesOf('success criteria')),
    dependsOn: [...new Set([...valuesOf('inherits from').flatMap(idsIn), ...dependencyIdsIn(type)])],
    lineOf: new Map(fields.toReversed().map((field) => [field.name, field.line])),
    hasFields: fields.length > 0,
  }
}

function definitionsIn(lines: Lines): readonly Definition[] {
  const { document } = lines
  const isInNonTaskSection = membership(lines, sectionsWithTitle(lines, isNonTaskTitle))
  const starts: (Start | { readonly line: number; readonly id?: undefined })[] = []
  for (let line = 1; line <= document.lineCount; line++) {
    const rank = lines.rankOf(line)
    const heading = rank === undefined ? undefined : lines.headings[rank]
    const item = heading ? undefined : itemAt(lines, line)
    if (heading && heading.level <= 2) starts.push({ line })
    if (isInNonTaskSection(line)) continue
    const text = heading
      ? heading.level === 3 || heading.level === 4
        ? heading.text
        : undefined
      : item && item.indent <= 1
        ? item.text
        : undefined
    const start = text === undefined ? undefined : startOf(line, text)
    if (start) starts.push(start)
  }
  const definitions = starts.flatMap((start, index) => {
    const end = starts[index + 1]?.line ?? document.lineCount + 1
    return start.id === undefined ? [] : [definitionOf(lines, start, end)]
  })
  const definedIds = new Set(definitions.filter(({ hasFields }) => hasFields).map(({ id }) => id))
  const namedIds = new Set<string>()
  return definitions.filter(({ id, hasFields }) => {
    if (hasFields) return true
    const isMention = definedIds.has(id) || namedIds.has(id)
    namedIds.add(id)
    return !isMention
  })
}

function mentionedIdsIn({ document, isComment, isRead }: Lines): ReadonlySet<string> {
  const ids = new Set<string>()
  for (let line = 1; line <= document.lineCount; line++)
    if (isRead(line) && !isComment(line)) for (const id of idsIn(document.line(line))) ids.add(id)
  return ids
}

const noGroups: Groups = { graph: new Map(), waves: [], headings: false }

/** No tasks.md, or none that can be read. */
export const noTasks: Tasks = {
  document: undefined,
  definitions: [],
  get: () => undefined,
  mentions: () => false,
  groups: noGroups,
  isBlank: true,
}

export function readTasks(document: TextDocument): Tasks {
  const lines = linesOf(document)
  const definitions = definitionsIn(lines)
  const byId = new Map(definitions.toReversed().map((definition) => [definition.id, definition]))
  const mentionedIds = mentionedIdsIn(lines)
  return {
    document,
    definitions,
    get: (id) => byId.get(id),
    mentions: (id) => mentionedIds.has(id),
    groups: readGroups(lines),
    isBlank: document.text.trim() === '',
  }
}

/** The tasks of an iteration: each a file of its own (v2). */
export function tasksOfFiles(files: readonly { readonly id: string; readonly path: string }[]): Tasks {
  const definitions = files.map(({ id, path }): Definition => ({
    id,
    title: '',
    line: 1,
    end: 1,
    place: { path, line: 1 },
    type: '',
    files: [],
    objective: '',
    criteria: [],
    dependsOn: [],
    lineOf: new Map(),
  }))
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  return {
    ...noTasks,
    definitions,
    get: (id) => byId.get(id),
    mentions: (id) => byId.has(id),
    isBlank: files.length === 0,
  }
}

/** What a definition of an implementation task lacks. */
export function missingFields({ id, type, objective, criteria, files }: Definition): readonly string[] {
  if (!isImplementation(id)) return []
  const checks: readonly (readonly [string, boolean])[] = [
    ['Type', type !== ''],
    ['Files', files.length > 0],
    ['Objective', objective !== ''],
    ['Success Criteria', criteria.length > 0],
  ]
  return checks.flatMap(([name, holds]) => (holds ? [] : [name]))
}

/**
 * Whether a text is as a pattern in which only `*` is special: any letters. Linear in the text for each piece of the
 * pattern: patterns come from files.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [prefix = '', ...pieces] = pattern.split('*')
  const suffix = pieces.pop()
  if (suffix === undefined) return text === prefix
  if (!text.startsWith(prefix)) return false
  let index = prefix.length
  for (const piece of pieces) {
    const foundIndex = text.indexOf(piece, index)
    if (foundIndex === -1) return false
    index = foundIndex + piece.length
  }
  return text.length - suffix.length >= index && text.endsWith(suffix)
}

/** Whether an entry of *Files* names a path: the file, its folder, or a pattern in which only `*` is special. */
export function namesFile(entry: string, path: string): boolean {
  const form = plainPath(entry)
  return form === '.' || path.startsWith(`${form}/`) || matchesWildcard(form, path)
}
