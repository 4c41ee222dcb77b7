import type { Proposal } from '../core/action.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { grouped } from '../core/grouped.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { commandOf, shortNames, turnOf, type Step, type Turn } from '../core/turn.ts'
import { pluralize } from '../core/severity-counts.ts'
import { enabledProtocols, type CheckRequest } from './checking/request.ts'
import { textTester } from './checking/unreadable.ts'
import { addedErrors } from './commands/added.ts'
import { affordable } from './commands/offered.ts'
import { readingsOf } from './commands/readings.ts'
import type { Found } from './commands/resolve.ts'
import { words } from './commands/words.ts'
import { findingsBehind, formsOf, inTheWay, mostRun, trialActor, tryOut, unlessHeld, type NextRequest, type Trial } from './next.ts'

/**
 * A report with whose turn each target is. A command is offered only if it would be carried out, as by `baton next`: each is run on what was
 * read already (of very many targets, for those with findings first), and as many as files are small enough for are planned in whole, with a check of what they would change.
 */
export function turnsIn(
  report: Report,
  request: Pick<CheckRequest, 'head' | 'context' | 'protocols' | 'sections' | 'severity'> & Pick<NextRequest, 'elsewhere'>,
): Report {
  const { head, context, sections, severity } = request
  const tried = { head, context, protocols: enabledProtocols(request), sections, severity, actor: trialActor, local: true, most: 1 }
  const readings = readingsOf(tried)
  const found = readings(head)
  const readers = new Map(found.map((each) => [each.protocol.name, each]))
  const named = shortNames(found.flatMap(({ reading }) => reading.targets))
  const byTarget = (those: readonly Diagnostic[]) => grouped(those, ({ target }) => target)
  const trial: Trial = {
    request: tried,
    readings,
    added: addedErrors(tried, readings),
    findings: byTarget(report.diagnostics),
    errors: byTarget(report.diagnostics.filter((each) => each.severity === 'error')),
  }
  const isUnreadable = textTester(context.limit)
  let room = affordable(tried, readings)
  const byFindings = report.targets.toSorted((a, b) => Number(trial.findings.has(b.id)) - Number(trial.findings.has(a.id)))
  const isTried = new Set(byFindings.slice(0, mostRun / Math.max(1, byFindings.length)).map(({ id }) => id))

  /** The first refusal of a command, where each of its forms is refused. */
  function refusal({ run: [command, behind = ''] }: Required<Pick<Proposal, 'run'>>, { id }: ReportedTarget, { reading }: Found) {
    const forms = formsOf(behind)
    const request = { name: id.slice(id.indexOf(':') + 1), target: id, report: undefined, actor: trialActor, local: true, shared: {} }
    const outcomes = forms.map((form) => {
      const behind = words(form)
      return reading.run(command, { ...request, words: behind.map(({ text }) => text), written: behind.map(({ written }) => written) })
    })
    const refusals = outcomes.flatMap((outcome) => (outcome?.outcome === 'refused' ? [outcome] : []))
    if (refusals.length === forms.length) return refusals[0]
    if (room <= 0) return undefined
    room--
    const results = forms.map((form) => tryOut(`/${command} ${named(id)} ${form}`.trimEnd(), trial))
    return results.every(({ outcome }) => outcome === 'refused') ? results[0] : undefined
  }

  function stepOf(proposal: Proposal, target: ReportedTarget, reader: Found): Step {
    const { do: kind, run, why } = proposal
    if (kind === 'mend' && !run) {
      const fix = isTried.has(target.id) ? inTheWay(target, named(target.id), trial).find((each) => each.fix !== undefined)?.fix : undefined
      return fix === undefined ? {} : { next: fix }
    }
    if (!run) return kind === 'wait' && why !== undefined ? { waits: why } : {}
    const refused = isTried.has(target.id) ? refusal({ run }, target, reader) : undefined
    const next = commandOf(proposal, named(target.id))
    if (!refused) return next === undefined ? {} : { next }
    const wrong = findingsBehind(refused, target, trial)
    const fix = wrong.find((each) => each.fix !== undefined)?.fix
    if (fix !== undefined) return { next: fix }
    // A finding is shown by itself.
    const message = wrong.length > 0 ? undefined : refused.diagnostics[0]?.message
    return message === undefined ? {} : { waits: message }
  }

  function turn(target: ReportedTarget): Turn {
    if (isUnreadable(head, target.path)) return { ...(target.turn?.container && { container: true }), unreadable: true }
    const reader = readers.get(target.protocol)
    const proposal = unlessHeld(reader?.reading.next(target), request.elsewhere?.get(target.id))
    return turnOf(target, proposal, reader && proposal ? stepOf(proposal, target, reader) : {})
  }
  const targets = report.targets.map((target) => ({ ...target, turn: turn(target) }))
  const untried = targets.filter(({ id, turn }) => turn.next !== undefined && !isTried.has(id)).length
  const notes = untried === 0 ? [] : [`Commands of ${pluralize(untried, 'target')} were not tried.`]
  return { ...report, targets, notes: [...report.notes, ...notes] }
}
