import type { ChangeSet } from '../../core/command.ts'
import type { Tree } from '../../core/view.ts'
import { overlay } from '../../engine/overlay.ts'

/** A tree with a change set applied. Changed files are not read back. */
export const changedTree = (tree: Tree, changes: ChangeSet): Tree => ({
  name: tree.name,
  open: async (selection) => overlay(await tree.open(selection), changes),
})
