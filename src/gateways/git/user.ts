import { git, type Environment } from './program.ts'

/** Git's user in a folder; `nobody` where it has no user, or is not installed. */
export async function userOf(root: string, environment: Environment = process.env): Promise<string> {
  try {
    return (await git(root, environment).ask(['config', '--get', 'user.name'], [1])) || 'nobody'
  } catch {
    return 'nobody'
  }
}
