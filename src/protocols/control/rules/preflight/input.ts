import { change, configPath, grantedSample, returnedSample, stagePath } from '../../examples.ts'
import { preflightRule } from './preflight-rule.ts'

const brief = stagePath('inputs/brief.md')

export const inputMissing = preflightRule({
  code: 'PREFLIGHT_INPUT_MISSING',
  summary: 'Control was granted for a stage of which a required input is not there.',
  examples() {
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
})

export const inputEmpty = preflightRule({
  code: 'PREFLIGHT_INPUT_EMPTY',
  summary: 'Control was granted for a stage of which a required input has no bytes.',
  examples() {
    return {
      bad: [{ about: 'an empty input', head: change(grantedSample, { [brief]: '' }) }],
      good: [{ about: 'content', head: grantedSample }],
    }
  },
})
