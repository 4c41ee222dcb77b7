import { splice, type Splice } from '../../../documents/text.ts'
import type { Handoff } from '../handoff.ts'
import type { SectionName } from '../schema.ts'
import { additions } from './sections.ts'
import { oneLine } from './text.ts'

/** Items of a list, each by what it is about: of one that is about the same only the last counts. */
type Items = ReadonlyMap<string, string>

/** The text with items of a section in place of the first that are about the same, each of which keeps its indentation and bullet; the others at the end. */
function withItems(handoff: Handoff, name: SectionName, items: Items, aboutOf: (item: string) => string | undefined): string {
  const { document, outline } = handoff
  const section = handoff.section(name)
  const splices: Splice[] = []
  const left = new Map(items)
  for (let line = section ? section.heading.line + 1 : Infinity; line < (section?.end ?? 0) && left.size > 0; line++) {
    const text = document.line(line)
    const [bullet = ''] = /^\s*[-*+] /.exec(text) ?? []
    const about = bullet === '' || outline.kindOf(line) !== 'text' ? undefined : aboutOf(text.slice(bullet.length))
    const item = about === undefined ? undefined : left.get(about)
    if (about === undefined || item === undefined) continue
    left.delete(about)
    const start = document.offsetOf(line) + bullet.length
    splices.push({ start, end: document.offsetOf(line) + text.length, text: item })
  }
  const added = [...left.values()].map((item) => `- ${item}`)
  return splice(document.text, [...splices, ...additions(handoff, name, added)])
}

const labels: ReadonlyMap<string, string> = new Map([
  ['vst3', 'VST3'],
  ['component', 'AU'],
  ['app', 'Standalone'],
  ['exe', 'Standalone'],
  ['clap', 'CLAP'],
])

/** The text with the paths of what was built, each in place of the one with the same label. */
export function withArtifacts(handoff: Handoff, paths: readonly string[]): string {
  const items = paths.map((path) => {
    const label = labels.get(/\.([a-z0-9]+)\/?$/i.exec(path)?.[1]?.toLowerCase() ?? '')
    return label === undefined ? ([path, path] as const) : ([`${label}: `, `${label}: ${path}`] as const)
  })
  return withItems(handoff, 'Build Artifacts', new Map(items), (item) =>
    [...labels.values()].map((label) => `${label}: `).find((label) => item.startsWith(label)),
  )
}

/** The text with a tick behind what was tested. */
export const withTested = (handoff: Handoff, tested: readonly string[]): string =>
  withItems(handoff, 'Testing Checklist', new Map(tested.map((what) => [what, `[x] ${what}`])), (item) =>
    /^\[[ xX]\] /.test(item) ? oneLine(item.slice('[ ] '.length)) : undefined,
  )
