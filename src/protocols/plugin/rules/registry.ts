import { msg } from '../../../core/message.ts'
import { models, plugins, type PluginRules } from './subjects.ts'
import type { Place } from '../../../core/diagnostic.ts'
import type { Plugin } from '../model.ts'
import { offer, offersOr } from './offers.ts'
import { pathsOf } from '../files.ts'
import { headingLookalike } from '../registry/lookalikes.ts'
import { duplicatesOf } from '../registry/registry.ts'
import { mergeDriverName } from '../../../core/installation.ts'
import { overParts } from '../../../kit/rules.ts'

const header = '| Plugin Name | Status | Version | Last Updated |'

const delimiters = '|-------------|--------|---------|--------------|'

/** For a table of the same file that is meant for something else. */
const otherTableHint = msg`Each table with the columns ${'Plugin'} (or ${'Plugin Name'}) and ${'Status'} is read as the registry: give one that is about something else another title for one of them.`

/** What there is of a plugin without a row: its entry, otherwise its handoff, otherwise a contract. */
function placeOf({ second, hasHandoff, handoffPath, contracts }: Plugin, registryPath: string): Place {
  if (second?.path === registryPath) return second.place
  const contract = Object.values(contracts).find(({ file }) => file !== 'absent')
  return { path: hasHandoff || !contract ? handoffPath : contract.path, line: 1 }
}

/** From so many plugins on, branches meet in the registry often enough for a driver to be worth its set-up. */
const minPluginsForDriver = 20

const missingHint = 'Add it by hand, or fix first what else is wrong with the plugin.'

const setUpHint = msg`Run ${'baton init --merge-driver'}.`

export const registryRules: PluginRules = {
  name: 'registry',
  title: 'The registry: its table, and the places of each plugin in it',
  rules: [
    overParts(models, [
      {
        code: 'REGISTRY_MISSING',
        strict: 'warning',
        soft: 'warning',
        summary: 'There are handoffs, and no registry.',
        why: 'The registry is where people see at a glance how far each plugin is: without it people have to open every handoff.',
        repair:
          'Write a registry with a table whose header has `Plugin Name` and `Status`; `/sync` then adds the rows.',
        *check({ registryThere, registryPath, plugins }) {
          const firstHandoff = registryThere
            ? undefined
            : plugins.find(({ handoff }) => handoff && !handoff.front.fault)?.handoff
          if (!firstHandoff) return
          yield {
            message: msg`Missing registry, expected ${registryPath} to list every plugin that has a handoff`,
            hint: msg`Restore it, or write a table whose header has ${'Plugin Name'} and ${'Status'}; then its rows can be synchronised.`,
            place: firstHandoff.top,
            concerns: [registryPath],
          }
        },
      },
      {
        code: 'REGISTRY_TABLE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'The registry has no table with a column `Plugin Name` (or `Plugin`) and a column `Status`.',
        why: 'People and tools look up a status in the table. One in a code block or a comment is a template, and shows nothing.',
        repair: 'Write the header and the line of dashes below it; `/sync` then adds the rows.',
        *check({ registry, registryPath }) {
          if (!registry || registry.table) return
          yield {
            message: msg`Missing table, expected one with the columns ${'Plugin Name'} and ${'Status'}`,
            hint: msg`Write ${header} and below it ${delimiters}; then its rows can be synchronised.`,
            place: { path: registryPath, line: 1 },
          }
        },
      },
    ]),
    overParts(plugins, [
      {
        code: 'REGISTRY_ENTRY_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary:
          'The change removes the last of the second places that say the status of a plugin, and its row remains.',
        why: 'Status and timeline are kept in two places so that a typo is noticed. With the last of them the timeline is lost, and nothing else reveals it.',
        repair: 'Restore it, or set `second-place: none` in the configuration to do without.',
        *check({ plugin, before, model }) {
          if (!before?.second || !plugin.row || plugin.second || model.layout !== 'none') return
          const isInNotes = before.second.path !== model.registryPath
          yield {
            message: isInNotes
              ? msg`Missing status of ${plugin.name} in its notes, expected it in ${before.second.path}`
              : msg`Missing entry of ${plugin.name}, expected it in ${before.second.path}`,
            hint: 'Restore it.',
            place: plugin.row.place,
            concerns: [before.second.path],
          }
        },
      },
      {
        code: 'REGISTRY_ROW_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A plugin has no row in the registry.',
        why: 'Anyone who looks at the table does not know that the plugin exists.',
        repair: '`/sync NAME` adds the row.',
        *check({ plugin, model }) {
          const { registry, registryPath } = model
          if (!registry?.table || plugin.row) return
          yield {
            message: msg`Missing row of ${plugin.name}, expected one in the table of ${registryPath}`,
            ...offersOr(offer('sync', { plugin, model }, 'adds it'), missingHint),
            place: placeOf(plugin, registryPath),
            concerns: [registryPath],
          }
        },
      },
      {
        code: 'REGISTRY_ENTRY_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A plugin with a row has no second place of its status, though others have one.',
        why: 'Status and timeline are kept in two places so that a typo is noticed. If one of them is missing, nothing reveals it.',
        repair: '`/sync NAME` adds the entry, or the status line in `NOTES.md`.',
        *check({ plugin, model }) {
          const { name, row, second, directory } = plugin
          const { layout, configuration, unreadable } = model
          if (!row || second || layout === 'none') return
          const { notes } = pathsOf(configuration, name)
          if (layout === 'notes' && (!directory || unreadable.some(({ path }) => path === notes))) return
          const lookalike = model.registry && layout === 'entries' ? headingLookalike(model.registry, name) : undefined
          yield {
            message:
              layout === 'notes'
                ? msg`Missing status of ${name} in its notes, expected a line ${'- **Current Status:** …'} in ${notes}`
                : msg`Missing entry of ${name}, expected a heading ${`### ${name}`} with its status`,
            ...offersOr(offer('sync', { plugin, model }, 'adds what is missing'), missingHint),
            place: row.place,
            ...(lookalike !== undefined && {
              related: [
                {
                  path: model.registryPath,
                  line: lookalike,
                  message: 'this heading looks like it, and is none of its name alone',
                },
              ],
            }),
            concerns: [layout === 'notes' ? notes : model.registryPath],
          }
        },
      },
      {
        code: 'REGISTRY_DUPLICATE',
        strict: 'error',
        soft: 'error',
        summary: 'A plugin has two rows, two entries, or a field of its entry twice.',
        why: 'It is unclear which of the two is valid, and every command writes only one of them.',
        repair: 'Delete the one that is wrong. No command that writes the registry runs for this plugin meanwhile.',
        *check({ plugin }) {
          const tables = new Set(plugin.rows.map(({ table }) => table.header))
          for (const { kind, first, again } of duplicatesOf(plugin)) {
            yield {
              message: msg`Unexpected second ${kind} of ${plugin.name}, expected one`,
              hint:
                kind === 'row' && tables.size > 1
                  ? `Keep the one that is right and delete the other. ${otherTableHint}`
                  : 'Keep the one that is right and delete the other.',
              place: again,
              related: [{ ...first, message: 'the first one' }],
            }
          }
        },
      },
      {
        code: 'REGISTRY_DIRECTORY_MISSING',
        strict: 'warning',
        soft: 'warning',
        summary: 'The registry lists a plugin that has no directory.',
        why: 'It was renamed, deleted or never begun. Until that is resolved, no command but `/sync` works on it.',
        repair: 'Delete row and entry, or correct the name: it must be that of the directory, letter by letter.',
        *check({ plugin, model }) {
          const { name, directory, row, second } = plugin
          const place = row?.place ?? second?.place
          if (directory || !place || model.linked) return
          yield {
            message: msg`Missing directory of ${name}, expected ${pathsOf(model.configuration, name).folder}`,
            hint: 'Delete row and entry, or write the name as the directory has it.',
            place,
          }
        },
      },
    ]),
    overParts(models, [
      {
        code: 'REGISTRY_MERGE_DRIVER',
        strict: 'notice',
        soft: 'notice',
        summary:
          'When the installation is checked: the registry lists twenty plugins or more, and git merges it like any other text; or git keeps the lines of both sides (`merge=union`).',
        why: 'Branches that change neighbouring rows are then in conflict, though each plugin was changed by one of them alone. With `union` there is no conflict, and a plugin that both changed has two rows.',
        repair:
          'Run `baton init --merge-driver` in each clone: it writes `PLUGINS.md merge=baton` into `.gitattributes` and sets the driver in the configuration of the clone.',
        installation: true,
        *check({ context: { merging }, registry, registryPath }) {
          const mergeSetup = merging?.get(registryPath)
          if (!registry || !mergeSetup) return
          const { driver, configured, trial } = mergeSetup
          const place = { path: registryPath }
          if (trial?.outcome === 'foreign' && driver === mergeDriverName)
            yield {
              message: msg`Unexpected command of the merge driver ${driver}: ${trial.command} is not this program, and was not started`,
              hint: setUpHint,
              place,
            }
          if (driver === 'union')
            yield {
              message: msg`Unexpected merge driver ${driver} of ${registryPath}: it keeps the rows of both sides, so that one plugin gets two`,
              hint: setUpHint,
              place,
            }
          if (configured || registry.rows.length < minPluginsForDriver) return
          yield {
            message:
              driver === undefined
                ? msg`Missing merge driver for ${registryPath}, which ${registry.rows.length} plugins share`
                : msg`Unexpected merge driver ${driver} of ${registryPath}: this clone has no driver of that name`,
            hint:
              driver === undefined || driver === mergeDriverName
                ? setUpHint
                : `${msg`Write ${`${registryPath} merge=${mergeDriverName}`} into ${'.gitattributes'}.`} ${setUpHint}`,
            place,
          }
        },
      },
      {
        code: 'REGISTRY_DRIVER_BROKEN',
        strict: 'warning',
        soft: 'warning',
        summary:
          'When the installation is checked: the merge driver of the registry does not start, or does not merge.',
        why: 'Git then keeps our side of the registry, says that it is in conflict, and leaves no markers: the other side is easily lost.',
        repair: 'Run `baton init --merge-driver`: it sets the command by which this clone starts Baton.',
        installation: true,
        *check({ context: { merging }, registryPath }) {
          const mergeSetup = merging?.get(registryPath)
          if (mergeSetup?.trial?.outcome === 'fails')
            yield {
              message: msg`Unexpected merge driver ${mergeSetup.driver ?? ''} of ${registryPath}, expected one that starts: ${mergeSetup.trial.why}`,
              hint: setUpHint,
              place: { path: registryPath },
            }
        },
      },
    ]),
  ],
}
