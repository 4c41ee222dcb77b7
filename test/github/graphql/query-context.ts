import { inaccessible } from '../refused.ts'
import { permits, type Credential } from '../state/apps.ts'
import type { HostedRepository } from '../hosted.ts'
import type { ServerState } from '../state/server-state.ts'

/** Who asks, and what there is. */
export interface QueryContext {
  readonly serverState: ServerState
  readonly credential: Credential
  /** Whether pull requests are shown as they were before the last push, as GitHub does for a moment. Not documented. */
  readonly lags: boolean
  /** How things are shown that others refer to. */
  readonly show: {
    repository(hosted: HostedRepository): object
    object(hosted: HostedRepository, oid: string): object | null
    ref(hosted: HostedRepository, name: string): object | null
  }
}

/** Documentation: "Troubleshooting the REST API", "Resource not accessible"; GraphQL says the same. */
export function demand({ credential }: QueryContext, hosted: HostedRepository, needed: string): void {
  if (!permits(credential, hosted, needed)) throw inaccessible()
}
