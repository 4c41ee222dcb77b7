import { TreeRefusal } from '../../core/fault.ts'
import { msg, shellWord } from '../../core/message.ts'
import { reasonFor, systemHint } from '../system-error.ts'
import type { Holder } from './holder.ts'
import { lockName } from './names.ts'
import { folderOf } from '../../core/view.ts'

/** A file cannot be written, in the words of the system. */
export function unwritableRefusal(path: string, cause: unknown): TreeRefusal {
  const hint = systemHint(cause)
  const message = `${msg`${path} cannot be written`}: ${reasonFor(cause)}`
  return new TreeRefusal('TREE_READ_ONLY', [{ message, place: { path }, ...(hint !== undefined && { hint }) }], cause)
}

/** Something is where one of Baton's files belongs. */
export const obstacleRefusal = (path: string, problem: string): TreeRefusal =>
  new TreeRefusal('TREE_READ_ONLY', [
    {
      message: `${msg`Nothing can be written here, since ${path}`} ${problem}`,
      hint: 'Inspect it and remove it.',
      place: { path },
    },
  ])

/** A file has changed since it was read. */
export const changedRefusal = (path: string): TreeRefusal =>
  new TreeRefusal('TREE_CHANGED', [
    {
      message: msg`${path} was changed by another program meanwhile: nothing was written`,
      hint: 'Run the command again.',
      place: { path },
      retry: true,
    },
  ])

/** Git has a file that it leaves out of the work tree. */
export const sparseRefusal = (path: string): TreeRefusal =>
  new TreeRefusal('TREE_READ_ONLY', [
    {
      message: msg`${path} cannot be written: git leaves it out of this sparse checkout`,
      hint: msg`Bring it into the work tree: ${`git sparse-checkout add ${shellWord(folderOf(path) || '/')}`}.`,
      place: { path },
    },
  ])

/** Another program is at work on the tree, and does not end. */
export function busyRefusal(path: string, holder: Holder | undefined): TreeRefusal {
  const holderText =
    holder && msg`: ${`baton ${holder.command}`}, process ${holder.pid} on ${holder.host.split(' ')[0] ?? ''}`
  return new TreeRefusal('TREE_BUSY', [
    {
      message: `Another program is at work here${holderText ?? msg` and holds ${path}`}`,
      hint: 'Try again when it has ended, or wait longer with `--wait`.',
      place: { path },
      retry: true,
    },
  ])
}

/** The lock was taken from a program that did not move for too long. */
export const lostLockRefusal = (): TreeRefusal => changedRefusal(lockName)

/** A program was ended while it replaced files, and the next one may not put that right. */
export const halfDoneRefusal = ({ message, obstacles }: TreeRefusal): TreeRefusal =>
  new TreeRefusal('TREE_READ_ONLY', [
    {
      ...(obstacles[0] ?? { place: { path: lockName } }),
      message: `A program was ended while it wrote here, and what it has done cannot be taken back: ${message.replace(/\.$/, '')}`,
    },
  ])
