import { formsOf, type Proposal } from '../core/action.ts'
import { groupBy } from '../core/grouped.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { commandOf, shortNames, turnOf, type Step } from '../core/turn.ts'
import { pluralize } from '../core/diagnostic.ts'
import { enabledProtocols, type CheckRequest } from './checking/request.ts'
import { affordableTrials } from './commands/offered.ts'
import { foundProtocolFor, readingsOf } from './commands/resolve.ts'
import { parseWords } from './commands/words.ts'
import { courseOf, type Course, type Trial } from './course.ts'
import { waitIfHeld } from './next.ts'
import type { NextRequest } from './next-action.ts'
import { commandTrier, maxRuns, trialActor } from './try-command.ts'
import { conflictsByTarget } from './unmerged.ts'
import { bareName } from '../core/target.ts'

/**
 * A report with whose turn each target is. A command is offered only if it would be carried out, as by `baton next`:
 * each is run on what was read already (of very many targets, for those with findings first), and as many as files are
 * small enough for are planned in whole, with a check of what they would change.
 */
export function turnsIn(
  report: Report,
  request: Pick<CheckRequest, 'head' | 'context' | 'protocols' | 'sections' | 'severity'> &
    Pick<NextRequest, 'elsewhere' | 'isUnsaved'>,
): Report {
  const { head, context, sections, severity, isUnsaved } = request
  const trialRequest = {
    head,
    context,
    protocols: enabledProtocols(request),
    sections,
    severity,
    actor: trialActor,
    local: true,
    maxCommands: 1,
    isUnsaved,
  }
  const readings = readingsOf(trialRequest)
  const foundProtocols = readings(head)
  const readers = new Map(foundProtocols.map((foundProtocol) => [foundProtocol.protocol.name, foundProtocol]))
  const nameOf = shortNames(foundProtocols.flatMap(({ reading }) => reading.targets))
  const tryOut = commandTrier(trialRequest, readings)
  let room = affordableTrials(trialRequest, readings)
  const findings = groupBy(report.diagnostics, ({ target }) => target)
  const orderedTargets = report.targets.toSorted((a, b) => Number(findings.has(b.id)) - Number(findings.has(a.id)))
  const triedIds = new Set(orderedTargets.slice(0, maxRuns / Math.max(1, orderedTargets.length)).map(({ id }) => id))

  const trial: Trial = {
    findings,
    conflicts: conflictsByTarget(head, foundProtocols, report.diagnostics),
    // The report offers only what would be carried out.
    repair: ({ fix }) => fix,
    refusal({ id }, [command, argument = '']) {
      const reader = foundProtocolFor(readings, head, id)
      if (!reader || !triedIds.has(id)) return undefined
      const words = parseWords(argument)
      const outcome = reader.reading.run(command, {
        name: bareName(id),
        target: id,
        report: undefined,
        actor: trialActor,
        local: true,
        shared: {},
        words: words.map(({ text }) => text),
        written: words.map(({ written }) => written),
      })
      if (outcome?.outcome === 'refused')
        return {
          diagnostics: outcome.diagnostics.map(({ code, message, place: { path } }) => ({ code, message, path })),
        }
      if (room <= 0) return undefined
      room--
      const result = tryOut(`/${command} ${nameOf(id)} ${argument}`.trimEnd())
      return result.outcome === 'refused' ? result : undefined
    },
  }

  /** The command of a proposal of which the usual form is refused: the first form that is left, with all its words. */
  function nextCommandOf(narrowed: Proposal | undefined, id: string): string | undefined {
    const [command, words = ''] = narrowed?.run ?? []
    const [form = ''] = formsOf(words)
    return narrowed && command && commandOf({ ...narrowed, run: [command, form] }, nameOf(id))
  }

  function stepOf(proposal: Proposal | undefined, course: Course, id: string): Step {
    if (course.by === 'repair') return course.run === undefined ? {} : { next: course.run, repairs: true }
    if (course.by === 'nothing') return course.reason ? { waits: course.reason.message } : {}
    const [reason] = course.refusal?.diagnostics ?? []
    // Other needs come with the command, such as an option or a report.
    if (reason && proposal?.needs?.some((need) => reason.message.includes(`needs ${need}`)))
      return { waits: reason.message }
    const next = nextCommandOf(course.narrowed, id) ?? (proposal && commandOf(proposal, nameOf(id)))
    if (next !== undefined) return { next }
    return proposal?.do === 'wait' && proposal.why !== undefined ? { waits: proposal.why } : {}
  }

  function withTurn(target: ReportedTarget): ReportedTarget {
    const proposal = waitIfHeld(readers.get(target.protocol)?.reading.next(target), request.elsewhere?.get(target.id))
    const course = courseOf(target, proposal, trial)
    const turn = turnOf(target, proposal, stepOf(proposal, course, target.id))
    return { ...target, turn, ...(course.by === 'repair' && course.finding && { first: course.finding }) }
  }
  const targets = report.targets.map(withTurn)
  const untried = targets.filter(({ id, turn }) => turn?.next !== undefined && !triedIds.has(id)).length
  const notes = untried === 0 ? [] : [`Commands of ${pluralize(untried, 'target')} were not tried.`]
  return { ...report, targets, notes: [...report.notes, ...notes] }
}
