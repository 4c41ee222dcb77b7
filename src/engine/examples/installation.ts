import type { BranchSetup, HostStart } from '../../core/installation.ts'
import type { RuleExamples } from '../../core/rule.ts'
import { block } from '../installation/agents/block.ts'
import { configurationPath } from '../configuration/read.ts'
import { ownStep, workflow } from './workflow.ts'

const older = `# Agents\n\n${block.replace(/^3\. \w+/m, '3. Lost')}\n`

const sound: BranchSetup = {
  name: 'main',
  required: [{ name: 'baton', app: 1 }],
  lastPushApproval: false,
  audited: '2026-02-04T05:17:00Z',
}

const approved = { ...sound, lastPushApproval: true }
const audits = workflow('audit')

const checkoutWith = (inputs: string) =>
  `      - uses: actions/checkout@0123456789abcdef0123456789abcdef01234567\n        with: { ${inputs} }\n`
const checkout = (ref: string) => checkoutWith(`ref: '${ref}'`)

const target = [['[pull_request, merge_group]', '[pull_request_target]']] as const

const handoff = 'plugins/TinyGain/.continue-here.md'
const stateIgnored = { [handoff]: '', '.gitignore': 'dist\n.*.md\n' }
const exposed = { '.claude/projects/DATE-SLUG/.session-state.local.json': '*.local.*' }

const lockPath = '.baton.lock'

const noIssue = ['html-file: baton-board.html, dashboard-issue: true', 'audit-issue: false'] as const

const dashboard = { [configurationPath]: 'audit: { dashboard: true }\n' }

const sha = '@0123456789abcdef0123456789abcdef01234567'
const before = (step: string) => workflow('check', [ownStep, `${step}${ownStep}`])

const start: HostStart = {
  path: '.mcp.json',
  line: 3,
  key: 'mcpServers.baton',
  isOfOneMachine: false,
  trial: { outcome: 'runs' },
  mend: 'baton init --agents',
}

export const examples: RuleExamples = {
  SETUP_OUTDATED: {
    bad: { 'an earlier block': { 'AGENTS.md': older } },
    good: {
      'the block of this version': { 'AGENTS.md': `# Agents\n\n${block}\n` },
      'no block': { 'AGENTS.md': '# Agents\n' },
    },
  },
  SETUP_START_FAILS: {
    bad: {
      'no such program': {
        head: {},
        starts: [{ ...start, trial: { outcome: 'fails', why: 'there is no baton on the PATH' } }],
      },
    },
    good: { 'it starts': { head: {}, starts: [start] } },
  },
  SETUP_START_FOREIGN: {
    bad: {
      'another program': { head: {}, starts: [{ ...start, trial: { outcome: 'foreign', command: 'reboot mcp' } }] },
    },
    good: { 'this program': { head: {}, starts: [start] } },
  },
  SETUP_START_MACHINE: {
    bad: { 'a clone of one person': { head: {}, starts: [{ ...start, isOfOneMachine: true }] } },
    good: { 'its name': { head: {}, starts: [start] } },
  },
  CHECK_UNPINNED: {
    bad: { 'any source': { head: {}, branch: { ...sound, required: [{ name: 'baton', app: undefined }] } } },
    good: {
      'one app': { head: {}, branch: sound },
      'another check': {
        head: {},
        branch: { ...sound, required: [...(sound.required ?? []), { name: 'build', app: undefined }] },
      },
    },
  },
  CHECK_NOT_REQUIRED: {
    bad: { 'other checks': { head: {}, branch: { ...sound, required: [{ name: 'build', app: 1 }] } } },
    good: {
      'it is required': { head: {}, branch: sound },
      'the token may not know': { head: {}, branch: { ...sound, required: undefined } },
    },
  },
  LAST_PUSH_APPROVAL: {
    bad: {
      'duties are not kept apart': { head: {}, branch: approved },
      'those of agents alone are': {
        head: { [configurationPath]: 'commands: { separate-duties: agents }\n' },
        branch: approved,
      },
    },
    good: {
      'they are': { head: { [configurationPath]: 'commands: { separate-duties: true }\n' }, branch: approved },
      'the last push needs no approval': { head: {}, branch: sound },
    },
  },
  AUDIT_STOPPED: {
    bad: {
      'a month ago': { head: audits, branch: { ...sound, audited: '2026-01-04T05:17:00Z' } },
      never: { head: audits, branch: { ...sound, audited: undefined } },
    },
    good: {
      'this morning': { head: audits, branch: sound },
      'nothing audits': { head: workflow('check'), branch: { ...sound, audited: undefined } },
    },
  },
  WORKFLOW_HEAD_CHECKOUT: {
    bad: {
      'the head of a pull request': workflow('check', ...target, [
        ownStep,
        checkout('${{ github.event.pull_request.head.sha }}') + ownStep,
      ]),
      'the merge of a pull request': workflow('check', ...target, [
        ownStep,
        checkout('${{ github.event.pull_request.merge_commit_sha }}') + ownStep,
      ]),
    },
    good: {
      'no checkout': workflow('check', ...target),
      'the base': workflow('check', ...target, [ownStep, checkout('${{ github.base_ref }}') + ownStep]),
    },
  },
  WORKFLOW_CHECKOUT_UNUSABLE: {
    bad: {
      'one of the last commit alone': before(checkoutWith('persist-credentials: false')),
      'one that is not in the root of the workspace': before(checkoutWith('path: state, fetch-depth: 0')),
    },
    good: {
      'no checkout': workflow('check'),
      'one of the whole history': before(checkoutWith('fetch-depth: 0')),
    },
  },
  WORKFLOW_INPUT_INVALID: {
    bad: {
      'an input that there is not': workflow('check', [ownStep, `${ownStep}        with: { fail-onn: error }\n`]),
      'a value that it cannot have': workflow('check', [ownStep, `${ownStep}        with: { mode: hard }\n`]),
    },
    good: {
      'known inputs': workflow('check', [ownStep, `${ownStep}        with: { mode: strict, allow-empty: true }\n`]),
      'a value that is known when it runs': workflow('check', [
        ownStep,
        `${ownStep}        with: { mode: '\${{ inputs.mode }}' }\n`,
      ]),
    },
  },
  WORKFLOW_QUEUE_MISSING: {
    bad: {
      'no queue': workflow('commands', [', queue: max', '']),
      'no group': workflow('commands', ['concurrency: ', 'env: ']),
    },
    good: {
      'every run waits for its turn': workflow('commands'),
      'a check may be dropped for a newer one': workflow('check'),
    },
  },
  WORKFLOW_COMMENT_UNFILTERED: {
    bad: {
      'no `if`': workflow('commands', ["    if: contains(github.event.comment.body, '/')\n", '']),
      'an `if` about something else': workflow('commands', ["contains(github.event.comment.body, '/')", 'always()']),
    },
    good: { 'comments with a slash, once': workflow('commands') },
  },
  WORKFLOW_TOKEN_ONLY: {
    bad: {
      'no token is named': workflow('commands'),
      'the same by its name': workflow('commands', [
        ownStep,
        `${ownStep}        with: { token: '\${{ secrets.GITHUB_TOKEN }}' }\n`,
      ]),
    },
    good: {
      'the token of an app': workflow('commands', [
        ownStep,
        `${ownStep}        with: { token: '\${{ steps.app.outputs.token }}' }\n`,
      ]),
      'a check makes no commits': workflow('check'),
    },
  },
  STATE_IGNORED: {
    bad: { 'a handoff': { head: stateIgnored, ignored: [handoff] } },
    good: { nothing: { head: stateIgnored, ignored: [] } },
  },
  LOCAL_NOT_IGNORED: {
    bad: { 'the state of a session': { head: {}, exposed } },
    good: { 'all are ignored': { head: {}, exposed: {} } },
  },
  TREE_LOCK_LEFT: {
    bad: {
      'its program has ended': { head: {}, lock: { kind: 'lock', ended: { pid: 4711, command: 'baton accept' } } },
      'it is from another host': { head: {}, lock: { kind: 'lock' } },
    },
    good: { 'no lock': {} },
  },
  TREE_LOCK_TRACKED: {
    bad: { 'the lock': { head: {}, trackedOwn: [lockPath] } },
    good: { nothing: { head: {}, trackedOwn: [] } },
  },
  WORKFLOW_PERMISSION_MISSING: {
    bad: {
      'commands that may not commit': workflow('commands', ['contents: write', 'contents: read']),
      'no permission at all': workflow('check', ['{ contents: read }', '{}']),
    },
    good: {
      'what each needs': { ...workflow('check'), ...workflow('commands'), ...workflow('audit') },
      'more for the job than for the others': workflow(
        'check',
        ['{ contents: read }', '{}'],
        ['    steps:', '    permissions: { contents: read }\n    steps:'],
      ),
    },
  },
  WORKFLOW_PERMISSION_EXCESS: {
    bad: {
      'no permissions': workflow('check', ['permissions: { contents: read }\n', '']),
      everything: workflow('check', ['{ contents: read }', 'write-all']),
    },
    good: {
      'what each needs': { ...workflow('check'), ...workflow('commands'), ...workflow('audit') },
      'issues for the dashboard that the configuration switches on': { ...workflow('audit', noIssue), ...dashboard },
    },
  },
  WORKFLOW_ACTION_PLACEHOLDER: {
    bad: { 'the name of the documents': workflow('check', ['octocat/baton', 'example-org/baton']) },
    good: { 'a copy': workflow('check') },
  },
  WORKFLOW_ACTION_UNPINNED: {
    bad: {
      'a tag': workflow('check', [sha, '@v1']),
      'an image by its tag': workflow('check', [ownStep, `      - uses: docker://alpine:3.22\n${ownStep}`]),
    },
    good: {
      'a commit': workflow('check'),
      'an action of the repository itself': workflow('check', [ownStep, `      - uses: ./actions/prepare\n${ownStep}`]),
    },
  },
  WORKFLOW_CACHE_RESTORED: {
    bad: {
      'a cache': before(`      - uses: actions/cache${sha}\n        with: { path: node_modules, key: modules }\n`),
      'one that comes with an installation': before(
        `      - uses: actions/setup-node${sha}\n        with: { cache: npm }\n`,
      ),
    },
    good: {
      none: workflow('check'),
      'an installation without': before(`      - uses: actions/setup-node${sha}\n        with: { node-version: 24 }\n`),
    },
  },
  WORKFLOW_UNREADABLE: {
    bad: {
      'no YAML': { '.github/workflows/baton.yml': 'on: [push\n' },
      'no workflow': { '.github/workflows/baton.yml': '- one\n- two\n' },
    },
    good: { 'a workflow': workflow('check') },
  },
}
