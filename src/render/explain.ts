import picocolors from 'picocolors'
import type { Change } from '../core/change.ts'
import type { DocumentedRule, Example, Examples, Files } from '../core/rule.ts'
import { commitLines, commitTitle } from './commit-lines.ts'
import { difference } from './difference.ts'
import { withVisibleCharacters } from './plain.ts'

type Paint = ReturnType<typeof picocolors.createColors>

/** Prints a file under its name, and `when` it is so; what it was before, if it was shown then. */
interface ShowFile {
  (path: string, text: string | undefined, circumstance: string, oldText?: string): readonly string[]
  /** Whether a file is as it was when it was shown first. */
  isKnown(path: string, text: string | undefined): boolean
}

/** Files are shown whole the first time, and then as what differs from that where that is shorter. */
function makeShow(links: readonly string[], shownFiles: Map<string, string>, paint: Paint): ShowFile {
  const block = (lines: readonly string[]) =>
    lines.map((line) => `      ${paint.dim('│')} ${withVisibleCharacters(line)}`)
  const isKnown: ShowFile['isKnown'] = (path, text) =>
    text !== undefined && !links.includes(path) && shownFiles.get(path) === text
  const show = (path: string, text: string | undefined, circumstance: string, oldText?: string) => {
    const title = `    ${paint.bold(withVisibleCharacters(path))}${circumstance}`
    if (text === undefined) return [`${title}: not there`]
    if (links.includes(path)) return [`${title}: a link to ${withVisibleCharacters(text)}`]
    if (isKnown(path, text)) return [`${title}: as first shown`]
    const first = shownFiles.get(path)
    const { kind, lines } = difference(path, oldText ?? first, text)
    if (first === undefined) shownFiles.set(path, text)
    if (kind === 'whole') return [`${title}:`, ...block(lines)]
    return [oldText === undefined ? `${title}: as first shown, but` : `${title}, changed:`, ...block(lines)]
  }
  return Object.assign(show, { isKnown })
}

/** The names of files of which nothing is new. */
const knownFilesLine = (paths: readonly string[]) =>
  paths.length === 0 ? [] : [`    as first shown: ${paths.map(withVisibleCharacters).join(', ')}`]

function fileLines({ head, base, tip, merged }: Example, show: ShowFile): readonly string[] {
  const paths = base ? [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted() : Object.keys(head)
  const isSame = (path: string) => !base || base[path] === head[path]
  const knownPaths = paths.filter((path) => isSame(path) && show.isKnown(path, head[path]))
  const changedPaths = paths.filter((path) => !isSame(path))
  const otherPaths = paths.filter((path) => isSame(path) && !knownPaths.includes(path))
  const differingPaths = (from: Files, to: Files) =>
    [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((path) => to[path] !== from[path])
  const meanwhilePaths = tip ? differingPaths(base ?? {}, tip) : []
  return [
    ...changedPaths.flatMap((path) => [
      ...show(path, base?.[path], ' before the change'),
      ...show(path, head[path], ' after it', base?.[path]),
    ]),
    ...otherPaths.flatMap((path) => show(path, head[path], base ? ', unchanged' : '')),
    ...knownFilesLine(knownPaths),
    ...meanwhilePaths.toSorted().flatMap((path) => show(path, tip?.[path], ' on the base meanwhile')),
    ...(merged?.parents ?? []).flatMap((parent, index) =>
      differingPaths(merged?.base ?? {}, parent)
        .toSorted()
        .flatMap((path) => show(path, parent[path], ` on branch ${index + 1} that was merged`)),
    ),
  ]
}

function commits({ commits: commitList, tooMany }: Change, paint: Paint): readonly string[] {
  if (tooMany !== undefined) return [`    ${tooMany} commits`]
  return commitList.flatMap((commit) => [
    `    ${commitTitle(commit)}`,
    ...commitLines(commit).map((line) => `      ${paint.dim('│')} ${withVisibleCharacters(line)}`.trimEnd()),
  ])
}

const circumstances = ({ configuration, at, staleAfter, ignored, branch, merging, limit }: Example) =>
  Object.entries({ configuration, at, staleAfter, ignored, branch, merging, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : `    ${name}: ${withVisibleCharacters(JSON.stringify(value))}`,
  )

function examples({ bad, good }: Examples, paint: Paint): readonly string[] {
  const shownFiles = new Map<string, string>()
  const exampleLines = (verdict: string) => (example: Example) => [
    '',
    `  ${verdict}: ${example.about}`,
    ...circumstances(example),
    ...(example.change
      ? commits(example.change, paint)
      : fileLines(example, makeShow(example.links ?? [], shownFiles, paint))),
  ]
  return [...bad.flatMap(exampleLines(paint.red('✖ wrong'))), ...good.flatMap(exampleLines(paint.green('✔ right')))]
}

/** What each example is about, without its files. */
const titles = ({ bad, good }: Examples, paint: Paint): readonly string[] => [
  ...bad.map(({ about }) => `  ${paint.red('✖ wrong')}: ${about}`),
  ...good.map(({ about }) => `  ${paint.green('✔ right')}: ${about}`),
]

function severity({ strict, soft }: DocumentedRule): string {
  const level = { error: 'an error', warning: 'a warning', notice: 'a notice', off: 'not looked for' }
  return strict === soft ? level[strict] : `${level[strict]} in what a change touches, ${level[soft]} elsewhere`
}

const paragraph = (text: string) => text.split('\n').map((line) => `  ${line}`)

/**
 * What `baton explain CODE` prints: what a code means, why it matters, how to repair it, and what its examples are
 * about; with `--examples` their files too.
 */
export function explain(
  rule: DocumentedRule & { readonly url: string | undefined },
  { color, inFull = false }: { readonly color: boolean; readonly inFull?: boolean },
): string {
  const paint = picocolors.createColors(color)
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint.bold(title), ...lines]
  const safe = rule.safe ? ['  This repair is safe: `--fix` and `/fix` may apply it.'] : []
  return `${[
    `${paint.bold(rule.code)} is ${severity(rule)}`,
    '',
    ...paragraph(rule.summary),
    ...section('Why', paragraph(rule.why)),
    ...section('How to fix it', [...(rule.repair === undefined ? [] : paragraph(rule.repair)), ...safe]),
    ...section('Examples', (inFull ? examples : titles)(rule.examples, paint)),
    ...(inFull || rule.examples.bad.length === 0 ? [] : [`  Their files: \`baton explain ${rule.code} --examples\``]),
    ...(rule.url === undefined ? [] : ['', `More: ${rule.url}`]),
  ].join('\n')}\n`
}

/** What `baton explain CODE` prints for a code that only commands answer with. */
export function explainAnswer(
  {
    code,
    meaning,
    repair,
    url,
  }: {
    readonly code: string
    readonly meaning: string
    readonly repair?: string
    readonly url: string | undefined
  },
  { color }: { readonly color: boolean },
): string {
  const paint = picocolors.createColors(color)
  return `${[
    `${paint.bold(code)} is an answer of commands`,
    '',
    ...paragraph(meaning),
    ...(repair === undefined ? [] : ['', paint.bold('How to fix it'), ...paragraph(repair)]),
    ...(url === undefined ? [] : ['', paint.dim(url)]),
  ].join('\n')}\n`
}
