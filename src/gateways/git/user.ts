import { git, type Environment } from './program.ts'

/** Who git says the user is, in a folder; `nobody` where it does not know, or is not there. */
export async function userOf(root: string, environment: Environment = process.env): Promise<string> {
  try {
    return (await git(root, environment).ask(['config', '--get', 'user.name'], [1])) || 'nobody'
  } catch {
    return 'nobody'
  }
}
