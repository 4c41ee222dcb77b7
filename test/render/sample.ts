import { protocolNames } from '../../src/core/protocol-name.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report, ReportedTarget } from '../../src/core/report.ts'
import { msg } from '../../src/core/message.ts'

const url = (code: string) => `https://github.com/example-org/baton/blob/v0.1.0/docs/${code}.md`

export const rules: Report['rules'] = [
  {
    code: 'CONTRACT_MISMATCH',
    strict: 'error',
    soft: 'error',
    summary: 'A contract is not the file that its checksum was taken of.',
    why: 'Stages that are already built rely on the old text.',
    repair: 'Put the file back with `/restore NAME contracts`.\nMeant it? Record the new one with `/checksums NAME`.',
    url: url('CONTRACT_MISMATCH'),
  },
  {
    code: 'PLUGIN_LEGACY_FORMAT',
    strict: 'warning',
    soft: 'warning',
    summary: 'A handoff was written before contracts had checksums.',
    why: 'Nothing tells whether its contracts are still the ones that were built against.',
    repair: '`/migrate NAME`',
    safe: true,
    url: url('PLUGIN_LEGACY_FORMAT'),
  },
  {
    code: 'PLUGIN_WORK_STALE',
    strict: 'off',
    soft: 'notice',
    summary: 'Work in progress was not handed back for long.',
    why: 'Nobody else may work on it meanwhile.',
    url: url('PLUGIN_WORK_STALE'),
  },
  {
    code: 'REGISTRY_STATUS_DRIFT',
    strict: 'error',
    soft: 'error',
    summary: 'Row and entry of a plugin give different statuses.',
    why: 'One of the two is wrong, and a reader of the other one alone acts on it.',
    repair: '`/sync NAME` makes the row say what the entry says.',
    safe: true,
    url: url('REGISTRY_STATUS_DRIFT'),
  },
]

export const diagnostic = (overrides: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'REGISTRY_STATUS_DRIFT',
  severity: 'error',
  path: 'PLUGINS.md',
  message: 'Something is wrong.',
  url: url(overrides.code ?? 'REGISTRY_STATUS_DRIFT'),
  touched: true,
  ...overrides,
})

const diagnostics: readonly Diagnostic[] = [
  diagnostic({
    code: 'CONFIG_INVALID',
    path: '.github/baton.yml',
    line: 3,
    column: 1,
    message: msg`Unexpected key ${'severty'}, expected one of the known ones.`,
    hint: msg`Did you mean ${'severity'}?`,
    commit: '1a2b3c4d5e6f708192a3b4c5d6e7f80910213243',
  }),
  diagnostic({
    protocol: 'plugin',
    target: 'plugin:TinyGain',
    line: 7,
    column: 14,
    endLine: 7,
    endColumn: 24,
    message: msg`The row says ${'🚧 Stage 2'}, but the entry says ${'🚧 Stage 3.1'}.`,
    hint: msg`One of the two was edited by hand. By default the entry is right.`,
    fix: '/sync TinyGain',
    related: [{ path: 'PLUGINS.md', line: 31, column: 1, message: msg`The entry of ${'TinyGain'}.` }],
  }),
  diagnostic({
    code: 'PLUGIN_LEGACY_FORMAT',
    severity: 'warning',
    protocol: 'plugin',
    target: 'plugin:Amber',
    path: 'plugins/Amber/.ideas/.continue-here.md',
    message: msg`The handoff is at its old place.`,
    fix: '/migrate Amber',
    touched: false,
  }),
  diagnostic({
    code: 'PLUGIN_WORK_STALE',
    severity: 'notice',
    protocol: 'plugin',
    target: 'plugin:TinyGain',
    path: 'plugins/TinyGain/.continue-here.md',
    line: 5,
    column: 9,
    endLine: 6,
    endColumn: 1,
    message: msg`Unexpected work in progress since ${'2026-01-02'}, expected a handback within ${'48h'}.`,
  }),
]

const way = (...units: readonly string[]) => [
  'ideated',
  ...units.flatMap((unit) => [`stage ${unit} in_progress`, `stage ${unit} complete`]),
  'installed',
]

const targets: readonly ReportedTarget[] = [
  {
    id: 'plugin:Amber',
    protocol: 'plugin',
    path: 'plugins/Amber/.ideas/.continue-here.md',
    holder: 'orchestrator',
    state: 'stage 2 complete',
    before: 'stage 2 complete',
    changed: false,
    facts: { stage: 2, legacy: true },
    way: way('0', '2', '3', '4', '5'),
  },
  {
    id: 'plugin:TinyGain',
    protocol: 'plugin',
    path: 'plugins/TinyGain/.continue-here.md',
    holder: 'agent',
    state: 'stage 3.1 in_progress',
    before: 'stage 2 complete',
    changed: true,
    facts: { stage: 3, phase: '3.1', phases: { '3': ['3.1', '3.2'] }, handback: null },
    way: way('0', '2', '3.1', '3.2', '3', '4', '5'),
  },
]

/** A failed check: every severity, with and without a place, a hint, a fix. */
export const failed: Report = {
  verdict: 'failed',
  failOn: 'new-error',
  diagnostics,
  checked: { files: 12, targets: 2, protocols: ['plugin'] },
  looked: { protocols: protocolNames, narrowly: false },
  targets,
  rules,
  notes: [msg`The history of ${'plugins/Amber'} could not be read: the clone is shallow.`],
}

/** A check that found nothing wrong. */
export const clean: Report = { ...failed, verdict: 'passed', diagnostics: [], targets: targets.slice(0, 1), notes: [] }

/** A check that found nothing to check. */
export const nothing: Report = {
  verdict: 'nothing',
  failOn: 'error',
  diagnostics: [],
  checked: { files: 0, targets: 0, protocols: [] },
  looked: { protocols: protocolNames, narrowly: false },
  targets: [],
  rules,
  notes: [],
}

export const reportOf = (diagnostics: readonly Diagnostic[], overrides: Partial<Report> = {}): Report => ({
  ...failed,
  targets: [],
  notes: [],
  diagnostics,
  ...overrides,
})

/** A report with so many findings, of all severities. */
export const many = (count: number): Report =>
  reportOf(
    Array.from({ length: count }, (_, index) =>
      diagnostic({
        severity: (['notice', 'warning', 'error'] as const)[index % 3] ?? 'error',
        code: rules[index % rules.length]?.code ?? '',
        path: `plugins/P${String(index).padStart(6, '0')}/.continue-here.md`,
        line: index + 1,
        message: msg`Unexpected ${`value ${index}`}, expected another.`,
        hint: msg`Take another.`,
        fix: `/sync P${index}`,
        touched: index % 2 === 0,
      }),
    ),
  )
