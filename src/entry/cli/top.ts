import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { topOf } from '../../gateways/git/top.ts'
import { UsageError } from './usage.ts'

/** What GitHub reads of a repository's setting lies at its top. @throws UsageError for a folder below, with the call that is right. */
export function atTop(root: string, command: string): void {
  const folder = realpathSync(root)
  const top = topOf(folder) ?? folder
  if (top === folder) return
  throw new UsageError(
    `Unexpected --root ${root}, expected the top of the repository, where GitHub looks: \`baton ${command} --root ${relative('', top) || '.'}\`.`,
  )
}
