import type { Change } from '../core/change.ts'
import type { Level } from '../core/diagnostic.ts'
import type { Example, Files, DocumentedRule } from '../core/rule.ts'
import { commitLines, commitTitle } from './commit-lines.ts'
import { terseDifference, linesOf } from './difference.ts'
import { withVisibleCharacters } from './plain.ts'
import { table } from './table.ts'

const languages: Readonly<Record<string, string>> = { md: 'markdown', json: 'json', yaml: 'yaml', yml: 'yaml' }

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

const languageOf = (path: string) => languages[extensionOf(path)] ?? 'text'

/** A fence that nothing inside can close. */
function fenced(language: string, lines: readonly string[]): readonly string[] {
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) ?? [])
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return [`${fence}${language}`, ...lines.map(withVisibleCharacters), fence]
}

const named = (path: string, how: string) => `\`${path}\`${how}`

/** A text that a reader has before them, and where. */
interface KnownText {
  readonly path: string
  readonly text: string
  /** `the sample` */
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
  /** The files of examples that are shown as a change of the sample or on their own, by where: later examples may be a change of these. */
  readonly whole = new Map<string, Files>()
  /** The changes that are shown whole: later examples may differ from them in how they end. */
  readonly changes: ShownChange[] = []
  readonly #texts: KnownText[]

  constructor(sample: Files, further: Files) {
    this.sample = sample
    this.#texts = Object.entries({ ...further, ...sample }).map(([path, text]) => ({ path, text, where: 'the sample' }))
  }

  add(path: string, text: string, about: string): void {
    if (this.same(path, text) === undefined) this.#texts.push({ path, text, where: `“${about}”` })
  }

  /** Where this very file is. */
  same(path: string, text: string): string | undefined {
    return this.#texts.find((known) => known.path === path && known.text === text)?.where
  }

  /** A text that differs from a new one in less than half of its lines: that in which the least is different. */
  nearest(path: string, text: string): KnownText | undefined {
    const most = linesOf(text).length / 2
    // A text of one line is shorter than where to find it.
    if (2 * most === 1) return undefined
    const [found] = this.#texts
      .filter((each) => extensionOf(each.path) === extensionOf(path))
      .map((known) => ({ known, ...terseDifference(known.text, text) }))
      .filter(({ kind, lines }) => kind === 'diff' && lines.length < most)
      .toSorted((a, b) => a.lines.length - b.lines.length)
    return found?.known
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

/** The lines of a file that differ from what the reader has seen, or the whole file. */
function fileChange({ path, old, text, later }: FileChange, shown: ShownFiles, about: string): ShownFile {
  const like = old === undefined ? shown.nearest(path, text) : undefined
  const { kind, lines } = terseDifference(old ?? like?.text, text, later)
  const where = kind === 'whole' ? shown.same(path, text) : undefined
  if (where !== undefined) return { sentence: `${named(path, '')}, as in ${where}.` }
  shown.add(path, text, about)
  if (kind === 'whole') return { block: [named(path, old === undefined ? ':' : ', all of it:'), '', ...fenced(languageOf(path), lines)] }
  if (lines.length > 0) {
    const other = like && like.path !== path ? `, like ${like.path}` : ''
    // That it is a file of the sample goes without saying.
    const place = like && (other !== '' || like.where !== 'the sample') ? ` of ${like.where}, but` : ''
    return { diff: [`--- ${path}${other}${place}`, ...lines] }
  }
  // Of an old file the change that is shown next shows all that is different.
  return like ? { sentence: `${named(path, '')}, like ${named(like.path, '')} of ${like.where}.` } : {}
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
function changes({ old, files, later, links, about }: Comparison, shown: ShownFiles): readonly string[] {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(files)])].filter((path) => old[path] !== files[path]).toSorted()
  const gone = paths.filter((path) => files[path] === undefined)
  const known = new Map(
    paths.flatMap((path): readonly (readonly [path: string, where: string])[] => {
      const [before, text] = [old[path], files[path]]
      const where = before === undefined && text !== undefined && !links.includes(path) ? shown.same(path, text) : undefined
      return where === undefined ? [] : [[path, where]]
    }),
  )
  const listed = (title: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${title}: ${all.map((path) => named(path, '')).join(', ')}.`]
  const all = paths
    .filter((path) => !gone.includes(path) && !known.has(path))
    .map((path): ShownFile => {
      const text = files[path] ?? ''
      if (links.includes(path)) return { sentence: named(path, ` is a symbolic link to \`${withVisibleCharacters(text)}\`.`) }
      return fileChange({ path, old: old[path], text, later: later?.[path] }, shown, about)
    })
  const sentences = [
    ...listed('Not there', gone),
    ...[...new Set(known.values())].flatMap((where) =>
      listed(
        `As in ${where}`,
        [...known.keys()].filter((path) => known.get(path) === where),
      ),
    ),
    ...all.flatMap(({ sentence }) => (sentence === undefined ? [] : [sentence])),
  ]
  const diff = all.flatMap((each) => each.diff ?? [])
  return [
    ...(sentences.length > 0 ? [sentences.join(' '), ''] : []),
    ...(diff.length > 0 ? [...fenced('diff', diff), ''] : []),
    ...all.flatMap(({ block }) => (block ? [...block, ''] : [])),
  ]
}

const circumstances = ({ configuration, at, staleAfter, lastCommit, ignored, branch, merging, limit }: Example): readonly string[] =>
  Object.entries({ configuration, at, staleAfter, lastCommit, ignored, branch, merging, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : [`With \`${name}\` \`${JSON.stringify(value)}\`.`],
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
const worthReferring = 8

/** Files as a change of the sample, on their own where that is shorter, or as a change of an example above where that is much shorter. */
function files(comparison: Omit<Comparison, 'old'>, shown: ShownFiles): Variation {
  const { sample, whole } = shown
  const above = [...whole].map(([of, old]) => ({ of, lines: changes({ ...comparison, old }, new ShownFiles(old, {})) }))
  const alone = { of: '', lines: changes({ ...comparison, old: {} }, new ShownFiles({}, {})) }
  const changed = { of: 'in the sample', lines: changes({ ...comparison, old: sample }, shown) }
  const best = alone.lines.length < changed.lines.length || Object.keys(sample).length === 0 ? alone : changed
  const [nearest] = above.toSorted((a, b) => a.lines.length - b.lines.length)
  if (nearest && nearest.lines.length + worthReferring <= best.lines.length) return nearest
  const { about, later, links } = comparison
  if (links.length === 0) whole.set(`as ${later ? 'before the change ' : ''}in “${about}”`, comparison.files)
  return best
}

/** Files that no change led to. */
function state(example: Example, shown: ShownFiles): Description {
  const { about, head, links = [] } = example
  const { of, lines } = files({ files: head, links, about }, shown)
  if (of === '') return { lead: [], lines }
  if (lines.length === 0) return { lead: [isSample(head, shown) ? 'The sample as it is.' : `${capital(of)}.`], lines }
  return { lead: [`${capital(of)}${isLike(of) ? ', but' : ''}:`], lines }
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const isLike = (of: string) => of.startsWith('as ')

/** Commits, each with what it says and what it touches. */
function commits({ commits: all, tooMany }: Change): readonly string[] {
  if (tooMany !== undefined) return [`A change of ${tooMany} commits.`, '']
  return all.flatMap((commit) => [commitTitle(commit), '', ...fenced('text', commitLines(commit)), ''])
}

const areSame = (one: Files, other: Files) => [...Object.keys(one), ...Object.keys(other)].every((path) => one[path] === other[path])

const isSample = (files: Files, { sample }: ShownFiles) => areSame(files, sample)

/** The files before a change, as far as the change itself does not show them, and the change. */
function change(base: Files, { about, head, links = [] }: Example, shown: ShownFiles): Description {
  const { of, lines } = files({ files: base, later: head, links, about }, shown)
  const after = changes({ old: base, files: head, links, about }, shown)
  if (lines.length > 0) {
    const lead = `Before the change${of === '' ? '' : `, ${of}`}${isLike(of) ? ', but' : ''}:`
    return { lead: [lead], lines: [...lines, 'The change:', '', ...after] }
  }
  if (isLike(of)) return { lead: [`Before the change ${of}, and after it:`], lines: after }
  return { lead: [isSample(base, shown) ? 'A change of the sample:' : 'A change:'], lines: after }
}

/** A change, where that is much shorter by how it ends otherwise than one above that begins alike. */
function comparison(base: Files, example: Example, shown: ShownFiles): Description {
  const { about, head, links = [] } = example
  const above = shown.changes
    .filter((each) => areSame(each.base, base))
    .map((each) => ({ about: each.about, lines: changes({ old: each.head, files: head, links, about }, new ShownFiles(each.head, {})) }))
  const whole = change(base, example, shown)
  const [nearest] = above.toSorted((a, b) => a.lines.length - b.lines.length)
  if (nearest && nearest.lines.length + worthReferring <= whole.lines.length)
    return { lead: [`A change as in “${nearest.about}”${nearest.lines.length === 0 ? '.' : ', but:'}`], lines: nearest.lines }
  if (links.length === 0) shown.changes.push({ about, base, head })
  return whole
}

function describe(example: Example, shown: ShownFiles): Description {
  const { about, base, tip, merged, change: made, links = [] } = example
  if (made) return { lead: [], lines: commits(made) }
  if (!base) return state(example, shown)
  const { lead, lines } = comparison(base, example, shown)
  const differing = (title: string, old: Files, to: Files): readonly string[] => {
    const lines = changes({ old, files: to, links, about }, shown)
    return lines.length === 0 ? [] : [title, '', ...lines]
  }
  const more = [
    ...(tip ? differing('Meanwhile on the base:', base, tip) : []),
    ...(merged?.parents ?? []).flatMap((parent, index) => differing(`On branch ${index + 1} that was merged:`, merged?.base ?? {}, parent)),
  ]
  return { lead, lines: [...lines, ...more] }
}

function section({ code, why, repair, examples: { bad, good } }: DocumentedRule, sample: Files, further: Files): readonly string[] {
  const shown = new ShownFiles(sample, further)
  const example = (verdict: string) => (each: Example) => {
    const { lead, lines } = describe(each, shown)
    return [[`**${verdict}:** ${each.about}.`, ...circumstances(each), ...lead].join(' '), '', ...lines]
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

/** The files of a sample, whole. */
export const sampleFiles = (sample: Files): string =>
  changes({ old: {}, files: sample, links: [], about: '' }, new ShownFiles({}, {})).join('\n').trimEnd()

/** Codes that only commands answer with, each where the links in answers lead. */
function refusalTable(refusalCodes: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(refusalCodes).map(([code, meaning]) => [`<a id="${code.toLowerCase()}"></a>\`${code}\``, meaning])
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
 * The page of some rules as Markdown: a table, then each with its reason, its repair and its examples. An example is shown as
 * what differs from the sample, if that is shorter than the example itself.
 */
export function rulePage(rules: readonly DocumentedRule[], { sample = {}, further = {}, refusalCodes = {} }: PageParts = {}): string {
  return [
    ...(rules.length === 0 ? [] : [table(['code', 'strict', 'soft', 'condition', 'repair'], rules.map(row)), '']),
    ...rules.flatMap((rule) => section(rule, sample, further)),
    ...refusalTable(refusalCodes),
  ]
    .join('\n')
    .trimEnd()
}
