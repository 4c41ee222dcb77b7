import type { Commit } from '../../../core/change.ts'
import { pluralize, type Finding, type Level, type RelatedPlace } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { JudgedCommit, ForbiddenPath } from '../scopes/judgement.ts'
import { unknownAgentHint } from '../scopes/agents.ts'
import { commitsOfChange, type GovernanceRules } from './subjects.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/** The SHA of a commit as people are shown it. */
const shortSha = ({ sha }: Commit) => sha.slice(0, 7)

/** The severity that the configuration gives it, wherever it occurs. */
function configuredLevel(word: 'ignore' | 'notice' | 'warning' | 'error'): NonNullable<Finding['levels']> {
  const level: Level = word === 'ignore' ? 'off' : word
  return { strict: level, soft: level }
}

/** How many more paths than the first are named. */
const maxRelated = 20

/** How to fix what a commit did to a path. */
function hintFor({ link, mayTouch }: ForbiddenPath): string {
  const agents = mayTouch().map(({ name }) => name)
  if (agents.length > 0)
    return msg`Those who may touch it: ${agents.slice(0, 5)}. Split the commit, and say whose each is by the trailer ${'Agent:'}.`
  return link === undefined
    ? 'No agent may touch it: split the commit, or extend the table of agents.'
    : 'No agent may touch both the symbolic link and where it leads: commit the file itself in its place.'
}

/** What a commit did where its maker may not write. */
function pathFinding({ commit, maker, offending }: JudgedCommit): Finding {
  const [firstPath, ...otherPaths] = offending
  if (!firstPath) throw new RangeError('There is no path to name')
  const { path, link } = firstPath
  const makerText = maker.kind === 'agent' ? msg`${maker.agent.name}` : 'an unknown author'
  const moreText = otherPaths.length === 0 ? '' : ` and ${pluralize(otherPaths.length, 'other path')}`
  const related: readonly RelatedPlace[] = otherPaths
    .slice(0, maxRelated)
    .map((touchedPath) => ({ path: touchedPath.path, message: 'touched by the same commit' }))
  const linkNote = link === undefined ? '' : msg` (a symbolic link to ${link})`
  return {
    message: `${msg`Unexpected ${path}`}${linkNote}${moreText} in the commit ${msg`${shortSha(commit)}`} of ${makerText}`,
    hint: hintFor(firstPath),
    place: { path },
    related,
    commit: commit.sha,
  }
}

export const scopeRules: GovernanceRules = {
  name: 'scopes',
  title: 'Who may write where',
  rules: [
    overParts(commitsOfChange, [
      {
        code: 'SCOPE_PATH_DENIED',
        strict: 'error',
        soft: 'error',
        summary: 'A commit of an agent touches a path that is not its own.',
        why: 'An agent of the project that changes the framework changes its own rules, and the other way round (section 1 of the specification).',
        repair: 'Split the commit: each part by the agent that owns it.',
        *check({ judged }) {
          const { maker, offending } = judged
          if (maker.kind === 'agent' && maker.agent.write.length > 0 && offending.length > 0) yield pathFinding(judged)
        },
      },
      {
        code: 'SCOPE_READ_ONLY',
        strict: 'error',
        soft: 'error',
        summary: 'A commit of a read-only agent touches a path.',
        why: 'Coordinators delegate and validators look: one that writes would judge its own work (section 1 of the specification).',
        repair: 'Let an agent with write access to the path commit it.',
        *check({ judged }) {
          const { maker, offending } = judged
          if (maker.kind === 'agent' && maker.agent.write.length === 0 && offending.length > 0)
            yield pathFinding(judged)
        },
      },
      {
        code: 'SCOPE_AGENT_CONFLICT',
        strict: 'error',
        soft: 'error',
        summary: 'The trailers of a commit name two agents.',
        why: 'It is unclear whose scope applies.',
        hint: 'Make one commit for each agent.',
        *check({ judged: { commit, maker } }) {
          if (maker.kind !== 'conflict') return
          yield {
            message: msg`Unexpected agents of the commit ${shortSha(commit)}: ${maker.names}, expected one`,
            place: { path: '.' },
            commit: commit.sha,
          }
        },
      },
      {
        code: 'SCOPE_AGENT_UNKNOWN',
        strict: 'warning',
        soft: 'warning',
        summary:
          'The trailer of a commit names an agent that the table does not have; `unknown-agent` sets how severe that is.',
        why: 'Its scope is not known, so nothing was checked.',
        repair: 'Write the name as it is in the table, or add the agent to it.',
        *check({ judged: { commit, maker }, configuration }) {
          if (maker.kind !== 'unknown') return
          yield {
            message: msg`Unknown agent ${maker.name} of the commit ${shortSha(commit)}`,
            hint: unknownAgentHint(configuration, maker.name),
            place: { path: '.' },
            commit: commit.sha,
            levels: configuredLevel(configuration.unknownAgent),
          }
        },
      },
      {
        code: 'SCOPE_UNATTRIBUTED',
        strict: 'notice',
        soft: 'notice',
        summary: 'A commit of an unknown author touches a guarded path; `unattributed` sets how severe that is.',
        why: 'It is unclear whether its author may write there.',
        repair: 'Name its agent in the trailer `Agent:`.',
        *check({ judged, configuration }) {
          if (judged.maker.kind === 'unattributed' && judged.offending.length > 0)
            yield { ...pathFinding(judged), levels: configuredLevel(configuration.unattributed) }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'SCOPE_TOO_MANY_COMMITS',
        strict: 'error',
        soft: 'error',
        summary: 'A change has more than 500 commits, and each would cost a request: they are not judged one by one.',
        why: 'Otherwise a forbidden commit could be hidden among many.',
        repair: 'Make smaller changes, or check with a clone.',
        *check({ now: { change } }) {
          if (change?.tooMany === undefined) return
          yield {
            message: msg`Unexpected number of commits: ${change.tooMany}, expected at most 500, since GitHub is asked about each`,
            hint: msg`Make smaller changes, or check with a clone: in a workflow, check out with ${'fetch-depth: 0'}.`,
            place: { path: '.' },
          }
        },
      },
    ]),
  ],
}
