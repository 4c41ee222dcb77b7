import type { EdgeCases } from '../../../examples-of.ts'
import type { Files } from '../../../../src/core/rule.ts'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  legacySample,
  notesPath,
  notesSample,
  oldHandoffPath,
  phasedSample,
  registryPath,
  sample,
  withStatus,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'

const deep = `${'['.repeat(17)}${']'.repeat(17)}`
const [checksums = ''] = /contract_checksums:\n(?: {2}.*\n)+/.exec(phasedSample[handoffPath] ?? '') ?? []
const renamed = (name: string): Files =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace('TinyGain', name),
      path.includes('/.ideas/') ? text : text.replaceAll('TinyGain', name),
    ]),
  )
const ideated = (name: string): Files => {
  const { [handoffPath.replace('TinyGain', name)]: _, [registryPath]: registry = '', ...contracts } = renamed(name)
  return { ...contracts, [registryPath]: registry.replaceAll('🚧 Stage 2', '💡 Ideated') }
}
const installed = withStatus(workingSample, '✅ Working', '📦 Installed')

/** Cases at the edges of the rules of `handoff-file.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_FILE_SYMLINK: {
    bad: {
      'notes that are a link': { head: change(notesSample, { [notesPath]: 'README.md' }), links: [notesPath] },
      'a link at the old place of the handoff': {
        head: change(sample, { [oldHandoffPath]: '../.continue-here.md' }),
        links: [oldHandoffPath],
      },
      'a folder of contracts that is a link': {
        head: {
          [handoffPath]: sample[handoffPath] ?? '',
          [registryPath]: sample[registryPath] ?? '',
          'plugins/TinyGain/.ideas': '../Amber/.ideas',
        },
        links: ['plugins/TinyGain/.ideas'],
      },
      'a folder of plugins that is a link': {
        head: { [registryPath]: sample[registryPath] ?? '', plugins: '../plugins' },
        links: ['plugins'],
      },
      'a registry in a folder that is a link': {
        head: { ...change(sample, { [registryPath]: null }), docs: '../docs' },
        links: ['docs'],
        configuration: { registry: 'docs/PLUGINS.md' },
      },
    },
  },
  PLUGIN_YAML_INVALID: {
    bad: {
      'a list in place of keys': inHandoff(sample, ['---\nplugin: TinyGain\n', '---\n- TinyGain\n---\n\n']),
      'a key twice': inHandoff(sample, ['phase: null', 'phase: null\nstage: 3']),
      'an alias': inHandoff(sample, ['plugin: TinyGain', 'plugin: &name TinyGain\ntitle: *name']),
      'a merge key': inHandoff(sample, ['plugin: TinyGain', 'plugin: TinyGain\n<<: { stage: 3 }']),
      'a tag': inHandoff(sample, ['stage: 2', 'stage: !!int 2']),
      'a tab as indentation': inHandoff(sample, ['\n  plan: ', '\n\tplan: ']),
      'far too deep': inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${deep}`]),
      'a language to evaluate it in': inHandoff(sample, ['---\nplugin', '---js\nplugin']),
    },
    good: { 'a rule in the body': inHandoff(sample, ['## Next Steps', '---\n\n## Next Steps']) },
  },
  PLUGIN_LEGACY_FORMAT: {
    bad: {
      'no front matter': change(sample, {
        [handoffPath]: '# Resume here\n\nThe foundation is done.\n\n---\n\nplugin: TinyGain\n---\n',
      }),
      'the old place': change(sample, { [handoffPath]: null, [oldHandoffPath]: sample[handoffPath] ?? '' }),
      'keys and sections missing too, which is not a finding of its own': inHandoff(
        legacySample,
        ['orchestration_mode: true\n', ''],
        ['## Next Steps', '## Next'],
      ),
      'a plan of which more is seen once it is migrated': change(phasedSample, {
        [handoffPath]: [[checksums, '']],
        [contractPath('plan')]: `${phasedSample[contractPath('plan')] ?? ''}\n## Phase 2.1: Shell\n`,
      }),
    },
  },
  PLUGIN_NAME_INVALID: {
    bad: {
      'a letter that only looks right': renamed('Tіny'),
      'a row and an entry, without a handoff': ideated('Tiny Gain'),
    },
    good: { 'a directory without any state': { ...sample, 'plugins/My Templates/README.md': '# Templates\n' } },
  },
  PLUGIN_SECTION_MISSING: {
    bad: {
      'a heading in a fence': inHandoff(sample, ['## Testing Checklist', '```\n## Testing Checklist\n```']),
      'a heading that only begins alike': inHandoff(sample, ['## Next Steps', '## Next Steps and more']),
    },
  },
  PLUGIN_STALE_HANDOFF: {
    bad: {
      'one in the old format': change(installed, { [handoffPath]: '# Resume here\n\nThe foundation is done.\n' }),
      'one at each place': change(installed, { [oldHandoffPath]: installed[handoffPath] ?? '' }),
      'work on it is in progress': inHandoff(
        installed,
        ['stage: 5', 'stage: 0'],
        ['status: workflow_complete', 'status: in_progress'],
      ),
      'the same in bold': inHandoff(withStatus(workingSample, '✅ Working', '📦 **Installed**'), [
        'next_action: install',
        'next_action: null',
      ]),
    },
  },
}
