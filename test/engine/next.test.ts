import { expect, it } from 'vitest'
import { pluginFiles, registry } from '../../demo/repository.ts'
import type { Reading } from '../../src/core/protocol.ts'
import { nextActions } from '../../src/engine/next.ts'
import { maxRuns } from '../../src/engine/try-command.ts'
import { contractPath, registryPath } from '../../src/protocols/plugin/examples.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { open } from '../protocols/scene.ts'

const planPath = contractPath('plan')

/**
 * How many commands are run to find the next action of so many plugins, each with a plan that its handoff contradicts.
 */
async function runsFor(size: number): Promise<number> {
  const plugins = Array.from({ length: size }, (_, index) => ({ name: `Plugin${index}`, about: 'Louder.' }))
  const files = Object.fromEntries(
    plugins.flatMap((samplePlugin) =>
      Object.entries(pluginFiles(samplePlugin)).map(([path, text]) => [
        path,
        path === planPath.replace('TinyGain', samplePlugin.name) ? `${text}Changed.\n` : text,
      ]),
    ),
  )
  let runs = 0
  const counting: typeof plugin = {
    ...plugin,
    read(...args) {
      const reading = plugin.read(...args)
      const run: Reading['run'] = (...called) => {
        runs++
        return reading.run(...called)
      }
      return { ...reading, run }
    },
  }
  const place = { protocol: plugin, configuration: undefined }
  const { actions } = nextActions({
    head: await open({ ...files, [registryPath]: registry(plugins) }, place),
    context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1 << 20 },
    protocols: [counting],
    sections: {},
    severity: {},
    actor: 'octocat',
    local: true,
    limit: 1,
  })
  expect(actions).toMatchObject([{ do: 'mend', code: 'CONTRACT_MISMATCH' }])
  return runs
}

it.each([200, 1000])(
  'the next action of %i targets with errors takes one command for each, up to a bound',
  async (size) => {
    expect(await runsFor(size)).toBe(Math.min(size, maxRuns / size))
  },
)

/** How often the id of a target is read to find that none of so many plugins can go on. */
async function looksFor(size: number): Promise<number> {
  const rows = Array.from({ length: size }, (_, index) => `| Plugin${index} | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |\n`)
  const text = `# Plugins\n\n| Plugin Name | Status | Version | Last Updated |\n|---|---|---|---|\n${rows.join('')}`
  let looks = 0
  const counting: typeof plugin = {
    ...plugin,
    read(...args) {
      const reading = plugin.read(...args)
      const targets = reading.targets.map((target) =>
        Object.defineProperty({ ...target }, 'id', {
          enumerable: true,
          get() {
            looks++
            return target.id
          },
        }),
      )
      return { ...reading, targets }
    },
  }
  const { actions, more } = nextActions({
    head: await open({ [registryPath]: text }, { protocol: plugin, configuration: undefined }),
    context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1 << 20 },
    protocols: [counting],
    sections: {},
    severity: {},
    actor: 'octocat',
    local: true,
    limit: 1,
  })
  expect([...actions, ...more].map(({ code }) => code)).toEqual(rows.map(() => 'PLUGIN_UNKNOWN'))
  return looks
}

it('looks at each target a fixed number of times, though all of them wait', async () => {
  const [few, many] = [await looksFor(50), await looksFor(200)]
  expect(many / few).toBeLessThan(4.5)
})
