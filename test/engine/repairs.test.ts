import { runSteps } from '../../src/core/steps.ts'
import { examplesOf } from '../examples-of.ts'
import { diffLines } from 'diff'
import { describe, expect, it } from 'vitest'
import type { ChangeSet } from '../../src/core/command.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Report } from '../../src/core/report.ts'
import type { Example, Files, RuleFacts } from '../../src/core/rule.ts'
import type { Selection, View } from '../../src/core/view.ts'
import { check } from '../../src/engine/check.ts'
import { plan } from '../../src/engine/commands/plan.ts'
import { unquotedWords } from '../../src/engine/commands/words.ts'
import { repair } from '../../src/engine/repair.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { change, handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'

const limit = 1024 * 1024

/** The repairs that a protocol's page calls safe; everything else is left to a person. */
const safe: Readonly<Record<string, readonly string[]>> = {
  plugin: [
    'PLUGIN_DATE_INVALID',
    'PLUGIN_LEGACY_FORMAT',
    'PLUGIN_STALE_HANDOFF',
    'REGISTRY_DATE_DRIFT',
    'REGISTRY_STATUS_DRIFT',
    'REGISTRY_VERSION_DRIFT',
  ],
  handover: [
    'BRIEF_PROJECT_DIR_MISMATCH',
    'BRIEF_SLUG_MISMATCH',
    'PROGRESS_CURRENT_STEP_DRIFT',
    'REVIEW_PROJECT_DIR_MISMATCH',
    'REVIEW_SLUG_MISMATCH',
  ],
  subagent: ['MARKER_CASE', 'TASKS_UNTRACKED'],
  governance: [
    'GOV_CONFIG_MISSING',
    'GOV_HISTORY_LIMIT',
    'GOV_METRICS_MISSING',
    'GOV_STALL_COUNT',
    'GOV_STALL_MISSING',
    'GOV_STATE_MISSING',
  ],
}

/** Those that move a whole file, or write a list anew. */
const rewriting = new Set(['PLUGIN_LEGACY_FORMAT', 'GOV_HISTORY_LIMIT', 'GOV_STALL_COUNT', 'GOV_METRICS_MISSING'])
/** Those that also write the time of the change. */
const dating = new Set(['PROGRESS_CURRENT_STEP_DRIFT'])

interface CheckedExample {
  readonly head: View
  readonly request: Parameters<typeof plan>[1]
  readonly report: Report
}

/** Looks at an example, whose files may be replaced by others. */
async function checkExample(
  protocol: Protocol,
  rule: RuleFacts,
  example: Example,
  files: Files = example.head,
): Promise<CheckedExample> {
  const section = example.configuration
  const at = example.at ?? '2026-02-04T10:00:00Z'
  const context = { at, day: at.slice(0, 10), limit, namedFiles: { paths: [], as: undefined }, log: undefined }
  const open = async (selection: Selection) => ({
    head: await memoryTree(files, { links: example.links ?? [] }).open(selection),
    base: example.base && (await memoryTree(example.base).open(selection)),
  })
  const selection = { selectors: protocol.selectors(section), limit }
  const further = protocol.further(await open(selection), section, context)
  const { head, base } = await open({ ...selection, selectors: [...selection.selectors, ...further] })
  const mode = base ? ('auto' as const) : rule.strict === 'off' ? ('soft' as const) : ('strict' as const)
  const request = {
    head,
    base,
    context,
    protocols: [protocol],
    sections: { [protocol.name]: section },
    severity: {},
    mode,
  }
  const judged = { failOn: 'error', allowEmpty: true, paths: [], targets: [], given: [], notes: [] } as const
  return {
    head,
    request: { ...request, actor: 'octocat', maxCommands: 20 },
    report: check({ ...request, change: example.change, ...judged }),
  }
}

const repaired = ({ request, head, report }: CheckedExample) => runSteps(repair({ ...request, head, report }))

/** The repairs of one code alone. */
const repairedOf = (checkedExample: CheckedExample, code: string) =>
  repaired({
    ...checkedExample,
    report: {
      ...checkedExample.report,
      diagnostics: checkedExample.report.diagnostics.filter((diagnostic) => diagnostic.code === code),
    },
  })

const text = (content: string | Uint8Array) => (typeof content === 'string' ? content : Buffer.from(content).toString())

function applied(files: Files, changes: ChangeSet): Files {
  const all: Record<string, string> = { ...files }
  for (const [path, content] of changes) {
    if (content === null) delete all[path]
    else all[path] = text(content)
  }
  return all
}

const plainly = (changes: ChangeSet) =>
  Object.fromEntries([...changes].map(([path, content]) => [path, content === null ? null : text(content)]))

const errorsOf = ({ diagnostics }: Report) =>
  new Set(
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, path, target }) => `${code} ${path} ${target ?? ''}`),
  )

const fix = (checkedExample: CheckedExample, ...codes: readonly string[]) =>
  plan([{ name: 'fix', words: unquotedWords(codes), report: undefined }], {
    ...checkedExample.request,
    head: checkedExample.head,
  })

const examples = protocols.flatMap((protocol) =>
  protocol.rules
    .filter((rule) => rule.safe === true)
    .flatMap((rule) =>
      examplesOf(rule).bad.map((example) => ({ protocol, rule, example, code: rule.code, about: example.about })),
    ),
)

describe.each(protocols)('the safe repairs of $name', (protocol) => {
  it('are those that its page names', () => {
    const codes = protocol.rules.filter((rule) => rule.safe === true).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(safe[protocol.name] ?? [])
  })

  it('are each explained', () => {
    const silent = protocol.rules.filter((rule) => rule.safe === true && (rule.repair ?? '') === '')
    expect(silent).toEqual([])
  })
})

describe.each(examples)('the repair of $code, $about', ({ protocol, rule, example, code }) => {
  it('takes the finding away, adds no error, and has nothing to do the second time', async () => {
    const before = await checkExample(protocol, rule, example)
    const { changes, refused, applied: appliedCommands, reveals } = repairedOf(before, code)
    // What is not certain is reported, and left.
    const mendable = before.report.diagnostics.filter(
      (diagnostic) =>
        diagnostic.code === code && !diagnostic.choice && (diagnostic.fix ?? diagnostic.edit) !== undefined,
    )
    if (mendable.length === 0) {
      expect(changes.size).toBe(0)
      return
    }
    // Nor what would make something else wrong: that is reported, too.
    if (refused.length > 0) {
      expect([changes.size, refused.every(({ diagnostics }) => diagnostics.length > 0)]).toEqual([0, true])
      return
    }
    expect(appliedCommands.length).toBeGreaterThan(0)
    const files = applied(example.head, changes)
    const after = await checkExample(protocol, rule, example, files)
    const remainingDiagnostics = after.report.diagnostics.filter((diagnostic) => diagnostic.code === code)
    expect(remainingDiagnostics.length).toBe(
      before.report.diagnostics.filter((diagnostic) => diagnostic.code === code).length - mendable.length,
    )
    expect(
      [...errorsOf(after.report)].filter(
        (error) => !errorsOf(before.report).has(error) && !reveals.includes(error.split(' ', 1)[0] ?? ''),
      ),
    ).toEqual([])
    expect(repairedOf(after, code).changes.size).toBe(0)
  })

  it('leaves every line that it need not change as it was', async () => {
    const before = await checkExample(protocol, rule, example)
    const findings = before.report.diagnostics.filter((diagnostic) => diagnostic.code === code).length
    for (const [path, content] of repairedOf(before, code).changes) {
      const old = example.head[path]
      if (old === undefined || content === null || rewriting.has(code)) continue
      const removedLines = diffLines(old, text(content)).reduce(
        (count, { removed, count: lines }) => count + (removed ? lines : 0),
        0,
      )
      expect(removedLines).toBeLessThanOrEqual(findings + (dating.has(code) ? 1 : 0))
    }
  })

  it('keeps the line endings of what it changes', async () => {
    const crlf = (files: Files): Files =>
      Object.fromEntries(Object.entries(files).map(([path, old]) => [path, old.replaceAll('\n', '\r\n')]))
    const changed = (
      await checkExample(protocol, rule, example, crlf(example.head)).then((checkedExample) =>
        repairedOf(checkedExample, code),
      )
    ).changes
    for (const [path, content] of changed) {
      if (content === null || example.head[path] === undefined || rewriting.has(code)) continue
      expect(text(content).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
  })

  it('is the same by --fix, /fix and /fix CODE', async () => {
    const checkedExample = await checkExample(protocol, rule, example)
    const codeRepair = repairedOf(checkedExample, code)
    const all = repaired(checkedExample)
    expect(plainly(fix(checkedExample, code).changes)).toEqual(plainly(codeRepair.changes))
    expect(plainly(fix(checkedExample).changes)).toEqual(plainly(all.changes))
  })
})

const plugin = protocols.find(({ name }) => name === 'plugin') as Protocol
const statusDrift = plugin.rules.find(({ code }) => code === 'REGISTRY_STATUS_DRIFT') as RuleFacts
const row = '| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |'

/** The sample with a second plugin that is the same. */
function withAmber(): Files {
  const registry = sample[registryPath] ?? ''
  const entry = registry.slice(registry.indexOf('### TinyGain'))
  const pluginFiles = Object.entries(sample).filter(([path]) => path.includes('TinyGain'))
  return {
    ...sample,
    ...Object.fromEntries(pluginFiles.map(([path, old]) => [path.replace('TinyGain', 'Amber'), old])),
    'plugins/Amber/.continue-here.md': (sample[handoffPath] ?? '').replaceAll('TinyGain', 'Amber'),
    [registryPath]: `${registry.replace(row, `${row}\n${row.replace('TinyGain', 'Amber')}`)}\n${entry.replaceAll('TinyGain', 'Amber')}`,
  }
}

describe('a repair that would make something else wrong', () => {
  it('is left, and the others are made', async () => {
    const { 'plugins/Amber/.ideas/architecture.md': _, ...others } = withAmber()
    const files = change(others, {
      [registryPath]: [[row, row.replace('Stage 2', 'Stage 0')]],
      // Of the old form, and one of its contracts is not there.
      'plugins/Amber/.continue-here.md': [
        [/contract_checksums:\n(?: {2}.*\n)+/.exec(sample[handoffPath] ?? '')?.[0] ?? '', ''],
      ],
    })
    const checkedExample = await checkExample(plugin, statusDrift, { about: '', head: files })
    const severe = {
      ...checkedExample,
      request: { ...checkedExample.request, severity: { CONTRACT_NULL: 'error' as const } },
    }
    const { changes, applied: appliedCommands, refused } = repaired(severe)
    expect(appliedCommands).toEqual(['/sync TinyGain'])
    expect(refused).toMatchObject([{ command: '/migrate Amber', diagnostics: [{ code: 'CONTRACT_NULL' }] }])
    expect([...changes.keys()]).toEqual([registryPath])
    expect(text(changes.get(registryPath) ?? '')).toBe(
      files[registryPath]?.replace('| TinyGain | 🚧 Stage 0 |', '| TinyGain | 🚧 Stage 2 |'),
    )
    expect(plainly(fix(severe).changes)).toEqual(plainly(changes))
    const [{ reply, diagnostics } = expect.fail('There is no answer')] = fix(severe).results
    expect(reply).toContain('Fixed: `REGISTRY_STATUS_DRIFT` of `plugin:TinyGain`, by `/sync TinyGain`. Left: ')
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['CONTRACT_NULL', 'warning'])
  })
})

describe('a repair that a person has to choose', () => {
  const apart = (status: string, extraEdits: readonly (readonly [string, string])[] = []): Files =>
    change(sample, { [handoffPath]: null, [registryPath]: [[row, row.replace('🚧 Stage 2', status)], ...extraEdits] })

  it.each<[about: string, files: Files]>([
    ['nothing settles the status', apart('📦 Installed')],
    ['there are two versions', change(sample, { [registryPath]: [['| 0.1.0 |', '| 0.0.9 |']] })],
  ])('is left, and named: %s', async (_, files) => {
    const checkedExample = await checkExample(plugin, statusDrift, { about: '', head: files })
    expect(repaired(checkedExample)).toMatchObject({ changes: new Map(), applied: [], refused: [] })
    expect(fix(checkedExample)).toMatchObject({ outcome: 'unchanged' })
    expect(
      checkedExample.report.diagnostics
        .filter(({ code }) => code.endsWith('_DRIFT'))
        .map((diagnostic) => diagnostic.fix),
    ).toContain('/sync TinyGain')
  })

  const behind = row.replace('0.1.0 | 2026-02-02', '0.0.9 | 2026-01-20')
  const day: readonly [string, string] = ['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01']

  it.each<[about: string, files: Files, changed: readonly [string, string], fixed: string, left: string]>([
    [
      'status and day, and not the version',
      change(sample, { [registryPath]: [[row, behind.replace('Stage 2', 'Stage 0')]] }),
      ['🚧 Stage 0 | 0.0.9 | 2026-01-20', '🚧 Stage 2 | 0.0.9 | 2026-02-02'],
      '`REGISTRY_STATUS_DRIFT` of `plugin:TinyGain`; `REGISTRY_DATE_DRIFT` of `plugin:TinyGain`, by `/sync TinyGain`',
      'REGISTRY_VERSION_DRIFT',
    ],
    [
      'status and day, and not a version that nothing decides',
      change(sample, { [registryPath]: [[row, behind.replace('Stage 2', 'Stage 0').replace('0.0.9', 'Winter')]] }),
      ['🚧 Stage 0 | Winter | 2026-01-20', '🚧 Stage 2 | Winter | 2026-02-02'],
      '`REGISTRY_STATUS_DRIFT` of `plugin:TinyGain`; `REGISTRY_DATE_DRIFT` of `plugin:TinyGain`, by `/sync TinyGain`',
      'REGISTRY_VERSION_DRIFT',
    ],
    [
      'the day, and not the status',
      apart('📦 Installed', [day]),
      [day[1], day[0]],
      '`REGISTRY_DATE_DRIFT` of `plugin:TinyGain`, by `/sync TinyGain`',
      'REGISTRY_STATUS_DRIFT',
    ],
    [
      'a version that was forgotten, and not the status',
      apart('📦 Installed', [['**Version:** 0.1.0', '**Version:** N/A']]),
      ['**Version:** N/A', '**Version:** 0.1.0'],
      '`REGISTRY_VERSION_DRIFT` of `plugin:TinyGain`, by `/sync TinyGain`',
      'REGISTRY_STATUS_DRIFT',
    ],
  ])('keeps no other value back: %s', async (_, files, [from, to], fixed, remainingCode) => {
    const checkedExample = await checkExample(plugin, statusDrift, { about: '', head: files })
    const { changes, refused } = repaired(checkedExample)
    expect(refused).toEqual([])
    expect(applied(files, changes)).toEqual(change(files, { [registryPath]: [[from, to]] }))
    const [{ reply, diagnostics } = expect.fail('There is no answer')] = fix(checkedExample).results
    expect(reply).toContain(`Fixed: ${fixed}. Left: \`${remainingCode}\` of \`plugin:TinyGain\``)
    expect(diagnostics.map(({ code }) => code)).toContain(remainingCode)
  })

  it('is made where the handoff settles it, and takes no plugin back that is installed', async () => {
    const settled = await checkExample(plugin, statusDrift, {
      about: '',
      head: change(sample, { [registryPath]: [[row, row.replace('Stage 2', 'Stage 0')]] }),
    })
    expect(repaired(settled).applied).toEqual(['/sync TinyGain'])

    const head = {
      [registryPath]: '| Plugin | Status | Version |\n|-|-|-|\n| Amber | 📦 Installed | 1.0.0 |\n',
      'plugins/Amber/NOTES.md': '# Amber\n\n- **Current Status:** 💡 Ideated\n- **Version:** N/A\n',
    }
    const installed = await checkExample(plugin, statusDrift, { about: '', head })
    expect(installed.report.diagnostics.map(({ code, fix: offered }) => [code, offered])).toEqual([
      ['REGISTRY_STATUS_DRIFT', '/sync Amber'],
      ['REGISTRY_VERSION_DRIFT', '/sync Amber'],
    ])
    // The version that was forgotten is written; the status is for a person to choose.
    const notes = 'plugins/Amber/NOTES.md'
    expect(plainly(repaired(installed).changes)).toEqual({ [notes]: head[notes].replace('N/A', '1.0.0') })
  })
})
