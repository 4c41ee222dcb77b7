import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  handoffPath,
  inHandoff,
  registryPath,
  sample,
  sampleEntry,
  sampleRow,
  withStatus,
  workingSample,
  contractPath,
} from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import type { KeptSubject } from '../../subjects.ts'
import { placeOf } from './place.ts'

const installed = withStatus(workingSample, '✅ Working', '📦 Installed')
const gone = {
  [handoffPath]: null,
  [contractPath('creative_brief')]: null,
  [contractPath('parameter_spec')]: null,
  [contractPath('architecture')]: null,
  [contractPath('plan')]: null,
}

export const handoffDeleted: Rule<KeptSubject> = {
  code: 'PLUGIN_HANDOFF_DELETED',
  strict: 'error',
  soft: 'error',
  summary: 'The change deletes the handoff of a plugin that is not installed.',
  why: 'With it go the checksums of the contracts and everything that the next agent must know.',
  repair: 'Bring the handoff back. Only `/install` deletes it, when the work is at its end.',
  examples() {
    return {
      bad: [
        { about: 'a plugin that works and is not installed', base: workingSample, head: change(workingSample, { [handoffPath]: null }) },
      ],
      good: [
        { about: 'installed', base: workingSample, head: change(installed, { [handoffPath]: null }) },
        {
          about: 'the plugin went too',
          base: sample,
          head: change(sample, {
            ...gone,
            [registryPath]: [
              [sampleRow, ''],
              [sampleEntry, ''],
            ],
          }),
        },
        {
          about: 'a handoff that nobody could read',
          base: inHandoff(workingSample, ['status: workflow_complete', 'status: done']),
          head: change(workingSample, { [handoffPath]: null }),
        },
      ],
    }
  },
  *check({ plugin, before, model }) {
    if (!before.handoff || before.state.kind === 'unknown' || plugin.hasHandoff || plugin.registered?.kind === 'installed') return
    yield {
      message: msg`Missing handoff, expected ${before.handoff.path} until the plugin is installed`,
      offers: [
        ...offer('restore state', { plugin, model }, 'brings it back from history, if it is there'),
        ...offer('install', { plugin, model }, 'says that the plugin is installed, if that is so: then no handoff is needed'),
      ],
      hint: 'Bringing it back as it was before the change mends it too.',
      place: placeOf(plugin),
      target: targetId(plugin.name),
      concerns: [before.handoff.path],
    }
  },
}
