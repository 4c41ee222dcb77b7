/** What it is: documents and the library show it. */
export const about =
  'A session of an agent is in one of four written states: it begins, works between turns, was compacted, or was interrupted and may be resumed. Beside the sessions are the state of the framework with its anchors and history, counters, and evidence of loops. Independently of that, a table of agents says who may write where, and every commit of a change is held against it.'

/** The codes of refusals that are not codes of rules, each with its meaning. */
export const refusalCodes = {
  GOV_SESSION_UNKNOWN: 'There is no session of that name.',
  GOV_NOT_HELD: 'The session is interrupted.',
  GOV_ANCHORS_FULL: 'There are 20 anchors, and none may give way.',
} as const satisfies Readonly<Record<string, string>>
