import { worstFirst, type Diagnostic, type Place, type Severity } from '../core/diagnostic.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { pluralize } from '../core/severity-counts.ts'
import { fit, type Section } from './fit.ts'
import { cell, code, prose } from './inline.ts'
import { wayDiagram } from './mermaid.ts'
import { hasOldAndNew, verdict } from './verdict.ts'

const marks: Record<Severity, string> = { error: '❌', warning: '⚠️', notice: 'ℹ️' }

/** GitHub draws each diagram in a frame of its own: more make a page slow. */
const diagrams = 20

const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`
const table = (...heads: readonly string[]) => `${row(...heads)}${row(...heads.map(() => '---'))}`

const spot = ({ path, line }: Place) => code(line === undefined ? path : `${path}:${line}`)

/** A code, leading to its page: the address is ours, but only a harmless one becomes a link. */
const linked = (name: string, url: string) => (/^https?:\/\/[\w.:/#%~-]+$/.test(url) ? `[${code(name)}](${url})` : code(name))

function finding(diagnostic: Diagnostic, marked: boolean): string {
  const { severity, message, hint, fix, related = [], commit, conversation, code: name, url, ...place } = diagnostic
  const what = [
    prose(message),
    ...(hint === undefined ? [] : [prose(hint)]),
    ...related.map((other) => `${spot(other)} ${prose(other.message)}`),
    ...(commit === undefined ? [] : [`commit ${code(commit.slice(0, 7))}`]),
    ...(conversation === undefined ? [] : [`in ${code(`#${conversation}`)}`]),
    linked(name, url),
  ]
  const mark = marked && diagnostic.new ? `${marks[severity]} new` : marks[severity]
  return row(mark, spot(place), what.join('<br>'), fix === undefined ? '' : code(fix))
}

const columns = table('', 'Where', 'What is wrong', 'Fix it with')

function findings(report: Report): Section {
  const marked = hasOldAndNew(report)
  return {
    open: `\n### Findings\n\n${columns}`,
    items: worstFirst(report.diagnostics).map((each) => finding(each, marked)),
    folded: { after: 25, title: (count) => pluralize(count, 'more finding'), open: columns },
    rest: (count) => `${pluralize(count, 'more finding')} omitted to save space: the JSON report has all.`,
    until: 0.7,
  }
}

function changes(targets: readonly ReportedTarget[]): Section {
  return {
    open: `\n### Changed targets\n\n${table('Target', 'Before', 'Now', 'Held by')}`,
    items: targets.map(({ id, before, state, holder = '' }) =>
      row(code(id), before === undefined ? 'new' : code(before), code(state), holder),
    ),
    rest: (count) => `${pluralize(count, 'more target')} changed.`,
    until: 0.8,
  }
}

function ways(targets: readonly ReportedTarget[]): Section {
  const drawn = targets.flatMap((target) => {
    const diagram = wayDiagram(target)
    return diagram === undefined ? [] : `\n${code(target.id)}\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n`
  })
  return {
    open: '',
    items: drawn.slice(0, diagrams),
    folded: { after: 3, title: (count) => pluralize(count, 'more diagram') },
    rest: (count) => `${pluralize(count, 'more diagram')} omitted to save space.`,
    until: 0.9,
  }
}

function meanings({ diagnostics, rules }: Report): Section {
  const found = new Set(diagnostics.map(({ code }) => code))
  return {
    open: '',
    items: rules
      .filter(({ code }) => found.has(code))
      .map(
        ({ code: name, url, summary, why, repair }) =>
          `- ${linked(name, url)}: ${[summary, why, ...(repair?.split('\n') ?? [])].map(prose).join(' ')}\n`,
      ),
    folded: { after: 0, title: () => 'What the codes mean, and how to fix it' },
    rest: (count) => `${pluralize(count, 'more code')} left out: \`baton explain CODE\` explains them.`,
    until: 1,
  }
}

function notes(report: Report): Section {
  const items = report.notes.map((note) => `- ${prose(note)}\n`)
  return { open: '\n### What could not be checked\n\n', items, rest: (count) => `${pluralize(count, 'more note')}.`, until: 0.2 }
}

/** What GitHub takes for one step's job summary, in bytes. */
export const summaryLimit = 1024 * 1024

/**
 * The report as GitHub Flavored Markdown, worst first: the job summary.
 *
 * At most `limit` bytes of UTF-8; what had to be left out is counted. Nothing that comes from a file is anything but code.
 *
 * @param options `heading`: in place of the verdict
 */
export function markdown(
  report: Report,
  { limit = summaryLimit, heading }: { readonly limit?: number; readonly heading?: string } = {},
): string {
  const { title, reason, checked } = verdict(report)
  const lead = heading ?? `${report.verdict === 'passed' ? '✅' : '❌'} Baton: ${title}`
  const head = `## ${lead}\n\n${checked}.${reason === '' ? '' : ` ${reason}`}\n`
  // A file may be touched and say the same state as before.
  const changed = report.targets.filter((target) => target.changed && target.before !== target.state)
  const whole = { open: '', items: [head], rest: () => '', until: 1 }
  return fit([whole, notes(report), findings(report), changes(changed), ways(changed), meanings(report)], limit)
}
