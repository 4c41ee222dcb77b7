import { visibleLine } from '../../core/message.ts'
import { placeOf } from '../../gateways/git/address.ts'
import { repositoryForm } from '../../render/board.ts'
import { headOf, type Head } from './sources.ts'
import { UsageError } from './usage.ts'

/** The options that say where a repository is hosted. */
export interface RepositoryOptions {
  readonly root: string
  readonly repo?: string
  readonly server?: string
}

/** The repository at its host, for links to its files. */
export interface NamedRepository {
  readonly repository?: string
  /** `https://github.com` */
  readonly server: string
}

/**
 * The repository as it is named; otherwise the remote `origin`, where that is on the host. @throws UsageError for what
 * is not a name or address
 */
export async function repositoryNamed(
  { root, repo, server = process.env['GITHUB_SERVER_URL'] || 'https://github.com' }: RepositoryOptions,
  head?: Head,
): Promise<NamedRepository> {
  if (!/^https:\/\/[\w.-]+(?::\d+)?$/.test(server))
    throw new UsageError(`Unexpected --server ${visibleLine(server)}, expected an address such as https://github.com.`)
  if (repo !== undefined) {
    if (!repositoryForm.test(repo)) throw new UsageError(`Unexpected --repo ${visibleLine(repo)}, expected OWNER/NAME.`)
    return { repository: repo, server }
  }
  const { clone } = head ?? (await headOf(root))
  const place = placeOf((await clone?.origin()) ?? '')
  const isHosted = place?.host === new URL(server).host && repositoryForm.test(place.path)
  return { ...(isHosted && { repository: place.path }), server }
}
