import type { Rule } from '../../../../core/rule.ts'
import { mergeDriverName, type DriverTrial } from '../../../../core/installation.ts'
import { msg } from '../../../../core/message.ts'
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

const setUp = msg`Run ${'baton init --merge-driver'}.`

export const mergeDriver: Rule<PluginModel> = {
  code: 'REGISTRY_MERGE_DRIVER',
  strict: 'notice',
  soft: 'notice',
  summary: 'Where the installation is examined: the registry lists twenty plugins or more, and git merges it as any text.',
  why: 'Branches that change neighbouring rows are then in conflict, though each plugin was changed by one of them alone.',
  repair:
    'Run `baton init --merge-driver` in each clone: it writes `PLUGINS.md merge=baton` into `.gitattributes` and sets the driver in the configuration of the clone.',
  installation: true,
  examples() {
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
        { about: 'a driver that git has by itself', ...crowded, merging: { [registryPath]: { driver: 'union', configured: true } } },
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
}
