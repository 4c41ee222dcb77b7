import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { github } from '../../src/render/github.ts'
import { statusBrief } from '../../src/render/brief.ts'
import { statusGithub, statusMarkdown, statusText } from '../../src/render/status.ts'
import { hostileText } from './hostile.ts'
import { commandOf } from './runner.ts'
import { clean, failed, nothing } from './sample.ts'

const plainly = (report: Report, inFull = false) => statusText(report, inFull, { color: false })

describe('status in brief', () => {
  it('counts what is wrong', () => {
    expect(statusBrief(failed, 'main')).toMatchObject({ branch: 'main', errors: 2, warnings: 1 })
    expect(Object.keys(statusBrief(clean, undefined))).toEqual(['targets'])
  })
})

describe('status as text', () => {
  it('is a line a target with its problems counted, and what concerns none', () => {
    expect(plainly(failed)).toBe(
      [
        'plugin:Amber     orchestrator  stage 2 complete       1 warning',
        'plugin:TinyGain  agent         stage 3.1 in_progress  1 error, 1 notice',
        '2 targets. Also: 1 error (`CONFIG_INVALID`). `baton validate` says what is wrong.',
        '',
      ].join('\n'),
    )
  })

  it('says how the first target is made, where there is none', () => {
    expect(plainly(nothing)).toMatch(
      /^0 targets\. No state files found.*`baton new PROTOCOL …` creates the first files for .*\. .*\n$/,
    )
  })

  it('does not say that there are no files where they have findings', () => {
    const printed = plainly({
      ...nothing,
      diagnostics: failed.diagnostics.filter(({ target }) => target === undefined),
    })
    expect(printed).toBe('0 targets. Also: 1 error (`CONFIG_INVALID`). `baton validate` says what is wrong.\n')
  })

  it('has no verdict on a target: nothing is checked to pass or fail', () => {
    const last = (report: Report) =>
      plainly({ ...report, verdict: 'passed', failOn: 'never' }, true)
        .trimEnd()
        .split('\n')
        .at(-1)
    expect(last(failed)).toMatch(/^\d errors?, .*; \d+ files? and \d+ targets? checked \(plugin.*\)\.$/)
    expect(last(clean)).toMatch(/^Nothing is wrong; \d+ files? and \d+ targets? checked \(plugin.*\)\.$/)
  })

  it('names the agent that holds a target, as its files do where no grant is recorded', () => {
    const [target] = clean.targets
    if (!target) throw new Error('no target')
    const named = (holder: 'agent' | 'orchestrator') => ({
      ...clean,
      targets: [{ ...target, holder, agentName: 'ada' }],
    })
    expect(plainly(named('agent'))).toContain('agent (ada)')
    expect(plainly(named('agent'), true)).toMatch(/^ {2}holder +agent \(ada\)$/m)
    expect(statusMarkdown(named('agent'))).toContain('agent (`ada`)')
    expect(plainly(named('orchestrator'))).not.toContain('ada')
  })

  it('shows a fact that is a mapping of texts as a line, without the marks of JSON', () => {
    const [target] = clean.targets
    if (!target) throw new Error('no target')
    const facts = { id: 'login', places: { file: 'doing', board: '' } }
    expect(plainly({ ...clean, targets: [{ ...target, facts }] }, true)).toMatch(/^ {2}places +file: doing, board: -$/m)
  })

  it('is everything of each on request', () => {
    const printed = plainly(failed, true)
    expect(printed).toMatch(/^plugin:TinyGain\n {2}holder +agent\n {2}state +stage 3\.1 in_progress\n/m)
    expect(printed).toMatch(/^ {2}phases +\{"3":\["3\.1","3\.2"\]\}\n {2}handback +-$/m)
  })
})

describe('status as workflow commands', () => {
  it('is a notice at each target’s file, then the findings', () => {
    const printed = statusGithub(failed)
    const [amber, tiny, ...rest] = printed.split('\n').map(commandOf)
    expect(amber).toEqual({
      name: 'notice',
      properties: { title: 'plugin:Amber', file: 'plugins/Amber/.ideas/.continue-here.md', line: '1', endLine: '1' },
      data: 'orchestrator: stage 2 complete',
    })
    expect(tiny).toMatchObject({ properties: { title: 'plugin:TinyGain' }, data: 'agent: stage 3.1 in_progress' })
    expect(rest).toHaveLength(github(failed).split('\n').length)
    expect(printed.endsWith(github(failed))).toBe(true)
  })

  it('says that the holder is unknown, and that there is nothing', () => {
    const [target] = clean.targets
    if (!target) throw new Error('no target')
    const { holder: _, ...without } = target
    expect(statusGithub({ ...clean, targets: [without] })).toMatch(/::unknown: stage 2 complete\n$/)
    expect(statusGithub(nothing)).toBe(github(nothing))
  })

  it('is one command a line, whatever the names are', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (id, state) => {
        const targets = clean.targets.map((target) => ({ ...target, id, state, path: id }))
        const lines = statusGithub({ ...clean, targets })
          .trimEnd()
          .split('\n')
        expect(lines).toHaveLength(targets.length)
        for (const line of lines) expect(commandOf(line)?.name).toBe('notice')
        expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

describe('status as Markdown', () => {
  it('is a row a target', () => {
    expect(statusMarkdown(failed).split('\n')).toEqual([
      '| target | holder | state | problems |',
      expect.stringMatching(/^\|(?: ?-+ ?\|){4}$/),
      '| `plugin:Amber` | orchestrator | `stage 2 complete` | 1 warning |',
      '| `plugin:TinyGain` | agent | `stage 3.1 in_progress` | 1 error, 1 notice |',
      '',
    ])
  })
})
