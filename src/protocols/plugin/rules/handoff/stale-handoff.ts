import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { driftsApart } from '../../expected-status.ts'
import { change, handoffPath, inHandoff, oldHandoffPath, withStatus, workingSample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import { installedStatus } from '../../status.ts'
import type { HandoffSubject } from '../../subjects.ts'

const installed = withStatus(workingSample, '✅ Working', '📦 Installed')

/** What there is to do where no command does it. */
function hintFor({ handoff, plugin }: HandoffSubject): string {
  if (handoff.fields.status.value === 'in_progress')
    return 'Work on it is in progress: write its status into the registry if that is so, else delete the handoff.'
  return driftsApart(plugin) ? 'Delete it, once row and second place agree.' : 'Delete it by hand.'
}

export const staleHandoff: Rule<HandoffSubject> = {
  code: 'PLUGIN_STALE_HANDOFF',
  strict: 'warning',
  soft: 'warning',
  summary: 'The registry says `📦 Installed`, and the handoff is still there.',
  why: 'Nothing is left to hand over. A handoff that stays behind is taken for work that waits.',
  repair: '`/install NAME` deletes it. Where work on it is in progress, somebody has to say by hand which of the two is right.',
  safe: true,
  examples() {
    return {
      bad: [
        { about: 'a handoff that was left behind', head: installed },
        {
          about: 'a handoff in which hardly anything is right, which is no finding of its own',
          head: inHandoff(
            installed,
            ['stage: 5', 'stage: ideation'],
            ['status: workflow_complete', 'status: done'],
            ['last_updated: 2026-02-02', 'last_updated: 2026-02-02 15:30:00'],
            ['next_action: install', 'next_action: nothing'],
            ['## Build Artifacts', '## Artifacts'],
          ),
        },
        { about: 'one of the old form', head: change(installed, { [handoffPath]: '# Resume here\n\nThe foundation is done.\n' }) },
        { about: 'one at each place', head: change(installed, { [oldHandoffPath]: installed[handoffPath] ?? '' }) },
        {
          about: 'work on it is in progress',
          head: inHandoff(installed, ['stage: 5', 'stage: 0'], ['status: workflow_complete', 'status: in_progress']),
        },
        {
          about: 'the same in bold',
          head: inHandoff(withStatus(workingSample, '✅ Working', '📦 **Installed**'), ['next_action: install', 'next_action: null']),
        },
      ],
      good: [
        { about: 'working, and not installed yet', head: workingSample },
        { about: 'installed, and the handoff gone', head: change(installed, { [handoffPath]: null }) },
      ],
    }
  },
  *check({ handoff, plugin, model }) {
    if (!plugin.stale) return
    const offers = offer('install', { plugin, model }, 'deletes it')
    yield {
      message: msg`Unexpected handoff of a plugin that is ${installedStatus}, expected none`,
      offers,
      ...(offers.length === 0 && { hint: hintFor({ handoff, plugin, model }) }),
      place: handoff.top,
      target: targetId(plugin.name),
      concerns: [plugin.second?.path ?? model.registryPath],
    }
  },
}
