import type { Files, RuleExamples } from '../../../core/rule.ts'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  legacySample,
  notesPath,
  notesSample,
  oldHandoffPath,
  registryPath,
  sample,
  withContract,
  withStatus,
  workingSample,
} from '../examples.ts'

const limit = 4096
const long = `\n${'far too much text '.repeat(300)}\n`
const renamed = (name: string): Files =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace('TinyGain', name),
      path.includes('/.ideas/') ? text : text.replaceAll('TinyGain', name),
    ]),
  )
const installed = withStatus(workingSample, '✅ Working', '📦 Installed')

export const examples: RuleExamples = {
  PLUGIN_FILE_ENCODING: {
    bad: {
      'a NUL in the handoff': change(sample, { [handoffPath]: [['Stage 2 Complete', 'Stage 2\0Complete']] }),
      'a NUL in the notes': change(notesSample, { [notesPath]: [['# TinyGain', '# Tiny\0Gain']] }),
    },
    good: {
      'letters of any script, and a byte-order mark': change(sample, {
        [registryPath]: [['# Plugins', '\ufeff# Плагины 🎛']],
      }),
    },
  },
  PLUGIN_FILE_TOO_LARGE: {
    bad: {
      'an endless handoff': { limit, head: change(sample, { [handoffPath]: [['- Keep the knob linear', long]] }) },
      'endless notes': { limit, head: change(notesSample, { [notesPath]: [['# TinyGain', `# TinyGain\n${long}`]] }) },
    },
    good: {
      'an endless contract, which is only hashed': { limit, head: withContract(sample, 'creative_brief', long) },
    },
  },
  PLUGIN_FILE_SYMLINK: {
    bad: {
      'a handoff that leads to another one': {
        head: change(sample, { [handoffPath]: '../Amber/.continue-here.md' }),
        links: [handoffPath],
      },
      'a contract that leads out of the repository': {
        head: change(sample, { [contractPath('plan')]: '/etc/passwd' }),
        links: [contractPath('plan')],
      },
    },
    good: {
      'a link that is not state': {
        head: change(sample, { 'plugins/TinyGain/README.md': '../../README.md' }),
        links: ['plugins/TinyGain/README.md'],
      },
      'notes, where they are not the second place': {
        head: change(sample, { [notesPath]: 'README.md' }),
        links: [notesPath],
      },
    },
  },
  PLUGIN_YAML_INVALID: {
    bad: {
      'a quote that is not closed': inHandoff(sample, ['plugin: TinyGain', 'plugin: "TinyGain']),
      'no closing line': inHandoff(sample, ['---\n\n# Stage 2', '\n# Stage 2']),
    },
    good: {
      'comments, quotes and keys of its own': inHandoff(sample, [
        'phase: null',
        "phase: null # none\n'mockup': { version: 2 }",
      ]),
      'Windows line endings': change(sample, { [handoffPath]: (sample[handoffPath] ?? '').replaceAll('\n', '\r\n') }),
    },
  },
  PLUGIN_LEGACY_FORMAT: {
    bad: {
      'no checksums': legacySample,
      'checksums that are null': inHandoff(legacySample, ['\n---\n\n#', '\ncontract_checksums: null\n---\n\n#']),
    },
    good: { 'checksums in a handoff next to the plugin': sample },
  },
  PLUGIN_NAME_INVALID: {
    bad: { 'a blank in the name': renamed('Tiny Gain'), 'a digit at its beginning': renamed('2Gain') },
    good: {
      'a digit, a dash and an underscore': renamed('Tiny-Gain_2'),
      'a name that means something to programs': renamed('constructor'),
    },
  },
  PLUGIN_SECTION_MISSING: {
    bad: {
      'no section for build artifacts': inHandoff(sample, ['## Build Artifacts\n\n_None yet._\n\n', '']),
      'a heading of another level': inHandoff(sample, ['## Next Steps', '### Next Steps']),
    },
    good: {
      'other capitals, and more after a colon, a parenthesis or a dash': inHandoff(
        sample,
        ['## Completed So Far', '## COMPLETED SO FAR (stage 2)'],
        ['## Next Steps', '## Next steps: stage 3 ##'],
        ['## Build Artifacts', '## Build Artifacts - none'],
        ['## Context to Preserve', '## Context to Preserve – decisions'],
      ),
      'a heading that is underlined': inHandoff(sample, ['## Next Steps', 'Next Steps\n----------']),
    },
  },
  PLUGIN_DUPLICATE_HANDOFF: {
    bad: {
      'one at each place': change(sample, { [oldHandoffPath]: sample[handoffPath] ?? '' }),
      'one that contradicts, which is not read': change(sample, {
        [oldHandoffPath]: '---\nplugin: Amber\nstage: 9\n---\n',
      }),
    },
    good: {
      'one that was put away': change(sample, {
        'plugins/TinyGain/.ideas/.continue-here.archived.md': sample[handoffPath] ?? '',
      }),
    },
  },
  PLUGIN_STALE_HANDOFF: {
    bad: {
      'a handoff that was left behind': installed,
      'a handoff in which hardly anything is right, which is not a finding of its own': inHandoff(
        installed,
        ['stage: 5', 'stage: ideation'],
        ['status: workflow_complete', 'status: done'],
        ['last_updated: 2026-02-02', 'last_updated: 2026-02-02 15:30:00'],
        ['next_action: install', 'next_action: nothing'],
        ['## Build Artifacts', '## Artifacts'],
      ),
    },
    good: {
      'working, and not installed yet': workingSample,
      'installed, and the handoff gone': change(installed, { [handoffPath]: null }),
    },
  },
  PLUGIN_HANDOFF_MISSING: {
    bad: {
      'no handoff': change(sample, { [handoffPath]: null }),
      'notes that say so': change(notesSample, { [handoffPath]: null }),
    },
    good: {
      'nothing begun yet': withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated'),
      'everything done': withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '✅ Working'),
    },
  },
}
