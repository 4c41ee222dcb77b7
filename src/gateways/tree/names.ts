/** The lock of a working tree, in its root. */
export const lockName = '.baton.lock'

/** The journal of a writer, in the root as well: while files are being replaced, and once all of them are. */
export const journalNames = { begun: '.baton.journal', done: '.baton.journal.done' } as const

/** What distinguishes the files of one writer from those of another. */
export const tokenForm = /^[0-9a-f]{16}$/

/** Where a lock is while it is taken over. */
export const asideName = (token: string): string => `${lockName}.${token}`

/** A file next to one that is replaced: its new content, or its old one. */
export const besideName = (token: string, index: number, side: 'new' | 'old'): string =>
  `.baton.${token}.${index}.${side}`

/** Whether a name is that of a lock that was taken over and not yet removed. */
export const isAsideName = (name: string): boolean =>
  name.startsWith(`${lockName}.`) && tokenForm.test(name.slice(lockName.length + 1))

const ownName = /^\.baton\.(?:lock(?:\.[0-9a-f]{16})?|journal(?:\.done)?|[0-9a-f]{16}\.\d+\.(?:new|old))$/

/** The names of our own files in the root of a tree, as git's pathspec. */
export const ownFilesPattern = '.baton.*'

/** Whether a name is that of a file or folder of Baton's, which is no part of the tree. */
export const isOwnName = (name: string): boolean => ownName.test(name)
