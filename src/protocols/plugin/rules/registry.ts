import { msg } from '../../../core/message.ts'
import { kept, models, plugins, type PluginRules } from './subjects.ts'
import type { Place } from '../../../core/diagnostic.ts'
import type { Plugin } from '../model.ts'
import { offer } from './offers.ts'
import { pathsOf } from '../files.ts'
import { duplicatesOf } from '../registry/registry.ts'
import { mergeDriverName, type DriverTrial } from '../../../core/installation.ts'
import { over } from '../../../kit/rules.ts'

const header = '| Plugin Name | Status | Version | Last Updated |'

const delimiters = '|-------------|--------|---------|--------------|'

/** What there is of a plugin without a row: its entry, otherwise its handoff, otherwise a contract. */
function placeOf({ second, hasHandoff, handoffPath, contracts }: Plugin, registryPath: string): Place {
  if (second?.path === registryPath) return second.place
  const contract = Object.values(contracts).find(({ file }) => file !== 'absent')
  return { path: hasHandoff || !contract ? handoffPath : contract.path, line: 1 }
}

const row = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'

/** From so many plugins on, branches meet in the registry often enough for a driver to be worth its set-up. */
const many = 20

const setUp = msg`Run ${'baton init --merge-driver'}.`

/** The registry: its table, and the places of each plugin in it */
export const registryRules: PluginRules = {
  name: 'registry',
  title: 'The registry: its table, and the places of each plugin in it',
  rules: [
    over(models, [
      {
        code: 'REGISTRY_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'There are handoffs, and no registry. It is an error where the change deletes it.',
        why: 'The registry is where people see at a glance how far each plugin is: without it people have to open every handoff.',
        repair: 'Write a registry with a table whose header has `Plugin Name` and `Status`; `/sync` then adds the rows.',
        examples: ({ change, registryPath, sample }) => ({
          bad: [{ about: 'a plugin in development, and nothing that lists it', head: change(sample, { [registryPath]: null }) }],
          good: [
            {
              about: 'a registry at another place that is configured',
              head: { ...change(sample, { [registryPath]: null }), 'docs/PLUGINS.md': sample[registryPath] ?? '' },
              configuration: { registry: 'docs/PLUGINS.md' },
            },
          ],
        }),
        *check({ registryThere, registryPath, plugins }) {
          const listed = registryThere ? undefined : plugins.find(({ handoff }) => handoff && !handoff.front.fault)?.handoff
          if (!listed) return
          yield {
            message: msg`Missing registry, expected ${registryPath} to list every plugin that has a handoff`,
            hint: msg`Restore it, or write a table whose header has ${'Plugin Name'} and ${'Status'}; then its rows can be synchronised.`,
            place: listed.top,
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
        examples: ({ inRegistry, registryPath, sample }) => {
          const table = (sample[registryPath] ?? '').slice(
            (sample[registryPath] ?? '').indexOf(header),
            (sample[registryPath] ?? '').indexOf('\n### '),
          )
          return {
            bad: [
              { about: 'no table', head: inRegistry(sample, [table, '']) },
              { about: 'no line of dashes below the header', head: inRegistry(sample, [`${delimiters}\n`, '']) },
              { about: 'no column for the status', head: inRegistry(sample, ['| Status |', '| State |']) },
              { about: 'no column for the name', head: inRegistry(sample, ['| Plugin Name |', '| Title |']) },
              { about: 'a table in a code block', head: inRegistry(sample, [table, `\`\`\`\n${table}\`\`\`\n`]) },
              { about: 'a table in a comment', head: inRegistry(sample, [table, `<!--\n${table}-->\n`]) },
              {
                about: 'a table in a quote',
                head: inRegistry(sample, [
                  table,
                  `${table
                    .trimEnd()
                    .split('\n')
                    .map((line) => `> ${line}`)
                    .join('\n')}\n`,
                ]),
              },
            ],
            good: [
              {
                about: 'short names of the columns, in other capitals',
                head: inRegistry(sample, ['| Plugin Name | Status |', '| plugin | STATUS |']),
              },
              {
                about: 'another order, and a column more',
                head: inRegistry(sample, [table, '| Type | Status | Plugin |\n|---|---|---|\n| Effect | 🚧 Stage 2 | TinyGain |\n']),
              },
            ],
          }
        },
        *check({ registry }) {
          if (!registry || registry.hasTable) return
          yield {
            message: msg`Missing table, expected one with the columns ${'Plugin Name'} and ${'Status'}`,
            hint: msg`Write ${header} and below it ${delimiters}; then its rows can be synchronised.`,
            place: { path: registry.path, line: 1 },
          }
        },
      },
    ]),
    over(kept, [
      {
        code: 'REGISTRY_ENTRY_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary: 'The change removes the last of the second places that say the status of a plugin, and its row remains.',
        why: 'Status and timeline are kept in two places so that a typo is noticed. With the last of them the timeline is lost, and nothing else reveals it.',
        repair: 'Restore it. `second-place: none` in the configuration does without.',
        examples: ({ change, inRegistry, notesPath, notesSample, sample, sampleEntry }) => ({
          bad: [
            { about: 'the entry', base: sample, head: inRegistry(sample, [sampleEntry, '']) },
            { about: 'the notes', base: notesSample, head: change(notesSample, { [notesPath]: null }) },
          ],
          good: [
            {
              about: 'a repository that does without',
              base: inRegistry(sample, [sampleEntry, '']),
              head: inRegistry(sample, [sampleEntry, '']),
            },
          ],
        }),
        *check({ plugin, before, model }) {
          if (!before.second || !plugin.row || plugin.second || model.layout !== 'none') return
          const inNotes = before.second.path !== model.registryPath
          yield {
            message: inNotes
              ? msg`Missing status of ${plugin.name} in its notes, expected it in ${before.second.path}`
              : msg`Missing entry of ${plugin.name}, expected it in ${before.second.path}`,
            hint: 'Restore it.',
            place: plugin.row.place,
            concerns: [before.second.path],
          }
        },
      },
    ]),
    over(plugins, [
      {
        code: 'REGISTRY_ROW_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A plugin has no row in the registry.',
        why: 'Anyone who looks at the table does not know that the plugin exists.',
        repair: '`/sync NAME` adds the row.',
        examples: ({ change, handoffPath, inRegistry, notesSample, registryPath, sample, sampleEntry, sampleRow }) => ({
          bad: [
            { about: 'an entry without a row', head: inRegistry(sample, [sampleRow, '']) },
            { about: 'a handoff without a row', head: inRegistry(sample, [sampleRow, ''], [sampleEntry, '']) },
            {
              about: 'contracts without a row',
              head: inRegistry(change(sample, { [handoffPath]: null }), [sampleRow, ''], [sampleEntry, '']),
            },
            { about: 'notes without a row', head: change(notesSample, { [registryPath]: [[sampleRow, '']] }) },
          ],
          good: [
            {
              about: 'a name in bold, in code, as a link',
              head: inRegistry(sample, ['| TinyGain |', '| [**`TinyGain`**](plugins/TinyGain) |']),
            },
            { about: 'a directory that holds no plugin', head: { ...sample, 'plugins/shared/README.md': '# Shared code\n' } },
            {
              about: 'a row in a second table',
              head: inRegistry(sample, [sampleRow, `\n## Effects\n\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n`]),
            },
          ],
        }),
        *check({ plugin, model }) {
          const { registry } = model
          if (!registry?.hasTable || plugin.row) return
          const offers = offer('sync', { plugin, model }, 'adds it')
          yield {
            message: msg`Missing row of ${plugin.name}, expected one in the table of ${registry.path}`,
            offers,
            ...(offers.length === 0 && { hint: 'Add it by hand, or fix first what else is wrong with the plugin.' }),
            place: placeOf(plugin, registry.path),
            concerns: [registry.path],
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
        examples: ({ change, inRegistry, notesPath, notesSample, registryPath, sample, sampleEntry, sampleRow }) => {
          const other = '\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n'
          const otherRow = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'
          const otherBrief = { 'plugins/Amber/.ideas/creative-brief.md': '# Amber\n' }
          const withoutStatus = change(notesSample, { [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '']] })
          return {
            bad: [
              {
                about: 'a row without an entry, where another plugin has one',
                head: { ...inRegistry(sample, [sampleRow, sampleRow + otherRow], [sampleEntry, other]), ...otherBrief },
              },
              {
                about: 'a row without an entry, where entries are configured',
                head: inRegistry(sample, [sampleEntry, '']),
                configuration: { 'second-place': 'entries' },
              },
              {
                about: 'notes without a status line, where another plugin has one',
                head: {
                  ...change(withoutStatus, { [registryPath]: [[sampleRow, sampleRow + otherRow]] }),
                  ...otherBrief,
                  'plugins/Amber/NOTES.md': '**Current Status:** 💡 Ideated\n',
                },
              },
              {
                about: 'no notes, where notes are configured',
                head: change(notesSample, { [notesPath]: null }),
                configuration: { 'second-place': 'notes' },
              },
              {
                about: 'a status line in a code block',
                head: change(notesSample, {
                  [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '```\n- **Current Status:** 🚧 Stage 2\n```\n']],
                }),
                configuration: { 'second-place': 'notes' },
              },
            ],
            good: [
              { about: 'no second place anywhere', head: inRegistry(sample, [sampleEntry, '']) },
              { about: 'notes that carry no status anywhere', head: withoutStatus },
              { about: 'no second place, as configured', head: sample, configuration: { 'second-place': 'none' } },
            ],
          }
        },
        *check({ plugin, model }) {
          const { name, row, second, directory } = plugin
          const { layout, configuration, unreadable } = model
          if (!row || second || layout === 'none') return
          const { notes } = pathsOf(configuration, name)
          if (layout === 'notes' && (!directory || unreadable.some(({ path }) => path === notes))) return
          const offers = offer('sync', { plugin, model }, 'adds what is missing')
          yield {
            message:
              layout === 'notes'
                ? msg`Missing status of ${name} in its notes, expected a line ${'- **Current Status:** …'} in ${notes}`
                : msg`Missing entry of ${name}, expected a heading ${`### ${name}`} with its status`,
            offers,
            ...(offers.length === 0 && { hint: 'Add it by hand, or fix first what else is wrong with the plugin.' }),
            place: row.place,
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
        examples: ({ change, inRegistry, notesPath, notesSample, sample, sampleEntry, sampleRow }) => ({
          bad: [
            { about: 'two rows', head: inRegistry(sample, [sampleRow, sampleRow + sampleRow]) },
            {
              about: 'two rows in two tables',
              head: inRegistry(sample, [sampleEntry, `\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n${sampleEntry}`]),
            },
            { about: 'two entries', head: inRegistry(sample, [sampleEntry, sampleEntry + sampleEntry]) },
            { about: 'two statuses', head: inRegistry(sample, ['**Version:**', '**Status:** 🚧 Stage 2\n**Version:**']) },
            { about: 'two days', head: inRegistry(sample, ['**Version:**', '**Last Updated:** 2026-02-02\n**Version:**']) },
            {
              about: 'two statuses in the notes',
              head: change(notesSample, { [notesPath]: [['- **Version:**', '**Current Status:** 🚧 Stage 2\n- **Version:**']] }),
            },
          ],
          good: [
            {
              about: 'another field twice',
              head: inRegistry(sample, ['**Type:** Audio Effect\n', '**Type:** Audio Effect\n**Type:** Utility\n']),
            },
            {
              about: 'a template in a code block',
              head: inRegistry(sample, [sampleEntry, `${sampleEntry}\n\`\`\`\n${sampleRow}${sampleEntry}\`\`\`\n`]),
            },
            {
              about: 'templates in brackets',
              head: inRegistry(
                sample,
                [sampleRow, `${sampleRow}| [PluginName] | [Status] | - | - |\n`],
                [sampleEntry, `${sampleEntry}\n### [PluginName]\n\n**Status:** [Emoji]\n**Status:** [Emoji]\n`],
              ),
            },
          ],
        }),
        *check({ plugin }) {
          for (const { what, first, again } of duplicatesOf(plugin)) {
            yield {
              message: msg`Unexpected second ${what} of ${plugin.name}, expected one`,
              hint: 'Keep the one that is right and delete the other.',
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
        examples: ({ inRegistry, sample, sampleEntry, sampleRow }) => {
          const entry = '\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n'
          const both = inRegistry(sample, [sampleRow, sampleRow + row], [sampleEntry, sampleEntry + entry])
          return {
            bad: [
              { about: 'a plugin that is only listed', head: both },
              {
                about: 'a directory that is a link',
                head: { ...both, 'plugins/Amber': '../elsewhere/Amber' },
                links: ['plugins/Amber'],
              },
              { about: 'the directory in other capitals', head: { ...both, 'plugins/amber/README.md': '# Amber\n' } },
            ],
            good: [
              { about: 'a directory that holds only notes', head: { ...both, 'plugins/Amber/NOTES.md': '# Amber\n' } },
              { about: 'a directory that holds no state yet', head: { ...both, 'plugins/Amber/README.md': '# Amber\n' } },
              { about: 'a directory that holds nothing but a mockup', head: { ...both, 'plugins/Amber/.ideas/mockups/v1.html': '<p>' } },
              {
                about: 'a directory that holds nothing but sources',
                head: { ...both, 'plugins/Amber/Source/dsp/gain.cpp': 'int main() {}\n' },
              },
            ],
          }
        },
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
    over(models, [
      {
        code: 'REGISTRY_MERGE_DRIVER',
        strict: 'notice',
        soft: 'notice',
        summary:
          'When the installation is checked: the registry lists twenty plugins or more, and git merges it as any text; or git keeps the lines of both sides (`merge=union`).',
        why: 'Branches that change neighbouring rows are then in conflict, though each plugin was changed by one of them alone. With `union` there is no conflict, and a plugin that both changed has two rows.',
        repair:
          'Run `baton init --merge-driver` in each clone: it writes `PLUGINS.md merge=baton` into `.gitattributes` and sets the driver in the configuration of the clone.',
        installation: true,
        examples: ({ registryPath, sample }) => {
          const names = Array.from({ length: many }, (_, index) => `Gain${index}`)
          const table = ['| Plugin Name | Status |', '|---|---|', ...names.map((name) => `| ${name} | 💡 Ideated |`), '']
          /** Nothing but rows, and a folder for each. */
          const crowded = {
            configuration: { 'second-place': 'none' },
            head: { [registryPath]: table.join('\n'), ...Object.fromEntries(names.map((name) => [`plugins/${name}/README.md`, ''])) },
          }
          const another: DriverTrial = { outcome: 'foreign', command: 'merge-rows %O %A %B' }
          const without = { driver: undefined, configured: false }
          return {
            bad: [
              { about: 'no attribute', ...crowded, merging: { [registryPath]: without } },
              {
                about: 'a driver that this clone does not know',
                ...crowded,
                merging: { [registryPath]: { driver: 'baton', configured: false } },
              },
              {
                about: 'a driver that keeps the rows of both sides',
                head: sample,
                merging: { [registryPath]: { driver: 'union', configured: true } },
              },
              {
                about: 'a driver of our name that is another program',
                head: sample,
                merging: {
                  [registryPath]: { driver: 'baton', configured: true, trial: another },
                },
              },
            ],
            good: [
              {
                about: 'a driver that starts',
                ...crowded,
                merging: { [registryPath]: { driver: 'baton', configured: true, trial: { outcome: 'runs' as const } } },
              },
              { about: 'few plugins', head: sample, merging: { [registryPath]: without } },
              { about: 'no clone', ...crowded },
            ],
          }
        },
        *check({ context: { merging }, registry, registryPath }) {
          const merged = merging?.get(registryPath)
          if (!registry || !merged) return
          const { driver, configured, trial } = merged
          const place = { path: registryPath }
          if (trial?.outcome === 'foreign' && driver === mergeDriverName)
            yield {
              message: msg`Unexpected command of the merge driver ${driver}: ${trial.command} is another program than this one, and was not started`,
              hint: setUp,
              place,
            }
          if (driver === 'union')
            yield {
              message: msg`Unexpected merge driver ${driver} of ${registryPath}: it keeps the rows of both sides, and so two of one plugin`,
              hint: setUp,
              place,
            }
          if (configured || registry.rows.length < many) return
          yield {
            message:
              driver === undefined
                ? msg`Missing merge driver for ${registryPath}, in which ${registry.rows.length} plugins meet`
                : msg`Unexpected merge driver ${driver} of ${registryPath}: this clone knows none of that name`,
            hint:
              driver === undefined || driver === mergeDriverName
                ? setUp
                : `${msg`Write ${`${registryPath} merge=${mergeDriverName}`} into ${'.gitattributes'}.`} ${setUp}`,
            place,
          }
        },
      },
      {
        code: 'REGISTRY_DRIVER_BROKEN',
        strict: 'warning',
        soft: 'warning',
        summary: 'When the installation is checked: the merge driver of the registry does not start, or does not merge.',
        why: 'Git then keeps our side of the registry, says that it is in conflict, and leaves no markers: the other side is easily lost.',
        repair: 'Run `baton init --merge-driver`: it sets the command by which this clone starts Baton.',
        installation: true,
        examples: ({ registryPath, sample }) => {
          const merging = (trial: { readonly outcome: 'runs' } | { readonly outcome: 'fails'; readonly why: string }) => ({
            [registryPath]: { driver: 'baton', configured: true, trial },
          })
          return {
            bad: [
              {
                about: 'a program that is not there',
                head: sample,
                merging: merging({ outcome: 'fails', why: 'there is no baton on the PATH' }),
              },
            ],
            good: [
              { about: 'a driver that starts', head: sample, merging: merging({ outcome: 'runs' }) },
              { about: 'no driver', head: sample, merging: { [registryPath]: { driver: undefined, configured: false } } },
            ],
          }
        },
        *check({ context: { merging }, registryPath }) {
          const merged = merging?.get(registryPath)
          if (merged?.trial?.outcome === 'fails')
            yield {
              message: msg`Unexpected merge driver ${merged.driver ?? ''} of ${registryPath}, expected one that starts: ${merged.trial.why}`,
              hint: msg`Run ${'baton init --merge-driver'}.`,
              place: { path: registryPath },
            }
        },
      },
    ]),
  ],
}
