import { current, type ControlRules, type StageSubject } from './subjects.ts'
import { overProblems, type Problem } from '../../../kit/rules.ts'

/** What a stage lacks whose agent has control. */
function* preflightProblems({ stage }: StageSubject): Iterable<Problem> {
  if (stage.state !== 'granted') return
  for (const { fault, place } of stage.preflight()) {
    if (!fault) continue
    const related = [{ ...place, message: 'the declaration' }]
    yield {
      code: fault.code,
      message: fault.message,
      hint: fault.action,
      place: stage.accept.file.place('state'),
      related,
    }
  }
}

const tooEarly = {
  strict: 'warning',
  soft: 'notice',
  why: 'The agent begins with something missing, and hands back an error at best.',
  repair: 'Make the stage ready; `/preflight STAGE` says what is missing. The grant stays.',
} as const

/** Control that was granted too early */
export const preflightRules: ControlRules = {
  name: 'preflight',
  title: 'Control that was granted too early',
  rules: [
    overProblems(current, preflightProblems, [
      {
        code: 'PREFLIGHT_PROMPT_MISSING',
        ...tooEarly,
        summary: 'Control was granted for a stage of which a prompt is not there.',
        examples: ({ change, configPath, grantedSample, sample, stagePath }) => ({
          bad: [
            { about: 'no main prompt', head: change(grantedSample, { [stagePath('prompt/main.md')]: null }) },
            { about: 'another entry', head: change(grantedSample, { [configPath]: [['entry: prompt/wf.md', 'entry: prompt/start.md']] }) },
          ],
          good: [
            { about: 'both prompts', head: grantedSample },
            { about: 'no grant', head: change(sample, { [stagePath('prompt/main.md')]: null }) },
          ],
        }),
      },
      {
        code: 'PREFLIGHT_PROMPT_EMPTY',
        ...tooEarly,
        summary: 'Control was granted for a stage of which a prompt has no bytes.',
        examples: ({ change, grantedSample, stagePath }) => ({
          bad: [{ about: 'an empty prompt', head: change(grantedSample, { [stagePath('prompt/main.md')]: '' }) }],
          good: [{ about: 'content', head: grantedSample }],
        }),
      },
      {
        code: 'PREFLIGHT_INPUT_MISSING',
        ...tooEarly,
        summary: 'Control was granted for a stage of which a required input is not there.',
        examples: ({ change, configPath, grantedSample, returnedSample, stagePath }) => {
          const brief = stagePath('inputs/brief.md')
          return {
            bad: [
              { about: 'no input', head: change(grantedSample, { [brief]: null }) },
              { about: 'a folder in its place', head: change(grantedSample, { [brief]: null, [`${brief}/note.md`]: 'Tidy.\n' }) },
            ],
            good: [
              {
                about: 'an optional input',
                head: change(grantedSample, { [configPath]: [['optional: []', 'optional: [{ name: map, path: inputs/map.md }]']] }),
              },
              { about: 'work that is done', head: change(returnedSample, { [brief]: null }) },
            ],
          }
        },
      },
      {
        code: 'PREFLIGHT_INPUT_EMPTY',
        ...tooEarly,
        summary: 'Control was granted for a stage of which a required input has no bytes.',
        examples: ({ change, grantedSample, stagePath }) => {
          const brief = stagePath('inputs/brief.md')
          return {
            bad: [{ about: 'an empty input', head: change(grantedSample, { [brief]: '' }) }],
            good: [{ about: 'content', head: grantedSample }],
          }
        },
      },
      {
        code: 'PREFLIGHT_SOURCE_UNFINALIZED',
        ...tooEarly,
        summary: 'Control was granted for a stage before the stages that it builds upon were finalized.',
        examples: ({ change, nextSample, paramsPath, returnedSample }) => ({
          bad: [{ about: 'nothing published', head: change(nextSample, { [paramsPath]: null }) }],
          good: [
            { about: 'finalized', head: nextSample },
            { about: 'no grant', head: returnedSample },
          ],
        }),
      },
      {
        code: 'PREFLIGHT_SOURCE_MISSING',
        ...tooEarly,
        summary: 'Control was granted for a stage, and a finalized stage has not given what it builds upon.',
        examples: ({ change, nextSample, stagePath }) => {
          const nextConfig = stagePath('stage-config.yaml', 'specify')
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
      },
      {
        code: 'PREFLIGHT_PARAM_UNRESOLVED',
        ...tooEarly,
        summary: 'Control was granted for a stage, and a finalized stage has not published a value that it needs.',
        examples: ({ change, nextSample, stagePath }) => {
          const nextConfig = stagePath('stage-config.yaml', 'specify')
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
      },
    ]),
  ],
}
