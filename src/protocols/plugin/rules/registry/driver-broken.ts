import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { registryPath, sample } from '../../examples.ts'
import type { PluginModel } from '../../model.ts'

export const driverBroken: Rule<PluginModel> = {
  code: 'REGISTRY_DRIVER_BROKEN',
  strict: 'warning',
  soft: 'warning',
  summary: 'Where the installation is examined: the merge driver of the registry does not start, or does not merge.',
  why: 'Git then keeps our side of the registry, says that it is in conflict, and leaves no markers: the other side is easily lost.',
  repair: 'Run `baton init --merge-driver`: it sets the command by which this clone starts Baton.',
  installation: true,
  examples() {
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
}
