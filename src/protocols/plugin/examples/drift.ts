import type { RuleExamples } from '../../../core/rule.ts'
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
  withStatus,
} from '../examples.ts'

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

export const examples: RuleExamples = {
  REGISTRY_STATUS_DRIFT: {
    bad: {
      'the row is behind': inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |']),
      'a status that the change wrote into the row alone': {
        base: bare('💡 Ideated', '💡 Ideated'),
        head: bare('🚧 Stage 3', '💡 Ideated'),
      },
    },
    good: {
      'a note in one place only, which no status has in its form': {
        head: bare('💡 Ideated', '💡 Ideated (on paper)'),
        also: ['REGISTRY_STATUS_NOTE'],
      },
      'a note behind a dash, which goes on in the next line': {
        head: written('🚧 Stage 2', '🚧 Stage 2 — builds on two\nmachines'),
        also: ['REGISTRY_STATUS_NOTE'],
      },
    },
  },
  REGISTRY_DATE_DRIFT: {
    bad: {
      'the row is behind': inRegistry(sample, ['| 2026-02-02 |', '| 2026-02-01 |']),
      'the entry is behind': inRegistry(sample, ['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01']),
    },
    good: {
      'notes, which have no day': notesSample,
      'a table without a column for the day': inRegistry(
        sample,
        ['| Last Updated |', '| Since |'],
        ['| 2026-02-02 |', '| 2026-02-01 |'],
      ),
    },
  },
  REGISTRY_VERSION_DRIFT: {
    bad: {
      'the row is behind': inRegistry(sample, ['| 0.1.0 |', '| 0.0.9 |']),
      'the row is ahead of the notes': change(notesSample, { [notesPath]: [['0.1.0', '0.0.9']] }),
    },
    good: {
      'no version, written in two ways': inRegistry(
        sample,
        ['| 0.1.0 |', '| - |'],
        ['**Version:** 0.1.0', '**Version:** N/A'],
      ),
      'a table without versions': inRegistry(sample, ['| Version |', '| Size |'], ['| 0.1.0 |', '| 3 |']),
    },
  },
  REGISTRY_STAGE_DRIFT: {
    bad: {
      'the registry is behind': withStatus(sample, '🚧 Stage 2', '🚧 Stage 0'),
      'the registry is ahead': withStatus(sample, '🚧 Stage 2', '🚧 Stage 3'),
    },
    good: {
      'work that has begun, and the registry still says the stage before': withStatus(
        inProgressSample,
        '🚧 Stage 3',
        '🚧 Stage 2',
      ),
      'the last phase, and its own status': lastPhaseSample,
    },
  },
}
