import { Fault } from '../../core/fault.ts'
import { git, type Environment } from './program.ts'

/**
 * The paths below a folder of a clone that git could not merge, as its index has them, whether or not their files have
 * markers of a conflict; none if git cannot be run.
 */
export async function unmergedPaths(
  root: string,
  environment: Environment = process.env,
): Promise<ReadonlySet<string>> {
  try {
    const output = (await git(root, environment).ask(['ls-files', '--unmerged', '-z'])) ?? ''
    // `100644 OID STAGE<TAB>PATH`, once for each side.
    return new Set(output.split('\0').flatMap((entry) => (entry === '' ? [] : entry.slice(entry.indexOf('\t') + 1))))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return new Set()
  }
}
