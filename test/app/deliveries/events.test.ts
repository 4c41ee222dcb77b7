import { describe, expect, it } from 'vitest'
import { parseComment } from '../../../src/engine/commands/grammar.ts'
import { tasksOf } from '../../../src/app/deliveries/events.ts'

const sha = 'a'.repeat(40)
const octocat = { login: 'octocat', type: 'User' }
const baton = { login: 'baton[bot]', type: 'Bot' }

const payload = {
  issue: { number: 3 },
  comment: { id: 7, node_id: 'IC_7', body: '/status', user: octocat, created_at: '2026-02-04T10:00:00Z' },
  sender: octocat,
}
const comment = {
  number: 3,
  id: 7,
  node: 'IC_7',
  author: 'octocat',
  bot: false,
  text: '/status',
  at: '2026-02-04T10:00:00Z',
  late: false,
  lines: parseComment('/status'),
}

const pull = { number: 3, sender: octocat, pull_request: { head: { sha }, base: { ref: 'main' } } }
const home = { repo: { id: 1 } }
const ownPull = { ...pull, pull_request: { head: { sha, ...home }, base: { ref: 'main', ...home } } }
const fork = { ...ownPull, pull_request: { ...ownPull.pull_request, head: { sha, repo: { id: 2 } } } }
const subject = { head: sha, base: { kind: 'branch', branch: 'main' }, review: true }
const check = { do: 'check', subject, recheck: false, of: 3 }
const writable = { ...check, subject: { ...subject, writable: true } }
const again = { head_sha: sha, pull_requests: [{ number: 3, head: { sha }, base: { ref: 'main' } }] }
const click = {
  check_run: {
    id: 9,
    head_sha: sha,
    app: { id: 5, slug: 'baton' },
    check_suite: { head_branch: 'work' },
    pull_requests: [{ number: 3 }],
  },
  requested_action: { identifier: 'fix' },
  sender: octocat,
}
const clicked = { check: 9, app: 'baton', head: sha, branch: 'work', identifier: 'fix', by: 'octocat', bot: false }
const push = { ref: 'refs/heads/main', before: 'b'.repeat(40), after: sha, repository: { default_branch: 'main' } }

describe('what a delivery asks for', () => {
  it.each([
    ['issue_comment', 'created', payload, [{ do: 'handle', comment }]],
    [
      'issue_comment',
      'created',
      { ...payload, comment: { ...payload.comment, user: baton } },
      [{ do: 'handle', comment: { ...comment, author: 'baton[bot]', bot: true } }],
    ],
    ['issue_comment', 'created', { ...payload, comment: { ...payload.comment, user: null } }, []],
    ['issue_comment', 'created', { ...payload, sender: undefined }, [{ do: 'handle', comment }]],
    [
      'pull_request',
      'opened',
      {
        number: 3,
        pull_request: {
          head: { sha, repo: { full_name: 'octocat/plugins' } },
          base: { ref: 'main', repo: { full_name: 'octocat/plugins' } },
        },
      },
      [writable, { do: 'resolve', number: 3 }],
    ],
    [
      'issue_comment',
      'created',
      { ...payload, comment: { ...payload.comment, body: null } },
      [{ do: 'handle', comment: { ...comment, text: '', lines: [] } }],
    ],
    [
      'issue_comment',
      'edited',
      { ...payload, sender: baton, changes: { body: { from: 'Hi' } } },
      [{ do: 'report-edit', edit: { comment, by: 'baton[bot]', before: [] } }],
    ],
    ['issue_comment', 'edited', { ...payload, changes: {} }, []],
    ['issue_comment', 'deleted', payload, [{ do: 'forget', number: 3, comment: 7 }]],
    ['issue_comment', 'created', { comment: 'x' }, []],
    ['pull_request', 'opened', pull, [check]],
    ['pull_request', 'reopened', pull, [check]],
    ['pull_request', 'opened', ownPull, [writable, { do: 'resolve', number: 3 }]],
    ['pull_request', 'synchronize', ownPull, [writable, { do: 'resolve', number: 3 }]],
    ['pull_request', 'synchronize', { ...ownPull, sender: baton }, [writable]],
    ['pull_request', 'opened', fork, [check]],
    ['pull_request', 'synchronize', pull, [check]],
    ['pull_request', 'synchronize', { ...pull, sender: baton }, [check]],
    ['pull_request', 'closed', pull, []],
    ['pull_request', 'opened', { pull_request: { head: { sha: '--upload-pack' }, base: { ref: 'main' } } }, []],
    ['pull_request', 'opened', { pull_request: { head: { sha }, base: { ref: '-x' } } }, []],
    [
      'push',
      undefined,
      push,
      [
        {
          do: 'push',
          subject: {
            head: sha,
            base: { kind: 'commit', sha: 'b'.repeat(40), mayBeGone: true },
            branch: 'main',
            review: false,
            writable: true,
          },
        },
      ],
    ],
    ['push', undefined, { ...push, ref: 'refs/heads/topic' }, []],
    ['push', undefined, { ...push, after: '0'.repeat(40) }, []],
    [
      'merge_group',
      'checks_requested',
      { merge_group: { head_sha: sha, base_sha: 'b'.repeat(40) } },
      [
        {
          do: 'check',
          recheck: false,
          subject: { head: sha, base: { kind: 'commit', sha: 'b'.repeat(40), mayBeGone: false }, review: true },
        },
      ],
    ],
    ['check_run', 'rerequested', { check_run: again }, [{ ...writable, recheck: true }]],
    ['check_suite', 'rerequested', { check_suite: again }, [{ ...writable, recheck: true }]],
    ['check_suite', 'rerequested', { check_suite: { ...again, head_sha: 'c'.repeat(40) } }, []],
    [
      'check_suite',
      'rerequested',
      { check_suite: { ...again, pull_requests: [] } },
      [{ do: 'recheck', head: again.head_sha }],
    ],
    ['check_run', 'rerequested', { check_run: { ...again, pull_requests: [], head_sha: 'HEAD' } }, []],
    [
      'pull_request',
      'opened',
      { number: 3, pull_request: { ...ownPull.pull_request, base: { ref: 'main', repo: { id: 2 } } } },
      [check],
    ],
    [
      'pull_request',
      'opened',
      { number: 3, pull_request: { ...ownPull.pull_request, head: { sha, repo: null } } },
      [check],
    ],
    ['check_run', 'requested_action', click, [{ do: 'click', clicked, of: 3 }]],
    [
      'check_run',
      'requested_action',
      { ...click, check_run: { ...click.check_run, pull_requests: [], check_suite: { head_branch: null }, app: null } },
      [{ do: 'click', clicked: { ...clicked, app: undefined, branch: undefined } }],
    ],
    ['check_run', 'requested_action', { ...click, requested_action: undefined }, []],
    ['check_run', 'completed', click, []],
    ['check_suite', 'requested', { check_suite: again }, []],
    ['installation', 'unsuspend', {}, [{ do: 'sweep' }]],
    ['constructor', undefined, {}, []],
    ['__proto__', 'x', {}, []],
    ['issues', 'opened', comment, []],
    ['pull_request_review_comment', 'created', comment, []],
    ['commit_comment', 'created', comment, []],
    ['merge_group', 'destroyed', { reason: 'merged', merge_group: { head_sha: sha } }, [{ do: 'finish', head: sha }]],
  ])('%s %s: %j', (event, action, payload, expected) => {
    const found = tasksOf(event, action === undefined ? payload : { action, ...payload })
    expect(found).toEqual(expected)
  })

  it('yields no task without a payload', () => {
    expect([tasksOf('issue_comment', null), tasksOf('push', 'x'), tasksOf('pull_request', [])]).toEqual([[], [], []])
  })
})
