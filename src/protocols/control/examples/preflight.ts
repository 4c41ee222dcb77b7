import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  configPath,
  grantedSample,
  nextSample,
  paramsPath,
  returnedSample,
  sample,
  stagePath,
} from '../examples.ts'

const brief = stagePath('inputs/brief.md')
const nextConfig = stagePath('stage-config.yaml', 'specify')

export const examples: RuleExamples = {
  PREFLIGHT_PROMPT_MISSING: {
    bad: {
      'no main prompt': change(grantedSample, { [stagePath('prompt/main.md')]: null }),
      'another entry': change(grantedSample, { [configPath]: [['entry: prompt/wf.md', 'entry: prompt/start.md']] }),
    },
    good: { 'both prompts': grantedSample, 'no grant': change(sample, { [stagePath('prompt/main.md')]: null }) },
  },
  PREFLIGHT_PROMPT_EMPTY: {
    bad: { 'an empty prompt': change(grantedSample, { [stagePath('prompt/main.md')]: '' }) },
    good: { content: grantedSample },
  },
  PREFLIGHT_INPUT_MISSING: {
    bad: {
      'no input': change(grantedSample, { [brief]: null }),
      'a folder in its place': change(grantedSample, { [brief]: null, [`${brief}/note.md`]: 'Tidy.\n' }),
    },
    good: {
      'an optional input': change(grantedSample, {
        [configPath]: [['optional: []', 'optional: [{ name: map, path: inputs/map.md }]']],
      }),
      'work that is done': change(returnedSample, { [brief]: null }),
    },
  },
  PREFLIGHT_INPUT_EMPTY: {
    bad: { 'an empty input': change(grantedSample, { [brief]: '' }) },
    good: { content: grantedSample },
  },
  PREFLIGHT_SOURCE_UNFINALIZED: {
    bad: { 'nothing published': change(nextSample, { [paramsPath]: null }) },
    good: { finalized: nextSample, 'no grant': returnedSample },
  },
  PREFLIGHT_SOURCE_MISSING: {
    bad: {
      'another file': change(nextSample, {
        [nextConfig]: [['source: run/output-files/report.md', 'source: run/output-files/dossier.md']],
      }),
    },
    good: { 'the report': nextSample },
  },
  PREFLIGHT_PARAM_UNRESOLVED: {
    bad: {
      'a value that was not published': change(nextSample, {
        [nextConfig]: [['output_parameter: total', 'output_parameter: sum']],
      }),
      'a query that finds nothing': change(nextSample, {
        [nextConfig]: [['output_parameter: total', 'source: run/output-data/findings.json\n  query: list.length']],
      }),
    },
    good: {
      'a published value': nextSample,
      'a query': change(nextSample, {
        [nextConfig]: [['output_parameter: total', 'source: run/output-data/findings.json\n  query: total']],
      }),
    },
  },
}
