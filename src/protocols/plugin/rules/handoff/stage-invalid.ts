import { msg } from '../../../../core/message.ts'
import { inHandoff, sample, withStatus } from '../../examples.ts'
import { wrongValue } from './wrong-value.ts'

const staged = (written: string) => inHandoff(sample, ['stage: 2', `stage: ${written}`])

export const stageInvalid = wrongValue('stage', {
  code: 'PLUGIN_STAGE_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`stage` is no plain whole number, or no stage that there is.',
  why: 'Every command begins with the stage: without it nobody can tell what is done and who works next.',
  repair: 'Write the number of the stage alone, without quotes, a point or a leading zero.',
  allowed: (stage, { model }) => model.stages.get(stage) !== undefined,
  expected: ({ model }) => msg`one of ${model.stages.all.map(({ stage }) => stage)}`,
  hint: () => msg`Write the number alone, such as ${'stage: 2'}; a part of a stage belongs into ${'phase'}.`,
  examples() {
    return {
      bad: [
        { about: 'a word', head: staged('foundation') },
        { about: 'a number in quotes', head: staged('"2"') },
        { about: 'a decimal number', head: staged('2.0') },
        { about: 'a leading zero', head: staged('02') },
        { about: 'a negative number', head: staged('-2') },
        { about: 'a phase', head: staged('3.1') },
        { about: 'a stage that there is not', head: staged('7') },
        {
          about: 'a stage that the configuration does not have',
          head: staged('3'),
          configuration: {
            stages: [
              { stage: 0, title: 'Plan' },
              { stage: 2, title: 'Build' },
            ],
          },
        },
      ],
      good: [
        { about: 'a number with a comment behind it', head: staged('2 # of five') },
        {
          about: 'a stage that is merely tolerated',
          head: withStatus(inHandoff(staged('1'), ['invoke_dsp_agent', 'invoke_foundation_shell_agent']), '🚧 Stage 2', '🚧 Stage 1'),
        },
      ],
    }
  },
})
