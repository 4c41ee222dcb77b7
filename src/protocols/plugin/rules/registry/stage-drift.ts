import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { agrees, driftsApart, statusOf } from '../../expected-status.ts'
import {
  change,
  inHandoff,
  inProgressSample,
  inRegistry,
  notesPath,
  notesSample,
  phasedSample,
  registryPath,
  sample,
  sampleEntry,
  withStatus,
  workingSample,
} from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import { normalised } from '../../status.ts'
import type { PluginSubject } from '../../subjects.ts'

/** The last phase of the audio engine is complete; nothing says that the stage is closed. */
const lastPhaseSample = withStatus(
  inHandoff(
    phasedSample,
    ['phase: "3.1"', 'phase: "3.2"'],
    ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: null'],
  ),
  '🚧 Stage 3.1',
  '🚧 Stage 3.2',
)

export const stageDrift: Rule<PluginSubject> = {
  code: 'REGISTRY_STAGE_DRIFT',
  strict: 'error',
  soft: 'warning',
  summary: 'The registry does not say what the handoff implies.',
  why: 'The registry is what people look at and the handoff what agents go by: they would do different things.',
  repair: '`/sync NAME --from handoff` writes what the handoff implies into the registry.',
  examples() {
    return {
      bad: [
        { about: 'the registry is behind', head: withStatus(sample, '🚧 Stage 2', '🚧 Stage 0') },
        { about: 'the registry is ahead', head: withStatus(sample, '🚧 Stage 2', '🚧 Stage 3') },
        { about: 'working, though a stage is left', head: withStatus(sample, '🚧 Stage 2', '✅ Working') },
        { about: 'work in progress, and the registry is further behind', head: withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 0') },
        { about: 'the end of the work not said', head: withStatus(workingSample, '✅ Working', '🚧 Stage 5') },
        { about: 'a phase, and the registry says that its stage is closed', head: withStatus(phasedSample, '🚧 Stage 3.1', '🚧 Stage 3') },
        {
          about: 'no second place',
          head: inRegistry(withStatus(sample, '🚧 Stage 2', '🚧 Stage 0'), [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 0'), '']),
        },
        {
          about: 'notes that are behind',
          head: change(notesSample, { [registryPath]: [['🚧 Stage 2', '🚧 Stage 0']], [notesPath]: [['🚧 Stage 2', '🚧 Stage 0']] }),
        },
      ],
      good: [
        {
          about: 'work that has begun, and the registry still says the stage before',
          head: withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 2'),
        },
        { about: 'the last phase, and its own status', head: lastPhaseSample },
        { about: 'the last phase, and the status of its stage', head: withStatus(lastPhaseSample, '🚧 Stage 3.2', '🚧 Stage 3') },
        {
          about: 'the last stage complete, and working',
          head: inHandoff(workingSample, ['status: workflow_complete', 'status: complete']),
        },
      ],
    }
  },
  *check({ plugin, model }) {
    const { stages } = model
    const { name, row, second, handoff, registered, state } = plugin
    const written = [second, row].map((each) => each?.status).find((status) => status && normalised(status.text) !== '')
    const implied = statusOf(state)
    if (!handoff || !registered || !written || implied === undefined || driftsApart(plugin) || agrees(registered, plugin, stages)) return
    yield {
      message: msg`Unexpected status ${normalised(written.text)} in the registry, expected ${implied} as the handoff implies`,
      offers: offer('sync from handoff', { plugin, model }, 'writes it there'),
      hint: 'If the registry is right, mend the handoff.',
      place: row?.status?.place ?? row?.place ?? written.place,
      target: targetId(name),
      related: [{ ...handoff.fields.status.place, message: msg`implies ${implied}` }],
      ...(second && { concerns: [second.path] }),
    }
  },
}
