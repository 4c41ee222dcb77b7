import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, contractPath, handoffPath, inHandoff, legacySample, oldHandoffPath, phasedSample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Handoff } from '../../handoff.ts'
import { knowsComplexity, knowsPosition, offer } from '../../offers.ts'
import type { HandoffSubject } from '../../subjects.ts'
import { planFaults } from './plan-phases.ts'

function unexpected({ where, front, path }: Handoff): string {
  if (where === 'ideas') return msg`Unexpected place ${path}, expected the handoff beside the plugin`
  if (front.kind === 'none') return msg`Missing front matter, expected ${'---'} in the first line`
  return msg`Missing key ${'contract_checksums'}`
}

/** What it lacks to be migrated, which only people can say. */
function hintFor(subject: HandoffSubject): string {
  if (!knowsPosition(subject)) {
    return subject.handoff.front.kind === 'mapping'
      ? msg`Write ${'stage'} and ${'status'} into it: nothing else tells where the work is. Then it can be migrated.`
      : msg`Neither it nor the registry tells where the work is: delete it if the work was given up, else write ${'stage'} and ${'status'} into a front matter.`
  }
  if (!knowsComplexity(subject))
    return msg`Write ${'complexity_score'} into it, or a line ${'Complexity: N'} into the plan: nothing else tells it. Then it can be migrated.`
  return 'Give it the present form by hand.'
}

export const legacyFormat: Rule<HandoffSubject> = {
  code: 'PLUGIN_LEGACY_FORMAT',
  strict: 'warning',
  soft: 'warning',
  summary: 'The handoff is of the old form: in `.ideas`, without front matter, or without `contract_checksums`.',
  why: 'Nothing tells whether its contracts are still the ones that were built against. It is read nevertheless; what such files never had is not asked of them.',
  repair: '`/migrate NAME` moves it beside the plugin, adds the keys and sections that it lacks and records the contracts as they are.',
  safe: true,
  examples() {
    const [checksums = ''] = /contract_checksums:\n(?: {2}.*\n)+/.exec(phasedSample[handoffPath] ?? '') ?? []
    return {
      bad: [
        { about: 'no checksums', head: legacySample },
        { about: 'checksums that are null', head: inHandoff(legacySample, ['\n---\n\n#', '\ncontract_checksums: null\n---\n\n#']) },
        {
          about: 'no front matter',
          head: change(sample, { [handoffPath]: '# Resume here\n\nThe foundation is done.\n\n---\n\nplugin: TinyGain\n---\n' }),
        },
        { about: 'the old place', head: change(sample, { [handoffPath]: null, [oldHandoffPath]: sample[handoffPath] ?? '' }) },
        {
          about: 'keys and sections missing too, which is no finding of its own',
          head: inHandoff(legacySample, ['orchestration_mode: true\n', ''], ['## Next Steps', '## Next']),
        },
        {
          about: 'a plan of which more is seen once it is migrated',
          head: change(phasedSample, {
            [handoffPath]: [[checksums, '']],
            [contractPath('plan')]: `${phasedSample[contractPath('plan')] ?? ''}\n## Phase 2.1: Shell\n`,
          }),
        },
      ],
      good: [{ about: 'checksums in a handoff beside the plugin', head: sample }],
    }
  },
  *check(subject) {
    const { handoff, plugin } = subject
    if (!handoff.legacy) return
    const seenThen = planFaults(subject).length > 0 ? msg`, in which ${'PLUGIN_PLAN_PHASES'} of its plan is seen` : ''
    const offers = offer('migrate', subject, `gives it the present form${seenThen}`)
    yield {
      message: unexpected(handoff),
      offers,
      ...(offers.length === 0 && { hint: hintFor(subject) }),
      place: handoff.top,
      target: targetId(plugin.name),
    }
  },
}
