import { inBatches } from '../requests/batches.ts'
import type { CheckRun, Annotation } from '../../../core/host/check-run.ts'
import { beginning, cut } from '../../../render/fit.ts'
import * as z from 'zod'
import type { Severity } from '../../../core/diagnostic.ts'
import type { Api } from '../requests/api.ts'
import { connection } from '../requests/forms.ts'

/** GitHub's documentation, "REST API endpoints for check runs": 255 characters, and 64 KB, of which a character takes at most three bytes. */
const maxCharacters = { title: 255, message: 21_000 }

const levels: Readonly<Record<Severity, string>> = { error: 'FAILURE', warning: 'WARNING', notice: 'NOTICE' }

/** GraphQL's `CheckAnnotationData`. */
interface AnnotationData {
  readonly path: string
  readonly annotationLevel: string
  readonly location: Readonly<Record<'startLine' | 'endLine', number> & Record<'startColumn' | 'endColumn', number | undefined>>
  readonly title: string
  readonly message: string
}

/** An annotation in the form of GraphQL, cut to the limits of GitHub. */
const annotationData = ({ path, severity, line, endLine, column, endColumn, title, message }: Annotation): AnnotationData => ({
  path,
  annotationLevel: levels[severity],
  location: { startLine: line, endLine, startColumn: column, endColumn },
  title: beginning(title, maxCharacters.title),
  message: beginning(message, maxCharacters.message),
})

const existing = z.object({
  path: z.string(),
  title: z.string().nullable(),
  message: z.string(),
  location: z.object({ start: z.object({ line: z.number() }) }),
})

const page = z.object({ node: z.object({ annotations: connection(existing) }) })

const fields = `node(id: $check) { ... on CheckRun { annotations(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor } nodes { path title message location { start { line } } } } } }`

const keyOf = (path: string, line: number, title: string | null, message: string) => JSON.stringify([path, line, title ?? '', message])

/** Leaves out annotations that the check run already has: GitHub adds annotations to those before, also when a request is repeated. */
export async function withoutExisting(
  github: Api,
  check: string,
  annotations: readonly AnnotationData[],
): Promise<readonly AnnotationData[]> {
  const known = new Set<string>()
  for (let after: string | null | undefined = null; after !== undefined;) {
    const variables = { check: ['ID!', check], after: ['String', after] } as const
    const found: z.infer<typeof page> = await github.ask(fields, page, { variables })
    const { nodes, pageInfo } = found.node.annotations
    for (const { path, location, title, message } of nodes) known.add(keyOf(path, location.start.line, title, message))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined
  }
  return annotations.filter(({ path, location, title, message }) => !known.has(keyOf(path, location.startLine, title, message)))
}

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
