import { check } from '../../engine/check.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { checkSources, policyOf, type Checked, type Knowledge, type Sources } from './check.ts'
import { configurationOf, contextOf, selectionOf, wanted } from './policy.ts'

export interface ExamineSettings {
  readonly protocols: readonly ProtocolName[]
  /** The moment, ISO 8601. */
  readonly at: string
}

/** Those of some paths that git ignores. */
export type Ignored = (paths: readonly string[]) => Promise<ReadonlySet<string>>

const settings = { failOn: 'error', mode: 'soft', allowEmpty: true, paths: [], targets: [], notes: [] } as const

/** Examines how a repository is set up: what the rules about the installation say, and nothing else. */
export async function examine(
  sources: Sources,
  knowledge: Knowledge,
  { protocols: only, at }: ExamineSettings,
  ignored: Ignored,
): Promise<Checked> {
  const policy = await configurationOf(policyOf(sources, {}), knowledge.schema)
  if ('problems' in policy) return checkSources(sources, knowledge, { ...settings, failOnDefault: 'error', protocols: only, at })
  const { configuration } = policy
  const protocols = wanted(knowledge.protocols, configuration, only)
  const sections = configuration.protocols
  const head = await sources.head.open(selectionOf(protocols, configuration))
  const kept = protocols.flatMap((protocol) => protocol.kept(sections[protocol.name]))
  const context = { ...contextOf(configuration, at), ignored: await ignored(kept) }
  const report = check({ ...settings, head, context, protocols, sections, severity: configuration.severity, given: [] })
  const about = new Set(report.rules.filter((rule) => rule.installation === true).map(({ code }) => code))
  const diagnostics = report.diagnostics.filter(({ code }) => about.has(code))
  const failed = diagnostics.some(({ severity }) => severity === 'error')
  return { report: { ...report, diagnostics, verdict: failed ? 'failed' : 'passed' }, misconfigured: false }
}
