import { change, configPath, grantedSample, sample, stagePath } from '../../examples.ts'
import { preflightRule } from './preflight-rule.ts'

export const promptMissing = preflightRule({
  code: 'PREFLIGHT_PROMPT_MISSING',
  summary: 'Control was granted for a stage of which a prompt is not there.',
  examples() {
    return {
      bad: [
        { about: 'no main prompt', head: change(grantedSample, { [stagePath('prompt/main.md')]: null }) },
        { about: 'another entry', head: change(grantedSample, { [configPath]: [['entry: prompt/wf.md', 'entry: prompt/start.md']] }) },
      ],
      good: [
        { about: 'both prompts', head: grantedSample },
        { about: 'no grant', head: change(sample, { [stagePath('prompt/main.md')]: null }) },
      ],
    }
  },
})

export const promptEmpty = preflightRule({
  code: 'PREFLIGHT_PROMPT_EMPTY',
  summary: 'Control was granted for a stage of which a prompt has no bytes.',
  examples() {
    return {
      bad: [{ about: 'an empty prompt', head: change(grantedSample, { [stagePath('prompt/main.md')]: '' }) }],
      good: [{ about: 'content', head: grantedSample }],
    }
  },
})
