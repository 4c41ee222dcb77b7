import type { Change } from '../core/change.ts'
import type { Level } from '../core/diagnostic.ts'
import type { Example, Files, DocumentedRule } from '../core/rule.ts'
import { fencedBlock } from '../core/message.ts'
import { commitLines, commitTitle } from './commit-lines.ts'
import { terseDifference, linesOf } from './difference.ts'
import { withVisibleCharacters } from './plain.ts'
import { table } from './table.ts'

const languages: Readonly<Record<string, string>> = { md: 'markdown', json: 'json', yaml: 'yaml', yml: 'yaml' }

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

const languageOf = (path: string) => languages[extensionOf(path)] ?? 'text'

const codeBlock = (language: string, lines: readonly string[]) =>
  fencedBlock(language, lines.map(withVisibleCharacters)).split('\n')

const fileName = (path: string, suffix: string) => `\`${path}\`${suffix}`

/** A text that a reader has before them, and where. */
interface KnownText {
  readonly path: string
  readonly text: string
  /** `the sample`; empty on the page that lists the files themselves. */
  readonly where: string
}

/** A change that a reader has before them. */
interface ShownChange {
  readonly about: string
  readonly base: Files
  readonly head: Files
}

/** What has been shown so far, and what is shown on the page of the sample. */
class ShownFiles {
  readonly sample: Files
  /**
   * The files of examples that are shown as a change of the sample or on their own, by where: later examples may be a
   * change of these.
   */
  readonly whole = new Map<string, Files>()
  /** The changes that are shown whole: later examples may differ from them in how they end. */
  readonly changes: ShownChange[] = []
  readonly #texts: KnownText[]

  constructor(sample: Files, further: Files) {
    this.sample = sample
    this.#texts = Object.entries({ ...further, ...sample }).map(([path, text]) => ({ path, text, where: 'the sample' }))
  }

  add(path: string, text: string, about: string): void {
    if (this.same(path, text) === undefined) this.#texts.push({ path, text, where: about === '' ? '' : `“${about}”` })
  }

  /** Where this very file is. */
  same(path: string, text: string): string | undefined {
    return this.#texts.find((knownText) => knownText.path === path && knownText.text === text)?.where
  }

  /** A text that differs from a new one in less than half of its lines: that in which the least is different. */
  nearest(path: string, text: string): KnownText | undefined {
    const maxLines = linesOf(text).length / 2
    // A text of one line is shorter than where to find it.
    if (2 * maxLines === 1) return undefined
    const [nearestText] = this.#texts
      .filter((knownText) => extensionOf(knownText.path) === extensionOf(path))
      .map((knownText) => ({ known: knownText, ...terseDifference(knownText.text, text) }))
      .filter(({ kind, lines }) => kind === 'diff' && lines.length < maxLines)
      .toSorted((a, b) => a.lines.length - b.lines.length)
    return nearestText?.known
  }
}

/** How a file is shown: a sentence, lines of a block of differences, or a block of its own. */
interface ShownFile {
  readonly sentence?: string
  readonly diff?: readonly string[]
  readonly block?: readonly string[]
}

interface FileChange {
  readonly path: string
  readonly old: string | undefined
  readonly text: string
  /** The text after the change that is shown next. */
  readonly later: string | undefined
}

const placeText = ({ where }: KnownText) => (where === '' ? '' : ` of ${where}`)

/** The lines of a file that differ from what the reader has seen, or the whole file. */
function fileChange({ path, old, text, later }: FileChange, shownFiles: ShownFiles, about: string): ShownFile {
  const similar = old === undefined ? shownFiles.nearest(path, text) : undefined
  const { kind, lines } = terseDifference(old ?? similar?.text, text, later)
  const knownPlace = kind === 'whole' ? shownFiles.same(path, text) : undefined
  if (knownPlace !== undefined) return { sentence: `${fileName(path, '')}, as in ${knownPlace}.` }
  shownFiles.add(path, text, about)
  if (kind === 'whole')
    return {
      block: [fileName(path, old === undefined ? ':' : ', all of it:'), '', ...codeBlock(languageOf(path), lines)],
    }
  if (lines.length > 0) {
    const likeText = similar && similar.path !== path ? `, like ${similar.path}` : ''
    // That it is a file of the sample goes without saying.
    const place = similar && (likeText !== '' || similar.where !== 'the sample') ? `${placeText(similar)}, but` : ''
    return { diff: [`--- ${path}${likeText}${place}`, ...lines] }
  }
  // Of an old file the change that is shown next shows all that is different.
  return similar ? { sentence: `${fileName(path, '')}, like ${fileName(similar.path, '')}${placeText(similar)}.` } : {}
}

interface Comparison {
  readonly old: Files
  readonly files: Files
  /** The files after the change that is shown next. */
  readonly later?: Files
  readonly links: readonly string[]
  readonly about: string
}

/** What has become of the files of `old`: which are gone, which are as in the sample, what differs, and what is new. */
function changes({ old, files, later, links, about }: Comparison, shownFiles: ShownFiles): readonly string[] {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(files)])]
    .filter((path) => old[path] !== files[path])
    .toSorted()
  const gonePaths = paths.filter((path) => files[path] === undefined)
  const knownPlaces = new Map(
    paths.flatMap((path): readonly (readonly [path: string, where: string])[] => {
      const [oldText, text] = [old[path], files[path]]
      const knownPlace =
        oldText === undefined && text !== undefined && !links.includes(path) ? shownFiles.same(path, text) : undefined
      return knownPlace === undefined ? [] : [[path, knownPlace]]
    }),
  )
  const listLine = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title}: ${items.map((path) => fileName(path, '')).join(', ')}.`]
  const shownParts = paths
    .filter((path) => !gonePaths.includes(path) && !knownPlaces.has(path))
    .map((path): ShownFile => {
      const text = files[path] ?? ''
      if (links.includes(path))
        return { sentence: fileName(path, ` is a symbolic link to \`${withVisibleCharacters(text)}\`.`) }
      return fileChange({ path, old: old[path], text, later: later?.[path] }, shownFiles, about)
    })
  const sentences = [
    ...listLine('Not there', gonePaths),
    ...[...new Set(knownPlaces.values())].flatMap((knownPlace) =>
      listLine(
        `As in ${knownPlace}`,
        [...knownPlaces.keys()].filter((path) => knownPlaces.get(path) === knownPlace),
      ),
    ),
    ...shownParts.flatMap(({ sentence }) => (sentence === undefined ? [] : [sentence])),
  ]
  const diff = shownParts.flatMap((part) => part.diff ?? [])
  return [
    ...(sentences.length > 0 ? [sentences.join(' '), ''] : []),
    ...(diff.length > 0 ? [...codeBlock('diff', diff), ''] : []),
    ...shownParts.flatMap(({ block }) => (block ? [...block, ''] : [])),
  ]
}

const circumstances = ({
  configuration,
  at,
  staleAfter,
  lastCommit,
  ignored,
  branch,
  merging,
  limit,
}: Example): readonly string[] =>
  Object.entries({ configuration, at, staleAfter, lastCommit, ignored, branch, merging, limit }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`With \`${name}\` \`${JSON.stringify(value)}\`.`]),
  )

/** Paragraphs, and what leads to them. */
interface Description {
  readonly lead: readonly string[]
  readonly lines: readonly string[]
}

/** Files as a change of others. */
interface Variation {
  /** `in the sample`; of files that are shown on their own nothing. */
  readonly of: string
  readonly lines: readonly string[]
}

/** A reference to an example above saves that many lines: a short one is repeated. */
const minReferenceSaving = 8

/**
 * Files as a change of the sample, on their own where that is shorter, or as a change of an example above where that is
 * much shorter.
 */
function files(comparison: Omit<Comparison, 'old'>, shownFiles: ShownFiles): Variation {
  const { sample, whole } = shownFiles
  const examplesAbove = [...whole].map(([of, old]) => ({
    of,
    lines: changes({ ...comparison, old }, new ShownFiles(old, {})),
  }))
  const standalone = { of: '', lines: changes({ ...comparison, old: {} }, new ShownFiles({}, {})) }
  const sampleChange = { of: 'in the sample', lines: changes({ ...comparison, old: sample }, shownFiles) }
  const shortest =
    standalone.lines.length < sampleChange.lines.length || Object.keys(sample).length === 0 ? standalone : sampleChange
  const [nearest] = examplesAbove.toSorted((a, b) => a.lines.length - b.lines.length)
  if (nearest && nearest.lines.length + minReferenceSaving <= shortest.lines.length) return nearest
  const { about, later, links } = comparison
  if (links.length === 0) whole.set(`as ${later ? 'before the change ' : ''}in “${about}”`, comparison.files)
  return shortest
}

/** Files that no change led to. */
function state(example: Example, shownFiles: ShownFiles): Description {
  const { about, head, links = [] } = example
  const { of, lines } = files({ files: head, links, about }, shownFiles)
  if (of === '') return { lead: [], lines }
  if (lines.length === 0)
    return { lead: [isSample(head, shownFiles) ? 'The sample as it is.' : `${capital(of)}.`], lines }
  return { lead: [`${capital(of)}${isLike(of) ? ', but' : ''}:`], lines }
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const isLike = (of: string) => of.startsWith('as ')

/** Commits, each with what it says and what it touches. */
function commits({ commits: commitList, tooMany }: Change): readonly string[] {
  if (tooMany !== undefined) return [`A change of ${tooMany} commits.`, '']
  return commitList.flatMap((commit) => [commitTitle(commit), '', ...codeBlock('text', commitLines(commit)), ''])
}

const areSame = (left: Files, right: Files) =>
  [...Object.keys(left), ...Object.keys(right)].every((path) => left[path] === right[path])

const isSample = (files: Files, { sample }: ShownFiles) => areSame(files, sample)

/** The files before a change, as far as the change itself does not show them, and the change. */
function change(base: Files, { about, head, links = [] }: Example, shownFiles: ShownFiles): Description {
  const { of, lines } = files({ files: base, later: head, links, about }, shownFiles)
  const changeLines = changes({ old: base, files: head, links, about }, shownFiles)
  if (lines.length > 0) {
    const lead = `Before the change${of === '' ? '' : `, ${of}`}${isLike(of) ? ', but' : ''}:`
    return { lead: [lead], lines: [...lines, 'The change:', '', ...changeLines] }
  }
  if (isLike(of)) return { lead: [`Before the change ${of}, and after it:`], lines: changeLines }
  return { lead: [isSample(base, shownFiles) ? 'A change of the sample:' : 'A change:'], lines: changeLines }
}

/** A change, where that is much shorter by how it ends otherwise than one above that begins alike. */
function comparison(base: Files, example: Example, shownFiles: ShownFiles): Description {
  const { about, head, links = [] } = example
  const changesAbove = shownFiles.changes
    .filter((shownChange) => areSame(shownChange.base, base))
    .map((shownChange) => ({
      about: shownChange.about,
      lines: changes({ old: shownChange.head, files: head, links, about }, new ShownFiles(shownChange.head, {})),
    }))
  const fullChange = change(base, example, shownFiles)
  const [nearest] = changesAbove.toSorted((a, b) => a.lines.length - b.lines.length)
  if (nearest && nearest.lines.length + minReferenceSaving <= fullChange.lines.length)
    return {
      lead: [`A change as in “${nearest.about}”${nearest.lines.length === 0 ? '.' : ', but:'}`],
      lines: nearest.lines,
    }
  if (links.length === 0) shownFiles.changes.push({ about, base, head })
  return fullChange
}

function describe(example: Example, shownFiles: ShownFiles): Description {
  const { about, base, tip, merged, change: exampleChange, links = [] } = example
  if (exampleChange) return { lead: [], lines: commits(exampleChange) }
  if (!base) return state(example, shownFiles)
  const { lead, lines } = comparison(base, example, shownFiles)
  const differenceLines = (title: string, old: Files, to: Files): readonly string[] => {
    const lines = changes({ old, files: to, links, about }, shownFiles)
    return lines.length === 0 ? [] : [title, '', ...lines]
  }
  const moreLines = [
    ...(tip ? differenceLines('Meanwhile on the base:', base, tip) : []),
    ...(merged?.parents ?? []).flatMap((parent, index) =>
      differenceLines(`On branch ${index + 1} that was merged:`, merged?.base ?? {}, parent),
    ),
  ]
  return { lead, lines: [...lines, ...moreLines] }
}

function section(
  { code, why, repair, examples: { bad, good } }: DocumentedRule,
  sample: Files,
  further: Files,
): readonly string[] {
  const shownFiles = new ShownFiles(sample, further)
  const example = (verdict: string) => (shownExample: Example) => {
    const { lead, lines } = describe(shownExample, shownFiles)
    return [[`**${verdict}:** ${shownExample.about}.`, ...circumstances(shownExample), ...lead].join(' '), '', ...lines]
  }
  return [
    `### ${code}`,
    '',
    why,
    '',
    ...(repair === undefined ? [] : [`To fix it: ${repair}`, '']),
    ...(bad.length + good.length === 0
      ? []
      : [
          '<details><summary>Examples</summary>',
          '',
          ...bad.flatMap(example('Wrong')),
          ...good.flatMap(example('Right')),
          '</details>',
          '',
        ]),
  ]
}

const words: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', notice: 'notice', off: '–' }

const row = ({ code, strict, soft, summary, repair = '', safe }: DocumentedRule) => [
  `[\`${code}\`](#${code.toLowerCase()})`,
  words[strict],
  words[soft],
  summary,
  safe ? `${repair} (safe)` : repair,
]

export const sampleFiles = (sample: Files): string =>
  changes({ old: {}, files: sample, links: [], about: '' }, new ShownFiles({}, {})).join('\n').trimEnd()

/** Codes that only commands answer with, each where the links in answers lead. */
function refusalTable(refusalCodes: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(refusalCodes).map(([code, meaning]) => [
    `<a id="${code.toLowerCase()}"></a>\`${code}\``,
    meaning,
  ])
  return rows.length === 0 ? [] : ['### What commands answer', '', table(['code', 'meaning'], rows), '']
}

/** The parts of a page of rules other than the rules. */
interface PageParts {
  /** The files that examples are changes of. */
  readonly sample?: Files | undefined
  /** Files that the page of the sample shows, too: those of an example may be like them. */
  readonly further?: Files | undefined
  /** Codes that only commands answer with: they come at the end. */
  readonly refusalCodes?: Readonly<Record<string, string>> | undefined
}

/**
 * The page of some rules as Markdown: a table, then each with its reason, its repair and its examples. An example is
 * shown as what differs from the sample, if that is shorter than the example itself.
 */
export function rulePage(
  rules: readonly DocumentedRule[],
  { sample = {}, further = {}, refusalCodes = {} }: PageParts = {},
): string {
  return [
    ...(rules.length === 0 ? [] : [table(['code', 'strict', 'soft', 'condition', 'repair'], rules.map(row)), '']),
    ...rules.flatMap((rule) => section(rule, sample, further)),
    ...refusalTable(refusalCodes),
  ]
    .join('\n')
    .trimEnd()
}
