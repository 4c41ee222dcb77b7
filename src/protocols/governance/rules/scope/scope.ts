import type { Commit } from '../../../../core/change.ts'
import type { Finding, Level, Related } from '../../../../core/diagnostic.ts'
import type { Example, Rule, RuleFacts } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { suggestion } from '../../../../core/suggestion.ts'
import { agentsOf } from '../../agents.ts'
import { committed, sample, tooMany, type Work } from '../../examples.ts'
import { judgements, type Judged, type Offence } from '../../scopes/judgement.ts'
import type { Compared } from '../../subjects.ts'

/** How many more paths than the first are named. */
const mostRelated = 20

const short = ({ sha }: Commit) => sha.slice(0, 7)

/** How to mend what a commit did to a path. */
function hintFor({ link, mayTouch }: Offence): string {
  const agents = mayTouch().map(({ name }) => name)
  if (agents.length > 0)
    return say`Those who may touch it: ${agents.slice(0, 5)}. Split the commit, and say whose each is by the trailer ${'Agent:'}.`
  return link === undefined
    ? 'No agent may touch it: split the commit, or extend the table of agents.'
    : 'No agent may touch both the link and where it leads: commit the file itself in its place.'
}

function pathFinding({ commit, offending }: Judged, who: string): Finding {
  const [first, ...more] = offending
  if (!first) throw new RangeError('There is no path to name')
  const { path, link } = first
  const related: readonly Related[] = more.slice(0, mostRelated).map((each) => ({ path: each.path, message: 'touched by the same commit' }))
  const leads = link === undefined ? '' : say`, a link to ${link}`
  return {
    message: say`Unexpected paths in the commit ${short(commit)} of ${who}: ${offending.length}, the first is ${path}` + leads,
    hint: hintFor(first),
    place: { path },
    related,
    commit: commit.sha,
  }
}

interface ScopeFacts extends RuleFacts {
  readonly found: (judged: Judged) => boolean
  readonly finding: (judged: Judged, compared: Compared) => Finding
  /** How grave the configuration calls it. */
  readonly level?: (compared: Compared) => Level
}

const levelOf = (word: 'ignore' | 'notice' | 'warning' | 'error'): Level => (word === 'ignore' ? 'off' : word)

/** The same wherever it stands. */
const bothWays = (level: Level) => ({ strict: level, soft: level })

function scopeRule({ found, finding, level, ...facts }: ScopeFacts): Rule<Compared> {
  return {
    ...facts,
    *check(compared) {
      for (const judged of judgements(compared.now))
        if (found(judged)) yield { ...finding(judged, compared), ...(level && { levels: bothWays(level(compared)) }) }
    },
  }
}

const change = (about: string, ...commits: readonly Work[]): Example => ({
  about,
  head: sample,
  base: sample,
  change: committed(...commits),
})

const whoOf = ({ maker }: Judged) => (maker.kind === 'agent' ? maker.agent.name : 'nobody')

export const pathDenied = scopeRule({
  code: 'SCOPE_PATH_DENIED',
  strict: 'error',
  soft: 'error',
  summary: 'A commit of an agent touches a path that is not its own.',
  why: 'An agent of the project that changes the framework changes its own rules, and the other way round (section 1 of the specification).',
  repair: 'Split the commit: each part by the agent whose it is.',
  found: ({ maker, offending }) => maker.kind === 'agent' && maker.agent.write.length > 0 && offending.length > 0,
  finding: (judged) => pathFinding(judged, whoOf(judged)),
  get examples() {
    return {
      bad: [
        change('an agent of the project in the framework', {
          agent: 'idumb-project-executor',
          paths: ['.idumb/modules/rules.md', 'src/app.ts'],
        }),
        change('in other letters', { agent: 'idumb-project-executor', paths: ['.IDUMB/modules/rules.md'] }),
        change('an agent of the framework in the project', { agent: 'idumb-meta-builder', paths: ['src/app.ts'] }),
        change('a link into the framework', {
          agent: 'idumb-project-executor',
          paths: [{ path: 'docs/rules.md', change: 'added', link: '../.idumb/modules/rules.md' }],
        }),
        change('a link out of the repository', {
          agent: 'idumb-project-executor',
          paths: [{ path: 'docs/rules.md', change: 'added', link: '../../elsewhere' }],
        }),
        {
          ...change('another team and its folders', { agent: 'docs-writer', paths: ['docs/legal/terms.md'] }),
          configuration: {
            agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**'], deny: ['docs/legal/**'] } } },
            guarded: [],
          },
        },
      ],
      good: [
        change(
          'each in its place',
          { agent: 'idumb-project-executor', paths: ['src/app.ts', '.idumbx/a.md'] },
          { agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md', '.opencode'] },
        ),
        change('what is written during every session', {
          agent: 'idumb-project-executor',
          paths: ['.idumb/brain/state.json', '.idumb/sessions/ses_1.json'],
        }),
        change('a configuration that is new', {
          agent: 'idumb-project-executor',
          paths: [{ path: '.idumb/brain/config.json', change: 'added' }],
        }),
        change('a merge', { agent: 'idumb-project-executor', parents: 2, paths: ['.idumb/modules/rules.md'] }),
        {
          ...change('another team and its folders', { agent: 'docs-writer', paths: ['docs/guide.md'] }),
          configuration: {
            agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**'], deny: ['docs/legal/**'] } } },
            guarded: [],
          },
        },
      ],
    }
  },
})

export const readOnly = scopeRule({
  code: 'SCOPE_READ_ONLY',
  strict: 'error',
  soft: 'error',
  summary: 'A commit of an agent that only reads touches a path.',
  why: 'Coordinators delegate and validators look: one that writes judges its own work (section 1 of the specification).',
  repair: 'Let an agent commit that may write there.',
  found: ({ maker, offending }) => maker.kind === 'agent' && maker.agent.write.length === 0 && offending.length > 0,
  finding: (judged) => pathFinding(judged, whoOf(judged)),
  get examples() {
    return {
      bad: [
        change('a validator', { agent: 'idumb-meta-validator', paths: ['.idumb/modules/rules.md'] }),
        change('a coordinator', { agent: '@IDUMB-project-coordinator', paths: ['README.md'] }),
      ],
      good: [
        change('what is written during every session', { agent: 'idumb-meta-validator', paths: ['.idumb/brain/execution-metrics.json'] }),
      ],
    }
  },
})

export const agentConflict = scopeRule({
  code: 'SCOPE_AGENT_CONFLICT',
  strict: 'error',
  soft: 'error',
  summary: 'The trailers of a commit name two agents.',
  why: 'Nobody can tell whose scope it is to be held against.',
  repair: 'Make one commit for each agent.',
  found: ({ maker }) => maker.kind === 'conflict',
  finding: ({ commit, maker }) => ({
    message: say`Unexpected agents of the commit ${short(commit)}: ${maker.kind === 'conflict' ? maker.names : []}, expected one`,
    hint: 'Make one commit for each agent.',
    place: { path: '.' },
    commit: commit.sha,
  }),
  get examples() {
    return {
      bad: [
        change('two names', {
          agent: 'idumb-meta-builder',
          also: 'Idumb-Agent: idumb-project-executor',
          paths: ['src/app.ts', '.idumb/modules/rules.md'],
        }),
      ],
      good: [
        change('one name twice', { agent: 'idumb-meta-builder', also: 'Agent: @idumb-meta-builder', paths: ['.idumb/modules/rules.md'] }),
      ],
    }
  },
})

export const agentUnknown = scopeRule({
  code: 'SCOPE_AGENT_UNKNOWN',
  strict: 'warning',
  soft: 'warning',
  summary: 'The trailer of a commit names an agent that the table does not have; how grave that is, `unknown-agent` says.',
  why: 'Its scope is not known, so nothing was checked.',
  repair: 'Write the name as it is in the table, or add the agent to it.',
  found: ({ maker }) => maker.kind === 'unknown',
  level: ({ now }) => levelOf(now.configuration.unknownAgent),
  finding({ commit, maker }, { now }) {
    const name = maker.kind === 'unknown' ? maker.name : ''
    const meant = suggestion(name, agentsOf(now.configuration).keys())
    return {
      message: say`Unknown agent ${name} of the commit ${short(commit)}`,
      hint: meant === undefined ? say`Add it to ${'protocols.governance.agents'}.` : say`Perhaps ${meant} is meant.`,
      place: { path: '.' },
      commit: commit.sha,
    }
  },
  get examples() {
    return {
      bad: [change('a slip of the pen', { agent: 'idumb-meta-bilder', paths: ['.idumb/modules/rules.md'] })],
      good: [
        change('a name of the table', { agent: 'idumb-meta-builder', paths: ['.idumb/modules/rules.md'] }),
        { ...change('nobody minds', { agent: 'somebody', paths: ['src/app.ts'] }), configuration: { 'unknown-agent': 'ignore' } },
      ],
    }
  },
})

export const unattributed = scopeRule({
  code: 'SCOPE_UNATTRIBUTED',
  strict: 'notice',
  soft: 'notice',
  summary: 'A commit of nobody who is known touches a guarded path; how grave that is, `unattributed` says.',
  why: 'Nobody can tell whether whoever made it may write there.',
  repair: 'Say whose it is by the trailer `Agent:`.',
  found: ({ maker, offending }) => maker.kind === 'nobody' && offending.length > 0,
  level: ({ now }) => levelOf(now.configuration.unattributed),
  finding: (judged) => pathFinding(judged, whoOf(judged)),
  get examples() {
    return {
      bad: [
        change('no trailer', { paths: ['.idumb/modules/rules.md'] }),
        { ...change('every path is guarded', { paths: ['src/app.ts'] }), configuration: { guarded: ['**'] } },
      ],
      good: [
        change('no guarded path', { paths: ['src/app.ts'] }),
        change('what is written during every session', { paths: ['.idumb/brain/state.json'] }),
        {
          ...change('the account of an agent', { login: 'docs-agent[bot]', paths: ['.opencode/a.md'] }),
          configuration: { agents: { define: { writer: { write: ['.opencode/**'], accounts: ['app/docs-agent'] } } } },
        },
      ],
    }
  },
})

export const tooManyCommits: Rule<Compared> = {
  code: 'SCOPE_TOO_MANY_COMMITS',
  strict: 'error',
  soft: 'error',
  summary: 'A change has more than 500 commits, where each costs a request: they are not judged one by one.',
  why: 'Otherwise enough commits would hide one.',
  repair: 'Make smaller changes, or check with a clone.',
  get examples() {
    return {
      bad: [{ about: '501', head: sample, base: sample, change: tooMany }],
      good: [change('a few', { agent: 'idumb-project-executor', paths: ['src/app.ts'] })],
    }
  },
  *check({ now: { change: commits } }) {
    if (commits?.tooMany === undefined) return
    yield {
      message: say`Unexpected number of commits: ${commits.tooMany}, expected at most 500 where each costs a request`,
      hint: say`Make smaller changes, or check with a clone: in a workflow, check out with ${'fetch-depth: 0'}.`,
      place: { path: '.' },
    }
  },
}
