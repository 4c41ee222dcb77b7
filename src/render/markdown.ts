import { worstFirst, type Diagnostic, type Place, type Severity, pluralize } from '../core/diagnostic.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { aboutConfiguration, markerFor } from './configured.ts'
import { cut, fit, type Section } from './fit.ts'
import { code, prose, row, tableHead } from './inline.ts'
import { reportForComments } from './spelling.ts'
import { hasOldAndNew, verdict } from './verdict.ts'
import { visibleLine } from '../core/message.ts'

/** A way of more states is drawn with its ends and what is around the states before and now; the rest is counted. */
const maxWholeSteps = 9
/** Code points of a state that are shown. */
const maxLabelLength = 60

/**
 * Letters, digits and spaces stay; all else is Mermaid's numeric entity: no text can end its label, nor be Markdown, an
 * icon or a directive.
 */
const escapeLabel = (text: string) => text.replace(/[^A-Za-z0-9 ]/gu, (character) => `#${character.codePointAt(0)};`)

interface Box {
  readonly id: string
  readonly text: string
  readonly style?: 'before' | 'now' | 'left'
}

/** The states of a way by index, in order: one alone is drawn, several together are left out. */
function stretches(length: number, marks: readonly number[]): readonly (readonly number[])[] {
  const isDrawn = (index: number) =>
    length <= maxWholeSteps || index === 0 || index === length - 1 || marks.some((mark) => Math.abs(mark - index) <= 1)
  const stretches: number[][] = []
  for (let index = 0; index < length; index++) {
    const lastStretch = stretches.at(-1)
    if (lastStretch && !isDrawn(index) && !isDrawn(index - 1)) lastStretch.push(index)
    else stretches.push([index])
  }
  return stretches
}

/** The boxes of the way, and those of marked states that are not on it. */
function boxes(
  way: readonly string[],
  marks: ReadonlyMap<string, 'before' | 'now'>,
): { readonly chain: readonly Box[]; readonly apart: readonly Box[] } {
  const box = (id: string, state: string): Box => {
    const style = marks.get(state)
    const text = visibleLine(state, maxLabelLength) || '-'
    return style === undefined ? { id, text } : { id, text: `${text} (${style})`, style }
  }
  const indexes = [...marks.keys()].map((state) => way.indexOf(state))
  return {
    chain: stretches(way.length, indexes).map(([index = 0, ...moreIndexes]) =>
      moreIndexes.length === 0
        ? box(`s${index}`, way[index] ?? '')
        : { id: `s${index}`, text: `${moreIndexes.length + 1} more states`, style: 'left' },
    ),
    apart: [...marks].flatMap(([state, style]) => (way.includes(state) ? [] : box(style, state))),
  }
}

const classes = [
  'classDef before stroke-width:3px,stroke-dasharray:6',
  'classDef now fill:#1f6feb,stroke:#1f6feb,color:#ffffff',
  'classDef left stroke-dasharray:2',
]

/**
 * The way of a target as a Mermaid flowchart: its states in order, the one in the base dashed, the one now filled, the
 * step between them a thick arrow. `undefined` for a target that has no way.
 */
export function wayDiagram({
  way,
  before,
  state,
}: Pick<ReportedTarget, 'way' | 'before' | 'state'>): string | undefined {
  if (way === undefined) return undefined
  // Set last: a state that stays is the one now.
  const marks = new Map([...(before === undefined ? [] : [[before, 'before'] as const]), [state, 'now'] as const])
  const { chain, apart } = boxes(way, marks)
  const allBoxes = [...chain, ...apart]
  const from = allBoxes.find(({ style }) => style === 'before')
  const to = allBoxes.find(({ style }) => style === 'now')
  const isStep = (a: Box | undefined, b: Box | undefined) => a !== undefined && a === from && b === to
  const arrows = chain.flatMap((box, index) => {
    const previous = chain[index - 1]
    return previous ? `${previous.id} ${isStep(previous, box) ? '==>' : '-->'} ${box.id}` : []
  })
  const leap = from && to && !isStep(chain[chain.indexOf(to) - 1], to) ? [`${from.id} ==> ${to.id}`] : []
  return [
    'flowchart LR',
    ...allBoxes.map(({ id, text }) => `${id}["${escapeLabel(text)}"]`),
    ...arrows,
    ...leap,
    ...allBoxes.flatMap(({ id, style }) => (style === undefined ? [] : `class ${id} ${style}`)),
    ...classes,
  ].join('\n  ')
}

const marks: Record<Severity, string> = { error: '❌', warning: '⚠️', notice: 'ℹ️' }

/** GitHub draws each diagram in a frame of its own: more make a page slow. */
const maxDiagrams = 20

const placeText = ({ path, line }: Place) => code(line === undefined ? path : `${path}:${line}`)

/** A code, leading to its page: the address is ours, but only a harmless one becomes a link. */
const linkedCode = (name: string, url = '') =>
  /^https?:\/\/[\w.:/#%~-]+$/.test(url) ? `[${code(name)}](${url})` : code(name)

function finding(diagnostic: Diagnostic, marksNew: boolean): string {
  const { severity, message, hint, fix, related = [], commit, conversation, code: name, url, ...place } = diagnostic
  const descriptions = [
    prose(message),
    ...(hint === undefined ? [] : [prose(hint)]),
    ...related.map((relatedPlace) => `${placeText(relatedPlace)} ${prose(relatedPlace.message)}`),
    ...(commit === undefined ? [] : [`commit ${code(commit.slice(0, 7))}`]),
    ...(conversation === undefined ? [] : [`in ${code(`#${conversation}`)}`]),
    linkedCode(name, url),
  ]
  const mark = marksNew && diagnostic.new ? `${marks[severity]} new` : marks[severity]
  return row(mark, placeText(place), descriptions.join('<br>'), fix === undefined ? '' : code(fix))
}

const columns = tableHead('', 'Where', 'What is wrong', 'Fix it with')

function findings(report: Report): Section {
  const marksNew = hasOldAndNew(report)
  return {
    open: `\n### Findings\n\n${columns}`,
    items: worstFirst(report.diagnostics).map((diagnostic) => finding(diagnostic, marksNew)),
    folded: { after: 25, title: (count) => pluralize(count, 'more finding'), open: columns },
    rest: (count) => `${pluralize(count, 'more finding')} omitted to save space: the JSON report has all.`,
    until: 0.7,
  }
}

function changes(targets: readonly ReportedTarget[]): Section {
  return {
    open: `\n### Changed targets\n\n${tableHead('Target', 'Before', 'Now', 'Held by')}`,
    items: targets.map(({ id, before, state, holder = 'unknown' }) =>
      row(code(id), before === undefined ? 'new' : code(before), code(state), holder),
    ),
    rest: (count) => `${pluralize(count, 'more target')} changed.`,
    until: 0.8,
  }
}

function ways(targets: readonly ReportedTarget[]): Section {
  const drawings = targets.flatMap((target) => {
    const diagram = wayDiagram(target)
    return diagram === undefined ? [] : `\n${code(target.id)}\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n`
  })
  return {
    open: '',
    items: drawings.slice(0, maxDiagrams),
    folded: { after: 3, title: (count) => pluralize(count, 'more diagram') },
    rest: (count) => `${pluralize(count, 'more diagram')} omitted to save space.`,
    until: 0.9,
  }
}

function meanings({ diagnostics, rules }: Report): Section {
  const foundCodes = new Set(diagnostics.map(({ code }) => code))
  const explainedRules = rules.filter(({ code }) => foundCodes.has(code))
  const isLinked = explainedRules.every(({ url }) => url !== undefined)
  return {
    open: '',
    items: explainedRules.map(
      ({ code: name, url, summary, why, repair }) =>
        `- ${linkedCode(name, url)}: ${[summary, why, ...(repair?.split('\n') ?? [])].map(prose).join(' ')}\n`,
    ),
    folded: {
      after: 0,
      title: () => 'What the codes mean, and how to fix it',
      ...(!isLinked && { open: '`baton explain CODE` has examples of each.\n\n' }),
    },
    rest: (count) => `${pluralize(count, 'more code')} left out: \`baton explain CODE\` explains them.`,
    until: 1,
  }
}

function notes(title: string, sentences: readonly string[] = []): Section {
  const items = sentences.map((note) => `- ${prose(note)}\n`)
  return { open: `\n### ${title}\n\n`, items, rest: (count) => `${pluralize(count, 'more note')}.`, until: 0.2 }
}

/** What GitHub takes for one step's job summary, in bytes. */
export const summaryLimit = 1024 * 1024

/**
 * The report as GitHub Flavored Markdown, worst first: the job summary.
 *
 * At most `limit` bytes of UTF-8; what had to be left out is counted. Nothing that comes from a file is anything but
 * code.
 *
 * @param options `heading`: in place of the verdict; `board`: Markdown between the verdict and the findings
 */
export function markdown(
  givenReport: Report,
  {
    limit = summaryLimit,
    heading,
    board,
  }: { readonly limit?: number; readonly heading?: string; readonly board?: string } = {},
): string {
  const report = reportForComments(givenReport)
  const { title, reason, checked } = verdict(report)
  const lead = heading ?? `${report.verdict === 'passed' ? '✅' : '❌'} Baton: ${title}`
  const head = `## ${lead}\n\n${checked}.${reason === '' ? '' : ` ${reason}`}\n`
  // A file may be touched and say the same state as before.
  const changedTargets = report.targets.filter((target) => target.changed && target.before !== target.state)
  const headSection = { open: '', items: board === undefined ? [head] : [head, `\n${board}`], rest: () => '', until: 1 }
  const sections = [
    notes('What could not be checked', report.notes),
    notes('What takes effect later', report.afterMerge),
    findings(report),
    changes(changedTargets),
    ways(changedTargets),
    meanings(report),
  ]
  return fit([headSection, ...sections], limit)
}

/** GitHub takes no longer comment (GitHub's limits: 65,536 characters). */
const maxCommentLength = 65_000

export const verdictMarker = '<!-- baton: verdict -->'

/** The comment on a pull request that shows what its check has found, kept up to date. */
export const verdictComment = (report: Report, head: string, note = '', configuration?: string): string =>
  cut(
    `${markerFor(verdictMarker, configuration)}\n${aboutConfiguration(configuration)}${markdown(report, { limit: maxCommentLength - 1000 })}${note}\nChecked at ${head}.\n`,
    maxCommentLength,
  )
