import type { RuleExamples } from '../../../core/rule.ts'
import {
  acceptPath,
  answer,
  answerPath,
  change,
  configPath,
  inAccept,
  inConfig,
  inHandback,
  sample,
  stagePath,
} from '../examples.ts'

const linked = (path: string, text = '../elsewhere') => ({ head: change(sample, { [path]: text }), links: [path] })
const written = (text: string) => change(sample, { [answerPath]: text })

export const examples: RuleExamples = {
  STAGE_PATH_ESCAPE: {
    bad: {
      'an input outside': inConfig(['inputs/brief.md', 'inputs/../../specify/stage-config.yaml']),
      'an optional input outside': inConfig([
        'optional: []',
        'optional:\n  - name: notes\n    path: inputs/../../notes.md',
      ]),
    },
    good: {
      'a detour inside': inConfig(['inputs/brief.md', 'inputs/old/../brief.md']),
      'dots in a name': inConfig([
        '- name: report\n    path: run/output-files/report.md',
        '- name: report\n    path: run/output-files/..report.md',
      ]),
    },
  },
  CONTROL_DUPLICATE_KEY: {
    bad: {
      'a grant': inAccept(['"state"', '"state": "agent",\n  "state"']),
      'a handback': inHandback('success', ['"reason"', '"reason": "error",\n  "reason"']),
    },
    good: {
      'the same key in two objects': sample,
      'a key together with the same from a merge': change(sample, {
        [configPath]: [['inputs:\n', 'extra: &extra\n  colour: green\nmore:\n  <<: *extra\n  colour: red\ninputs:\n']],
      }),
    },
  },
  STAGE_SYMLINK: {
    bad: { 'a grant': { ...linked(acceptPath) }, 'the folder of the control files': { ...linked(stagePath('run')) } },
    good: {
      'an unknown link': { ...linked(stagePath('notes')) },
      'a link next to the runs': { ...linked('runs/latest') },
    },
  },
  CONTROL_ANSWER: {
    bad: {
      'a name without a number': change(sample, { [stagePath('run/output-data/answers/first.json')]: answer }),
      'a name with two digits': change(sample, { [stagePath('run/output-data/answers/01.json')]: answer }),
    },
    good: { 'an answer': written(answer), 'a question without one': written(answer.replace('"Green"', 'null')) },
  },
  STAGE_LEGACY: {
    bad: {
      'a number before the name': change(sample, { [stagePath('stage-config.json', '01-explore')]: '{}\n' }),
      'a capital': change(sample, { [stagePath('notes.md', 'Explore')]: 'Nothing yet.\n' }),
    },
    good: {
      'a contract of the present form': sample,
      'both contracts': change(sample, { [stagePath('stage-config.json')]: '{}\n' }),
    },
  },
}
