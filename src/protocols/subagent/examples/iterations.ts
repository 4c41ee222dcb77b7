import type { RuleExamples } from '../../../core/rule.ts'
import { change, inSession, iteratedSample, processedSignal } from '../examples.ts'

const metadata = inSession('metadata.yaml')
const edited = (...edits: readonly (readonly [string, string])[]) => change(iteratedSample, { [metadata]: edits })
const atState = (state: string) => edited(['EXECUTING_BATCH', state])
const without = (part: string) =>
  Object.fromEntries(Object.entries(iteratedSample).filter(([path]) => !path.includes(part)))
const signal = inSession('signals/inputs/signal-1.yaml')

export const examples: RuleExamples = {
  SUBAGENT_METADATA_FIELD: {
    bad: { 'no version': edited(['version: 4\n', '']), 'another session': edited(['260131-144400', '260131-144401']) },
    good: { 'all fields': iteratedSample },
  },
  SUBAGENT_STATE_UNKNOWN: { bad: { 'another word': atState('WORKING') }, good: { 'a state': atState('COMPLETE') } },
  SUBAGENT_STATE_ILLEGAL: {
    bad: {
      'begun again': { base: iteratedSample, head: atState('INITIALIZING') },
      'planned again': { base: atState('COMPLETE'), head: atState('PLANNING') },
    },
    good: { planning: { base: atState('INITIALIZING'), head: atState('PLANNING') } },
  },
  SUBAGENT_STATE_SKIPPED: {
    bad: { 'from executing to complete': { base: iteratedSample, head: atState('COMPLETE') } },
    good: { 'to reviewing': { base: iteratedSample, head: atState('REVIEWING_BATCH') } },
  },
  SUBAGENT_ITERATION_ORDER: {
    bad: {
      'a gap': without('iterations/1/'),
      'one less than before': {
        base: change(
          { ...iteratedSample, [inSession('iterations/3/progress.md')]: '# Progress\n' },
          { [metadata]: [['iteration: 2', 'iteration: 3']] },
        ),
        head: { ...iteratedSample, [inSession('iterations/3/progress.md')]: '# Progress\n' },
      },
    },
    good: { 'in order': iteratedSample },
  },
  SUBAGENT_ITERATION_FROZEN: {
    bad: {
      'what was learned': {
        base: iteratedSample,
        head: change(iteratedSample, { [inSession('iterations/1/knowledge/words.md')]: 'Another.\n' }),
      },
      'a new file': {
        base: iteratedSample,
        head: { ...iteratedSample, [inSession('iterations/1/knowledge/lines.md')]: 'A line ends.\n' },
      },
    },
    good: {
      'the current one': {
        base: iteratedSample,
        head: { ...iteratedSample, [inSession('iterations/2/knowledge/lines.md')]: 'A line ends.\n' },
      },
      'an earlier one that was not completed': {
        base: change(iteratedSample, { [inSession('iterations/1/metadata.yaml')]: 'iteration: 1\n' }),
        head: change(iteratedSample, {
          [inSession('iterations/1/metadata.yaml')]: 'iteration: 1\n',
          [inSession('iterations/1/knowledge/words.md')]: 'Another.\n',
        }),
      },
    },
  },
  SUBAGENT_SIGNAL: {
    bad: {
      'an unknown type': change(iteratedSample, { [signal]: [['STEER', 'TURN']] }),
      'no message': change(iteratedSample, { [signal]: [['Mind the last line.', '']] }),
    },
    good: {
      processed: {
        ...iteratedSample,
        [inSession('signals/processed/signal-0.yaml')]: processedSignal,
      },
    },
  },
}
