import { checkSources, type CheckResult } from '../../app/validate/check.ts'
import type { ReportedTarget } from '../../core/report.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { conflictRule } from '../../engine/unmerged.ts'
import { condense } from '../../engine/checking/limited.ts'
import { statusBrief } from '../../render/brief.ts'
import { statusGithub, statusMarkdown, statusText } from '../../render/status.ts'
import { clock } from '../clock.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import type { Answer } from '../operations/operation.ts'
import type { StatusInput } from '../operations/reading.ts'
import { renderOptions, reportAnswer } from './answer.ts'
import { branchOf } from './next.ts'
import { unknownTarget, withOffers } from './no-state.ts'
import { sourcesOfOptions, type SourceOptions } from './sources.ts'
import { reportForCli } from './spelling.ts'
import { readTree } from './tree.ts'
import { UsageError } from './usage.ts'
import { bareName } from '../../core/target.ts'

/**
 * The targets that are meant: by id, with or without the protocol's prefix, otherwise without the container after `@`.
 */
function findTargets(targets: readonly ReportedTarget[], name: string): readonly ReportedTarget[] {
  const names = (id: string) => [id, bareName(id)]
  const exactMatches = targets.filter(({ id }) => names(id).includes(name))
  return exactMatches.length > 0
    ? exactMatches
    : targets.filter(({ id }) => id.includes('@') && names(id.slice(0, id.indexOf('@'))).includes(name))
}

function findTargetsWithParts(targets: readonly ReportedTarget[], name: string): readonly ReportedTarget[] {
  const ids = new Set(findTargets(targets, name).map(({ id }) => id))
  return targets.filter(({ id, within }) => ids.has(id) || (within !== undefined && ids.has(within)))
}

const kinds = lazyProtocols.descriptors.flatMap((descriptor) => descriptor.kinds)

/** What an argument may mean, such as a project by its slug: with its prefix, otherwise any. */
const namesOf = (name: string): readonly string[] =>
  kinds.some((kind) => name.startsWith(`${kind}:`)) ? [name] : kinds.map((kind) => `${kind}:${name}`)

/** Who holds what, of all targets or of one with its parts. @throws NothingHere for a target that is not there */
async function statusOf(operand: string | undefined, options: SourceOptions): Promise<CheckResult> {
  const settings = {
    failOnDefault: 'never' as const,
    failOn: 'never' as const,
    protocols: [],
    paths: [],
    targets: [],
    notes: [],
  }
  const at = new Date().toISOString()
  const {
    checked,
    targets,
    conflicts = [],
  } = await readTree(options, 'status', async () => {
    const sources = await sourcesOfOptions(options)
    const checked = await withOffers(await checkSources(sources, lazyProtocols, { ...settings, at }), sources)
    const matches =
      operand === undefined ? checked.report.targets : findTargetsWithParts(checked.report.targets, operand)
    if (operand === undefined) return { checked, targets: matches }
    if (matches.length > 0) {
      const ids = matches.map(({ id }) => id)
      const isUnmerged = ({ code }: Diagnostic) => code === conflictRule.code
      // A conflict is that of a file, which may hold the state of several targets.
      const { report } = checked.report.diagnostics.some(isUnmerged)
        ? await checkSources(sources, lazyProtocols, { ...settings, targets: ids, at })
        : checked
      const conflicts = report.diagnostics.filter((diagnostic) => isUnmerged(diagnostic) && !diagnostic.target)
      return { checked, targets: matches, conflicts }
    }
    const namedResult = await checkSources(sources, lazyProtocols, { ...settings, targets: namesOf(operand), at })
    const { targets } = namedResult.report
    if (targets.length === 0 && !checked.misconfigured)
      throw await unknownTarget(operand, checked.report.targets, sources)
    return { checked, targets }
  })
  const { report } = checked
  const ids = new Set(targets.map(({ id }) => id))
  const diagnostics =
    operand === undefined || checked.misconfigured
      ? report.diagnostics
      : [...conflicts, ...report.diagnostics.filter(({ target }) => target !== undefined && ids.has(target))]
  return {
    ...checked,
    report: condense({ ...report, targets, diagnostics, checked: { ...report.checked, targets: targets.length } }),
  }
}

/** `status`: findings do not make it fail. */
export async function status({ target, ...options }: StatusInput): Promise<Answer> {
  const checked = await statusOf(target, options)
  const { report, misconfigured } = checked
  const answer = reportAnswer(checked)
  if (misconfigured)
    return { ...answer, refusal: new UsageError('The configuration cannot be read.', report.diagnostics) }
  return {
    ...answer,
    views: {
      ...answer.views,
      text: () => statusText(reportForCli(report), target !== undefined, { ...renderOptions(), at: clock.now() }),
      ...(report.verdict !== 'nothing' && { brief: async () => statusBrief(report, await branchOf(options)) }),
      markdown: () => statusMarkdown(report),
      github: () => statusGithub(report),
    },
  }
}
