import { describe, expect, it } from 'vitest'
import type { Diagnostic, Severity } from '../../src/core/diagnostic.ts'
import { transitionText } from '../../src/render/transition-text.ts'
import { diffOf, type Transition } from '../../src/render/transition.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

describe('what would change, for a terminal', () => {
  const [before, after] = [
    '{\n  "a": {\n    "b": 1\n  }\n}\n',
    '{\n  "a": {\n    "b":  "##[x]\u202e\u001b[2J"\n  }\n}\n',
  ]

  it.each([
    ['of a batch', false],
    ['of one command of a batch', true],
  ])('is a diff that keeps every blank, %s, and describes what cannot be seen', async (_, hasDiff) => {
    const head = await memoryTree({ 'x.json': before }).open({
      selectors: [{ glob: '**', level: 'text' }],
      limit: 1000,
    })
    const changes = new Map([['x.json', after]])
    const diff = diffOf(changes, head)
    const result = {
      command: '/accept x',
      outcome: 'changed',
      changes,
      reply: '',
      diagnostics: [],
      ...(hasDiff && { diff }),
    } as const
    const printed = transitionText({
      outcome: 'changed',
      results: [result],
      changes: hasDiff ? new Map() : changes,
      ...(!hasDiff && { diff }),
    })
    expect(printed.slice(printed.indexOf('--- a/'))).toBe(`--- a/x.json
+++ b/x.json
@@ -1,5 +1,5 @@
 {
   "a": {
-    "b": 1
+    "b":  "## [x]\\u{202e}\\u{1b}[2J"
   }
 }
`)
  })
})

describe('the colours of a diff', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n'
  const printed = (color: boolean) =>
    transitionText(
      {
        outcome: 'changed',
        results: [{ command: '/accept x', outcome: 'changed', changes: new Map(), reply: '', diagnostics: [] }],
        changes: new Map(),
        diff,
      },
      { color },
    )

  it('are those of additions and deletions, on a terminal alone', () => {
    const [green, red] = ['\u001b[32m+c\u001b[39m', '\u001b[31m-b\u001b[39m']
    for (const painted of [green, red]) expect(printed(true)).toContain(painted)
    expect(printed(true)).toContain('\n a\n')
    expect(printed(false)).toContain(diff)
    expect(printed(false)).not.toContain('\u001b')
  })
})

describe('what a batch came to, for a terminal', () => {
  const path = 'plugins/TinyGain/.continue-here.md'
  const changes = new Map([
    ['PLUGINS.md', 'x'],
    [path, 'x'],
  ])
  const target = 'plugin:TinyGain'
  const handback = {
    command: '/handback TinyGain',
    outcome: 'changed',
    target,
    from: 'stage 2 in_progress',
    to: 'stage 2 complete',
    holder: 'orchestrator',
    changes,
    reply: '`2` of `TinyGain` is complete. Next action: `invoke_dsp_agent`.',
    brief: 'Next action: invoke_dsp_agent',
    diagnostics: [],
  } as const
  const accept = {
    ...handback,
    command: '/accept TinyGain',
    from: 'stage 2 complete',
    to: 'stage 3.1 in_progress',
    holder: 'agent',
    reply: 'The agent holds `TinyGain`.',
    brief: '',
  } as const
  const found = (severity: Severity, message: string, overrides: Partial<Diagnostic> = {}): Diagnostic => ({
    code: 'PLUGIN_UNKNOWN',
    severity,
    path: 'PLUGINS.md',
    message,
    touched: true,
    url: 'https://github.com/example-org/baton/blob/main/README.md#x',
    ...overrides,
  })
  const refused = {
    ...handback,
    command: '/accept Nothing',
    outcome: 'refused',
    target: 'plugin:Nothing',
    from: 'ideated',
    to: 'ideated',
    changes: new Map(),
    diagnostics: [
      found('error', 'Unknown plugin', { hint: 'Name another', fix: '/sync Nothing' }),
      found('notice', 'It is late'),
    ],
  } as const
  const statusResult = {
    command: '/status',
    outcome: 'unchanged',
    changes: new Map(),
    reply: 'All is well.',
    diagnostics: [],
  } as const
  const files = `  wrote PLUGINS.md, ${path}\n`

  it.each<readonly [what: string, batch: Transition, text: string]>([
    [
      'one command: what moved, who holds it, what comes next, which files',
      { outcome: 'changed', results: [handback], changes },
      `✔ /handback TinyGain: stage 2 in_progress → stage 2 complete, held by the orchestrator. Next action: invoke_dsp_agent\n${files}`,
    ],
    [
      'commands that go on from each other: nothing twice',
      { outcome: 'changed', results: [handback, accept], changes },
      `✔ /handback TinyGain: stage 2 in_progress → stage 2 complete
✔ /accept TinyGain: → stage 3.1 in_progress, held by the agent\n${files}`,
    ],
    [
      'commands of different targets: each whole',
      {
        outcome: 'changed',
        results: [handback, { ...accept, command: '/accept', target: 'plugin:Amber' }],
        changes: new Map([...changes, ['gone.md', null]]),
        commit: 'c'.repeat(40),
      },
      `✔ /handback TinyGain: stage 2 in_progress → stage 2 complete, held by the orchestrator. Next action: invoke_dsp_agent
✔ /accept (plugin:Amber): stage 2 complete → stage 3.1 in_progress, held by the agent
  wrote PLUGINS.md, ${path}; deleted gone.md
  committed as cccccccccccc
`,
    ],
    [
      'that other worktrees do not see a grant',
      {
        outcome: 'changed',
        results: [
          { ...accept, diagnostics: [found('notice', 'The claim could not be written', { code: 'GRANT_UNCLAIMED' })] },
        ],
        changes,
      },
      `✔ /accept TinyGain: stage 2 complete → stage 3.1 in_progress, held by the agent
  notice GRANT_UNCLAIMED The claim could not be written\n${files}`,
    ],
    [
      'warnings, but no other notices, of what was done',
      {
        outcome: 'changed',
        results: [{ ...accept, diagnostics: [found('warning', 'It drifts'), found('notice', 'It is late')] }],
        changes,
      },
      `✔ /accept TinyGain: stage 2 complete → stage 3.1 in_progress, held by the agent\n  warning PLUGIN_UNKNOWN It drifts\n${files}`,
    ],
    [
      'nothing to do, and a reply of several lines, without their fence',
      {
        outcome: 'unchanged',
        results: [{ ...accept, outcome: 'unchanged', to: accept.from, reply: '```text\nA\n\nB\n```' }],
        changes: new Map(),
      },
      '= /accept TinyGain: unchanged\n  A\n\n  B\n',
    ],
    [
      'the lines of a report in place of the reply',
      { outcome: 'changed', results: [{ ...accept, report: { lines: ['State: agent'] } }], changes },
      `✔ /accept TinyGain: stage 2 complete → stage 3.1 in_progress, held by the agent\nState: agent\n${files}`,
    ],
    [
      'a refusal with its reason and what fixes it; of the others that nothing was done',
      { outcome: 'refused', results: [handback, statusResult, refused], changes: new Map() },
      `= /handback TinyGain: not done, since another was refused
= /status: unchanged
  All is well.
✖ /accept Nothing: refused
  error PLUGIN_UNKNOWN Unknown plugin. Name another. Fix it with /sync Nothing
  notice PLUGIN_UNKNOWN It is late
`,
    ],
  ])('%s', (_, batch, text) => {
    expect(transitionText(batch)).toBe(text)
  })
})
