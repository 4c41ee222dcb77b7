import { day } from '../../core/time.ts'
import { once } from '../../core/once.ts'
import type { HostIdentity, CommentReader, RoleReader, Overview } from '../../core/host/host.ts'
import type { Clock, WithHost } from '../ports.ts'
import { Fault, resultOf } from '../../core/fault.ts'
import type { ListedComment } from '../../core/host/overview.ts'
import type { HostComment } from '../../core/host/conversation.ts'
import { hasCommands } from '../../engine/commands/grammar.ts'
import { isAnswered, isEditedByOthers, cachingRoles, type AuthorizationPorts } from '../comments/authorization/authorize.ts'
import { parsed, type ParsedComment } from '../comments/comment.ts'
import type { Notes } from '../../core/lanes.ts'

/** What the search for comments needs. */
export type CommentSearch = Pick<Clock, 'now'> &
  Pick<AuthorizationPorts, 'ignoredAuthors'> &
  WithHost<RoleReader & CommentReader & Overview & HostIdentity>

/** How far back comments are looked for: as long as GitHub keeps deliveries. In milliseconds. */
export const maxLookBack = 3 * day

/** Comments that were answered, or need no answer, by notes: until one is edited, it is not read again. */
const answered = (notes: Notes) => {
  const kind = 'answered'
  return {
    async without(all: readonly ListedComment[]): Promise<readonly ListedComment[]> {
      const found = await notes.get(
        kind,
        all.map(({ id }) => String(id)),
      )
      return all.filter(({ changed }, index) => found[index] !== changed)
    },
    async add(all: readonly ListedComment[]): Promise<void> {
      for (const { id, changed } of all) await notes.put(kind, String(id), changed, maxLookBack / 1000)
    },
  }
}

/** A list divided in two: the items that pass a test, and the rest. */
function partition<Item>(all: readonly Item[], isSo: (item: Item) => boolean): readonly [so: readonly Item[], rest: readonly Item[]] {
  const so = new Set(all.filter(isSo))
  return [[...so], all.filter((item) => !so.has(item))]
}

/**
 * A time since which we were certainly installed in the repository, read where something depends on it; nothing proves that we were there
 * before, where GitHub never opened a check suite for us.
 */
function presence({ host }: WithHost<Overview>): () => Promise<number> {
  return once(async () => Date.parse((await host.presentSince()) ?? '9999-01-01T00:00:00Z'))
}

/** Comments that have commands without an answer. Answered comments cost no request, and are not read again. */
async function unanswered(
  { host, ignoredAuthors }: CommentSearch,
  page: readonly ListedComment[],
  notes: Notes,
): Promise<readonly ParsedComment[]> {
  const { without, add } = answered(notes)
  const open = await without(page)
  const all = open.flatMap(({ author, changed: _, ...rest }) =>
    author === undefined || author === host.us ? [] : [parsed({ ...rest, author, late: true })],
  )
  // The configuration may know fewer commands, which shows when they are handled.
  const found = new Map(all.filter(({ lines }) => hasCommands(lines)).map((comment) => [comment.id, comment]))
  const [forUs, others] = partition(open, ({ id }) => found.has(id))
  await add(others)
  const ignored = await ignoredAuthors?.among([...found.values()])
  const candidates = [...found.values()].filter(({ id }) => !ignored?.has(id))
  if (candidates.length === 0) return []
  const current = new Map<number, HostComment>((await host.comments(candidates.map(({ node }) => node))).map((each) => [each.id, each]))
  const isOver = (comment: number) => {
    const now = current.get(comment)
    return now !== undefined && (isAnswered(now) || now.ours || isEditedByOthers(now))
  }
  await add(forUs.filter(({ id }) => isOver(id)))
  return candidates.flatMap((each) => {
    const now = current.get(each.id)
    if (!now || isOver(each.id)) return []
    // It may have been edited since it was listed.
    return [now.text === each.text ? each : parsed({ ...each, text: now.text })]
  })
}

/** Comments with the present roles of their authors: each is read once, wherever they have commented. */
const withRoles = ({ host }: WithHost<RoleReader>) => {
  const { role } = cachingRoles(host)
  return (all: readonly ParsedComment[]): Promise<readonly ParsedComment[]> =>
    Promise.all(
      all.map(async (comment) => {
        if (comment.bot) return comment
        const granted = await resultOf(role(comment.author))
        // The handler asks as well, and reports the problem.
        return granted instanceof Fault ? comment : { ...comment, lately: { grantedRole: granted ?? null } }
      }),
    )
}

/**
 * Comments of the last days with commands that were not handled, page by page (docs/operating.md, "Lost deliveries"). None is older than our part in the
 * repository: one that was added later, or came from elsewhere with its comments, must not run old commands.
 *
 * @param since a time before which nothing is run
 */
export async function* lostComments(ports: CommentSearch, notes: Notes, since: number): AsyncGenerator<readonly ParsedComment[]> {
  const from = Math.max(Date.parse(ports.now()) - maxLookBack, since)
  const presentSince = presence(ports)
  const roles = withRoles(ports)
  for await (const page of ports.host.commentsSince(new Date(from).toISOString())) {
    const found = await unanswered(
      ports,
      page.filter(({ at }) => Date.parse(at) >= from),
      notes,
    )
    if (found.length === 0) continue
    const present = await presentSince()
    const ours = found.filter(({ at }) => Date.parse(at) >= present)
    if (ours.length > 0) yield await roles(ours)
  }
}
