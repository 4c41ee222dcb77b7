import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  atStage,
  change,
  handoffPath,
  inHandoff,
  inProgressSample,
  registryPath,
  sample,
  withStatus,
  withTimeline,
  withTraces,
} from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { describe } from '../../states.ts'
import type { CompletionSubject } from '../../subjects.ts'
import { completedOf } from '../../completion-evidence.ts'

const untold = withTimeline(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const told = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const lines =
  '- **Stage 0:** Research complete - DSP architecture documented\n- **Stage 2:** Foundation complete - Build system operational\n'
const researched = atStage(0, 'complete', 'invoke_foundation_shell_agent')
const ideated = change(withStatus(sample, '🚧 Stage 2', '💡 Ideated'), {
  [handoffPath]: null,
  [registryPath]: [['- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2\n', '']],
})

export const completedMissing: Rule<CompletionSubject> = {
  code: 'PLUGIN_COMPLETED_MISSING',
  strict: 'error',
  soft: 'off',
  summary: 'Something was completed, and `Completed So Far` says nothing new.',
  why: 'The next agent reads there what it can build on.',
  repair: 'Write a line for what was completed, as in `- **Stage 3:** Audio engine complete`. `/handback` writes it.',
  examples() {
    return {
      bad: [
        { about: 'the same lines as before', base: inProgressSample, head: untold },
        { about: 'only blank lines more', base: inProgressSample, head: inHandoff(untold, [lines, `\n${lines}\n`]) },
        { about: 'no lines', base: ideated, head: inHandoff(researched, [lines, '']) },
        { about: 'the old lines deleted', base: inProgressSample, head: inHandoff(untold, [lines, '']) },
        { about: 'a placeholder', base: ideated, head: inHandoff(researched, [lines, '_None yet._\n']) },
      ],
      good: [
        { about: 'a line more', base: inProgressSample, head: told },
        {
          about: 'another text in place of the old one',
          base: inProgressSample,
          head: inHandoff(untold, [lines, 'Everything up to the audio engine.\n']),
        },
        { about: 'work that has only begun', base: sample, head: inProgressSample },
      ],
    }
  },
  *check({ plugin, before, handoff, to }) {
    const now = completedOf(handoff).join('\n')
    if (now !== '' && now !== (before?.handoff ? completedOf(before.handoff).join('\n') : '')) return
    const section = handoff.section('Completed So Far')
    yield {
      message: msg`Missing line in ${'Completed So Far'}, expected one for ${describe(to)}`,
      hint: msg`Write what was completed, as in ${'- **Stage 3:** Audio engine complete'}.`,
      place: section ? handoff.document.place(section.heading.line) : handoff.top,
      target: targetId(plugin.name),
    }
  },
}
