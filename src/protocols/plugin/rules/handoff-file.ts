import type { Finding } from '../../../core/diagnostic.ts'
import { pluginName, type UnreadableFile } from '../model.ts'
import { forPerson, offer, knowsComplexity, knowsPosition } from './offers.ts'
import { approves, recordingAdvice } from './recording.ts'
import {
  unreadable,
  plugins,
  current,
  handoffs,
  type UnreadableSubject,
  type HandoffSubject,
  type PluginSubject,
  type PluginRules,
} from './subjects.ts'
import { msg } from '../../../core/message.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { planFaults } from './plan.ts'
import type { Files } from '../../../core/rule.ts'
import { sectionNames } from '../schema.ts'
import { placesDisagree } from '../registry/resolution.ts'
import { installedStatus, stageStatus } from '../registry/status.ts'
import { pathsOf } from '../files.ts'
import { over } from '../../../kit/rules.ts'

interface Unreadable {
  readonly message: (subject: UnreadableSubject) => string
  readonly hint: (subject: UnreadableSubject) => string
  /** What bringing back an earlier version of a handoff does. */
  readonly restoring?: string
}

/** A state file that is there and is not read, for one reason. */
function* unreadableFile(
  subject: UnreadableSubject,
  why: UnreadableFile['why'],
  { message, hint, restoring }: Unreadable,
): Iterable<Finding> {
  const { file, model } = subject
  const { path, plugin, what } = file
  if (file.why !== why) return
  const whose = plugin === undefined || what !== 'handoff' ? undefined : model.get(plugin)
  yield {
    message: message(subject),
    hint: hint(subject),
    ...(restoring !== undefined && whose && { offers: offer('restore state', { plugin: whose, model }, restoring) }),
    place: { path, line: 1 },
  }
}

const isFolder = (what: UnreadableFile['what']) => what.startsWith('folder ')

function unexpected({ where, front, path }: Handoff): string {
  if (where === 'ideas') return msg`Unexpected place ${path}, expected the handoff next to the plugin`
  if (!front.there) return msg`Missing front matter, expected ${'---'} in the first line`
  return msg`Missing key ${'contract_checksums'}`
}

/** What it lacks to be migrated, which only people can say. */
function byHand(subject: HandoffSubject): string {
  if (!knowsPosition(subject)) {
    return subject.handoff.front.readable
      ? msg`Write ${'stage'} and ${'status'} into it: nothing else says where the work is. Then it can be migrated.`
      : msg`Neither it nor the registry shows where the work is: delete it if the work was given up, otherwise write ${'stage'} and ${'status'} into a front matter.`
  }
  if (!knowsComplexity(subject))
    return msg`Write ${'complexity_score'} into it, or a line ${'Complexity: N'} into the plan: nothing else has it. Then it can be migrated.`
  return 'Give it the present form by hand.'
}

/** What there is to do where no command does it. */
function leftBehind({ handoff, plugin }: HandoffSubject): string {
  if (handoff.fields.status.value === 'in_progress')
    return 'Work on it is in progress: write its status into the registry if that is so, otherwise delete the handoff.'
  return placesDisagree(plugin) ? 'Delete it, once row and second place agree.' : 'Delete it by hand.'
}

/** How it is made: by a command where directory, registry and complexity suffice. */
function remaking(subject: PluginSubject): Pick<Finding, 'offers' | 'hint'> {
  const { plugin, model, earlier } = subject
  // What the change deleted has more in it than what the registry still knows: a grant, and what was done.
  if (earlier?.handoff && earlier.state.kind !== 'unknown')
    return forPerson([
      ...offer('restore state', subject, 'brings it back from history'),
      ...offer('regenerate', subject, 'makes another one, without the grant and the notes of the one that was deleted'),
    ])
  const offers = offer('regenerate', subject, 'makes one from the registry, the plan and the contracts')
  if (offers.length > 0) return recordingAdvice(subject, offers, offer('regenerate', subject, approves))
  const [scored] = offer('regenerate with a complexity', subject, '')
  if (scored)
    return { hint: msg`${scored.command}, with the score of the plugin from 1 to 5, makes one from the registry and the contracts.` }
  if (!plugin.directory)
    return {
      hint: msg`Put the files of the plugin into ${pathsOf(model.configuration, plugin.name).folder}, or delete row and entry if it is gone.`,
    }
  return { hint: 'Fix what else is wrong with its name, row and entry: then one can be made from the registry.' }
}

/** The handoff as a file */
export const handoffFileRules: PluginRules = {
  name: 'handoff-file',
  title: 'The handoff as a file',
  rules: [
    over(unreadable, [
      {
        code: 'PLUGIN_FILE_ENCODING',
        strict: 'error',
        soft: 'error',
        summary: 'A handoff, the registry or notes are not UTF-8 text: they contain other bytes, or a NUL.',
        why: 'Two programs would read it differently, so nothing in it is checked.',
        repair: 'Save it as UTF-8. `/restore NAME state` takes the newest earlier version of a handoff that can be read.',
        examples: ({ change, handoffPath, notesPath, notesSample, registryPath, sample }) => ({
          bad: [
            { about: 'a NUL in the handoff', head: change(sample, { [handoffPath]: [['Stage 2 Complete', 'Stage 2\0Complete']] }) },
            { about: 'a NUL in the notes', head: change(notesSample, { [notesPath]: [['# TinyGain', '# Tiny\0Gain']] }) },
          ],
          good: [
            {
              about: 'letters of any script, and a byte-order mark',
              head: change(sample, { [registryPath]: [['# Plugins', '\ufeff# Плагины 🎛']] }),
            },
          ],
        }),
        check: (subject) =>
          unreadableFile(subject, 'encoding', {
            message: ({ file: { what } }) => msg`Unexpected bytes in the ${what}, expected UTF-8 text without NUL`,
            hint: () => 'Saving it as UTF-8 fixes it.',
            restoring: 'takes its newest earlier version that can be read, if there is one',
          }),
      },
      {
        code: 'PLUGIN_FILE_TOO_LARGE',
        strict: 'error',
        soft: 'error',
        summary: 'A handoff, the registry or notes are larger than `limits.file`; they are not read.',
        why: 'State that cannot be read in one go is not read at all, neither by Baton nor by an agent.',
        repair: 'Move what is not state into another file, or raise `limits.file` in the configuration.',
        examples: ({ change, handoffPath, notesPath, notesSample, sample, withContract }) => {
          const limit = 4096
          const long = `\n${'far too much text '.repeat(300)}\n`
          return {
            bad: [
              { about: 'an endless handoff', limit, head: change(sample, { [handoffPath]: [['- Keep the knob linear', long]] }) },
              { about: 'endless notes', limit, head: change(notesSample, { [notesPath]: [['# TinyGain', `# TinyGain\n${long}`]] }) },
            ],
            good: [{ about: 'an endless contract, which is only hashed', limit, head: withContract(sample, 'creative_brief', long) }],
          }
        },
        check: (subject) =>
          unreadableFile(subject, 'large', {
            message: ({ file: { what }, model: { context } }) =>
              msg`Unexpected size of the ${what}, expected at most ${context.limit} bytes`,
            hint: () => msg`Move what is not state into another file, or raise ${'limits.file'} in the configuration.`,
          }),
      },
      {
        code: 'PLUGIN_FILE_SYMLINK',
        strict: 'error',
        soft: 'error',
        summary: 'A handoff, a contract, the registry, notes or a folder of theirs are a symbolic link or a submodule; it is not followed.',
        why: 'What a link points to may be outside the repository or change without a commit: it is not state of this repository.',
        repair: 'Put the file or folder itself in place of the link.',
        examples: ({ change, contractPath, handoffPath, notesPath, notesSample, oldHandoffPath, registryPath, sample }) => ({
          bad: [
            {
              about: 'a handoff that leads to another one',
              head: change(sample, { [handoffPath]: '../Amber/.continue-here.md' }),
              links: [handoffPath],
            },
            {
              about: 'a contract that leads out of the repository',
              head: change(sample, { [contractPath('plan')]: '/etc/passwd' }),
              links: [contractPath('plan')],
            },
            { about: 'notes that are a link', head: change(notesSample, { [notesPath]: 'README.md' }), links: [notesPath] },
            {
              about: 'a link at the old place of the handoff',
              head: change(sample, { [oldHandoffPath]: '../.continue-here.md' }),
              links: [oldHandoffPath],
            },
            {
              about: 'a folder of contracts that is a link',
              head: {
                [handoffPath]: sample[handoffPath] ?? '',
                [registryPath]: sample[registryPath] ?? '',
                'plugins/TinyGain/.ideas': '../Amber/.ideas',
              },
              links: ['plugins/TinyGain/.ideas'],
            },
            {
              about: 'a folder of plugins that is a link',
              head: { [registryPath]: sample[registryPath] ?? '', plugins: '../plugins' },
              links: ['plugins'],
            },
            {
              about: 'a registry in a folder that is a link',
              head: { ...change(sample, { [registryPath]: null }), docs: '../docs' },
              links: ['docs'],
              configuration: { registry: 'docs/PLUGINS.md' },
            },
          ],
          good: [
            {
              about: 'a link that is not state',
              head: change(sample, { 'plugins/TinyGain/README.md': '../../README.md' }),
              links: ['plugins/TinyGain/README.md'],
            },
            { about: 'notes, where they are not the second place', head: change(sample, { [notesPath]: 'README.md' }), links: [notesPath] },
          ],
        }),
        check: (subject) =>
          unreadableFile(subject, 'link', {
            message: ({ file: { what } }) =>
              isFolder(what)
                ? msg`Unexpected link in place of the ${what}, expected a folder`
                : msg`Unexpected link in place of the ${what}, expected a file`,
            hint: ({ file: { what } }) =>
              `Put the ${isFolder(what) ? 'folder' : 'file'} itself in place of the link: links are not followed.`,
          }),
      },
    ]),
    over(plugins, [
      {
        code: 'PLUGIN_YAML_INVALID',
        strict: 'error',
        soft: 'error',
        summary:
          'The front matter of the handoff cannot be read: a syntax error, no closing line, no mapping, a key twice, an alias, a merge key, a tag, a tab as indentation, nesting deeper than 16, or a language named after `---`.',
        why: 'Without its front matter the handoff says nothing, and every tool guesses something different.',
        repair:
          '`/restore NAME state` takes its newest earlier version that can be read; `/regenerate NAME` makes a front matter from the registry.',
        examples: ({ change, handoffPath, inHandoff, sample }) => {
          const deep = `${'['.repeat(17)}${']'.repeat(17)}`
          return {
            bad: [
              { about: 'a quote that is not closed', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: "TinyGain']) },
              { about: 'no closing line', head: inHandoff(sample, ['---\n\n# Stage 2', '\n# Stage 2']) },
              { about: 'a list in place of keys', head: inHandoff(sample, ['---\nplugin: TinyGain\n', '---\n- TinyGain\n---\n\n']) },
              { about: 'a key twice', head: inHandoff(sample, ['phase: null', 'phase: null\nstage: 3']) },
              { about: 'an alias', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: &name TinyGain\ntitle: *name']) },
              { about: 'a merge key', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: TinyGain\n<<: { stage: 3 }']) },
              { about: 'a tag', head: inHandoff(sample, ['stage: 2', 'stage: !!int 2']) },
              { about: 'a tab as indentation', head: inHandoff(sample, ['\n  plan: ', '\n\tplan: ']) },
              { about: 'far too deep', head: inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${deep}`]) },
              { about: 'a language to evaluate it in', head: inHandoff(sample, ['---\nplugin', '---js\nplugin']) },
            ],
            good: [
              {
                about: 'comments, quotes and keys of its own',
                head: inHandoff(sample, ['phase: null', "phase: null # none\n'mockup': { version: 2 }"]),
              },
              {
                about: 'Windows line endings',
                head: change(sample, { [handoffPath]: (sample[handoffPath] ?? '').replaceAll('\n', '\r\n') }),
              },
              { about: 'a rule in the body', head: inHandoff(sample, ['## Next Steps', '---\n\n## Next Steps']) },
            ],
          }
        },
        *check(subject) {
          const { plugin } = subject
          const fault = plugin.handoff?.front.fault
          if (!fault) return
          const offers = [
            ...offer('restore state', subject, 'takes its newest earlier version that can be read, if there is one'),
            ...offer('regenerate', subject, 'makes a front matter from the registry'),
          ]
          yield {
            ...fault,
            ...recordingAdvice(subject, offers, offer('regenerate', subject, approves)),
            ...(offers.length === 0 && { hint: 'Correct it by hand.' }),
            ...(plugin.registered?.kind === 'installed' && {
              hint: 'It may be deleted if nothing is in progress: the plugin is installed.',
            }),
          }
        },
      },
    ]),
    over(current, [
      {
        code: 'PLUGIN_LEGACY_FORMAT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The handoff uses the old format: in `.ideas`, without front matter, or without `contract_checksums`.',
        why: 'Nothing shows whether its contracts are still the ones that were built against. It is read nevertheless; keys that such files never had are not required.',
        repair:
          '`/migrate NAME` moves it next to the plugin, adds the keys and sections that it lacks and records the contracts as they are.',
        safe: true,
        examples: ({ change, contractPath, handoffPath, inHandoff, legacySample, oldHandoffPath, phasedSample, sample }) => {
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
                about: 'keys and sections missing too, which is not a finding of its own',
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
            good: [{ about: 'checksums in a handoff next to the plugin', head: sample }],
          }
        },
        *check(subject) {
          const { handoff } = subject
          if (!handoff.legacy) return
          const seenThen = planFaults(subject).length > 0 ? msg`, in which ${'PLUGIN_PLAN_PHASES'} of its plan is seen` : ''
          const offers = offer('migrate', subject, `gives it the present form${seenThen}`)
          yield {
            message: unexpected(handoff),
            ...recordingAdvice(subject, offers, offer('migrate', subject, approves)),
            ...(offers.length === 0 && { hint: byHand(subject) }),
            place: handoff.top,
          }
        },
      },
    ]),
    over(plugins, [
      {
        code: 'PLUGIN_NAME_INVALID',
        strict: 'error',
        soft: 'warning',
        summary:
          'The directory of a handoff, or a row or entry of the registry, has a name that is none: it must begin with a letter, followed by letters, digits, `_` and `-`.',
        why: 'Commands name plugins. One that cannot be named can be checked, but never accepted, handed back or repaired.',
        repair: 'Rename the directory, its row and its entry.',
        examples: ({ handoffPath, registryPath, sample }) => {
          /** The sample under another name, contracts and what is recorded of them as they are. */
          const renamed = (name: string): Files =>
            Object.fromEntries(
              Object.entries(sample).map(([path, text]) => [
                path.replace('TinyGain', name),
                path.includes('/.ideas/') ? text : text.replaceAll('TinyGain', name),
              ]),
            )
          /** The same before any work on it. */
          const ideated = (name: string): Files => {
            const { [handoffPath.replace('TinyGain', name)]: _, [registryPath]: registry = '', ...contracts } = renamed(name)
            return { ...contracts, [registryPath]: registry.replaceAll('🚧 Stage 2', '💡 Ideated') }
          }
          return {
            bad: [
              { about: 'a blank in the name', head: renamed('Tiny Gain') },
              { about: 'a digit at its beginning', head: renamed('2Gain') },
              { about: 'a letter that only looks right', head: renamed('Tіny') },
              { about: 'a row and an entry, without a handoff', head: ideated('Tiny Gain') },
            ],
            good: [
              { about: 'a digit, a dash and an underscore', head: renamed('Tiny-Gain_2') },
              { about: 'a name that means something to programs', head: renamed('constructor') },
              { about: 'a directory without any state', head: { ...sample, 'plugins/My Templates/README.md': '# Templates\n' } },
            ],
          }
        },
        *check({ plugin, model }) {
          const { name, hasHandoff, handoffPath, row, second } = plugin
          const place = hasHandoff ? { path: handoffPath, line: 1 } : (row?.place ?? second?.place)
          if (pluginName.test(name) || !place) return
          yield {
            message: msg`Unexpected name ${name}, expected a letter followed by letters, digits, ${'_'} and ${'-'}`,
            hint: msg`Rename the directory, its row and its entry: no command can name it.`,
            place,
            concerns: [model.registryPath],
          }
        },
      },
    ]),
    over(current, [
      {
        code: 'PLUGIN_SECTION_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'The handoff lacks one or more of its six sections.',
        why: 'The next agent has nothing but this file: its sections say what was done, what comes next and what must not be forgotten.',
        repair: 'Add the headings, with `_None yet._` below where there is nothing to say. Every transition adds those that are missing.',
        examples: ({ inHandoff, sample }) => ({
          bad: [
            { about: 'no section for build artifacts', head: inHandoff(sample, ['## Build Artifacts\n\n_None yet._\n\n', '']) },
            { about: 'a heading of another level', head: inHandoff(sample, ['## Next Steps', '### Next Steps']) },
            { about: 'a heading in a fence', head: inHandoff(sample, ['## Testing Checklist', '```\n## Testing Checklist\n```']) },
            { about: 'a heading that only begins alike', head: inHandoff(sample, ['## Next Steps', '## Next Steps and more']) },
          ],
          good: [
            {
              about: 'other capitals, and more after a colon, a parenthesis or a dash',
              head: inHandoff(
                sample,
                ['## Completed So Far', '## COMPLETED SO FAR (stage 2)'],
                ['## Next Steps', '## Next steps: stage 3 ##'],
                ['## Build Artifacts', '## Build Artifacts - none'],
                ['## Context to Preserve', '## Context to Preserve – decisions'],
              ),
            },
            { about: 'a heading that is underlined', head: inHandoff(sample, ['## Next Steps', 'Next Steps\n----------']) },
          ],
        }),
        *check({ handoff }) {
          const missing = sectionNames.filter((name) => !handoff.has(name))
          if (handoff.legacy || !handoff.front.readable || missing.length === 0) return
          yield {
            message: msg`Missing sections: ${missing}`,
            hint: msg`Add the headings, such as ${`## ${missing[0] ?? ''}`}, with ${'_None yet._'} below where there is nothing to say.`,
            place: handoff.document.place(handoff.front.body - 1),
          }
        },
      },
    ]),
    over(plugins, [
      {
        code: 'PLUGIN_DUPLICATE_HANDOFF',
        strict: 'warning',
        soft: 'warning',
        summary: 'There is a handoff next to the plugin and another one in `.ideas`; the latter is not read.',
        why: 'An agent that opens the old one resumes from an outdated state.',
        repair: 'Move what is still worth having into the one next to the plugin, and delete the one in `.ideas`.',
        examples: ({ change, handoffPath, oldHandoffPath, sample }) => ({
          bad: [
            { about: 'one at each place', head: change(sample, { [oldHandoffPath]: sample[handoffPath] ?? '' }) },
            {
              about: 'one that contradicts, which is not read',
              head: change(sample, { [oldHandoffPath]: '---\nplugin: Amber\nstage: 9\n---\n' }),
            },
          ],
          good: [
            {
              about: 'one that was put away',
              head: change(sample, { 'plugins/TinyGain/.ideas/.continue-here.archived.md': sample[handoffPath] ?? '' }),
            },
          ],
        }),
        *check({ plugin: { duplicate, handoffPath, stale } }) {
          if (duplicate === undefined || stale) return
          yield {
            message: msg`Unexpected second handoff, expected only ${handoffPath}`,
            hint: msg`Delete it, once everything worth having is in ${handoffPath}.`,
            place: { path: duplicate, line: 1 },
            concerns: [handoffPath],
          }
        },
      },
    ]),
    over(handoffs, [
      {
        code: 'PLUGIN_STALE_HANDOFF',
        strict: 'warning',
        soft: 'warning',
        summary: 'The registry says `📦 Installed`, and the handoff is still there.',
        why: 'Nothing is left to hand over. A leftover handoff is taken for work that waits.',
        repair: '`/install NAME` deletes it. Where work on it is in progress, a person has to decide which of the two is right.',
        safe: true,
        examples: ({ change, handoffPath, inHandoff, oldHandoffPath, withStatus, workingSample }) => {
          const installed = withStatus(workingSample, '✅ Working', '📦 Installed')
          return {
            bad: [
              { about: 'a handoff that was left behind', head: installed },
              {
                about: 'a handoff in which hardly anything is right, which is not a finding of its own',
                head: inHandoff(
                  installed,
                  ['stage: 5', 'stage: ideation'],
                  ['status: workflow_complete', 'status: done'],
                  ['last_updated: 2026-02-02', 'last_updated: 2026-02-02 15:30:00'],
                  ['next_action: install', 'next_action: nothing'],
                  ['## Build Artifacts', '## Artifacts'],
                ),
              },
              { about: 'one in the old format', head: change(installed, { [handoffPath]: '# Resume here\n\nThe foundation is done.\n' }) },
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
            ...(offers.length === 0 && { hint: leftBehind({ handoff, plugin, model }) }),
            place: handoff.top,
            concerns: [plugin.second?.path ?? model.registryPath],
          }
        },
      },
    ]),
    over(plugins, [
      {
        code: 'PLUGIN_HANDOFF_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'The registry says that the plugin is in development, and there is no handoff.',
        why: 'Stage, phase, contracts and what the next agent must know are lost: the work cannot be resumed.',
        repair: '`/regenerate NAME` makes one from registry, plan and contracts.',
        examples: ({ change, handoffPath, notesSample, sample, withStatus }) => ({
          bad: [
            { about: 'no handoff', head: change(sample, { [handoffPath]: null }) },
            { about: 'notes that say so', head: change(notesSample, { [handoffPath]: null }) },
          ],
          good: [
            { about: 'nothing begun yet', head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated') },
            { about: 'everything done', head: withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '✅ Working') },
          ],
        }),
        *check(subject) {
          const { plugin, model } = subject
          const { registered, hasHandoff, handoffPath, row, second } = plugin
          const place = row?.place ?? second?.place
          if (registered?.kind !== 'stage' || hasHandoff || !place || model.linked) return
          yield {
            message: msg`Missing handoff, expected ${handoffPath} for a plugin that is ${stageStatus(registered.unit)}`,
            ...remaking(subject),
            place,
            concerns: [handoffPath, second?.path ?? model.registryPath],
          }
        },
      },
    ]),
  ],
}
