import { linkNoun } from '../../../kit/entry.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { pluginName, type UnreadableFile } from '../model.ts'
import {
  approvalDescription,
  asComplete,
  forPerson,
  offer,
  offersOr,
  knowsComplexity,
  knowsPosition,
  recordingAdvice,
  replacingOffers,
  restoringOffers,
} from './offers.ts'
import {
  unreadableFiles,
  plugins,
  currentHandoffs,
  handoffs,
  type UnreadableSubject,
  type HandoffSubject,
  type PluginSubject,
  type PluginRules,
} from './subjects.ts'
import { msg } from '../../../core/message.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { planFaults } from './plan.ts'
import { sectionNames } from '../schema.ts'
import { placesDisagree } from '../registry/resolution.ts'
import { installedStatus, stageStatus } from '../registry/values.ts'
import { pathsOf } from '../files.ts'
import { overParts } from '../../../kit/rules.ts'

interface UnreadableWording {
  readonly message: (subject: UnreadableSubject) => string
  readonly hint: (subject: UnreadableSubject) => string
  /** What bringing back an earlier version of a handoff does. */
  readonly restoring?: string
}

/** A state file that is there and is not read, for one reason. */
function* unreadableFileFindings(
  subject: UnreadableSubject,
  reason: UnreadableFile['why'],
  { message, hint, restoring }: UnreadableWording,
): Iterable<Finding> {
  const { file, owner } = subject
  const { path, role } = file
  if (file.why !== reason) return
  yield {
    message: message(subject),
    hint: hint(subject),
    ...(restoring !== undefined && owner && role === 'handoff' && { offers: offer('restore state', owner, restoring) }),
    place: { path, line: 1 },
  }
}

const isFolder = (kind: UnreadableFile['role']) => kind.startsWith('folder ')

function legacyFormatMessage({ where, front, path }: Handoff): string {
  if (where === 'ideas') return msg`Unexpected place ${path}, expected the handoff next to the plugin`
  if (!front.exists) return msg`Missing front matter, expected ${'---'} in the first line`
  return msg`Missing key ${'contract_checksums'}`
}

/** Advice where no command can migrate a handoff: what a person has to write into it first. */
function manualMigrationHint(subject: HandoffSubject): string {
  if (!knowsPosition(subject)) {
    return subject.handoff.front.readable
      ? msg`Write ${'stage'} and ${'status'} into it: nothing else says where the work is. Then it can be migrated.`
      : msg`Neither it nor the registry shows where the work is: delete it if the work was given up, otherwise write ${'stage'} and ${'status'} into a front matter.`
  }
  if (!knowsComplexity(subject))
    return msg`Write ${'complexity_score'} into it, or a line ${'Complexity: N'} into the plan: nothing else has it. Then it can be migrated.`
  return 'Give it the present form by hand.'
}

/** Whether a handoff without front matter has lost it, rather than being an old one. */
const isFrontMatterLost = ({ handoff, before }: HandoffSubject): boolean =>
  !handoff.front.exists && before?.handoff?.front.readable === true

const restoringFrontMatter = 'brings the newest earlier one with a front matter back, if history has one'

/** A person decides: the registry does not know what the front matter said. */
const lostFrontMatterAdvice = (subject: HandoffSubject): Pick<Finding, 'hint'> =>
  forPerson([
    ...offer('restore state', subject, restoringFrontMatter),
    ...offer(
      'migrate',
      subject,
      `makes a front matter from the registry${asComplete(subject)}, and ${approvalDescription}`,
    ),
  ])

/** Advice for a stale handoff that no command may delete. */
function staleHandoffHint({ handoff, plugin }: HandoffSubject): string {
  if (handoff.fields.status.value === 'in_progress')
    return 'Work on it is in progress: write its status into the registry if that is so, otherwise delete the handoff.'
  return placesDisagree(plugin) ? 'Delete it, once row and second place agree.' : 'Delete it by hand.'
}

/** Advice for a missing handoff: the command that makes it, where directory, registry and complexity suffice. */
function regenerationAdvice(subject: PluginSubject): Pick<Finding, 'offers' | 'hint'> {
  const { plugin, model, before } = subject
  // What the change deleted has more in it than what the registry still knows: a grant, and what was done.
  if (before?.handoff && before.state.kind !== 'unknown')
    return forPerson([
      ...offer('restore state', subject, 'brings it back from history'),
      ...offer('regenerate', subject, 'makes another one, without the grant and the notes of the one that was deleted'),
    ])
  const offers = replacingOffers(subject)
  if (offers.length > 0) return recordingAdvice(subject, offers, offer('regenerate', subject, approvalDescription))
  const [offerWithComplexity] = offer('regenerate with a complexity', subject, '')
  if (offerWithComplexity) {
    const regenerationHint = `${msg`${offerWithComplexity.command}, X being the score of the plugin from 1 to 5, makes one from the registry and the contracts`}${asComplete(subject)}.`
    const { hint: restorationHint } = forPerson(restoringOffers(subject))
    return { hint: [regenerationHint, ...(restorationHint === undefined ? [] : [restorationHint])].join(' ') }
  }
  if (!plugin.directory && !pluginName.test(plugin.name))
    return { hint: 'Write the name of a directory alone into row or heading, or delete both if it is gone.' }
  if (!plugin.directory)
    return {
      hint: msg`Put the files of the plugin into ${pathsOf(model.configuration, plugin.name).folder}, or delete row and entry if it is gone.`,
    }
  return { hint: 'Fix what else is wrong with its name, row and entry: then one can be made from the registry.' }
}

export const handoffFileRules: PluginRules = {
  name: 'handoff-file',
  title: 'The handoff as a file',
  rules: [
    overParts(unreadableFiles, [
      {
        code: 'PLUGIN_FILE_ENCODING',
        strict: 'error',
        soft: 'error',
        summary: 'A handoff, the registry or notes are not UTF-8 text: they contain other bytes, or a NUL.',
        why: 'Two programs would read it differently, so nothing in it is checked.',
        repair:
          'Save it as UTF-8. `/restore NAME state` takes the newest earlier version of a handoff that can be read.',
        check: (subject) =>
          unreadableFileFindings(subject, 'encoding', {
            message: ({ file: { role } }) => `Unexpected bytes in the ${role}, expected UTF-8 text without NUL`,
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
        check: (subject) =>
          unreadableFileFindings(subject, 'large', {
            message: ({ file: { role }, model: { context } }) =>
              `Unexpected size of the ${role}, ${msg`expected at most ${context.limit} bytes`}`,
            hint: () => msg`Move what is not state into another file, or raise ${'limits.file'} in the configuration.`,
          }),
      },
      {
        code: 'PLUGIN_FILE_SYMLINK',
        strict: 'error',
        soft: 'error',
        summary:
          'A handoff, a contract, the registry, notes, or one of their folders is a symbolic link or a submodule; it is not followed.',
        why: 'What a symbolic link points to may be outside the repository or change without a commit: it is not state of this repository.',
        repair: 'Put the file or folder itself in place of the link.',
        check: (subject) =>
          unreadableFileFindings(subject, 'link', {
            message: ({ file: { role, path }, model: { view } }) =>
              `Unexpected ${linkNoun(view, path)} in place of the ${role}, expected a ${isFolder(role) ? 'folder' : 'file'}`,
            hint: ({ file: { role, path }, model: { view } }) => {
              const noun = linkNoun(view, path)
              return `Put the ${isFolder(role) ? 'folder' : 'file'} itself in place of the ${noun === 'submodule' ? noun : 'link'}: ${noun}s are not followed.`
            },
          }),
      },
    ]),
    overParts(plugins, [
      {
        code: 'PLUGIN_YAML_INVALID',
        strict: 'error',
        soft: 'error',
        summary:
          'The front matter of the handoff cannot be read: a syntax error, no closing line, no mapping, a key twice, an alias, a merge key, a tag, a tab as indentation, nesting deeper than 16, or a language named after `---`.',
        why: 'Without its front matter the handoff says nothing, and every tool guesses something different.',
        repair:
          '`/restore NAME state` takes its newest earlier version that can be read; `/regenerate NAME` makes a front matter from the registry.',
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
            ...recordingAdvice(subject, offers, offer('regenerate', subject, approvalDescription)),
            otherwise: 'Correct it by hand.',
            ...(plugin.registered?.kind === 'installed' && {
              hint: 'It may be deleted if nothing is in progress: the plugin is installed.',
            }),
          }
        },
      },
    ]),
    overParts(currentHandoffs, [
      {
        code: 'PLUGIN_LEGACY_FORMAT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The handoff uses the old format: in `.ideas`, without front matter, or without `contract_checksums`.',
        why: 'Nothing shows whether its contracts are still the ones that were built against. It is read nevertheless; keys that such files never had are not required.',
        repair:
          '`/migrate NAME` moves it next to the plugin, adds the keys and sections that it lacks and records the contracts as they are.',
        safe: true,
        *check(subject) {
          const { handoff } = subject
          if (!handoff.legacy) return
          const planFaultNote =
            planFaults(subject).length > 0
              ? msg`; after that, its plan is found to be wrong as well (${'PLUGIN_PLAN_PHASES'})`
              : ''
          const lost = isFrontMatterLost(subject)
          const migrateOffers = offer('migrate', subject, `gives it the current form${planFaultNote}`)
          const offers = [
            ...migrateOffers,
            ...(handoff.front.exists ? [] : offer('restore state', subject, restoringFrontMatter)),
          ]
          yield {
            message: legacyFormatMessage(handoff),
            ...(lost
              ? lostFrontMatterAdvice(subject)
              : recordingAdvice(subject, offers, offer('migrate', subject, approvalDescription))),
            ...(migrateOffers.length === 0 && { hint: manualMigrationHint(subject) }),
            place: handoff.top,
          }
        },
      },
    ]),
    overParts(plugins, [
      {
        code: 'PLUGIN_NAME_INVALID',
        strict: 'error',
        soft: 'warning',
        summary:
          'The directory of a handoff, or a row or entry of the registry, has an invalid name: it must begin with a letter (`A–Z`, `a–z`), followed by such letters, digits, `_` and `-`.',
        why: 'Commands name plugins. One that cannot be named can be checked, but never accepted, handed back or repaired.',
        repair: 'Rename the directory, its row and its entry.',
        *check({ plugin, model }) {
          const { name, hasHandoff, handoffPath, row, second } = plugin
          const place = hasHandoff ? { path: handoffPath, line: 1 } : (row?.place ?? second?.place)
          if (pluginName.test(name) || !place) return
          yield {
            message: msg`Unexpected name ${name}, expected a letter (${'A–Z'}, ${'a–z'}) followed by such letters, digits, ${'_'} and ${'-'}`,
            hint: plugin.directory
              ? 'Rename the directory, its row and its entry: no command can name it.'
              : 'Write the name of a directory alone there; what else there is to say belongs below it.',
            place,
            concerns: [model.registryPath],
          }
        },
      },
    ]),
    overParts(currentHandoffs, [
      {
        code: 'PLUGIN_SECTION_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'The handoff lacks one or more of its six sections.',
        why: 'The next agent has nothing but this file: its sections say what was done, what comes next and what must not be forgotten.',
        repair:
          'Add the headings, with `_None yet._` below where there is nothing to say. Every transition adds those that are missing.',
        *check({ handoff }) {
          const missingSections = sectionNames.filter((name) => !handoff.has(name))
          if (handoff.legacy || !handoff.front.readable || missingSections.length === 0) return
          yield {
            message: msg`Missing sections: ${missingSections}`,
            hint: msg`Add the headings, such as ${`## ${missingSections[0] ?? ''}`}, with ${'_None yet._'} below where there is nothing to say.`,
            place: handoff.document.place(handoff.front.body - 1),
          }
        },
      },
    ]),
    overParts(plugins, [
      {
        code: 'PLUGIN_DUPLICATE_HANDOFF',
        strict: 'warning',
        soft: 'warning',
        summary: 'There is a handoff next to the plugin and another one in `.ideas`; the latter is not read.',
        why: 'An agent that opens the old one resumes from an outdated state.',
        repair: 'Move what is still worth having into the one next to the plugin, and delete the one in `.ideas`.',
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
    overParts(handoffs, [
      {
        code: 'PLUGIN_STALE_HANDOFF',
        strict: 'warning',
        soft: 'warning',
        summary: 'The registry says `📦 Installed`, and the handoff is still there.',
        why: 'Nothing is left to hand over. A leftover handoff is taken for work that waits.',
        repair:
          '`/install NAME` deletes it. Where work on it is in progress, a person has to decide which of the two is right.',
        safe: true,
        *check(subject) {
          const { handoff, plugin, model } = subject
          if (!plugin.stale) return
          yield {
            message: msg`Unexpected handoff of a plugin that is ${installedStatus}, expected none`,
            ...offersOr(offer('install', subject, 'deletes it'), staleHandoffHint(subject)),
            place: handoff.top,
            concerns: [plugin.second?.path ?? model.registryPath],
          }
        },
      },
    ]),
    overParts(plugins, [
      {
        code: 'PLUGIN_HANDOFF_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'The registry says that the plugin is in development, and there is no handoff.',
        why: 'Stage, phase, contracts and what the next agent must know are lost: the work cannot be resumed.',
        repair:
          '`/regenerate NAME` makes one from registry, plan and contracts, with the stage or phase of the registry as complete. `/restore NAME state` brings back the newest earlier one, if history has one.',
        *check(subject) {
          const { plugin, model } = subject
          const { registered, hasHandoff, handoffPath, row, second } = plugin
          const place = row?.place ?? second?.place
          if (registered?.kind !== 'stage' || hasHandoff || !place || model.linked) return
          yield {
            message: msg`Missing handoff, expected ${handoffPath} for a plugin that is ${stageStatus(registered.unit)}`,
            ...regenerationAdvice(subject),
            place,
            concerns: [handoffPath, second?.path ?? model.registryPath],
          }
        },
      },
    ]),
  ],
}
