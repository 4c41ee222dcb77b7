import { msg, shellWord } from '../../../core/message.ts'
import type { InstallationRule } from '../subject.ts'

const lockPath = '.baton.lock'

export const lockLeft: InstallationRule = {
  code: 'TREE_LOCK_LEFT',
  strict: 'warning',
  soft: 'warning',
  summary: 'A lock of the working tree is left over from a program that has ended.',
  why: 'A program was ended while it worked here. The next one that writes takes the lock over, and waits for that where the holder may run on another host.',
  repair: 'Remove `.baton.lock` once no program works here.',
  installation: true,
  *check({ lock: unheldLock }) {
    if (!unheldLock) return
    const place = { path: lockPath }
    if (unheldLock.kind !== 'lock')
      yield {
        message: `${msg`Unexpected ${lockPath}`}: it is ${unheldLock.kind}, and nothing can be written here`,
        hint: 'Inspect it and remove it.',
        place,
      }
    else if (unheldLock.ended)
      yield {
        message: msg`Unexpected ${lockPath}: ${unheldLock.ended.command}, process ${unheldLock.ended.pid}, has ended without removing it`,
        hint: 'No action is needed where the tree can be written: the next command removes it, as this one has tried.',
        place,
      }
    else
      yield {
        message: msg`Unexpected ${lockPath}: no program on this host holds it`,
        hint: 'A program on another host or in a container may be at work. Remove it if there is none.',
        place,
      }
  },
}

export const lockTracked: InstallationRule = {
  code: 'TREE_LOCK_TRACKED',
  strict: 'warning',
  soft: 'warning',
  summary: 'Git tracks a file that Baton creates temporarily in a working tree.',
  why: 'Lock and journal coordinate the programs on one machine. In another clone they would block commands for no reason.',
  repair: 'Remove it with `git rm --cached`, and write the line `/.baton.*` into `.gitignore`.',
  installation: true,
  *check({ trackedOwn }) {
    for (const path of trackedOwn)
      yield {
        message: msg`Unexpected ${path} in git: it belongs to the programs on one machine`,
        hint: msg`Run ${`git rm --cached ${shellWord(path)}`}, and write the line ${'/.baton.*'} into ${'.gitignore'}.`,
        place: { path },
      }
  },
}
