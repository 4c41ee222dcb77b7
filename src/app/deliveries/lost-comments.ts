import { day } from '../../core/time.ts'
import { once } from '../../core/once.ts'
import type { HostIdentity, CommentReader, RoleReader, Overview } from '../../core/host/host.ts'
import type { Clock, WithHost } from '../ports.ts'
import { Fault, resultOf } from '../../core/fault.ts'
import type { ListedComment } from '../../core/host/overview.ts'
import type { HostComment } from '../../core/host/conversation.ts'
import { hasCommands } from '../../engine/commands/grammar.ts'
import {
  isAnswered,
  isEditedByOthers,
  cachingRoles,
  type AuthorizationPorts,
} from '../comments/authorization/authorize.ts'
import { parseIncomingComment, type ParsedComment } from '../comments/comment.ts'
import type { Notes } from '../../core/lanes.ts'

export type CommentSearch = Pick<Clock, 'now'> &
  Pick<AuthorizationPorts, 'ignoredAuthors'> &
  WithHost<RoleReader & CommentReader & Overview & HostIdentity>

/** How far back comments are looked for: as long as GitHub keeps deliveries. In milliseconds. */
export const maxLookBack = 3 * day

/** Comments that were answered, or need no answer, by notes: until one is edited, it is not read again. */
const answeredComments = (notes: Notes) => {
  const kind = 'answered'
  return {
    async without(comments: readonly ListedComment[]): Promise<readonly ListedComment[]> {
      const values = await notes.get(
        kind,
        comments.map(({ id }) => String(id)),
      )
      return comments.filter(({ changed }, index) => values[index] !== changed)
    },
    async add(comments: readonly ListedComment[]): Promise<void> {
      for (const { id, changed } of comments) await notes.put(kind, String(id), changed, maxLookBack / 1000)
    },
  }
}

/** A list divided in two: the items that pass a test, and the rest. */
function partition<Item>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): readonly [so: readonly Item[], rest: readonly Item[]] {
  const matching = new Set(items.filter(matches))
  return [[...matching], items.filter((item) => !matching.has(item))]
}

/**
 * A time since which we were certainly installed in the repository, read where something depends on it; nothing proves
 * that we were there before, where GitHub never opened a check suite for us.
 */
function presence({ host }: WithHost<Overview>): () => Promise<number> {
  return once(async () => Date.parse((await host.presentSince()) ?? '9999-01-01T00:00:00Z'))
}

/** Comments that have commands without an answer. Answered comments cost no request, and are not read again. */
async function findUnanswered(
  { host, ignoredAuthors }: CommentSearch,
  page: readonly ListedComment[],
  notes: Notes,
): Promise<readonly ParsedComment[]> {
  const { without, add } = answeredComments(notes)
  const openComments = await without(page)
  const parsedComments = openComments.flatMap(({ author, changed: _, ...rest }) =>
    author === undefined || author === host.ownLogin ? [] : [parseIncomingComment({ ...rest, author, late: true })],
  )
  // The configuration may know fewer commands, which shows when they are handled.
  const commentsById = new Map(
    parsedComments.filter(({ lines }) => hasCommands(lines)).map((comment) => [comment.id, comment]),
  )
  const [forUs, otherComments] = partition(openComments, ({ id }) => commentsById.has(id))
  await add(otherComments)
  const ignored = await ignoredAuthors?.among([...commentsById.values()])
  const candidates = [...commentsById.values()].filter(({ id }) => !ignored?.has(id))
  if (candidates.length === 0) return []
  const current = new Map<number, HostComment>(
    (await host.comments(candidates.map(({ node }) => node))).map((comment) => [comment.id, comment]),
  )
  const isOver = (comment: number) => {
    const currentComment = current.get(comment)
    return (
      currentComment !== undefined &&
      (isAnswered(currentComment) || currentComment.isOwn || isEditedByOthers(currentComment))
    )
  }
  await add(forUs.filter(({ id }) => isOver(id)))
  return candidates.flatMap((candidate) => {
    const currentComment = current.get(candidate.id)
    if (!currentComment || isOver(candidate.id)) return []
    // It may have been edited since it was listed.
    return [
      currentComment.text === candidate.text
        ? candidate
        : parseIncomingComment({ ...candidate, text: currentComment.text }),
    ]
  })
}

/** Comments with the present roles of their authors: each is read once, wherever they have commented. */
const withRoles = ({ host }: WithHost<RoleReader>) => {
  const { role } = cachingRoles(host)
  return (comments: readonly ParsedComment[]): Promise<readonly ParsedComment[]> =>
    Promise.all(
      comments.map(async (comment) => {
        if (comment.bot) return comment
        const grantedRole = await resultOf(role(comment.author))
        // The handler asks as well, and reports the problem.
        return grantedRole instanceof Fault ? comment : { ...comment, lately: { grantedRole: grantedRole ?? null } }
      }),
    )
}

/**
 * Comments of the last days with commands that were not handled, page by page (docs/operating.md, "Lost deliveries").
 * None is older than our part in the repository: one that was added later, or came from elsewhere with its comments,
 * must not run old commands.
 *
 * @param since a time before which nothing is run
 */
export async function* lostComments(
  ports: CommentSearch,
  notes: Notes,
  since: number,
): AsyncGenerator<readonly ParsedComment[]> {
  const from = Math.max(Date.parse(ports.now()) - maxLookBack, since)
  const presentSince = presence(ports)
  const addRoles = withRoles(ports)
  for await (const page of ports.host.commentsSince(new Date(from).toISOString())) {
    const foundComments = await findUnanswered(
      ports,
      page.filter(({ at }) => Date.parse(at) >= from),
      notes,
    )
    if (foundComments.length === 0) continue
    const installedSince = await presentSince()
    const newerComments = foundComments.filter(({ at }) => Date.parse(at) >= installedSince)
    if (newerComments.length > 0) yield await addRoles(newerComments)
  }
}
