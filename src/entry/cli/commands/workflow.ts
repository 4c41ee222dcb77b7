import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { invalidConfigurationReport } from '../../../app/validate/check-views.ts'
import { contextOf } from '../../../app/validate/policy.ts'
import { byPlace, type Finding, pluralize } from '../../../core/diagnostic.ts'
import { visibleLine } from '../../../core/message.ts'
import { type DataNode, nodeAt } from '../../../documents/data.ts'
import { textDocument } from '../../../documents/text.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { defaultConfiguration } from '../../../engine/configuration/schema.ts'
import { type Writer, writtenTwice } from '../../../engine/configuration/written-twice.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { runInTurns } from '../../../gateways/in-turns.ts'
import { parseRecord } from '../../../kit/record.ts'
import { wrongNames } from '../../../protocols/declared/check/state-names.ts'
import { readDeclarations } from '../../../protocols/declared/language/read.ts'
import type { Workflow } from '../../../protocols/declared/language/workflow.ts'
import { readModel } from '../../../protocols/declared/model.ts'
import { writtenPlacesIn } from '../../../protocols/declared/reading/ownership.ts'
import { selectorsOf } from '../../../protocols/declared/files.ts'
import {
  surveyOf,
  type KindSurvey,
  type PlaceSurvey,
  type WorkflowSurvey,
} from '../../../protocols/declared/check/survey.ts'
import { plainText } from '../../../render/plain.ts'
import { exitCodes, reportAnswer } from '../../calls/answer.ts'
import { textFrom } from '../../calls/named-text.ts'
import { pathInRoot } from '../../calls/sources.ts'
import { readTree } from '../../calls/tree.ts'
import { NothingHere } from '../../calls/usage.ts'
import { reservedNames } from '../../lazy-protocols.ts'
import type { Answer } from '../../operations/operation.ts'
import type { WorkflowInput } from '../../operations/reading.ts'

const maxListed = 10

const listInWords = (words: readonly string[]) =>
  plainText(
    `${words
      .slice(0, maxListed)
      .map((word) => visibleLine(word))
      .join(', ')}${words.length > maxListed ? ` and ${words.length - maxListed} more` : ''}`,
  )

const unclaimedWords = ({ path, line, text: found }: PlaceSurvey['unclaimed'][number]) =>
  found === undefined ? path : `${found} (${path}:${line})`

/** The items that lack a place: those that must have it apart from those that need not. */
function* absenceLines({ absent, absentReason, missing, missingReason, requiredFrom }: PlaceSurvey): Iterable<string> {
  const becauseOf = (reason: string | undefined) => (reason === undefined ? '' : `: ${plainText(reason)}`)
  if (missing.length > 0) yield `      missing for ${listInWords(missing)}${becauseOf(missingReason)}`
  const missingNames = new Set(missing)
  const others = absent.filter((name) => !missingNames.has(name))
  const reason = requiredFrom === undefined ? absentReason : `required only from ${requiredFrom} on`
  if (others.length > 0) yield `      not there for ${listInWords(others)}${becauseOf(reason)}`
}

function* kindLines({
  kind,
  items,
  lacks,
  duplicates,
  states,
  statesLack,
  places,
  drifts,
  withoutItem,
  unreadable,
  unreached,
}: KindSurvey): Iterable<string> {
  if (kind !== undefined) yield `  ${plainText(kind)}: ${pluralize(items, 'item')}`
  for (const lack of lacks) yield `    there is ${plainText(lack)}`
  const usedStates = states.filter((state) => state.items > 0)
  if (usedStates.length > 0)
    yield `    states: ${plainText(usedStates.map((state) => `${visibleLine(state.state)} ${state.items}`).join(', '))}`
  if (statesLack !== undefined) yield `      by default: there is ${plainText(statesLack)}`
  for (const state of items === 0 ? [] : places) {
    const { place, items: itemsWithPlace, lack, unclaimed, disagree, unknown, unwritable } = state
    yield `    place ${plainText(place)}: ${itemsWithPlace} of ${items}${disagree > 0 ? `, ${disagree} disagree` : ''}`
    if (lack !== undefined) yield `      there is ${plainText(lack)}`
    yield* absenceLines(state)
    if (unclaimed.length > 0) yield `      of no item: ${listInWords(unclaimed.map(unclaimedWords))}`
    if (unknown.length > 0) yield `      words that are no state: ${listInWords(unknown)}`
    if (unwritable.length > 0) yield `      has no word for: ${listInWords(unwritable)}`
  }
  if (duplicates.length > 0) yield `    ids that come twice: ${listInWords(duplicates)}`
  if (drifts.length > 0) yield `    drift: ${drifts.length} (${listInWords(drifts)})`
  if (withoutItem.length > 0) yield `    files that hold no item: ${listInWords(withoutItem)}`
  for (const { path, message } of unreadable.slice(0, maxListed))
    yield `    cannot be read: ${plainText(path)}: ${plainText(message)}`
  if (unreached.length > 0) yield `    states that no move leads to: ${listInWords(unreached)}`
}

const surveyText = (surveys: readonly WorkflowSurvey[]) =>
  surveys
    .flatMap(({ name, items, kinds }) => [
      `${plainText(name)}: ${items === 0 ? 'finds no item' : pluralize(items, 'item')}`,
      ...kinds.flatMap((kind) => [...kindLines(kind)]),
    ])
    .map((line) => `${line}\n`)
    .join('')

/** Whether a kind has no items, or a place that none of them has. */
const isLacking = ({ lacks, places }: KindSurvey) => lacks.length > 0 || places.some(({ lack }) => lack !== undefined)

/**
 * The declarations of a file, by its name and its text. @throws NothingHere where the repository has no configuration
 */
async function declarationsIn({
  root,
  file,
}: WorkflowInput): Promise<{ readonly path: string; readonly content: string }> {
  if (file === '-') return { path: 'stdin', content: await textFrom('FILE', file) }
  if (file !== undefined) return { path: nameOf(root, file), content: await textFrom('FILE', file) }
  const path = join(root, configurationPath)
  if (existsSync(path)) return { path: configurationPath, content: await textFrom('FILE', path) }
  throw new NothingHere(
    `There is no ${configurationPath} that could declare a workflow: \`baton workflow draft\` prints one to begin with.`,
  )
}

/** Below the root the path there, otherwise as it was written. */
function nameOf(root: string, file: string): string {
  try {
    return pathInRoot(root, file)
  } catch {
    return file
  }
}

/** What declarations find, and what they name that the files show to be wrong. */
async function survey(
  root: string,
  workflows: readonly Workflow[],
): Promise<{ readonly surveys: readonly WorkflowSurvey[]; readonly problems: readonly Finding[] }> {
  const limit = defaultConfiguration.limits.file
  const view = await diskTree(root).open({ selectors: workflows.flatMap(selectorsOf), limit })
  const context = contextOf(defaultConfiguration, new Date().toISOString())
  const problems = workflows.flatMap((workflow) =>
    Array.from(wrongNames(workflow, { head: view }, limit), ({ finding }) => finding),
  )
  const surveys: WorkflowSurvey[] = []
  const writers: Writer[] = []
  for (const workflow of workflows) {
    const model = await runInTurns(readModel(workflow, view, context))
    surveys.push(surveyOf(model))
    writers.push({ name: workflow.name, declared: workflow.place, writes: writtenPlacesIn(model) })
  }
  return { surveys, problems: [...problems, ...writtenTwice(writers)] }
}

/** Whether a file is empty, or a configuration without workflows. */
const declaresNothing = (path: string, root: DataNode): boolean =>
  root.kind === 'scalar' ? root.value === null : path === configurationPath && !nodeAt(root, ['workflows'])

/** `workflow check`: what declarations find. The file is read for this alone, and never becomes policy. */
export async function checkDeclarations(input: WorkflowInput): Promise<Answer> {
  const { path, content } = await declarationsIn(input)
  const document = textDocument(path, content)
  const { data, fault } = parseRecord(document, 'yaml-1.2')
  const { workflows, problems } = !data
    ? { workflows: [], problems: fault ? [fault] : [] }
    : declaresNothing(path, data.root)
      ? { workflows: [], problems: [] }
      : readDeclarations(data, defaultConfiguration.timeZone, reservedNames)
  const refusal = (reasons: readonly Finding[]) => {
    const source = (file: string, line: number) => (file === path ? document.line(line) : undefined)
    return reportAnswer({ report: invalidConfigurationReport(reasons, { source, notes: [] }), misconfigured: true })
  }
  if (problems.length > 0) return refusal(problems)
  if (workflows.length === 0)
    throw new NothingHere(
      `No workflow is declared in ${plainText(path)}: \`baton workflow draft\` prints one to begin with.`,
    )
  const { surveys, problems: wrong } = await readTree(input, 'workflow', () => survey(input.root, workflows))
  if (wrong.length > 0) return refusal(wrong.toSorted(byPlace))
  const json = { version: 1, workflows: surveys }
  return {
    views: { text: () => surveyText(surveys), json: () => json, brief: () => json },
    exit: surveys.some(({ items, kinds }) => items === 0 || kinds.some(isLacking))
      ? exitCodes.findings
      : exitCodes.fine,
  }
}
