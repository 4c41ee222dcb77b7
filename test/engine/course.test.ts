import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../src/core/action.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Target } from '../../src/core/target.ts'
import { courseOf, type Trial } from '../../src/engine/course.ts'
import { diagnostic } from '../render/sample.ts'

const target: Target = { id: 'plugin:A', path: 'A.md', holder: 'orchestrator', state: 'stage 2 complete', facts: {} }
const accept: Proposal = { do: 'accept', run: ['accept'] }

const { fix: _fix, ...bare } = diagnostic({ target: 'plugin:A' })
const found = (code: string, severity: Diagnostic['severity'], overrides: Partial<Diagnostic> = {}): Diagnostic => ({
  ...bare,
  code,
  severity,
  ...overrides,
})

const drift = found('REGISTRY_STATUS_DRIFT', 'error', { fix: '/sync A' })
const invalid = found('PLUGIN_STAGE_INVALID', 'error')
const missing = found('PLUGIN_HANDOFF_MISSING', 'warning', { fix: '/regenerate A' })
const { target: _, ...unowned } = found('PLUGIN_FILE_ENCODING', 'error')
const { target: __, ...conflict } = found('MERGE_CONFLICT', 'error')

/** The findings of a target, the codes for which its next command is refused, and the repairs that would be refused. */
const changed = found('CONTRACT_MISMATCH', 'error', { hint: '`/restore A contracts` puts it back.' })

interface Situation {
  readonly findings?: readonly Diagnostic[]
  readonly conflicts?: readonly Diagnostic[]
  readonly refusedFor?: readonly string[]
  readonly refusedRepairs?: readonly string[]
  /** The forms of the command that are refused; by default all. */
  readonly refusedForms?: readonly string[]
}

function trialOf({ findings = [], conflicts = [], refusedFor, refusedRepairs = [], refusedForms }: Situation) {
  const asked: string[] = []
  const trial: Trial = {
    findings: new Map([
      ['plugin:A', findings.filter((finding) => finding.target !== undefined)],
      [undefined, findings.filter((finding) => finding.target === undefined)],
    ]),
    conflicts: new Map(conflicts.length > 0 ? [['plugin:A', conflicts]] : []),
    refusal: (_target, [, form = '']) =>
      refusedFor && (refusedForms?.includes(form) ?? true)
        ? { diagnostics: refusedFor.map((code) => ({ code, message: `${code} is in the way`, path: bare.path })) }
        : undefined,
    repair({ fix = '' }) {
      asked.push(fix)
      return refusedRepairs.includes(fix) ? undefined : fix
    },
  }
  return { trial, asked }
}

const course = (situation: Situation, proposal: Proposal | undefined = accept, onlyBlocked = false) =>
  courseOf(target, proposal, trialOf(situation).trial, onlyBlocked)

const repair = (finding: Diagnostic, run?: string) => ({ by: 'repair', finding, ...(run !== undefined && { run }) })

describe('how a target goes on', () => {
  it.each<readonly [string, Situation, ReturnType<typeof repair> | { readonly by: string; readonly reason?: unknown }]>(
    [
      ['as proposed, where nothing is wrong', {}, { by: 'proposal' }],
      ['as proposed, with a warning that is not in the way', { findings: [missing] }, { by: 'proposal' }],
      ['as proposed, with an error that no command repairs', { findings: [invalid] }, { by: 'proposal' }],
      ['by the repair of an error', { findings: [missing, drift] }, repair(drift, '/sync A')],
      [
        'as proposed, where the repair of the error would be refused',
        { findings: [drift], refusedRepairs: ['/sync A'] },
        { by: 'proposal' },
      ],
      [
        'by the repair of an error before that of a warning in the way',
        { findings: [missing, drift], refusedFor: [missing.code] },
        repair(drift, '/sync A'),
      ],
      [
        'by the repair of a warning in the way, where that of the error would be refused',
        { findings: [missing, drift], refusedFor: [missing.code], refusedRepairs: ['/sync A'] },
        repair(missing, '/regenerate A'),
      ],
      [
        'by the cause that no command repairs, before what follows from it',
        { findings: [missing, invalid], refusedFor: [invalid.code, missing.code], refusedRepairs: ['/regenerate A'] },
        repair(invalid),
      ],
      [
        'by what is in the way, before another error',
        { findings: [drift, invalid], refusedFor: [invalid.code], refusedRepairs: ['/sync A'] },
        repair(invalid),
      ],
      [
        'by what is in the way and belongs to no target',
        { findings: [unowned], refusedFor: [unowned.code] },
        repair(unowned),
      ],
      [
        'by a conflict before everything else',
        { findings: [drift], conflicts: [conflict], refusedFor: [drift.code] },
        repair(conflict),
      ],
      [
        'not yet, where the command is refused by no fault of the files',
        { refusedFor: ['TASK_BLOCKED'] },
        { by: 'nothing', reason: { code: 'TASK_BLOCKED', message: 'TASK_BLOCKED is in the way', path: bare.path } },
      ],
    ],
  )('%s', (_about, situation, expected) => {
    expect(course(situation)).toEqual(expected)
  })

  it('where nothing is proposed: only by what a command repairs, or by a conflict', () => {
    expect(course({ findings: [drift] }, undefined)).toEqual({ by: 'repair', finding: drift, run: '/sync A' })
    const trial = (situation: Situation) => courseOf(target, undefined, trialOf(situation).trial)
    expect(trial({ findings: [drift] })).toEqual(repair(drift, '/sync A'))
    expect(trial({ findings: [invalid] })).toEqual({ by: 'proposal' })
    expect(trial({ conflicts: [conflict] })).toEqual(repair(conflict))
  })

  it('of a file that cannot be read: by its finding, whatever is proposed', () => {
    const unread: Target = { ...target, turn: { unreadable: true } }
    const { trial } = trialOf({ findings: [invalid] })
    for (const proposal of [accept, undefined]) expect(courseOf(unread, proposal, trial)).toEqual(repair(invalid))
  })

  it('without the form of its command that an error refuses', () => {
    const work: Proposal = { do: 'work', run: ['handback', 'success|error|question "…"'], needs: ['--next-phase N.M'] }
    const refusedForms = ['success "…"']
    const situation = { findings: [changed], refusedFor: [changed.code], refusedForms }
    expect(course(situation, work)).toEqual({
      by: 'proposal',
      narrowed: {
        do: 'work',
        run: ['handback', 'error|question "…"'],
        code: changed.code,
        why: '`/restore A contracts` puts it back.',
      },
    })
    expect(course({ ...situation, findings: [found(changed.code, 'warning')] }, work)).toMatchObject({
      by: 'proposal',
      refusal: { diagnostics: [{ code: changed.code }] },
    })
  })

  it('leaves errors that are not in the way where something is to be granted', () => {
    expect(course({ findings: [drift] }, accept, true)).toEqual({ by: 'proposal' })
    expect(course({ findings: [drift], refusedFor: [missing.code] }, accept, true)).toEqual(repair(drift, '/sync A'))
  })

  it('is found with few trials, however many findings there are', () => {
    const many = Array.from({ length: 100 }, (_each, index) =>
      found(`CODE_${index}`, 'error', { fix: `/sync A${index}` }),
    )
    const { trial, asked } = trialOf({ findings: many, refusedRepairs: many.map(({ fix = '' }) => fix) })
    expect(courseOf(target, accept, trial)).toEqual({ by: 'proposal' })
    expect(asked.length).toBe(3)
  })
})
