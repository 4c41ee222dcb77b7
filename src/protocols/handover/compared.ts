import type { PlaceComparison } from '../../core/compared.ts'
import { annotationDigest, annotationsOf, batchIn, revisionFieldsOf } from './annotations/annotations.ts'
import type { HandoverFile, HandoverModel } from './model.ts'
import { planOf } from './reading/plan.ts'
import { highestClosedStep, highestCompletedStep, progressOf, questionIn } from './reading/progress.ts'
import { isSameVersion, previousPlanVersion } from './reading/values.ts'
import { stateStatuses } from './schema.ts'
import { baseName } from '../../core/view.ts'

const pair = (
  { project }: HandoverFile,
  code: string,
  subject: string,
  values: Readonly<Record<string, string | number | null>>,
  agrees: boolean,
): PlaceComparison => ({
  code,
  target: project?.target,
  subject,
  said: Object.entries(values).map(([place, value]) => ({ place, value: value === null ? null : String(value) })),
  agrees,
})

/** Compares `current_step` with the records of the steps. */
export function stepPair(file: HandoverFile): PlaceComparison | undefined {
  const progress = progressOf(file)
  if (!progress) return undefined
  const { root, records, total, current } = progress
  if (total === undefined) return undefined
  const closed = highestClosedStep(progress)
  const isMissing = !root.get('current_step')
  // One of another form has a finding of its own.
  if (!isMissing && (current === undefined || current < 0 || current > total)) return undefined
  // A writer may count the step at work as the current one; that it asks in the middle of it takes nothing back.
  const isAtWork =
    records.some(
      (record) => record.number === current && (record.status === 'in_progress' || record.status === 'failed'),
    ) || questionIn(progress)?.step === current
  const agrees = isMissing || isAtWork || current === closed || current === highestCompletedStep(progress)
  return pair(
    file,
    'PROGRESS_CURRENT_STEP_DRIFT',
    'current_step',
    { current_step: current ?? null, steps: closed },
    agrees,
  )
}

/** The status of the session that goes with one of the run. */
function mirrorsRun(session: string, run: string): boolean {
  if (session === run) return true
  if (session === 'stopped') return run !== 'completed'
  return session === 'in_progress' && run === 'pending'
}

/** Compares the status of a session with that of its run. */
export function sessionPair(
  file: HandoverFile,
): (PlaceComparison & { readonly status: string | undefined; readonly run: string | undefined }) | undefined {
  const { json, project } = file
  if (json?.number('schema_version') !== 1 || !project) return undefined
  const status = json.text('status')
  const progressFile = project.files.progress
  const progress = progressFile && progressOf(progressFile)
  // Of a run that cannot be read it is unknown what it says.
  if (progressFile && !progress) return undefined
  const run = progress?.status
  const isKnown = run !== undefined && stateStatuses.some((candidate) => candidate === status)
  const values = { 'session-state': status ?? null, progress: run ?? null }
  const agrees = !isKnown || mirrorsRun(status ?? '', run)
  return { ...pair(file, 'SESSION_STATE_PROGRESS_MISMATCH', 'status', values, agrees), status, run }
}

const digestPair = (file: HandoverFile, digest: string | null, list: string | null, agrees: boolean) =>
  pair(file, 'ANNOTATION_DIGEST_DRIFT', baseName(file.path), { digest, list }, agrees)

/** Compares the digest in a front matter with the annotations next to it; `undefined` where they cannot be read. */
export function listPair(file: HandoverFile): PlaceComparison | undefined {
  const revisionFields = file.mapping && revisionFieldsOf(file.mapping)
  const annotations = revisionFields && annotationsOf(revisionFields)
  if (!annotations) return undefined
  const { digest = null } = revisionFields
  const expectedDigest = annotations.length === 0 ? null : annotationDigest(annotations)
  return digestPair(
    file,
    digest,
    expectedDigest,
    expectedDigest === null || digest === null || expectedDigest === digest,
  )
}

/** Compares the digest of a batch in a file of its own with its annotations. */
export function batchPair(file: HandoverFile): PlaceComparison | undefined {
  const batch = batchIn(file)
  if (!batch || 'fault' in batch || batch.expected === undefined) return undefined
  const { expected: expectedDigest, entries, artifact: commonArtifact } = batch
  const annotations = entries.flatMap(({ annotation }) => annotation ?? [])
  if (annotations.length === 0 || annotations.length < entries.length) return undefined
  // Where entries name no artifact, the digest is that of one of the three.
  const hasArtifacts = commonArtifact !== undefined || entries.every(({ artifact }) => artifact !== undefined)
  const candidates = hasArtifacts
    ? [annotations]
    : ['brief.md', 'plan.md', 'review.md'].map((artifact) =>
        annotations.map((annotation, index) => ({
          ...annotation,
          target_artifact: entries[index]?.artifact ?? artifact,
        })),
      )
  const digests = candidates.map(annotationDigest)
  const matchingDigest = digests.find((digest) => digest === expectedDigest)
  return digestPair(file, expectedDigest, matchingDigest ?? digests[0] ?? '', matchingDigest !== undefined)
}

/** Compares the number of manifests in a plan with that of its steps. */
export function manifestPair(file: HandoverFile): PlaceComparison | undefined {
  const plan = planOf(file)
  if (!plan || plan.steps.length === 0) return undefined
  const [steps, manifests] = [plan.steps.length, plan.manifests.length]
  const agrees = isSameVersion(plan.version, previousPlanVersion) ? steps >= manifests : steps === manifests
  return pair(file, 'PLAN_MANIFEST_COUNT_MISMATCH', 'manifests', { steps, manifests }, agrees)
}

/** What is compared in files of a kind. */
const pairs: Readonly<
  Partial<Record<HandoverFile['kind'], readonly ((file: HandoverFile) => PlaceComparison | undefined)[]>>
> = {
  brief: [listPair],
  plan: [manifestPair, listPair],
  review: [listPair],
  annotations: [batchPair],
  progress: [stepPair],
  'session-state': [sessionPair],
}

/** Everything that must agree in some projects. */
export function* placeComparisons({ files }: HandoverModel): Iterable<PlaceComparison> {
  for (const file of files) {
    for (const pairOf of pairs[file.kind] ?? []) {
      const comparison = pairOf(file)
      if (comparison) yield comparison
    }
  }
}
