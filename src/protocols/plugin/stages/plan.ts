import { outline } from '../../../documents/markdown.ts'
import { copyOfText, type TextDocument } from '../../../documents/text.ts'
import { byPhase, isPhase, stageOf, type Unit } from './stages.ts'

/** A phase that a plan names. */
export interface PlannedPhase {
  readonly phase: Unit
  readonly title: string
  readonly line: number
}

/** The phases and the complexity that `plan.md` has (specification, 2.1). */
export interface Plan {
  readonly path: string
  /** In order of stage and number, each once. None: the plan is silent. */
  readonly phases: readonly PlannedPhase[]
  readonly complexity?: { readonly value: number; readonly line: number }
}

/** What may be in front of the word `Phase`: heading and list marks, a checkbox, emphasis. */
const decoration = /^[\s#*_+-]*(?:\d{1,9}[.)]\s+)?[\s*_]*(?:\[[ xX]\]\s+)?[\s*_]*/
const named = /^phase\s+(\d{1,9}\.\d{1,9})(?![\d]|\.\d)/i
const titleLead = /^[\s:*_–-]+/
const titleTail = /(?:[\s*_✓✅✔]|\ufe0f)+$/u

function phaseOf(line: string, number: number): PlannedPhase | undefined {
  // A heading that is underlined may have several lines.
  const [text = ''] = line.slice(0, 500).split('\n', 1)
  const rest = text.slice(decoration.exec(text)?.[0].length ?? 0)
  const phase = named.exec(rest)?.[1]
  if (phase === undefined || !isPhase(phase)) return undefined
  const title = rest.slice(named.exec(rest)?.[0].length ?? 0)
  return { phase, title: copyOfText(title.replace(titleLead, '').replace(titleTail, '')), line: number }
}

const complexityPattern = /\bcomplexity(?: score)?[*_:\s]*([1-5](?:\.\d)?)(?!\d|\.\d)/i

function complexityOf(line: string): number | undefined {
  const value = Number(complexityPattern.exec(line.slice(0, 2000))?.[1])
  return value <= 5 ? value : undefined
}

const inOrder = (a: PlannedPhase, b: PlannedPhase) => stageOf(a.phase) - stageOf(b.phase) || byPhase(a.phase, b.phase)

/** The first of each phase, in order of stage and number. */
function ordered(found: readonly PlannedPhase[]): readonly PlannedPhase[] {
  const first = new Map<Unit, PlannedPhase>()
  for (const phase of found) if (!first.has(phase.phase)) first.set(phase.phase, phase)
  return [...first.values()].toSorted(inOrder)
}

/** Reads a plan. Headings win over lists and paragraphs: lists are estimates and outlive renumbering. */
export function readPlan(path: string, document: TextDocument | undefined): Plan {
  if (!document) return { path, phases: [] }
  const outlined = outline(document)
  const inHeadings = outlined.headings.flatMap(({ text, line }) => phaseOf(text, line) ?? [])
  const inText: PlannedPhase[] = []
  let complexity: Plan['complexity']
  for (let line = 1; line <= document.lineCount; line++) {
    const text = document.line(line)
    const value = complexity ? undefined : complexityOf(text)
    if (value !== undefined && outlined.kindOf(line) !== 'code') complexity = { value, line }
    const phase = inHeadings.length > 0 ? undefined : phaseOf(text, line)
    if (phase && (outlined.kindOf(line) === 'text' || outlined.kindOf(line) === 'quote')) inText.push(phase)
  }
  return { path, phases: ordered(inHeadings.length > 0 ? inHeadings : inText), ...(complexity && { complexity }) }
}
