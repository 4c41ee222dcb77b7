import type { CheckWords } from '../changes/checks.ts'
import type { CheckRun, CheckSuite } from '../state/checks.ts'
import type { HostedRepository } from '../hosted.ts'
import { appObject } from './actors.ts'
import { demand, type QueryContext } from './query-context.ts'
import { connection, type PagingArguments } from './connection.ts'

interface RunsArguments extends PagingArguments {
  readonly filterBy?: {
    readonly checkName?: string | null
    readonly appId?: number | null
    readonly checkType?: 'ALL' | 'LATEST' | null
    readonly status?: string | null
  } | null
}

/** Documentation: "Objects", "CheckRun". */
export const runObject = (context: QueryContext, run: CheckRun) => ({
  __typename: 'CheckRun',
  id: run.node,
  databaseId: run.id,
  name: run.name,
  status: run.status.toUpperCase(),
  conclusion: run.conclusion?.toUpperCase() ?? null,
  externalId: run.key,
  title: run.output.title ?? null,
  summary: run.output.summary ?? null,
  text: run.output.text ?? null,
  detailsUrl: run.detailsUrl ?? null,
  startedAt: run.startedAt ?? null,
  completedAt: run.completedAt ?? null,
  url: `${run.suite.hosted.url}/check-runs/${run.id}`,
  checkSuite: () => suiteObject(context, run.suite),
  repository: () => context.show.repository(run.suite.hosted),
  annotations: (paging: PagingArguments) =>
    connection(run.annotations, paging, (annotation) => ({
      __typename: 'CheckAnnotation',
      path: annotation.path,
      message: annotation.message,
      title: annotation.title ?? null,
      rawDetails: annotation.raw_details ?? null,
      annotationLevel: annotation.annotation_level.toUpperCase(),
      location: {
        start: { line: annotation.start_line, column: annotation.start_column ?? null },
        end: { line: annotation.end_line, column: annotation.end_column ?? null },
      },
    })),
})

/** Documentation: "Objects", "CheckSuite"; runs newest first, the latest of a name unless all are requested. */
function suiteObject(context: QueryContext, suite: CheckSuite) {
  const { hosted, app, sha } = suite
  return {
    __typename: 'CheckSuite',
    id: suite.node,
    databaseId: suite.id,
    app: appObject(app),
    createdAt: suite.createdAt,
    commit: () => context.show.object(hosted, sha),
    repository: () => context.show.repository(hosted),
    checkRuns({ filterBy, ...paging }: RunsArguments) {
      const { checkName, appId, checkType, status } = filterBy ?? {}
      const found = hosted.checkRuns
        .filter((run) => run.suite === suite && run.name === (checkName ?? run.name) && app.id === (appId ?? app.id))
        .filter((run) => !status || run.status.toUpperCase() === status)
        .reverse()
      const first = (run: CheckRun) => found.find(({ name }) => name === run.name) === run
      return connection(checkType === 'ALL' ? found : found.filter(first), paging, (run) => runObject(context, run))
    },
  }
}

interface SuitesArguments extends PagingArguments {
  readonly filterBy?: { readonly appId?: number | null; readonly checkName?: string | null } | null
}

export const checkSuites =
  (context: QueryContext, hosted: HostedRepository, sha: string) =>
  ({ filterBy, ...paging }: SuitesArguments) => {
    demand(context, hosted, 'checks=read')
    const { appId, checkName } = filterBy ?? {}
    const found = hosted.checkSuites
      .filter((suite) => suite.sha === sha && suite.app.id === (appId ?? suite.app.id))
      .filter((suite) => !checkName || hosted.checkRuns.some((run) => run.suite === suite && run.name === checkName))
    return connection(found, paging, (suite) => suiteObject(context, suite))
  }

/** `CheckRunInput`s of GraphQL, as far as they say what a run is to be. */
export interface RunInput {
  readonly name?: string | null
  readonly status?: string | null
  readonly conclusion?: string | null
  readonly externalId?: string | null
  readonly detailsUrl?: string | null
  readonly startedAt?: string | null
  readonly completedAt?: string | null
  readonly output?: {
    readonly title: string
    readonly summary: string
    readonly text?: string | null
    readonly annotations?: readonly AnnotationInput[] | null
  } | null
  readonly actions?: CheckWords['actions'] | null
}

interface AnnotationInput {
  readonly path: string
  readonly location: {
    readonly startLine: number
    readonly endLine: number
    readonly startColumn?: number | null
    readonly endColumn?: number | null
  }
  readonly annotationLevel: string
  readonly message: string
  readonly title?: string | null
  readonly rawDetails?: string | null
}

/** What is there and not null. */
function withoutNulls<Bag extends Readonly<Record<string, unknown>>>(
  bag: Bag,
): { readonly [Key in keyof Bag]?: NonNullable<Bag[Key]> } {
  return Object.fromEntries(Object.entries(bag).filter(([, value]) => value !== undefined && value !== null)) as {
    readonly [Key in keyof Bag]?: NonNullable<Bag[Key]>
  }
}

const annotationOf = ({ path, location, annotationLevel, message, title, rawDetails }: AnnotationInput) => ({
  path,
  start_line: location.startLine,
  end_line: location.endLine,
  annotation_level: annotationLevel.toLowerCase() as 'notice' | 'warning' | 'failure',
  message,
  ...withoutNulls({
    start_column: location.startColumn,
    end_column: location.endColumn,
    title,
    raw_details: rawDetails,
  }),
})

/** The same in the words of REST. */
export function wordsOf({
  name,
  status,
  conclusion,
  externalId,
  detailsUrl,
  startedAt,
  completedAt,
  output,
  actions,
}: RunInput): CheckWords {
  return {
    ...withoutNulls({
      name,
      status: status?.toLowerCase() as CheckWords['status'],
      conclusion: conclusion?.toLowerCase(),
      external_id: externalId,
      details_url: detailsUrl,
      started_at: startedAt,
      completed_at: completedAt,
      actions,
    }),
    ...(output && {
      output: {
        title: output.title,
        summary: output.summary,
        ...withoutNulls({ text: output.text }),
        annotations: (output.annotations ?? []).map(annotationOf),
      },
    }),
  }
}
