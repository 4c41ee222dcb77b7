import { day } from '../../core/time.ts'
import { once } from '../../core/once.ts'
import type { HostIdentity, ForgeryReader } from '../../core/host/host.ts'
import type { WithHost } from '../ports.ts'
import type { Diagnostic, Place, Severity } from '../../core/diagnostic.ts'
import { Fault, reasonOf, resultOf } from '../../core/fault.ts'
import type { ExistingCheck } from '../../core/host/check-run.ts'
import type { Forgery } from '../../core/host/conversation.ts'
import { msg } from '../../core/message.ts'
import type { AuditCode } from '../../engine/audit/codes.ts'
import { sign } from '../../engine/checking/sign.ts'
import { ownBeginning } from '../../render/audit-issue.ts'
import { checkName } from '../../render/check-run.ts'
import type { Tree } from '../../core/view.ts'
import { configurationLimit } from '../../engine/configuration/read.ts'
import { batonJobs, readWorkflows, workflowSelection } from '../../engine/installation/workflow.ts'

/** The repository as a whole, since forgeries are in no file. */
const wholeRepository = { path: '.' }

interface UnsignedFinding {
  readonly message: string
  readonly hint: string
  readonly conversation?: number
}

const signFinding = (
  code: AuditCode,
  severity: Severity,
  diagnostic: UnsignedFinding,
  place: Place = wholeRepository,
) => sign({ ...diagnostic, place }, { code, severity, touched: true })

/** Check runs with one of Baton's names by another app: one finding for all of them. */
function forgedChecks(foreignChecks: readonly ExistingCheck[]): readonly Diagnostic[] {
  if (foreignChecks.length === 0) return []
  const names = [...new Set(foreignChecks.map(({ name }) => name))]
  const apps = [...new Set(foreignChecks.map(({ app = 'unknown' }) => app))].toSorted()
  return [
    signFinding('CHECK_FORGED', 'warning', {
      message: msg`Unexpected check run ${names} by ${apps}, expected only those of Baton under these names`,
      hint: 'A rule that requires the check should name the app as well. If it is Baton, installed in another way, this audit can be removed.',
    }),
  ]
}

/** Texts of others with one of Baton's markers: one finding for each conversation. */
function forgedMarkers(marked: readonly Forgery[]): readonly Diagnostic[] {
  const byNumber = new Map(marked.map((forgery) => [forgery.number, forgery.author]))
  return [...byNumber].map(([number, author = 'an unknown account']) =>
    signFinding('MARKER_FORGED', 'warning', {
      message: msg`Unexpected text of ${author} that begins with the marker of Baton, which only Baton may write`,
      hint: 'It has no effect. Remove the marker so that nobody is misled.',
      conversation: number,
    }),
  )
}

/** A workflow that runs Baton as well is not an imitation. */
const twoInstallations = (step: Place, ownLogin: string): Diagnostic =>
  signFinding(
    'DOORS_TWO',
    'notice',
    {
      message: msg`Unexpected workflow that runs Baton: the app ${ownLogin.replace(/\[bot\]$/, '')} already runs here, expected one of the two`,
      hint: msg`Require the check ${checkName} from the app, since every workflow can make a check run of that name; or remove the workflow.`,
    },
    step,
  )

/**
 * How long a text by another account with one of Baton's markers is reported; untouched for longer, it is forgotten.
 */
const maxReportAge = 7 * day

/**
 * Everything with one of Baton's names or markers that is by others: forged, unless it is by a workflow, and one of the
 * default branch runs Baton.
 *
 * @param foreignChecks check runs
 */
export async function findForgeries(
  { host }: WithHost<ForgeryReader & HostIdentity>,
  foreignChecks: readonly ExistingCheck[],
  step: WorkflowStep,
  at: string,
): Promise<{ readonly found: readonly Diagnostic[]; readonly notes: readonly string[] }> {
  const since = new Date(Math.floor((Date.parse(at) - maxReportAge) / day) * day).toISOString()
  const forgeries = await resultOf(host.forged(ownBeginning, since))
  const markedTexts = forgeries instanceof Fault ? [] : forgeries
  const notes =
    forgeries instanceof Fault ? [`Whether another app imitates Baton cannot be seen: ${reasonOf(forgeries)}`] : []
  const ownStep = [...foreignChecks, ...markedTexts].some(isByWorkflow) ? await step() : undefined
  const isForged = (candidate: ExistingCheck | Forgery) => ownStep === undefined || !isByWorkflow(candidate)
  const findings = [...forgedChecks(foreignChecks.filter(isForged)), ...forgedMarkers(markedTexts.filter(isForged))]
  return { found: ownStep ? [...findings, twoInstallations(ownStep, host.ownLogin)] : findings, notes }
}

/** The identity of all workflows of a repository: their app, and its account. */
const workflows = { app: 'github-actions', login: 'github-actions[bot]' } as const

/** Whether a check run, an issue or a comment is by a workflow. */
export const isByWorkflow = (forgery: ExistingCheck | Forgery): boolean =>
  'app' in forgery ? forgery.app === workflows.app : forgery.author === workflows.login

/** The step that is Baton in the workflows of a tree: the first of them. */
async function stepIn(tree: Tree): Promise<Place | undefined> {
  const view = await tree.open(workflowSelection(configurationLimit))
  const [job] = batonJobs(readWorkflows(view, configurationLimit).workflows)
  return job?.baton[0]?.place
}

/** Finds the step of a workflow that runs Baton: looked up once, when first needed. */
export type WorkflowStep = () => Promise<Place | undefined>

export const workflowStep = (tree: Tree): WorkflowStep => once(() => stepIn(tree))
