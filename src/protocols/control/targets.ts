import type { Target, StateDigest } from '../../core/target.ts'
import type { TurnDetails } from '../../core/turn.ts'
import type { DataNode } from '../../documents/data.ts'
import { recordedStatus, type ControlModel, type Stage, type NumberedAnswer } from './model.ts'
import type { ShapedFile } from '../../kit/shape-findings.ts'
import type { Workflow } from './reading/workflows.ts'
import { happyPath } from './states.ts'
import { instantOf } from './schema.ts'
import { defined } from '../../core/defined.ts'

function warningOf(name: string, { exists, problems }: ShapedFile<unknown, string>): string | undefined {
  return exists ? problems[0]?.message : `There is no ${name}.`
}

export function acceptFacts({ accept }: Stage) {
  const { exists, problems } = accept
  const timestamp = accept.file.text('timestamp')
  const timestampWarning =
    timestamp !== undefined && instantOf(timestamp) === undefined ? 'Its timestamp is not a date and time.' : undefined
  return defined({
    present: exists,
    valid: problems.length === 0,
    state: accept.file.text('state'),
    timestamp,
    warning: warningOf('accept.json', accept) ?? timestampWarning,
  })
}

export function handbackFacts({ handback }: Stage) {
  const isError = handback.file.text('reason') === 'error'
  return defined({
    present: handback.exists,
    valid: handback.problems.length === 0,
    reason: handback.file.text('reason'),
    description: handback.file.text('description'),
    errorCode: isError ? handback.file.text('error', 'code') : undefined,
    errorMessage: isError ? handback.file.text('error', 'message') : undefined,
    warning: warningOf('handback.json', handback),
  })
}

function statedTurn({ state, accept }: Stage): TurnDetails | undefined {
  if (state === 'returned success') return { ended: true }
  const since = state === 'granted' ? accept.file.text('timestamp') : undefined
  return since === undefined ? undefined : { since }
}

/** When control was given, which tells one grant from the next. */
function grantPeriodOf({ accept }: Stage): Pick<Target, 'grantMark' | 'period'> {
  const timestamp = accept.file.text('timestamp')
  return { grantMark: timestamp, period: timestamp }
}

/** A stage as a target (docs/control.md, "States"). */
export function stageTarget(stage: Stage): Target {
  const { target: id, path, holder, state, run, name, finalized, answers, grant } = stage
  const way = happyPath(state)
  const handback = stage.handback.value
  const runStatus = recordedStatus(stage)?.value
  return {
    id,
    path,
    holder,
    state,
    ...(state === 'returned question' && handback && { question: handback.description }),
    ...(state === 'returned error' &&
      handback?.error && { error: `${handback.error.code}: ${handback.error.message}` }),
    ...(grant.grant && { grant: grant.grant }),
    ...(holder === 'agent' && { ...grantPeriodOf(stage), grantPath: stage.accept.file.path }),
    ...(grant.invalidGrant && { invalidGrant: grant.invalidGrant }),
    turn: statedTurn(stage),
    facts: defined({
      run: run.path,
      stage: name,
      accept: acceptFacts(stage),
      handback: handbackFacts(stage),
      finalized,
      runStatus: typeof runStatus === 'string' ? runStatus : undefined,
      answers: answers.filter(({ number }) => number !== undefined).length,
    }),
    ...(way && { way }),
  }
}

export const workflowTarget = ({ target: id, path }: Workflow): Target => ({
  id,
  path,
  holder: 'orchestrator',
  state: 'defined',
  turn: { container: true },
  facts: {},
})

/** Data as it is shown: of a date and of bytes what is there. */
function displayValue(node: DataNode): unknown {
  if (node.kind === 'sequence') return node.items.map(displayValue)
  if (node.kind === 'mapping')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key.source, displayValue(value)]))
  return typeof node.value === 'object' && node.value !== null ? node.source : node.value
}

export function parsedFile({ runs, stages, workflows }: ControlModel, path: string): unknown {
  const files = [
    ...workflows.map(({ file }) => file),
    ...runs.map(({ record }) => record),
    ...stages.flatMap(({ shown: records }) => records),
  ]
  const data = files.find((file) => file.path === path)?.data
  return data && displayValue(data.root)
}

export const newestAnswer = (answers: readonly NumberedAnswer[]): NumberedAnswer | undefined =>
  answers
    .filter(({ number }) => number !== undefined)
    .toSorted((a, b) => ((a.number ?? 0n) < (b.number ?? 0n) ? 1 : -1))[0]

/**
 * What compare-and-swap of a stage is based on (docs/control.md, "Commands"): accept.json, handback.json, grant.json,
 * the newest answer; its contract.
 */
export function stateDigest({ stages, workflows }: ControlModel, target: string): StateDigest {
  const workflow = workflows.find((candidate) => candidate.target === target)
  if (workflow) return { state: [workflow.file.digest], contract: [] }
  const stage = stages.find((candidate) => candidate.target === target)
  if (!stage) return { state: [], contract: [] }
  const answer = newestAnswer(stage.answers)?.answer.file
  const grant = stage.grant.file
  return {
    state: [
      stage.accept.file.digest,
      stage.handback.file.digest,
      ...(grant.exists ? [grant.path, grant.digest] : []),
      ...(answer ? [answer.path, answer.digest] : []),
    ],
    contract: [stage.config.file.digest],
  }
}
