import type { Change } from '../core/change.ts'
import type { Level } from '../core/diagnostic.ts'
import type { Example, Files, DocumentedRule } from '../core/rule.ts'
import { commitLines, commitTitle } from './commit-lines.ts'
import { difference } from './difference.ts'
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

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

const named = (path: string, how: string) => `\`${path}\`${how}`

/** A new file as what differs from the most alike of the sample, where that is much shorter. */
function alike(path: string, text: string, sample: Files): readonly string[] | undefined {
  const most = linesOf(text).length / 2
  const near = Object.entries(sample)
    .filter(([other]) => extensionOf(other) === extensionOf(path))
    .map(([other, old]) => ({ other, ...difference(path, old, text) }))
    .filter(({ kind, lines }) => kind === 'diff' && lines.length < most)
    .toSorted((a, b) => a.lines.length - b.lines.length)
  const [nearest] = near
  if (!nearest) return undefined
  const like = nearest.other === path ? ', as in the sample' : `, like \`${nearest.other}\` of the sample`
  return nearest.lines.length === 0 ? [named(path, `${like}.`)] : [named(path, `${like}, but:`), '', ...fenced('diff', nearest.lines)]
}

/** The text itself, or what differs from the old one, whichever is shorter. */
function change(path: string, old: string | undefined, text: string, sample: Files): readonly string[] {
  const like = old === undefined ? alike(path, text, sample) : undefined
  if (like) return like
  const { kind, lines } = difference(path, old, text)
  if (kind === 'diff') return [named(path, ', changed:'), '', ...fenced('diff', lines)]
  return [named(path, old === undefined ? ':' : ', all of it:'), '', ...fenced(languageOf(path), lines)]
}

/** What has become of the files of `old`, file by file. */
function changes(old: Files, files: Files, links: readonly string[], sample: Files): readonly string[] {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(files)])].filter((path) => old[path] !== files[path]).toSorted()
  const gone = paths.filter((path) => files[path] === undefined)
  const known = paths.filter((path) => old[path] === undefined && files[path] !== undefined && files[path] === sample[path])
  const shown = paths.filter((path) => !gone.includes(path) && !known.includes(path))
  const listed = (title: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${title}: ${all.map((path) => named(path, '')).join(', ')}.`, '']
  const texts = shown.flatMap((path) => {
    const text = files[path] ?? ''
    if (links.includes(path)) return [named(path, ` is a symbolic link to \`${withVisibleCharacters(text)}\`.`), '']
    return [...change(path, old[path], text, sample), '']
  })
  return [...listed('Not there', gone), ...listed('As in the sample', known), ...texts]
}

const circumstances = ({ configuration, at, staleAfter, ignored, branch, merging, limit }: Example): readonly string[] =>
  Object.entries({ configuration, at, staleAfter, ignored, branch, merging, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : [`With \`${name}\` \`${JSON.stringify(value)}\`.`],
  )

/** Paragraphs, and what leads to them. */
interface Description {
  readonly lead: readonly string[]
  readonly lines: readonly string[]
}

/** Files as a change of the sample, or on their own where that is shorter. */
function files(all: Files, sample: Files, links: readonly string[]): Description {
  const changed = changes(sample, all, links, sample)
  const alone = changes({}, all, links, {})
  if (alone.length < changed.length || Object.keys(sample).length === 0) return { lead: [], lines: alone }
  return changed.length === 0 ? { lead: ['The sample as it is.'], lines: [] } : { lead: ['In the sample:'], lines: changed }
}

/** Commits, each with what it says and what it touches. */
function commits({ commits: all, tooMany }: Change): readonly string[] {
  if (tooMany !== undefined) return [`A change of ${tooMany} commits.`, '']
  return all.flatMap((commit) => [commitTitle(commit), '', ...fenced('text', commitLines(commit)), ''])
}

/** A short one is repeated. */
const shortest = 8

/** The files before a change and after it; where an example above began alike, it refers to that. */
function comparison(base: Files, { about, head, links = [] }: Example, sample: Files, known: Map<string, string>): Description {
  const after = changes(base, head, links, sample)
  const { lead, lines } = files(base, sample, links)
  const text = [...lead, ...lines].join('\n')
  const before = known.get(text)
  if (before === undefined) known.set(text, about)
  else if (lines.length > shortest) return { lead: [`Before the change as above in “${before}”, and after it:`], lines: after }
  if (lines.length === 0) return { lead: ['Before the change the sample as it is, and after it:'], lines: after }
  const first = lead.length === 0 ? 'Before the change:' : 'Before the change, in the sample:'
  return { lead: [first], lines: [...lines, 'After it:', '', ...after] }
}

function describe(shown: Example, sample: Files, known: Map<string, string>): Description {
  const { head, base, change: made, links = [] } = shown
  if (made) return { lead: [], lines: commits(made) }
  return base ? comparison(base, shown, sample, known) : files(head, sample, links)
}

function example(verdict: string, shown: Example, sample: Files, known: Map<string, string>): readonly string[] {
  const { lead, lines } = describe(shown, sample, known)
  return [[`**${verdict}:** ${shown.about}.`, ...circumstances(shown), ...lead].join(' '), '', ...lines]
}

const words: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', notice: 'notice', off: '–' }

const row = ({ code, strict, soft, summary, repair = '', safe }: DocumentedRule) => [
  `[\`${code}\`](#${code.toLowerCase()})`,
  words[strict],
  words[soft],
  summary,
  safe ? `${repair} (safe)` : repair,
]

function section({ code, why, repair, examples: { bad, good } }: DocumentedRule, sample: Files): readonly string[] {
  const known = new Map<string, string>()
  const all = [...bad.map((each) => ['Wrong', each] as const), ...good.map((each) => ['Right', each] as const)]
  const shown = all.flatMap(([verdict, each]) => example(verdict, each, sample, known))
  return [
    `### ${code}`,
    '',
    why,
    '',
    ...(repair === undefined ? [] : [`To mend it: ${repair}`, '']),
    '<details><summary>Examples</summary>',
    '',
    ...shown,
    '</details>',
    '',
  ]
}

/** The files of a sample, whole. */
export const sampleFiles = (sample: Files): string => changes({}, sample, [], {}).join('\n').trimEnd()

/** Codes that only commands answer with, each where the links in answers lead. */
function theAnswers(answers: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(answers).map(([code, meaning]) => [`<a id="${code.toLowerCase()}"></a>\`${code}\``, meaning])
  return rows.length === 0 ? [] : ['### What commands answer', '', table(['code', 'meaning'], rows), '']
}

/**
 * The page of some rules as Markdown: a table, then each with its reason, its repair and its examples. An example is shown as
 * what differs from the sample, if that is shorter than the example itself. At the end the codes that only commands answer with.
 */
export function rulePage(rules: readonly DocumentedRule[], sample: Files = {}, answers: Readonly<Record<string, string>> = {}): string {
  return [
    ...(rules.length === 0 ? [] : [table(['code', 'strict', 'soft', 'condition', 'repair'], rules.map(row)), '']),
    ...rules.flatMap((rule) => section(rule, sample)),
    ...theAnswers(answers),
  ]
    .join('\n')
    .trimEnd()
}
