import type { RuleExamples } from '../../../core/rule.ts'
import { boardPath, declaring, inSample, loginPath, sample, searchPath } from '../examples.ts'

const second = (id: string) => `---\nid: ${id}\nstatus: todo\n---\n\n# Let people log in again\n`

export const examples: RuleExamples = {
  WORKFLOW_EMPTY: {
    bad: {
      'another folder': inSample(declaring(['work/**/{id}.md', 'tasks/**/{id}.md'])),
      'no files': inSample({ [loginPath]: null, [searchPath]: null }),
    },
    good: { 'one item is enough': inSample({ [searchPath]: null }) },
  },
  ITEM_UNREADABLE: {
    bad: { 'a link': { head: inSample({ 'work/signup.md': 'login.md' }), links: ['work/signup.md'] } },
    good: {
      'a file that is not there': inSample({
        [loginPath]: null,
        [searchPath]: [['depends: [login]\n', '']],
        [boardPath]: null,
      }),
    },
  },
  ITEM_DUPLICATE: {
    bad: { 'in two folders': inSample({ 'work/old/search.md': second('search') }) },
    good: { 'another id': inSample({ 'work/old/search-by-date.md': second('search-by-date') }) },
  },
  ITEM_FRONT_MATTER: {
    bad: { 'a value that begins with `@`': inSample({ [loginPath]: [['size: small', 'owner: @octocat']] }) },
    good: { 'the value in quotes': inSample({ [loginPath]: [['size: small', "owner: '@octocat'"]] }) },
  },
  ITEM_ID_MISMATCH: {
    bad: { 'the file was renamed': inSample({ [searchPath]: null, 'work/find.md': sample[searchPath] ?? '' }) },
    good: { 'other capitals': inSample({ [searchPath]: [['id: search', 'id: Search']] }) },
  },
}
