import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { sectionNames } from '../../schema.ts'
import type { HandoffSubject } from '../../subjects.ts'

export const sectionMissing: Rule<HandoffSubject> = {
  code: 'PLUGIN_SECTION_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'The handoff lacks one or more of its six sections.',
  why: 'The next agent has nothing but this file: what was done, what comes next and what must not be forgotten stand in the sections.',
  repair: 'Add the headings, with `_None yet._` below where there is nothing to say. Every transition adds those that are missing.',
  examples() {
    return {
      bad: [
        { about: 'no section for build artifacts', head: inHandoff(sample, ['## Build Artifacts\n\n_None yet._\n\n', '']) },
        { about: 'a heading of another level', head: inHandoff(sample, ['## Next Steps', '### Next Steps']) },
        { about: 'a heading in a fence', head: inHandoff(sample, ['## Testing Checklist', '```\n## Testing Checklist\n```']) },
        { about: 'a heading that only begins alike', head: inHandoff(sample, ['## Next Steps', '## Next Steps and more']) },
      ],
      good: [
        {
          about: 'other capitals, and more behind a colon, a parenthesis or a dash',
          head: inHandoff(
            sample,
            ['## Completed So Far', '## COMPLETED SO FAR (stage 2)'],
            ['## Next Steps', '## Next steps: stage 3 ##'],
            ['## Build Artifacts', '## Build Artifacts - none'],
            ['## Context to Preserve', '## Context to Preserve – decisions'],
          ),
        },
        { about: 'a heading that is underlined', head: inHandoff(sample, ['## Next Steps', 'Next Steps\n----------']) },
      ],
    }
  },
  *check({ handoff, plugin }) {
    const missing = sectionNames.filter((name) => !handoff.section(name))
    if (handoff.legacy || handoff.front.kind !== 'mapping' || missing.length === 0) return
    yield {
      message: msg`Missing sections: ${missing}`,
      hint: msg`Add the headings, such as ${`## ${missing[0] ?? ''}`}, with ${'_None yet._'} below where there is nothing to say.`,
      place: handoff.document.place(handoff.front.closing),
      target: targetId(plugin.name),
    }
  },
}
