import { change, nextSample, paramsPath, returnedSample, stagePath } from '../../examples.ts'
import { preflightRule } from './preflight-rule.ts'

const nextConfig = stagePath('stage-config.yaml', 'specify')

export const sourceUnfinalized = preflightRule({
  code: 'PREFLIGHT_SOURCE_UNFINALIZED',
  summary: 'Control was granted for a stage before the stages that it builds upon were finalized.',
  examples() {
    return {
      bad: [{ about: 'nothing published', head: change(nextSample, { [paramsPath]: null }) }],
      good: [
        { about: 'finalized', head: nextSample },
        { about: 'no grant', head: returnedSample },
      ],
    }
  },
})

export const sourceMissing = preflightRule({
  code: 'PREFLIGHT_SOURCE_MISSING',
  summary: 'Control was granted for a stage, and a finalized stage has not given what it builds upon.',
  examples() {
    return {
      bad: [
        {
          about: 'another file',
          head: change(nextSample, { [nextConfig]: [['source: run/output-files/report.md', 'source: run/output-files/dossier.md']] }),
        },
      ],
      good: [{ about: 'the report', head: nextSample }],
    }
  },
})

export const parameterUnresolved = preflightRule({
  code: 'PREFLIGHT_PARAM_UNRESOLVED',
  summary: 'Control was granted for a stage, and a finalized stage has not published a value that it needs.',
  examples() {
    return {
      bad: [
        {
          about: 'a value that was not published',
          head: change(nextSample, { [nextConfig]: [['output_parameter: total', 'output_parameter: sum']] }),
        },
        {
          about: 'a query that finds nothing',
          head: change(nextSample, {
            [nextConfig]: [['output_parameter: total', 'source: run/output-data/findings.json\n  query: list.length']],
          }),
        },
        {
          about: 'a key that every object has',
          head: change(nextSample, { [nextConfig]: [['output_parameter: total', 'output_parameter: toString']] }),
        },
      ],
      good: [
        { about: 'a published value', head: nextSample },
        {
          about: 'a query',
          head: change(nextSample, {
            [nextConfig]: [['output_parameter: total', 'source: run/output-data/findings.json\n  query: total']],
          }),
        },
      ],
    }
  },
})
