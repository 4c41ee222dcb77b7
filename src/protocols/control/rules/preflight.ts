import { msg } from '../../../core/message.ts'
import { stageFiles } from '../files.ts'
import { overParts } from '../../../kit/rules.ts'
import { failures, withRuleText, type ControlRules, type FailureSubject, type RuleWithText } from './subjects.ts'

const tooEarlyReason = 'The agent begins with something missing, and hands back an error at best.'
const makeReadyRepair = 'Make the stage ready; `/preflight STAGE` says what is missing. The grant stays.'
const writePromptAction = 'Write the prompt before the agent begins.'
const putInputAction = 'Put the input there before the agent begins.'

/** What a stage lacks whose agent has control; `/preflight` reports the same before. */
export const readinessRules: readonly RuleWithText<FailureSubject>[] = [
  {
    code: 'PREFLIGHT_PROMPT_MISSING',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage that lacks one of its prompts.',
    why: tooEarlyReason,
    repair: makeReadyRepair,
    ...withRuleText({
      'no prompt': ({ path }) => ({ message: msg`Missing prompt ${path}`, action: writePromptAction }),
    }),
  },
  {
    code: 'PREFLIGHT_PROMPT_EMPTY',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage with an empty prompt.',
    why: tooEarlyReason,
    repair: makeReadyRepair,
    ...withRuleText({
      'empty prompt': ({ path }) => ({
        message: msg`Unexpected prompt ${path} without content`,
        action: writePromptAction,
      }),
    }),
  },
  {
    code: 'PREFLIGHT_INPUT_MISSING',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage that lacks a required input.',
    why: tooEarlyReason,
    repair: makeReadyRepair,
    ...withRuleText({
      'no input': ({ path, from }) => ({
        message: `${msg`Missing input ${path}`}${from ? msg`, which the stage ${from.stage} has as its output ${from.path}` : ''}`,
        action: from
          ? msg`Copy it from the folder of the stage ${from.stage}, once that is returned with success, before the agent begins.`
          : putInputAction,
      }),
    }),
  },
  {
    code: 'PREFLIGHT_INPUT_EMPTY',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage with an empty required input.',
    why: tooEarlyReason,
    repair: makeReadyRepair,
    ...withRuleText({
      'empty input': ({ path }) => ({ message: msg`Unexpected input ${path} without content`, action: putInputAction }),
    }),
  },
  {
    code: 'PREFLIGHT_SOURCE_UNFINALIZED',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage before the stages that it builds upon were finalized.',
    why: tooEarlyReason,
    repair:
      'Let the tool that runs the workflow finalize the stage before: it writes `run/output-data/output-params.json` there once the stage is returned with success. Where no tool does, `/accept STAGE` grants the stage all the same, and this finding stays.',
    ...withRuleText({
      'source not finalized': ({ source }) => ({
        message: msg`Missing ${stageFiles.params.path} of the stage ${source}, which the tool that runs the workflow writes`,
        action: msg`A person finalizes the stage ${source} with that tool, once it is returned with success.`,
      }),
    }),
  },
  {
    code: 'PREFLIGHT_SOURCE_MISSING',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage, and a finalized stage lacks the output that it builds upon.',
    why: tooEarlyReason,
    repair: makeReadyRepair,
    ...withRuleText({
      'nothing from source': ({ source, path }) => ({
        message: msg`Missing ${path} in the stage ${source}`,
        action: msg`The stage ${source} must give it before this one can begin.`,
      }),
    }),
  },
  {
    code: 'PREFLIGHT_PARAM_UNRESOLVED',
    strict: 'warning',
    soft: 'notice',
    summary: 'Control was granted for a stage, and a finalized stage has not published a value that it needs.',
    why: tooEarlyReason,
    repair: makeReadyRepair,
    ...withRuleText({
      'no parameter': ({ source, parameter }) => ({
        message: msg`Missing parameter ${parameter} of the stage ${source}`,
        action: msg`The stage ${source} must publish it before this one can begin.`,
      }),
    }),
  },
]

export const preflightRules: ControlRules = {
  name: 'preflight',
  title: 'Control that was granted too early',
  rules: [
    overParts(
      failures(
        (stage) => (stage.state === 'granted' ? stage.preflight() : []),
        ({ accept }, { place }) => ({
          place: accept.file.place('state'),
          related: [{ ...place, message: 'the declaration' }],
        }),
      ),
      readinessRules,
    ),
  ],
}
