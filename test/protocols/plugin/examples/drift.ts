import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  handoffPath,
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
} from '../../../../src/protocols/plugin/examples.ts'

const written = (from: string, to: string) => inRegistry(sample, [`**Status:** ${from}`, `**Status:** ${to}`])
const bare = (row: string, entry: string) =>
  change(sample, {
    [handoffPath]: null,
    [registryPath]: [
      ['| 🚧 Stage 2 |', `| ${row} |`],
      ['**Status:** 🚧 Stage 2', `**Status:** ${entry}`],
    ],
  })
const lastPhaseSample = withStatus(
  inHandoff(
    phasedSample,
    ['phase: "3.1"', 'phase: "3.2"'],
    ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: null'],
  ),
  '🚧 Stage 3.1',
  '🚧 Stage 3.2',
)

/** Cases at the edges of the rules of `drift.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  REGISTRY_STATUS_DRIFT: {
    bad: {
      'installed in the row alone, and no handoff': bare('📦 Installed', '💡 Ideated'),
      'the note that is part of a status, in one place only': inRegistry(
        sample,
        ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 💡 Ideated |'],
        ['**Status:** 🚧 Stage 2', '**Status:** 💡 Ideated (Draft Params)'],
      ),
      'the row is ahead of the notes': change(notesSample, { [notesPath]: [['🚧 Stage 2\n', '🚧 Stage 0\n']] }),
    },
    good: {
      'bold in one place, wholly': written('🚧 Stage 2', '**🚧 Stage 2**'),
      'bold in one place, in part': written('🚧 Stage 2', '🚧 __Stage 2__'),
      'other white space': written('🚧 Stage 2', '🚧\u00a0 Stage\t2'),
      'a variation selector behind the emoji': written('🚧 Stage 2', '🚧\ufe0f Stage 2'),
    },
  },
  REGISTRY_VERSION_DRIFT: {
    bad: {
      'an older one in the entry, whatever place that is': inRegistry(
        sample,
        ['| 0.1.0 |', '| 0.1.10 |'],
        ['**Version:** 0.1.0', '**Version:** 0.1.9'],
      ),
      'two that have no order, of which the timeline names one': inRegistry(
        sample,
        ['| 0.1.0 |', '| Winter |'],
        ['**Version:** 0.1.0', '**Version:** Autumn'],
        ['(Stage 2):** ', '(Stage 2):** Winter: '],
      ),
      'two that have no order': inRegistry(
        sample,
        ['| 0.1.0 |', '| Winter |'],
        ['**Version:** 0.1.0', '**Version:** Autumn'],
      ),
      'no version in the row': { head: inRegistry(sample, ['| 0.1.0 |', '| - |']), level: 'notice' as const },
      'an empty cell': { head: inRegistry(sample, ['| 0.1.0 |', '| |']), level: 'notice' as const },
      'no version in the entry': { head: inRegistry(sample, ['**Version:** 0.1.0\n', '']), level: 'notice' as const },
      'no version in the notes': {
        head: change(notesSample, { [notesPath]: [['0.1.0', 'N/A']] }),
        level: 'notice' as const,
      },
    },
    good: {
      'bold in one place': inRegistry(sample, ['**Version:** 0.1.0', '**Version:** **0.1.0**']),
      'a `v` in one place': inRegistry(sample, ['**Version:** 0.1.0', '**Version:** v0.1.0']),
      'a note in one place': inRegistry(sample, ['**Version:** 0.1.0', '**Version:** 0.1.0 (for testers)']),
    },
  },
  REGISTRY_STAGE_DRIFT: {
    bad: {
      'working, though a stage is left': withStatus(sample, '🚧 Stage 2', '✅ Working'),
      'work in progress, and the registry is further behind': withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 0'),
      'the end of the work not recorded': withStatus(workingSample, '✅ Working', '🚧 Stage 5'),
      'a phase, and the registry says that its stage is closed': withStatus(phasedSample, '🚧 Stage 3.1', '🚧 Stage 3'),
      'no second place': inRegistry(withStatus(sample, '🚧 Stage 2', '🚧 Stage 0'), [
        sampleEntry.replace('🚧 Stage 2', '🚧 Stage 0'),
        '',
      ]),
      'notes that are behind': change(notesSample, {
        [registryPath]: [['🚧 Stage 2', '🚧 Stage 0']],
        [notesPath]: [['🚧 Stage 2', '🚧 Stage 0']],
      }),
    },
    good: {
      'the last phase, and the status of its stage': withStatus(lastPhaseSample, '🚧 Stage 3.2', '🚧 Stage 3'),
      'the last stage complete, and working': inHandoff(workingSample, [
        'status: workflow_complete',
        'status: complete',
      ]),
    },
  },
}
