import type { Finding, Related } from '../../../../core/diagnostic.ts'
import { msg } from '../../../../core/message.ts'
import type { Judged, Offence } from '../../scopes/judgement.ts'
import { scopeRule, levelOf, commits, short } from './judging.ts'

/** How many more paths than the first are named. */
const mostRelated = 20

/** How to mend what a commit did to a path. */
function hintFor({ link, mayTouch }: Offence): string {
  const agents = mayTouch().map(({ name }) => name)
  if (agents.length > 0)
    return msg`Those who may touch it: ${agents.slice(0, 5)}. Split the commit, and say whose each is by the trailer ${'Agent:'}.`
  return link === undefined
    ? 'No agent may touch it: split the commit, or extend the table of agents.'
    : 'No agent may touch both the link and where it leads: commit the file itself in its place.'
}

function pathFinding({ commit, offending }: Judged, who: string): Finding {
  const [first, ...more] = offending
  if (!first) throw new RangeError('There is no path to name')
  const { path, link } = first
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
  examples() {
    return {
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
  examples() {
    return {
      bad: [
        commits('a validator', { agent: 'idumb-meta-validator', paths: ['.idumb/modules/rules.md'] }),
        commits('a coordinator', { agent: '@IDUMB-project-coordinator', paths: ['README.md'] }),
      ],
      good: [
        commits('what is written during every session', { agent: 'idumb-meta-validator', paths: ['.idumb/brain/execution-metrics.json'] }),
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
  examples() {
    return {
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
    }
  },
})
