import { inBatches } from '../requests/batches.ts'
import type { CheckRun } from '../../../core/host/check-run.ts'
import { beginning, cut } from '../../../render/cut.ts'
import { annotationData, type AnnotationData } from './annotations.ts'

/** Limits of GitHub's documentation, "REST API endpoints for check runs", in characters; `annotations` in one request. */
const limits = { title: 255, summary: 65_535, annotations: 50, label: 20, description: 40 }

/** The common part of GraphQL's inputs for creating and for updating a check run. */
export interface CheckRunInput {
  readonly repositoryId: string
  readonly output: { readonly title: string; readonly summary: string; readonly annotations: readonly AnnotationData[] }
  readonly [field: string]: unknown
}

/**
 * The content of a check run, in as many parts as its annotations need: GitHub adds the annotations of each part to those before. The
 * first part has everything else, so that the verdict is shown even if the others fail.
 */
export function checkRunInputs(run: CheckRun, repositoryId: string): readonly [CheckRunInput, ...CheckRunInput[]] {
  const output = { title: beginning(run.title, limits.title), summary: cut(run.summary, limits.summary) }
  const part = (annotations: CheckRun['annotations']): CheckRunInput => ({
    repositoryId,
    output: { ...output, annotations: annotations.map(annotationData) },
  })
  const [some = [], ...others] = inBatches(run.annotations, limits.annotations)
  const first = {
    ...part(some),
    name: run.name,
    externalId: run.key,
    ...(run.conclusion ? { status: 'COMPLETED', conclusion: run.conclusion.toUpperCase() } : { status: 'IN_PROGRESS' }),
    actions: run.buttons.map(({ label, description, identifier }) => ({
      label: beginning(label, limits.label),
      description: beginning(description, limits.description),
      identifier,
    })),
  }
  return [first, ...others.map(part)]
}
