import { examplesOf } from '../examples-of.ts'
import { describe, expect, it } from 'vitest'
import { codePage } from '../../src/core/links.ts'
import type { Example } from '../../src/core/rule.ts'
import { readConfiguration, configurationPath } from '../../src/engine/configuration/read.ts'
import { examineInstallation, installationRules } from '../../src/engine/installation/index.ts'
import { agentsSelection, outdatedTexts } from '../../src/engine/installation/agents/plan.ts'
import { readWorkflows, workflowGlob } from '../../src/engine/installation/workflow.ts'
import { action, workflowTexts } from '../../src/engine/installation/workflows.ts'
import { protocolRegistry } from '../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const limit = 1024 * 1024
const path = '.github/workflows/baton.yml'

async function installation({
  head,
  branch,
  ignored = [],
  lock,
  trackedOwn = [],
  starts = [],
  exposed = {},
  at = '2026-02-04T10:00:00Z',
}: Example) {
  const selectors = [workflowGlob, configurationPath].map((glob) => ({ glob, level: 'text' as const }))
  const view = await memoryTree(head).open({ selectors, limit })
  const read = readConfiguration(view, protocolRegistry.schema)
  if ('problems' in read) throw new TypeError(read.problems[0]?.message)
  const outdated = outdatedTexts(await memoryTree(head).open(agentsSelection))
  const reasons = new Map(
    ignored.map((ignoredPath) => [ignoredPath, { source: '.gitignore', line: 2, pattern: '.*.md' }]),
  )
  return {
    ...readWorkflows(view, limit),
    configuration: read.configuration,
    protocolNames: protocolRegistry.descriptors.map(({ name }) => name),
    namedFiles: new Set(Object.keys(head)),
    ignored: reasons,
    lock,
    trackedOwn,
    starts,
    exposed: new Map(Object.entries(exposed)),
    outdated,
    branch,
    at,
  }
}

const examined = async (example: Example, severity = {}) => examineInstallation(await installation(example), severity)
const inWorkflow = async (text: string) =>
  (await examined({ about: '', head: { [path]: text } })).map(({ code, line }) => `${code} ${line}`)

/** Examples that are graver than others of their rule. */
const failsEveryRun = new Set(['a value that it cannot have'])

describe.each(installationRules)('$code', (rule) => {
  const found = async (example: Example) => (await examined(example)).filter(({ code }) => code === rule.code)

  it('has examples of both kinds', () => {
    expect(examplesOf(rule).bad).not.toHaveLength(0)
    expect(examplesOf(rule).good).not.toHaveLength(0)
  })

  it.each(examplesOf(rule).bad)('finds: $about', async (example) => {
    const all = await found(example)
    expect(all).toHaveLength(1)
    const severity = failsEveryRun.has(example.about) ? 'error' : rule.soft
    expect(all[0]).toMatchObject({ severity, touched: false })
    expect(codePage(rule.code)).toBe(`docs/codes.md#${rule.code.toLowerCase()}`)
  })

  it.each(examplesOf(rule).good)('is content with: $about', async (example) => {
    expect(await found(example)).toEqual([])
  })

  it('uses the severity that is configured', async () => {
    const [example] = examplesOf(rule).bad
    const level = rule.soft === 'error' ? 'notice' : 'error'
    const graver = await examined(example as Example, { [rule.code]: level })
    expect(graver.find(({ code }) => code === rule.code)?.severity).toBe(level)
    expect(
      (await examined(example as Example, { [rule.code]: 'off' })).filter(({ code }) => code === rule.code),
    ).toEqual([])
  })
})

/** The workflows, with a copy of the action named. */
const texts = Object.fromEntries(
  Object.entries(workflowTexts).map(([kind, text]) => [
    kind,
    (version: string) => text(version).replaceAll(action, 'octocat/baton'),
  ]),
) as typeof workflowTexts

describe('the workflows that are written for teams', () => {
  const sha = 'f'.repeat(40)

  it.each(Object.entries(texts))('are sound when they are pinned: %s', async (kind, text) => {
    expect(await inWorkflow(text(sha))).toEqual(kind === 'commands' ? ['WORKFLOW_TOKEN_ONLY 15'] : [])
  })

  it('are to be pinned', async () => {
    expect(await inWorkflow(texts.check('v1'))).toEqual([expect.stringMatching(/^WORKFLOW_ACTION_UNPINNED (?:9|10)$/)])
  })
})

it.each([
  ['protocols: plugins', /expected one of plugin, .*; did you mean plugin\?$/],
  ['config: ci/baton.yml', /^Missing `ci\/baton\.yml`, expected the configuration that the input `config` names$/],
  ['report-file: ../report.json', /expected a path below the workspace$/],
  ['stale-after: 2 days', /expected an integer and m, h or d/],
])('an input with which every run fails is an error: %s', async (input, message) => {
  const text = texts.check('f'.repeat(40)).replace(/( +- uses: octocat\/baton.*\n)/, `$1        with: { ${input} }\n`)
  expect(await examined({ about: '', head: { [path]: text } })).toMatchObject([
    { code: 'WORKFLOW_INPUT_INVALID', severity: 'error', message: expect.stringMatching(message) as unknown },
  ])
})

it('a configuration that is there, that is the usual one, or that is known when it runs may be named', async () => {
  const text = (file: string) =>
    texts.check('f'.repeat(40)).replace(/( +- uses: octocat\/baton.*\n)/, `$1        with: { config: ${file} }\n`)
  const files = { 'ci/baton.yml': 'mode: strict\n' }
  for (const named of ['ci/baton.yml', configurationPath, "'${{ inputs.config }}'"])
    expect(await examined({ about: '', head: { [path]: text(named), ...files } })).toEqual([])
})

describe('what is not pinned', () => {
  const hinted = async (uses: string) => {
    const text = texts.check('f'.repeat(40)).replace('      - uses', `      - uses: ${uses}\n      - uses`)
    return (await examined({ about: '', head: { [path]: text } })).map(({ hint }) => hint)
  }

  it.each([
    [
      'octocat/tool/sub@v2',
      "Write `octocat/tool/sub@SHA` with the 40 digits that `git ls-remote https://github.com/octocat/tool v2 'v2^{}'` prints: where it prints two lines, those of the one that ends with `^{}`.",
    ],
    [
      'docker://localhost:5000/alpine:3.22',
      'Write `docker://localhost:5000/alpine@sha256:…` with the digest of the image.',
    ],
    ['octocat/tool@$(reboot)', 'Write `octocat/tool@SHA` with the 40 digits of the commit.'],
    ['octocat/tool', 'Write `octocat/tool@SHA` with the 40 digits of the commit.'],
  ])('gets a hint how to be: %s', async (uses, hint) => {
    expect(await hinted(uses)).toEqual([hint])
  })
})

describe('a workflow', () => {
  const step = `uses: octocat/baton@${'f'.repeat(40)}`

  it('is read with anchors, in every form of `on`, and by the rights of each job', async () => {
    const text = [
      'on: pull_request_target',
      'permissions: &least { contents: read }',
      'jobs:',
      `  one: { permissions: *least, steps: [{ ${step} }] }`,
      `  two: { permissions: read-all, steps: [{ ${step} }] }`,
      `  three: { permissions: write-all, steps: [{ ${step} }] }`,
    ].join('\n')
    expect(await inWorkflow(text)).toEqual(['WORKFLOW_PERMISSION_EXCESS 6'])
  })

  it('may do several things, each job by its `if`', async () => {
    const jobs = (condition: string) =>
      `on: [pull_request, schedule]\njobs:\n  check:\n    if: ${condition}\n    permissions: { contents: read }\n    steps: [{ ${step} }]\n`
    expect(await inWorkflow(jobs("github.event_name == 'pull_request'"))).toEqual([])
    expect(await inWorkflow(jobs('always()'))).toEqual(['WORKFLOW_PERMISSION_MISSING 5'])
    expect(
      await inWorkflow(
        `on: [push]\npermissions: { contents: read }\njobs: { a: { steps: [{ ${step}, with: { task: audit } }] } }`,
      ),
    ).toEqual(['WORKFLOW_PERMISSION_MISSING 2'])
  })

  it('needs to read pull requests where the configuration has an audit look at them', async () => {
    const text = `on: [schedule]\npermissions: { contents: read, checks: write, issues: write }\njobs: { a: { steps: [{ ${step} }] } }`
    const found = await examined({
      about: '',
      head: { [path]: text, '.github/baton.yml': 'audit: { pull-requests: true }\n' },
    })
    expect(found.flatMap(({ code, message }) => (code === 'WORKFLOW_PERMISSION_MISSING' ? message : []))).toEqual([
      expect.stringContaining('`pull-requests: read`'),
    ])
  })

  it('needs no permission for what an app’s own token does', async () => {
    const text = `on: [schedule]\npermissions: {}\njobs: { a: { steps: [{ ${step}, with: { token: '\${{ steps.app.outputs.token }}' } }] } }`
    expect(await inWorkflow(text)).toEqual([])
  })

  it('of another project is only checked for checkouts of heads', async () => {
    const text =
      'on: [push]\npermissions: write-all\njobs: { a: { steps: [{ uses: actions/cache@v4 }, { uses: other/thing@main }] } }'
    expect(await inWorkflow(text)).toEqual([])
    const headCheckout = `on: workflow_run\njobs: { a: { steps: [{ uses: actions/checkout@v4, with: { repository: '\${{ github.event.workflow_run.head_repository.full_name }}' } }] } }`
    expect(await inWorkflow(headCheckout)).toEqual(['WORKFLOW_HEAD_CHECKOUT 2'])
  })

  it.each([
    [
      'an alias bomb',
      `on: push\nx: &a [y]\n${Array.from({ length: 30 }, (_, i) => `k${i}: &b${i} [${'*a,'.repeat(10)}]`).join('\n')}`,
    ],
    ['deep nesting', `on: ${'['.repeat(100_000)}`],
    ['a tag that asks to be made', 'on: !!js/function "x"'],
    ['bytes', 'on: \0'],
    ['nothing', ''],
    ['a list', '- on'],
  ])('that cannot be read is reported: %s', async (_, text) => {
    expect((await inWorkflow(text)).map((finding) => finding.split(' ')[0])).toEqual(['WORKFLOW_UNREADABLE'])
  })

  it.each([
    'on: { push: { __proto__: 1 } }\njobs: []',
    'on:\njobs: { a: 1, b: [], c: { steps: 2 }, d: { steps: [1, [], { uses: [] }, { uses: "" }, { uses: "@" }, { uses: "/baton" }] } }',
    `on: { issue_comment: }\njobs: { a: { steps: [{ ${step} }], if: [], permissions: [], concurrency: [] } }`,
    'jobs: { a: { steps: [{ uses: "::error::x@y/baton" }] } }',
  ])('of any other form does no harm: %#', async (text) => {
    await expect(inWorkflow(text)).resolves.not.toContain('WORKFLOW_UNREADABLE 1')
  })
})

describe('a head that is passed on', () => {
  const sha = '${{ github.event.pull_request.head.sha }}'
  const use = (ref: string) => `{ uses: actions/checkout@${'f'.repeat(40)}, with: { ref: '${ref}' } }`
  const run = (script: string, extraKeys = '') => `{ run: ${JSON.stringify(script)}${extraKeys} }`
  const flow = (steps: readonly string[], { env = '', job = '', other = '', on = 'pull_request_target' } = {}) =>
    [
      `on: ${on}`,
      ...(env === '' ? [] : [`env: ${env}`]),
      'jobs:',
      ...(other === '' ? [] : [`  find: ${other}`]),
      `  a: { ${job}steps: [${steps.join(', ')}] }`,
    ].join('\n')
  const found = async (text: string) =>
    (await inWorkflow(text)).filter((finding) => finding.startsWith('WORKFLOW_HEAD_CHECKOUT')).length
  const output = run(`echo "sha=${sha}" >> "$GITHUB_OUTPUT"`, ', id: pr')

  it.each<readonly [string, string]>([
    ['a variable of the step, in a shell', flow([run('git checkout "$HEAD"', `, env: { HEAD: '${sha}' }`)])],
    ['with braces', flow([run('git fetch origin ${HEAD} && git switch -d FETCH_HEAD', `, env: { HEAD: '${sha}' }`)])],
    ['in PowerShell', flow([run('git checkout $env:HEAD', `, env: { HEAD: '${sha}' }`)])],
    ['a variable of the job, in an expression', flow([use('${{ env.HEAD }}')], { job: `env: { HEAD: '${sha}' }, ` })],
    ['by its name in brackets', flow([use("${{ env[''HEAD''] }}")], { job: `env: { HEAD: '${sha}' }, ` })],
    ['a variable of the workflow', flow([run('git checkout $HEAD')], { env: `{ HEAD: '${sha}' }` })],
    [
      'a variable that is set to another',
      flow([run('git checkout $B', ", env: { B: '${{ env.A }}' }")], { env: `{ A: '${sha}' }` }),
    ],
    ['a variable for later steps', flow([run(`echo "HEAD=${sha}" >> $GITHUB_ENV`), run('git checkout "$HEAD"')])],
    ['the output of a step', flow([output, use('${{ steps.pr.outputs.sha }}')])],
    [
      'the output of a step that asks for it',
      flow([
        run('gh pr view 1 --json headRefOid -q .headRefOid >> $GITHUB_OUTPUT', ', id: pr'),
        use('${{ steps.pr.outputs.sha }}'),
      ]),
    ],
    [
      'the output of an action',
      flow([
        `{ uses: actions/github-script@v8, id: pr, with: { script: 'return (await github.rest.pulls.get(x)).data.head.sha' } }`,
        use('${{ steps.pr.outputs.result }}'),
      ]),
    ],
    [
      'the output of a job before',
      flow([use('${{ needs.find.outputs.sha }}')], {
        other: `{ outputs: { sha: '\${{ steps.pr.outputs.sha }}' }, steps: [${output}] }`,
        job: 'needs: find, ',
      }),
    ],
    ['a matrix', flow([use('${{ matrix.ref }}')], { job: `strategy: { matrix: { ref: ['${sha}'] } }, ` })],
    [
      'an included combination',
      flow([use('${{ matrix.ref }}')], { job: `strategy: { matrix: { include: [{ ref: '${sha}' }] } }, ` }),
    ],
    ['in other letters', flow([use('${{ env.head }}')], { job: `env: { HEAD: '${sha}' }, ` })],
  ])('is found: %s', async (_, text) => {
    expect(await found(text)).toBe(1)
  })

  it.each<readonly [string, string]>([
    ['a variable that is only printed', flow([run('echo "$HEAD"', `, env: { HEAD: '${sha}' }`)])],
    [
      'a variable of another step',
      flow([run('echo "$HEAD"', `, env: { HEAD: '${sha}' }`), run('git checkout "$HEAD"')]),
    ],
    [
      'a variable that is set to something else',
      flow([run('git checkout "$HEAD"', ', env: { HEAD: main }')], { env: `{ HEAD: '${sha}' }` }),
    ],
    ['another variable', flow([run('git checkout "$BASE"', `, env: { HEAD: '${sha}', BASE: main }`)])],
    [
      'the output of another step',
      flow([output, run('echo "sha=1" >> $GITHUB_OUTPUT', ', id: other'), use('${{ steps.other.outputs.sha }}')]),
    ],
    [
      'another output of a job',
      flow([use('${{ needs.find.outputs.day }}')], {
        other: `{ outputs: { sha: '\${{ steps.pr.outputs.sha }}', day: x }, steps: [${output}] }`,
      }),
    ],
    [
      'a workflow without rights',
      flow([run('git checkout "$HEAD"', `, env: { HEAD: '${sha}' }`)], { on: 'pull_request' }),
    ],
    [
      'a head that is only compared',
      flow([run('git fetch origin "$HEAD" && git diff FETCH_HEAD', `, env: { HEAD: '${sha}' }`)]),
    ],
  ])('is none: %s', async (_, text) => {
    expect(await found(text)).toBe(0)
  })

  it('is followed through jobs in any order, and through circles to an end', async () => {
    const hand = (from: string) => `{ outputs: { sha: '\${{ needs.${from}.outputs.sha }}' }, steps: [] }`
    const chain = [
      'on: pull_request_target',
      'jobs:',
      `  a: { steps: [${use('${{ needs.b.outputs.sha }}')}] }`,
      `  b: ${hand('c')}`,
      `  c: ${hand('d')}`,
    ]
    expect(await found([...chain, `  d: { outputs: { sha: '${sha}' }, steps: [] }`].join('\n'))).toBe(1)
    expect(await found([...chain, `  d: ${hand('b')}`].join('\n'))).toBe(0)
  })
})
