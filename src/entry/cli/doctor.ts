import { examine } from '../../app/validate/examine.ts'
import { openClone } from '../../gateways/git/clone.ts'
import type { Format } from '../../render/index.ts'
import { knowledge } from '../knowledge.ts'
import { exitOf } from './exit.ts'
import { print } from './output.ts'
import { sourcesOf, type SourceOptions } from './sources.ts'

/** The options of `baton doctor`, as they were given. */
export interface DoctorOptions extends Pick<SourceOptions, 'root' | 'config'> {
  readonly format: Format
}

/** `baton doctor`: what is mis-installed. Gives the exit code. */
export async function doctor(options: DoctorOptions): Promise<number> {
  const [sources, clone] = await Promise.all([sourcesOf(options), openClone(options.root)])
  const ignored = (paths: readonly string[]) => clone?.ignored(paths) ?? Promise.resolve(new Set<string>())
  const checked = await examine(sources, knowledge, { protocols: [], at: new Date().toISOString() }, ignored)
  print(checked.report, options.format)
  return exitOf(checked)
}
