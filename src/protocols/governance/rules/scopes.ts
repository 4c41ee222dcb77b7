import type { Commit } from '../../../core/change.ts'
import type { Finding, Level, Related } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { Judged, ForbiddenPath } from '../scopes/judgement.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { agentsOf } from '../scopes/agents.ts'
import { commitsOfChange, type GovernanceRules } from './subjects.ts'
import { over, whole } from '../../../kit/rules.ts'

/** The SHA of a commit as people are shown it. */
const short = ({ sha }: Commit) => sha.slice(0, 7)

/** The severity that the configuration gives it, wherever it occurs. */
function configuredLevel(word: 'ignore' | 'notice' | 'warning' | 'error'): NonNullable<Finding['levels']> {
  const level: Level = word === 'ignore' ? 'off' : word
  return { strict: level, soft: level }
}

/** How many more paths than the first are named. */
const mostRelated = 20

/** How to fix what a commit did to a path. */
function hintFor({ link, mayTouch }: ForbiddenPath): string {
  const agents = mayTouch().map(({ name }) => name)
  if (agents.length > 0)
    return msg`Those who may touch it: ${agents.slice(0, 5)}. Split the commit, and say whose each is by the trailer ${'Agent:'}.`
  return link === undefined
    ? 'No agent may touch it: split the commit, or extend the table of agents.'
    : 'No agent may touch both the link and where it leads: commit the file itself in its place.'
}

/** What a commit did where its maker may not write. */
function pathFinding({ commit, maker, offending }: Judged): Finding {
  const [first, ...more] = offending
  if (!first) throw new RangeError('There is no path to name')
  const { path, link } = first
  const who = maker.kind === 'agent' ? maker.agent.name : 'no known agent'
  const related: readonly Related[] = more.slice(0, mostRelated).map((each) => ({ path: each.path, message: 'touched by the same commit' }))
  const leads = link === undefined ? '' : msg`, a link to ${link}`
  return {
    message: msg`Unexpected paths in the commit ${short(commit)} of ${who}: ${offending.length}, the first is ${path}` + leads,
    hint: hintFor(first),
    place: { path },
    related,
    commit: commit.sha,
  }
}

/** Who may write where */
export const scopeRules: GovernanceRules = {
  name: 'scopes',
  title: 'Who may write where',
  rules: [
    over(commitsOfChange, [
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
        examples: ({ commits }) => ({
          bad: [
            commits('an agent of the project in the framework', {
              agent: 'idumb-project-executor',
              paths: ['.idumb/modules/rules.md', 'src/app.ts'],
            }),
            commits('in other letters', { agent: 'idumb-project-executor', paths: ['.IDUMB/modules/rules.md'] }),
            commits('an agent of the framework in the project', { agent: 'idumb-meta-builder', paths: ['src/app.ts'] }),
            commits('a link into the framework', {
              agent: 'idumb-project-executor',
              paths: [{ path: 'docs/rules.md', change: 'added', link: '../.idumb/modules/rules.md' }],
            }),
            commits('a link out of the repository', {
              agent: 'idumb-project-executor',
              paths: [{ path: 'docs/rules.md', change: 'added', link: '../../elsewhere' }],
            }),
            {
              ...commits('another team and its folders', { agent: 'docs-writer', paths: ['docs/legal/terms.md'] }),
              configuration: {
                agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**'], deny: ['docs/legal/**'] } } },
                guarded: [],
              },
            },
          ],
          good: [
            commits(
              'each in its place',
              { agent: 'idumb-project-executor', paths: ['src/app.ts', '.idumbx/a.md'] },
              { agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md', '.opencode'] },
            ),
            commits('what is written during every session', {
              agent: 'idumb-project-executor',
              paths: ['.idumb/brain/state.json', '.idumb/sessions/ses_1.json'],
            }),
            commits('a configuration that is new', {
              agent: 'idumb-project-executor',
              paths: [{ path: '.idumb/brain/config.json', change: 'added' }],
            }),
            commits('a merge', { agent: 'idumb-project-executor', parents: 2, paths: ['.idumb/modules/rules.md'] }),
            {
              ...commits('another team and its folders', { agent: 'docs-writer', paths: ['docs/guide.md'] }),
              configuration: {
                agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**'], deny: ['docs/legal/**'] } } },
                guarded: [],
              },
            },
          ],
        }),
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
          if (maker.kind === 'agent' && maker.agent.write.length === 0 && offending.length > 0) yield pathFinding(judged)
        },
        examples: ({ commits }) => ({
          bad: [
            commits('a validator', { agent: 'idumb-meta-validator', paths: ['.idumb/modules/rules.md'] }),
            commits('a coordinator', { agent: '@IDUMB-project-coordinator', paths: ['README.md'] }),
          ],
          good: [
            commits('what is written during every session', {
              agent: 'idumb-meta-validator',
              paths: ['.idumb/brain/execution-metrics.json'],
            }),
          ],
        }),
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
            message: msg`Unexpected agents of the commit ${short(commit)}: ${maker.names}, expected one`,
            place: { path: '.' },
            commit: commit.sha,
          }
        },
        examples: ({ commits }) => ({
          bad: [
            commits('two names', {
              agent: 'idumb-meta-builder',
              also: 'Idumb-Agent: idumb-project-executor',
              paths: ['src/app.ts', '.idumb/modules/rules.md'],
            }),
          ],
          good: [
            commits('one name twice', {
              agent: 'idumb-meta-builder',
              also: 'Agent: @idumb-meta-builder',
              paths: ['.idumb/modules/rules.md'],
            }),
          ],
        }),
      },
      {
        code: 'SCOPE_AGENT_UNKNOWN',
        strict: 'warning',
        soft: 'warning',
        summary: 'The trailer of a commit names an agent that the table does not have; `unknown-agent` sets how severe that is.',
        why: 'Its scope is not known, so nothing was checked.',
        repair: 'Write the name as it is in the table, or add the agent to it.',
        *check({ judged: { commit, maker }, configuration }) {
          if (maker.kind !== 'unknown') return
          const meant = suggestion(maker.name, agentsOf(configuration).keys())
          yield {
            message: msg`Unknown agent ${maker.name} of the commit ${short(commit)}`,
            hint: meant === undefined ? msg`Add it to ${'protocols.governance.agents'}.` : msg`Did you mean ${meant}?`,
            place: { path: '.' },
            commit: commit.sha,
            levels: configuredLevel(configuration.unknownAgent),
          }
        },
        examples: ({ commits }) => ({
          bad: [commits('a typo', { agent: 'idumb-meta-bilder', paths: ['.idumb/modules/rules.md'] })],
          good: [
            commits('a name of the table', { agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md'] }),
            {
              ...commits('an unknown agent is ignored', { agent: 'newcomer', paths: ['src/app.ts'] }),
              configuration: { 'unknown-agent': 'ignore' },
            },
          ],
        }),
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
        examples: ({ commits }) => ({
          bad: [
            commits('no trailer', { paths: ['.idumb/modules/rules.md'] }),
            { ...commits('every path is guarded', { paths: ['src/app.ts'] }), configuration: { guarded: ['**'] } },
          ],
          good: [
            commits('no guarded path', { paths: ['src/app.ts'] }),
            commits('what is written during every session', { paths: ['.idumb/brain/state.json'] }),
            {
              ...commits('the account of an agent', { login: 'docs-agent[bot]', paths: ['.opencode/a.md'] }),
              configuration: { agents: { define: { writer: { write: ['.opencode/**'], accounts: ['app/docs-agent'] } } } },
            },
          ],
        }),
      },
    ]),
    over(whole, [
      {
        code: 'SCOPE_TOO_MANY_COMMITS',
        strict: 'error',
        soft: 'error',
        summary: 'A change has more than 500 commits, and each would cost a request: they are not judged one by one.',
        why: 'Otherwise a forbidden commit could be hidden among many.',
        repair: 'Make smaller changes, or check with a clone.',
        examples: ({ sample, tooMany, commits }) => ({
          bad: [{ about: '501', head: sample, base: sample, change: tooMany }],
          good: [commits('a few', { agent: 'idumb-project-executor', paths: ['src/app.ts'] })],
        }),
        *check({ now: { change } }) {
          if (change?.tooMany === undefined) return
          yield {
            message: msg`Unexpected number of commits: ${change.tooMany}, expected at most 500 where each costs a request`,
            hint: msg`Make smaller changes, or check with a clone: in a workflow, check out with ${'fetch-depth: 0'}.`,
            place: { path: '.' },
          }
        },
      },
    ]),
  ],
}
