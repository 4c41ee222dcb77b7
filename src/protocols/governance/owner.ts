import type { GovernanceModel } from './model.ts'
import type { Session } from './reading/session.ts'

/** The session that the metrics are of. */
export const ownerOf = ({ metrics: file, session: find }: GovernanceModel): Session | undefined => find(file.text('sessionId') ?? '')

/** The sessions that have not stopped, and that a command can name. */
export const working = ({ sessions }: GovernanceModel): readonly Session[] => sessions.filter(({ held, named }) => held && named)

/** The session that new metrics are of: of those that work the one created last. */
export const newest = (model: GovernanceModel): Session | undefined =>
  working(model)
    .toSorted((a, b) => (a.file.time('createdAt') ?? 0) - (b.file.time('createdAt') ?? 0))
    .at(-1)
