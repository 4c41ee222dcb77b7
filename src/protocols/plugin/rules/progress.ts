import { current, wrongValue, type HandoffSubject, type PluginRules } from './subjects.ts'
import { finalActions, phaseNumber, sameAction, stageOf, type Unit } from '../stages/stages.ts'
import { determined } from '../stages/next.ts'
import { msg } from '../../../core/message.ts'
import { dayOf } from '../handoff/handoff.ts'
import { hour } from '../../../core/time.ts'
import { holderOf } from '../states.ts'
import { staleFor } from '../../../kit/stale.ts'
import { grantOf } from '../targets.ts'
import { over } from '../../../kit/rules.ts'

/**
 * What `next_action` may be besides null (specification, 1.1); `undefined` where nothing is
 * complete, or that is unknown. Where the plan is silent and `next_phase` is empty, another phase may follow as well as not.
 */
function followingActions({ plugin, handoff, model: { stages } }: HandoffSubject): readonly string[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return finalActions
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const next = handoff.fields.next_phase
  const possible: readonly (Unit | null)[] =
    next.value === undefined && next.state !== 'null' && isOpen(state.unit, phases.decided)
      ? [null, phaseAfter(state.unit)]
      : [next.value ?? null]
  return possible.flatMap((next) => {
    const { action } = determined(state.unit, next, phases, stages)
    if (action === null) return []
    return finalActions.includes(action) ? finalActions : sameAction(action)
  })
}

/** What `next_phase` may be, `null` among it where that is allowed; `undefined` as above. */
function followingPhases({ plugin, model: { stages } }: HandoffSubject): readonly (Unit | null)[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return [null]
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const { unit } = state
  const { phase } = determined(unit, null, phases, stages)
  if (phase !== null && stageOf(phase) === stageOf(unit)) return [phase]
  return [...new Set([null, ...(isOpen(unit, phases.decided) ? [phaseAfter(unit)] : []), phase])]
}

/** Whether the plan leaves open if another phase follows this unit. */
const isOpen = (unit: Unit, decided: boolean) => !decided && phaseNumber(unit) > 0

const phaseAfter = (unit: Unit): Unit => `${stageOf(unit)}.${phaseNumber(unit) + 1}`

const dayLength = 24 * hour

const dayAfter = (day: string): string => new Date(Date.parse(day) + dayLength).toISOString().slice(0, 10)

/** What there is to write: while work is in progress nothing follows yet. */
function hintFor(expected: readonly (string | null)[] = [null]): string {
  const lines = expected.map((phase) => `next_phase: ${phase === null ? 'null' : `"${phase}"`}`)
  return lines.length === 1 ? msg`Write ${lines}.` : msg`Write one of ${lines}: the phase that follows, or none.`
}

const day = 24 * hour

/** The last sign of life: the last commit to the handoff, else the end of the day that it names. */
function lastSign({ handoff, model: { context } }: HandoffSubject): number | undefined {
  const commit = context.staleness?.lastCommit(handoff.path)
  if (commit !== undefined) return Date.parse(commit)
  const updated = handoff.fields.last_updated.value
  return updated === undefined ? undefined : Date.parse(updated) + day
}

/** Days, and what comes next */
export const progressRules: PluginRules = {
  name: 'progress',
  title: 'Days, and what comes next',
  rules: [
    over(current, [
      {
        code: 'PLUGIN_DATE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`last_updated` is no plain day, `YYYY-MM-DD`, or one that does not exist.',
        why: 'The day shows which of two states is the newer one, and how long an agent has been silent. Times in several spellings cannot be compared.',
        repair:
          'Write the day alone, such as `2026-02-03`. A time behind a day that exists is cut off by `/fix`; what else stands there only people can mend.',
        safe: true,
        examples: ({ inHandoff, sample }) => {
          const dated = (written: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${written}`])
          return {
            bad: [
              { about: 'a time', head: dated('2026-02-02T13:00:00Z') },
              { about: 'a time behind a blank', head: dated('2026-02-02 15:30:00') },
              { about: 'a day that does not exist', head: dated('2026-02-30') },
              { about: 'another order', head: dated('02.02.2026') },
              { about: 'digits left out', head: dated('2026-2-2') },
            ],
            good: [{ about: 'a day in quotes', head: dated('"2026-02-02"') }],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'last_updated', {
            expected: () => msg`a day such as ${'2026-02-03'}, without a time`,
            hint({ handoff }) {
              const day = dayOf(handoff.fields.last_updated)
              return day === undefined
                ? 'Write the day on which the handoff was last changed.'
                : msg`Write ${day} alone; cutting off the time is safe.`
            },
            edit({ handoff: { front, fields } }) {
              const day = dayOf(fields.last_updated)
              const value = front.node('last_updated')
              const quote = /^["']/.exec(fields.last_updated.written)?.[0] ?? ''
              return day === undefined || !value
                ? undefined
                : { code: 'PLUGIN_DATE_INVALID', edit: { start: value.start, end: value.end, text: quote + day + quote } }
            },
          }),
      },
      {
        code: 'PLUGIN_DATE_FUTURE',
        strict: 'warning',
        soft: 'warning',
        summary: '`last_updated` is more than one day after the day of the check.',
        why: 'A day that is still to come hides for how long nothing has happened. One day is allowed: it is tomorrow somewhere already.',
        hint: 'Write the day on which the handoff was last changed.',
        examples: ({ inHandoff, sample }) => {
          const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])
          return {
            bad: [
              { about: 'two days ahead', head: dated('2026-02-06'), at: '2026-02-04T10:00:00Z' },
              { about: 'a slip in the year', head: dated('2062-02-02') },
            ],
            good: [
              { about: 'tomorrow', head: dated('2026-02-05'), at: '2026-02-04T10:00:00Z' },
              { about: 'tomorrow, at the end of a year', head: dated('2026-01-01'), at: '2025-12-31T23:00:00Z' },
            ],
          }
        },
        *check({ handoff: { fields }, model: { context } }) {
          const { value: day } = fields.last_updated
          const latest = dayAfter(context.day)
          if (day === undefined || day <= latest) return
          yield {
            message: msg`Unexpected ${'last_updated'} ${day} in the future, expected ${latest} at the latest`,
            place: fields.last_updated.place,
          }
        },
      },
      {
        code: 'PLUGIN_ORCHESTRATION_MODE',
        strict: 'error',
        soft: 'warning',
        summary: '`orchestration_mode` is present and not `true`.',
        why: 'It shows agents that an orchestrator dispatches the stages. Anything else makes an agent go on by itself.',
        repair: 'Write `orchestration_mode: true`.',
        examples: ({ inHandoff, sample }) => {
          const mode = (written: string) => inHandoff(sample, ['orchestration_mode: true', `orchestration_mode: ${written}`])
          return {
            bad: [
              { about: 'false', head: mode('false') },
              { about: 'a text', head: mode('"true"') },
            ],
            good: [{ about: 'true', head: mode('True') }],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'orchestration_mode', {
            expected: () => msg`${'true'}`,
            hint: () => msg`Write ${'orchestration_mode: true'}.`,
          }),
      },
      {
        code: 'PLUGIN_NEXT_ACTION_UNKNOWN',
        strict: 'warning',
        soft: 'warning',
        summary: '`next_action` is a name that no stage knows.',
        why: 'The orchestrator dispatches by this name. One that it does not know stops the way without a word.',
        repair: 'Write the action of the stage that follows, or `null`.',
        examples: ({ inHandoff, sample }) => {
          const next = (action: string) => inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${action}`])
          return {
            bad: [
              { about: 'a name of its own', head: next('invoke_validation_agent') },
              { about: 'a phase of a stage that has none', head: next('continue_dsp_phase_4.1') },
              { about: 'no name at all', head: next('true') },
            ],
            good: [
              { about: 'null', head: next('null') },
              { about: 'a name in quotes', head: next('"invoke_dsp_agent"') },
            ],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'next_action', {
            runs: ({ plugin }) => plugin.state.kind !== 'unknown',
            allowed: (action, { model }) => model.stages.knowsAction(action),
            expected: () => msg`${null} or an action that some stage knows`,
            hint(subject) {
              const [first = 'null'] = followingActions(subject) ?? []
              return msg`Write ${`next_action: ${first}`}.`
            },
          }),
      },
      {
        code: 'PLUGIN_NEXT_ACTION_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: 'Work is complete, and `next_action` names another action than the one that follows.',
        why: 'The orchestrator dispatches by this name: a stage would be done twice or left out.',
        repair: 'Write the action that follows, or `null`.',
        examples: ({ inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus, workingSample }) => {
          const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
          /** The simple plugin with its UI complete. */
          const beforeValidation = (action: string) =>
            withStatus(inHandoff(sample, ['stage: 2', 'stage: 4'], ['invoke_dsp_agent', action]), '🚧 Stage 2', '🚧 Stage 4')
          return {
            bad: [
              { about: 'a stage left out', head: inHandoff(sample, ['invoke_dsp_agent', 'invoke_gui_agent']) },
              { about: 'the phase that is complete', head: inHandoff(phasedSample, ['continue_dsp_phase_3.2', 'continue_dsp_phase_3.1']) },
              {
                about: 'the next stage, though the plan names another phase',
                head: inHandoff(phasedSample, ['continue_dsp_phase_3.2', 'invoke_gui_agent']),
              },
              {
                about: 'the next stage, though the next phase is named',
                head: inHandoff(silent, ['continue_dsp_phase_3.2', 'invoke_gui_agent']),
              },
              {
                about: 'a stage, though everything is done',
                head: inHandoff(workingSample, ['next_action: install', 'next_action: begin_stage_5']),
              },
            ],
            good: [
              { about: 'null', head: inHandoff(sample, ['invoke_dsp_agent', 'null']) },
              { about: 'the other name of the validation', head: beforeValidation('invoke_validation') },
              {
                about: 'an action while work is in progress',
                head: inHandoff(inProgressSample, ['next_action: null', 'next_action: invoke_dsp_agent']),
              },
              { about: 'improvement at the end', head: inHandoff(workingSample, ['next_action: install', 'next_action: improve']) },
              {
                about: 'another phase, where neither plan nor next phase says anything',
                head: inHandoff(silent, ['next_phase: "3.2"\n', '']),
              },
            ],
          }
        },
        *check(subject) {
          const { handoff, plugin, model } = subject
          const { value: action } = handoff.fields.next_action
          const expected = followingActions(subject)
          if (action === undefined || !expected || !model.stages.knowsAction(action) || expected.includes(action)) return
          const [first = null] = expected
          yield {
            message: msg`Unexpected ${'next_action'} ${action}, expected ${first}`,
            hint: msg`Write ${`next_action: ${first}`}, or correct what is recorded as complete.`,
            place: handoff.fields.next_action.place,
            ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
          }
        },
      },
      {
        code: 'PLUGIN_NEXT_PHASE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`next_phase` is no phase, or work is complete and it is not the phase that follows.',
        why: 'Where the plan names no phases this key alone says whether a stage goes on: a wrong one closes it too early, or leaves a phase out.',
        repair: 'Write the phase that follows, such as `"3.2"`, or `null` where none does.',
        examples: ({ inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus, workingSample }) => {
          const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
          /** The phased plugin with the last phase of its audio engine complete. */
          const lastPhase = (next: string) =>
            withStatus(
              inHandoff(
                phasedSample,
                ['phase: "3.1"', 'phase: "3.2"'],
                ['continue_dsp_phase_3.2\nnext_phase: "3.2"', `invoke_gui_agent\nnext_phase: ${next}`],
              ),
              '🚧 Stage 3.1',
              '🚧 Stage 3.2',
            )
          const next = (written: string) => inHandoff(phasedSample, ['next_phase: "3.2"', `next_phase: ${written}`])
          return {
            bad: [
              { about: 'a number without a stage', head: next('2') },
              { about: 'no phase while work is in progress', head: inHandoff(inProgressSample, ['next_phase: null', 'next_phase: soon']) },
              { about: 'not the next one of the plan', head: next('"3.3"') },
              { about: 'null, though the plan names another phase', head: next('null') },
              {
                about: 'a number left out, where the plan is silent',
                head: inHandoff(silent, ['_3.2\nnext_phase: "3.2"', '_3.3\nnext_phase: "3.3"']),
              },
              { about: 'the second phase of the next stage', head: lastPhase('"4.2"') },
              { about: 'a phase of a plugin that has none', head: inHandoff(sample, ['next_phase: null', 'next_phase: "3.1"']) },
              { about: 'a phase, though everything is done', head: inHandoff(workingSample, ['next_phase: null', 'next_phase: "5.1"']) },
            ],
            good: [
              { about: 'the next one, without quotes', head: next('3.2') },
              { about: 'null behind the last phase', head: lastPhase('null') },
              { about: 'the first phase of the next stage', head: lastPhase('"4.1"') },
              {
                about: 'the stage ends here, as far as a silent plan goes',
                head: inHandoff(silent, ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'invoke_gui_agent\nnext_phase: null']),
              },
              { about: 'no such key', head: inHandoff(phasedSample, ['next_phase: "3.2"\n', '']) },
            ],
          }
        },
        *check(subject) {
          const { handoff, plugin } = subject
          const { next_phase: next } = handoff.fields
          const { state, value = null } = next
          if (state === 'absent' || plugin.state.kind === 'unknown') return
          const expected = followingPhases(subject)
          if (state !== 'wrong' && (expected?.includes(value) ?? true)) return
          yield {
            message: `${msg`Unexpected ${'next_phase'} ${next.written}`}, expected ${expected ? msg`${expected.map(String)}` : msg`${null} or a phase such as ${'"3.2"'}`}`,
            hint: hintFor(expected),
            place: next.place,
            ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
          }
        },
      },
      {
        code: 'PLUGIN_HANDBACK_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`handback` is not `{ reason, code?, description, at }`, or stands there while nothing is in progress.',
        why: 'It gives control back to the orchestrator with an error or a question. One that cannot be read is never answered; one that was left over keeps the next agent out.',
        repair: 'Correct the key, or take it out when the work has been handed back complete. `/handback NAME error TEXT` writes it.',
        examples: ({ inHandoff, inProgressSample, sample }) => {
          const returned = (files: typeof sample, ...lines: string[]) =>
            inHandoff(files, ['contract_checksums:', `handback:${lines.map((line) => `\n  ${line}`).join('')}\ncontract_checksums:`])
          const reason = 'reason: error'
          const code = 'code: BUILD_FAILED'
          const description = 'description: "The linker finds no symbol"'
          const at = 'at: 2026-02-03T10:00:00Z'
          return {
            bad: [
              {
                about: 'a text in place of keys',
                head: inHandoff(inProgressSample, ['contract_checksums:', 'handback: build failed\ncontract_checksums:']),
              },
              { about: 'a reason that there is not', head: returned(inProgressSample, 'reason: success', description, at) },
              { about: 'no description', head: returned(inProgressSample, reason, at) },
              { about: 'a day without a time', head: returned(inProgressSample, reason, description, 'at: 2026-02-03') },
              { about: 'left over beside a complete stage', head: returned(sample, reason, description, at) },
            ],
            good: [
              { about: 'an error with a code', head: returned(inProgressSample, reason, code, description, at) },
              { about: 'a question', head: returned(inProgressSample, 'reason: question', 'description: Which sample rate?', at) },
              { about: 'null', head: inHandoff(sample, ['contract_checksums:', 'handback: null\ncontract_checksums:']) },
            ],
          }
        },
        *check({ handoff: { fields, handback }, plugin }) {
          const { status } = fields
          const leftOver = handback.state === 'good' && status.value !== undefined && status.value !== 'in_progress'
          if (handback.state !== 'wrong' && !leftOver) return
          yield {
            message: leftOver
              ? msg`Unexpected ${'handback'} beside ${'status'} ${status.written}, expected it only beside ${'in_progress'}`
              : msg`Unexpected ${'handback'}, expected ${'reason'} (${'error'} or ${'question'}), ${'description'}, ${'at'} and perhaps ${'code'}`,
            hint: leftOver
              ? msg`Take the key out: the work is complete.`
              : msg`Take the key out and let ${`/handback ${plugin.name} error TEXT`} write it, with the word ${'question'} for a question.`,
            place: handback.place,
          }
        },
      },
      {
        code: 'PLUGIN_WORK_STALE',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: an agent has held the plugin for longer than `stale-after` without a commit to the handoff.',
        why: 'The agent has most likely stopped without handing back, and no other agent may go on meanwhile.',
        repair: 'Look what became of it. `/handback NAME success` if the work is done, `/handback NAME error TEXT` if it is not.',
        examples: ({ inHandoff, inProgressSample, sample }) => {
          const grant = 'grant: { agent: dsp-agent, since: 2026-02-02T10:00:00Z, until: 2026-02-04T12:00:00Z }\n'
          const handback = 'handback: { reason: question, description: Which colour?, at: 2026-02-02T10:00:00Z }\n'
          return {
            bad: [
              {
                about: 'a day and more after the day that the handoff names',
                head: inProgressSample,
                at: '2026-02-04T10:00:00Z',
                staleAfter: day,
              },
            ],
            good: [
              { about: 'not longer than that', head: inProgressSample, at: '2026-02-04T00:00:00Z', staleAfter: day },
              { about: 'no audit', head: inProgressSample, at: '2026-12-24T00:00:00Z' },
              {
                about: 'a grant with an end, which alone counts',
                head: inHandoff(inProgressSample, ['contract_checksums:', `${grant}contract_checksums:`]),
                at: '2026-02-04T10:00:00Z',
                staleAfter: day,
              },
              { about: 'a complete stage, which the orchestrator holds', head: sample, staleAfter: hour },
              {
                about: 'a question, which the orchestrator has to answer',
                head: inHandoff(inProgressSample, ['contract_checksums:', `${handback}contract_checksums:`]),
                staleAfter: hour,
              },
            ],
          }
        },
        *check(subject) {
          const {
            handoff,
            plugin,
            model: { context },
          } = subject
          // Only for work in progress: each sign of life that is looked up is a request to the host.
          const silent = holderOf(plugin) === 'agent' ? staleFor(context, lastSign(subject), grantOf(plugin).grant) : undefined
          if (!silent) return
          yield {
            message: msg`Unexpected silence of ${silent.lasted} while ${'in_progress'}, expected a handback within ${silent.allowed}`,
            hint: msg`Look what became of the work, then ${`/handback ${plugin.name} success`} or ${`/handback ${plugin.name} error TEXT`}.`,
            place: handoff.fields.status.place,
          }
        },
      },
    ]),
  ],
}
