/** What it is: documents and the library show it. */
export const about =
  'A session of an agent is in one of four written states: it begins, works between turns, was compacted, or was interrupted and may be resumed. Apart from the sessions there are the state of the framework with its anchors and history, counters, and evidence of loops. Independently of that, a table of agents says who may write where, and every commit of a change is checked by it.'

export const refusalCodes = {
  GOV_SESSION_UNKNOWN: 'There is no session of that name.',
  GOV_NOT_HELD: 'The session is interrupted.',
  GOV_ANCHORS_FULL: 'There are 20 anchors, and none may be dropped.',
} as const satisfies Readonly<Record<string, string>>

/** What the keys of its section of the configuration mean, by their paths. */
export const configuration = {
  root: 'Where the state of the sessions lives',
  'allow-edges': 'Steps between states that are legal in addition to those of the table',
  agents: 'Who may write where',
  'agents.preset': 'The table to start from',
  'agents.define': 'Agents that are added to it, or replace those of the same name',
  'agents.define.<agent>.category': 'Whether it works on the framework or on the project',
  'agents.define.<agent>.write': 'What it may touch; nothing: it only reads',
  'agents.define.<agent>.deny': 'Paths that it may not touch, although `write` has them',
  'agents.define.<agent>.accounts': 'The accounts whose commits are its work: `@user` or `app/name`',
  guarded: 'Paths that only a named agent may touch; by default all below `root` and `.opencode`',
  exempt: 'Paths that every commit may touch, in addition to those that are written during every session',
  trailers: 'The trailers that name the agent of a commit',
  branches: 'The branches that name the agent of their commits',
  unattributed: 'The severity of a change to a guarded path without a known agent',
  'unknown-agent': 'The severity of naming an agent that the table does not have',
} as const satisfies Readonly<Record<string, string>>
