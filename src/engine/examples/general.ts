import type { Files, RuleExamples } from '../../core/rule.ts'
import { configurationPath } from '../configuration/read.ts'

const rowWith = (status: string) => `| TinyGain | ${status} |\n`
const registry = (rows: string) => `# Plugins\n\n| Plugin Name | Status |\n|---|---|\n${rows}`

/** A repository with a plugin that an agent works on. */
export const stage = (grant: string): Files => ({
  'PLUGINS.md':
    '# Plugins\n\n| Plugin Name | Status |\n|---|---|\n| TinyGain | 🚧 Stage 0 |\n\n### TinyGain\n\n**Status:** 🚧 Stage 0\n',
  'plugins/TinyGain/.continue-here.md': [
    '---',
    'plugin: TinyGain',
    'stage: 0',
    'phase: null',
    'status: in_progress',
    'last_updated: 2026-02-04',
    'complexity_score: null',
    'phased_implementation: null',
    'orchestration_mode: true',
    'contract_checksums:',
    '  creative_brief: null',
    '  parameter_spec: null',
    '  architecture: null',
    '  plan: null',
    ...grant.split('\n').filter((line) => line !== ''),
    '---',
    '',
    '# Stage 0 In Progress',
    '',
    '## Current State: Stage 0 In Progress',
    '',
    '## Completed So Far',
    '',
    '## Next Steps',
    '',
    '## Build Artifacts',
    '',
    '## Testing Checklist',
    '',
    '## Context to Preserve',
    '',
  ].join('\n'),
})

export const ideated: Files = {
  'PLUGINS.md':
    '# Plugins\n\n| Plugin Name | Status |\n|---|---|\n| TinyGain | 💡 Ideated |\n\n### TinyGain\n\n**Status:** 💡 Ideated\n',
}

const until = (time: string) =>
  stage(`grant:\n  agent: dsp-agent/2\n  since: 2026-02-04T05:00:00Z\n  until: 2026-02-04T${time}:00Z\n`)
export const grant = (agent: string, time: string) =>
  stage(`grant:\n  agent: ${agent}\n  since: 2026-02-04T${time}:00Z\n`)
const [one, other] = [grant('research/1', '09:00'), grant('research/2', '09:30')]
export const grantUntil = (agent: string, time: string, until = '') =>
  stage(
    `grant:\n  agent: ${agent}\n  since: 2026-02-04T${time}:00Z\n${until === '' ? '' : `  until: 2026-02-04T${until}:00Z\n`}`,
  )

const named = (name: string): Files =>
  Object.fromEntries(
    Object.entries(stage('')).map(([path, text]) => [
      path.replaceAll('TinyGain', name),
      text.replaceAll('TinyGain', name),
    ]),
  )
const [usual, capitals] = [stage(''), named('TINYGAIN')]
const row = '| TinyGain | 🚧 Stage 0 |\n'
const both = `${usual['PLUGINS.md']?.replace(row, `${row}| TINYGAIN | 🚧 Stage 0 |\n`)}\n### TINYGAIN\n\n**Status:** 🚧 Stage 0\n`
const [held, unnamed] = [grantUntil('research/1', '08:00', '09:00'), stage('')]

/** Examples of the rules that hold for every protocol. */
export const examples: RuleExamples = {
  CONFIG_INVALID: {
    bad: {
      'a typo in a key': { [configurationPath]: 'protocols:\n  plugin:\n    secondplace: notes\n' },
      'the code of no rule': { [configurationPath]: 'severity: { REGISTRY_STATUS_DRIFTS: off }\n' },
    },
    good: {
      'everything is optional': {
        [configurationPath]:
          'protocols:\n  plugin:\n    second-place: notes\nseverity: { REGISTRY_STATUS_DRIFT: warning }\n',
      },
    },
  },
  TREE_TOO_LARGE: { bad: {}, good: {} },
  MERGE_CONFLICT: {
    bad: {
      'a row of the registry on two sides': {
        'PLUGINS.md': registry(
          `<<<<<<< HEAD\n${rowWith('💡 Ideated')}=======\n${rowWith('🚧 Stage 0')}>>>>>>> topic\n`,
        ),
      },
      'with the version before both': {
        'PLUGINS.md': registry(
          `<<<<<<< HEAD\n${rowWith('💡 Ideated')}||||||| 1a2b3c4\n=======\n${rowWith('🚧 Stage 0')}>>>>>>> topic\n`,
        ),
      },
    },
    good: {
      'an example of one in a fence': {
        'PLUGINS.md': `${registry(rowWith('💡 Ideated'))}\n\`\`\`\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n\`\`\`\n`,
      },
    },
  },
  GRANT_INVALID: {
    bad: {
      'without its time': stage('grant:\n  agent: dsp-agent/2\n'),
      'an agent that is not a valid name': stage('grant:\n  agent: "the best one"\n  since: 2026-02-04T09:00:00Z\n'),
    },
    good: { 'a whole one': stage('grant:\n  agent: dsp-agent/2\n  by: octocat\n  since: 2026-02-04T09:00:00Z\n') },
  },
  GRANT_OVER: {
    bad: { 'an hour ago': { head: until('09:00'), staleAfter: 3_600_000 } },
    good: {
      'it goes on': { head: until('11:00'), staleAfter: 3_600_000 },
      'only an audit looks at the time': until('09:00'),
    },
  },
  GRANT_DOUBLE: {
    bad: {
      'to two agents': { head: other, base: ideated, tip: one },
      'to two agents, and merged': {
        head: one,
        base: ideated,
        merged: { parents: [one, other], base: ideated },
        level: 'warning',
      },
    },
    good: {
      'the same grant on both': { head: one, base: ideated, tip: one },
      'it was there when the branch began': { head: grant('research/1', '09:30'), base: one, tip: one },
    },
  },
  GRANT_CHANGED: {
    bad: {
      'another agent': { base: held, head: grantUntil('research/2', '08:00', '09:00') },
      'no grant any more': { base: held, head: unnamed },
    },
    good: {
      'taken over once it had expired': { base: held, head: grantUntil('research/2', '09:30') },
      refreshed: { base: held, head: grantUntil('research/1', '08:00', '10:00') },
    },
  },
  NAME_NOT_PORTABLE: {
    bad: {
      'the name of a device of Windows': named('con'),
      'two names that differ in capitals': { ...usual, ...capitals, 'PLUGINS.md': both },
    },
    good: { 'a name that only begins like one': named('console') },
  },
}
