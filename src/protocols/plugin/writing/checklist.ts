import { splice } from '../../../documents/edit.ts'
import type { Handoff } from '../handoff.ts'
import type { SectionName } from '../schema.ts'
import { appendTo } from './sections.ts'
import { oneLine } from './text.ts'

/** The text with a line of a section in place of the first that fits, which keeps its indentation and bullet; without one, at the end. */
function replacedIn(handoff: Handoff, name: SectionName, fits: (line: string) => boolean, text: string): string {
  const { document, outline } = handoff
  const section = handoff.section(name)
  for (let line = section ? section.heading.line + 1 : Infinity; line < (section?.end ?? 0); line++) {
    const [bullet = ''] = /^\s*[-*+] /.exec(document.line(line)) ?? []
    if (bullet === '' || outline.kindOf(line) !== 'text' || !fits(document.line(line).slice(bullet.length))) continue
    const start = document.offsetOf(line) + bullet.length
    return splice(document.text, [{ start, end: document.offsetOf(line) + document.line(line).length, text }])
  }
  return appendTo(handoff, name, `- ${text}`)
}

const labels: ReadonlyMap<string, string> = new Map([
  ['vst3', 'VST3'],
  ['component', 'AU'],
  ['app', 'Standalone'],
  ['exe', 'Standalone'],
  ['clap', 'CLAP'],
])

/** The text with the path of something that was built, in place of the one with the same label. */
export function withArtifact(handoff: Handoff, path: string): string {
  const label = labels.get(/\.([a-z0-9]+)\/?$/i.exec(path)?.[1]?.toLowerCase() ?? '')
  if (label === undefined) return appendTo(handoff, 'Build Artifacts', `- ${path}`)
  return replacedIn(handoff, 'Build Artifacts', (line) => line.startsWith(`${label}: `), `${label}: ${path}`)
}

/** The text with a tick behind what was tested. */
export function withTested(handoff: Handoff, tested: string): string {
  const fits = (line: string) => /^\[[ xX]\] /.test(line) && oneLine(line.slice('[ ] '.length)) === tested
  return replacedIn(handoff, 'Testing Checklist', fits, `[x] ${tested}`)
}
