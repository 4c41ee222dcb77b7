import type { RuleExamples } from '../../../core/rule.ts'
import { change, emptySample, histories, print, sample, session, sessionPath, state, statePath } from '../examples.ts'

const written = (text: string) => change(sample, { [statePath]: text })

export const examples: RuleExamples = {
  GOV_FILE_UNREADABLE: {
    bad: { 'a comment': written('{ /* none */ }\n'), 'a comma too many': written('{ "version": "0.3.1", }\n') },
    good: {
      'Windows line endings': written(print(state()).replaceAll('\n', '\r\n')),
      'no final line break': written(print(state()).trimEnd()),
    },
  },
  GOV_FILE_LINK: {
    bad: {
      'a session': { head: change(sample, { [sessionPath('ses_2')]: 'ses_1.json' }), links: [sessionPath('ses_2')] },
      'the folder of the sessions': {
        head: change(emptySample, { '.idumb/sessions': '../elsewhere' }),
        links: ['.idumb/sessions'],
      },
    },
    good: {
      'a link next to the state': {
        head: change(sample, { '.idumb/modules/rules.md': '../x' }),
        links: ['.idumb/modules/rules.md'],
      },
    },
  },
  GOV_BOM: { bad: { 'a mark': change(sample, { [statePath]: `\ufeff${print(state())}` }) }, good: { none: sample } },
  GOV_DUPLICATE_KEY: {
    bad: {
      'two phases': change(sample, { [statePath]: print(state()).replace('"phase"', '"phase": "plan",\n  "phase"') }),
      'two states': change(sample, {
        [sessionPath()]: print(session(histories.working)).replace(
          '"sessionState"',
          '"sessionState": "beginning",\n  "sessionState"',
        ),
      }),
    },
    good: { 'the same key in two objects': sample },
  },
  GOV_ROOT_IGNORED: {
    bad: { 'the state file': { head: sample, ignored: [statePath] } },
    good: {
      nothing: { head: sample, ignored: [] },
      'another file': { head: sample, ignored: ['.idumb/brain/todos.json'] },
    },
  },
}
