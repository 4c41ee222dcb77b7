import * as z from 'zod'
import type { Annotation } from '../../../core/host/check-run.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import { beginning } from '../../../render/cut.ts'
import type { Api } from '../requests/api.ts'
import { connection } from '../requests/forms.ts'

/** GitHub's documentation, "REST API endpoints for check runs": 255 characters, and 64 KB, of which a character takes at most three bytes. */
const maxCharacters = { title: 255, message: 21_000 }

const levels: Readonly<Record<Severity, string>> = { error: 'FAILURE', warning: 'WARNING', notice: 'NOTICE' }

/** GraphQL's `CheckAnnotationData`. */
export interface AnnotationData {
  readonly path: string
  readonly annotationLevel: string
  readonly location: Readonly<Record<'startLine' | 'endLine', number> & Record<'startColumn' | 'endColumn', number | undefined>>
  readonly title: string
  readonly message: string
}

/** An annotation in the form of GraphQL, cut to the limits of GitHub. */
export const annotationData = ({ path, severity, line, endLine, column, endColumn, title, message }: Annotation): AnnotationData => ({
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
