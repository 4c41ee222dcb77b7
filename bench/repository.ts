import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pluginFiles, registry, type SamplePlugin } from '../demo/repository.ts'

/** The sizes in bytes that such files have on average in the plugin repositories that the protocol comes from. */
export const usualBytes = {
  'architecture.md': 20_000,
  'plan.md': 9_600,
  'creative-brief.md': 4_900,
  'parameter-spec.md': 4_200,
  '.continue-here.md': 4_000,
}

/** A registry of many plugins is larger than files usually may be. */
const configuration = 'limits:\n  file: 64MiB\n'

/** Writes a sound repository of so many plugins below a folder. Gives the paths of its files, relative to it. */
export function writeRepository(
  root: string,
  count: number,
  bytes: Readonly<Record<string, number>> = {},
): readonly string[] {
  const plugins: readonly SamplePlugin[] = Array.from({ length: count }, (_, index) => ({
    name: `Plugin${String(index).padStart(5, '0')}`,
    about: 'One knob that makes things louder.',
    bytes,
  }))
  const paths: string[] = []
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    paths.push(path)
  }
  write('.github/baton.yml', configuration)
  write('PLUGINS.md', registry(plugins))
  for (const plugin of plugins) for (const [path, text] of Object.entries(pluginFiles(plugin))) write(path, text)
  return paths
}
