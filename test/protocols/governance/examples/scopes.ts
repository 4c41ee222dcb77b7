import type { EdgeCases } from '../../../examples-of.ts'
import { commits } from '../../../../src/protocols/governance/examples.ts'

/** Cases at the edges of the rules of `scopes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  SCOPE_PATH_DENIED: {
    bad: {
      'an agent of the framework in the project': commits({ agent: 'idumb-meta-builder', paths: ['src/app.ts'] }),
      'a link into the framework': commits({
        agent: 'idumb-project-executor',
        paths: [{ path: 'docs/rules.md', change: 'added', link: '../.idumb/modules/rules.md' }],
      }),
      'a link out of the repository': commits({
        agent: 'idumb-project-executor',
        paths: [{ path: 'docs/rules.md', change: 'added', link: '../../elsewhere' }],
      }),
      'another team and its folders': {
        ...commits({ agent: 'docs-writer', paths: ['docs/legal/terms.md'] }),
        configuration: {
          agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**'], deny: ['docs/legal/**'] } } },
          guarded: [],
        },
      },
    },
    good: {
      'a configuration that is new': commits({
        agent: 'idumb-project-executor',
        paths: [{ path: '.idumb/brain/config.json', change: 'added' }],
      }),
      'a merge': commits({ agent: 'idumb-project-executor', parents: 2, paths: ['.idumb/modules/rules.md'] }),
      'another team and its folders': {
        ...commits({ agent: 'docs-writer', paths: ['docs/guide.md'] }),
        configuration: {
          agents: { preset: 'none', define: { 'docs-writer': { write: ['docs/**'], deny: ['docs/legal/**'] } } },
          guarded: [],
        },
      },
    },
  },
  SCOPE_UNATTRIBUTED: {
    good: {
      'the account of an agent': {
        ...commits({ login: 'docs-agent[bot]', paths: ['.opencode/a.md'] }),
        configuration: { agents: { define: { writer: { write: ['.opencode/**'], accounts: ['app/docs-agent'] } } } },
      },
    },
  },
}
