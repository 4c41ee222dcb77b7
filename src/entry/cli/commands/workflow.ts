import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { failedClosed } from '../../../app/validate/check.ts'
import { contextOf } from '../../../app/validate/policy.ts'
import { pluralize } from '../../../core/diagnostic.ts'
import { visible } from '../../../core/message.ts'
import { textDocument } from '../../../documents/text.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { defaultConfiguration } from '../../../engine/configuration/schema.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { inTurns } from '../../../gateways/in-turns.ts'
import { parseRecord } from '../../../kit/record.ts'
import { readDeclarations } from '../../../protocols/declared/language/read.ts'
import type { Workflow } from '../../../protocols/declared/language/workflow.ts'
import { readModel } from '../../../protocols/declared/model.ts'
import { selectorsOf } from '../../../protocols/declared/selectors.ts'
import { surveyOf, type KindSurvey, type PlaceSurvey, type WorkflowSurvey } from '../../../protocols/declared/survey.ts'
import { plain } from '../../../render/plain.ts'
import { exits, reportAnswer } from '../../calls/answer.ts'
import { textFrom } from '../../calls/named-text.ts'
import { pathInRoot } from '../../calls/sources.ts'
import { readTree } from '../../calls/tree.ts'
import { NothingHere } from '../../calls/usage.ts'
import { reserved } from '../../lazy-protocols.ts'
import type { Answer } from '../../operations/operation.ts'
import type { WorkflowInput } from '../../operations/reading.ts'

const most = 10

/** A list in words, shortened. */
const listed = (all: readonly string[]) =>
  plain(
    `${all
      .slice(0, most)
      .map((each) => visible(each))
      .join(', ')}${all.length > most ? ` and ${all.length - most} more` : ''}`,
  )

const unclaimedWords = ({ path, line, text: found }: PlaceSurvey['unclaimed'][number]) =>
  found === undefined ? path : `${found} (${path}:${line})`

function* kindLines({
  kind,
  items,
  lacks,
  duplicates,
  states,
  places,
  drifts,
  withoutItem,
  unreadable,
  unreached,
}: KindSurvey): Iterable<string> {
  if (kind !== undefined) yield `  ${plain(kind)}: ${pluralize(items, 'item')}`
  for (const lack of lacks) yield `    there is ${plain(lack)}`
  const used = states.filter((each) => each.items > 0)
  if (used.length > 0) yield `    states: ${plain(used.map((each) => `${visible(each.state)} ${each.items}`).join(', '))}`
  for (const each of items === 0 ? [] : places) {
    const { place, items: having, lack, absent, absentReason, unclaimed, disagree, unknown, unwritable } = each
    yield `    place ${plain(place)}: ${having} of ${items}${disagree > 0 ? `, ${disagree} disagree` : ''}`
    if (lack !== undefined) yield `      there is ${plain(lack)}`
    if (absent.length > 0) yield `      not there for ${listed(absent)}${absentReason === undefined ? '' : `: ${plain(absentReason)}`}`
    if (unclaimed.length > 0) yield `      of no item: ${listed(unclaimed.map(unclaimedWords))}`
    if (unknown.length > 0) yield `      words that are no state: ${listed(unknown)}`
    if (unwritable.length > 0) yield `      has no word for: ${listed(unwritable)}`
  }
  if (duplicates.length > 0) yield `    ids that come twice: ${listed(duplicates)}`
  if (drifts.length > 0) yield `    drift: ${drifts.length} (${listed(drifts)})`
  if (withoutItem.length > 0) yield `    files that hold no item: ${listed(withoutItem)}`
  for (const { path, message } of unreadable.slice(0, most)) yield `    cannot be read: ${plain(path)}: ${plain(message)}`
  if (unreached.length > 0) yield `    states that no move leads to: ${listed(unreached)}`
}

const text = (surveys: readonly WorkflowSurvey[]) =>
  surveys
    .flatMap(({ name, items, kinds }) => [
      `${plain(name)}: ${items === 0 ? 'finds no item' : pluralize(items, 'item')}`,
      ...kinds.flatMap((kind) => [...kindLines(kind)]),
    ])
    .map((line) => `${line}\n`)
    .join('')

/** Whether a kind has no items, or a place that none of them has. */
const isLacking = ({ lacks, places }: KindSurvey) => lacks.length > 0 || places.some(({ lack }) => lack !== undefined)

/** The declarations of a file, by its name and its text. @throws NothingHere where the repository has no configuration */
async function declarationsIn({ root, file }: WorkflowInput): Promise<{ readonly path: string; readonly content: string }> {
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

async function survey(root: string, workflows: readonly Workflow[]): Promise<readonly WorkflowSurvey[]> {
  const limit = defaultConfiguration.limits.file
  const view = await diskTree(root).open({ selectors: workflows.flatMap(selectorsOf), limit })
  const context = contextOf(defaultConfiguration, new Date().toISOString())
  const surveys: WorkflowSurvey[] = []
  for (const workflow of workflows) surveys.push(surveyOf(await inTurns(readModel(workflow, view, context))))
  return surveys
}

/** `workflow check`: what declarations find. The file is read for this alone, and never becomes policy. */
export async function checkDeclarations(input: WorkflowInput): Promise<Answer> {
  const { path, content } = await declarationsIn(input)
  const document = textDocument(path, content)
  const { data, fault } = parseRecord(document, 'yaml-1.2')
  const { workflows, problems } = data
    ? readDeclarations(data, defaultConfiguration.timeZone, reserved)
    : { workflows: [], problems: fault ? [fault] : [] }
  if (problems.length > 0) {
    const source = (of: string, line: number) => (of === path ? document.line(line) : undefined)
    return reportAnswer({ report: failedClosed(problems, source, []), misconfigured: true })
  }
  if (workflows.length === 0)
    throw new NothingHere(`No workflow is declared in ${plain(path)}: \`baton workflow draft\` prints one to begin with.`)
  const surveys = await readTree(input, 'workflow', () => survey(input.root, workflows))
  const json = { version: 1, workflows: surveys }
  return {
    views: { text: () => text(surveys), json: () => json, brief: () => json },
    exit: surveys.some(({ items, kinds }) => items === 0 || kinds.some(isLacking)) ? exits.findings : exits.fine,
  }
}
