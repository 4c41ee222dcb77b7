import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { registryPath, sample } from '../../examples.ts'
import type { PluginModel } from '../../model.ts'

/** From so many plugins on, branches meet in the registry often enough for a driver to be worth its set-up. */
const many = 20

const names = Array.from({ length: many }, (_, index) => `Gain${index}`)
const table = ['| Plugin Name | Status |', '|---|---|', ...names.map((name) => `| ${name} | 💡 Ideated |`), '']
/** Nothing but rows, and a folder for each. */
const crowded = {
  configuration: { 'second-place': 'none' },
  head: { [registryPath]: table.join('\n'), ...Object.fromEntries(names.map((name) => [`plugins/${name}/README.md`, ''])) },
}

export const mergeDriver: Rule<PluginModel> = {
  code: 'REGISTRY_MERGE_DRIVER',
  strict: 'notice',
  soft: 'notice',
  summary: 'Where the installation is examined: the registry lists twenty plugins or more, and git merges it as any text.',
  why: 'Branches that change neighbouring rows are then in conflict, though each plugin was changed by one of them alone.',
  repair:
    'Write `PLUGINS.md merge=baton` into `.gitattributes`, and in each clone run `git config merge.baton.driver "baton merge-registry %O %A %B %P"`.',
  installation: true,
  get examples() {
    const without = { driver: undefined, configured: false }
    return {
      bad: [
        { about: 'no attribute', ...crowded, merging: { [registryPath]: without } },
        {
          about: 'a driver that this clone does not know',
          ...crowded,
          merging: { [registryPath]: { driver: 'baton', configured: false } },
        },
      ],
      good: [
        { about: 'a driver', ...crowded, merging: { [registryPath]: { driver: 'baton', configured: true } } },
        { about: 'few plugins', head: sample, merging: { [registryPath]: without } },
        { about: 'no clone', ...crowded },
      ],
    }
  },
  *check({ context: { merging }, registry, registryPath }) {
    const merged = merging?.get(registryPath)
    if (!registry || !merged || merged.configured || registry.rows.length < many) return
    const { driver } = merged
    const place = { path: registryPath }
    if (driver === undefined)
      yield {
        message: say`Missing merge driver for ${registryPath}, in which ${registry.rows.length} plugins meet`,
        hint: say`Write ${`${registryPath} merge=baton`} into ${'.gitattributes'}, and run ${'git config merge.baton.driver "baton merge-registry %O %A %B %P"'}.`,
        place,
      }
    else
      yield {
        message: say`Unexpected merge driver ${driver} of ${registryPath}: this clone knows none of that name`,
        hint: say`Run ${`git config merge.${driver}.driver "baton merge-registry %O %A %B %P"`}.`,
        place,
      }
  },
}
