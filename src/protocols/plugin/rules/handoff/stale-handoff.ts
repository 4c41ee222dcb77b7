import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { change, handoffPath, inHandoff, withStatus, workingSample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { repair } from '../../repair.ts'
import { installedStatus } from '../../status.ts'
import type { HandoffSubject } from '../../subjects.ts'

const installed = withStatus(workingSample, '✅ Working', '📦 Installed')

export const staleHandoff: Rule<HandoffSubject> = {
  code: 'PLUGIN_STALE_HANDOFF',
  strict: 'warning',
  soft: 'warning',
  summary: 'The registry says `📦 Installed`, and the handoff is still there.',
  why: 'Nothing is left to hand over. A handoff that stays behind is taken for work that waits.',
  repair: '`/install NAME` deletes it.',
  get examples() {
    return {
      bad: [
        { about: 'a handoff that was left behind', head: installed },
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
    if (plugin.registered?.kind !== 'installed') return
    yield {
      message: say`Unexpected handoff of a plugin that is ${installedStatus}, expected none`,
      hint: say`${`/install ${plugin.name}`} deletes it.`,
      ...repair('/install NAME', plugin.name),
      place: handoff.top,
      target: targetId(plugin.name),
      concerns: [plugin.second?.path ?? model.registryPath],
    }
  },
}
