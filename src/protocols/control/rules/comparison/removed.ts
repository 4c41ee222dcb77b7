import type { Files, Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, grantedSample, recordPath, returnedSample } from '../../examples.ts'
import type { GoneSubject } from '../../subjects.ts'

const specify = ',\n    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }'

/** The same without its first stage, and without the second, which needs it. */
const without = (files: Files): Files =>
  change(Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('/stages/'))), {
    [recordPath]: [
      ['    { "id": "explore", "status": "pending", "started_at": null, "completed_at": null }', ''],
      [specify, ''],
    ],
    'runs/run-2026-01-20-001/stages/README.md': 'Nothing here.\n',
  })

export const stageRemoved: Rule<GoneSubject> = {
  code: 'STAGE_REMOVED',
  strict: 'warning',
  soft: 'notice',
  summary: 'The change removes a stage of which the agent had control.',
  why: 'The agent works on, and there is nothing left to hand back.',
  repair: 'Bring it back, and let the agent hand back first.',
  examples() {
    return {
      bad: [{ about: 'while the agent works', base: grantedSample, head: without(grantedSample) }],
      good: [{ about: 'after it was handed back', base: returnedSample, head: without(returnedSample) }],
    }
  },
  *check({ before: { holder, accept, path, target } }) {
    if (holder !== 'agent') return
    yield {
      message: msg`Missing stage ${path}, expected it until control is returned`,
      hint: 'Bring it back, and let the agent hand back first.',
      place: { path: accept.path },
      target,
    }
  },
}
