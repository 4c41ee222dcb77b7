import type { ClaimPort } from '../../app/command/claims.ts'
import { diskTree } from '../../gateways/disk.ts'
import { claimsOf } from '../../gateways/git/claims.ts'
import { folder } from './tree.ts'

/**
 * What other worktrees of the clone have granted; `undefined` where the root is in no clone. @throws UsageError where
 * it is no folder
 */
export function claimPort(root: string, session?: string): ClaimPort | undefined {
  const claims = claimsOf(folder(root, '--root'))
  return (
    claims && {
      ...claims,
      tree: (worktree) => diskTree(claims.folderIn(worktree)),
      ...(session !== undefined && { session }),
    }
  )
}
