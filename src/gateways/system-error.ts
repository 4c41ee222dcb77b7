import { constants } from 'node:os'

/** Error codes of the system in words, each with what can be done about it. */
const reasons: Readonly<Record<string, readonly [why: string, hint?: string]>> = {
  EACCES: ['permission denied', 'Give the user that runs this the right to write there.'],
  EPERM: ['operation not permitted', 'Give the user that runs this the right to write there.'],
  EROFS: ['the file system is read-only', 'Mount it so that it can be written, or work on a copy.'],
  ENOSPC: ['no space is left on the disk', 'Make room on the disk.'],
  EDQUOT: ['the disk quota is exceeded', 'Make room in the quota.'],
  EIO: ['the disk failed', 'Look at the logs of the system.'],
  ENOENT: ['there is no such file'],
  ENAMETOOLONG: ['the name is too long'],
  ERR_INVALID_ARG_VALUE: ['no name can hold that'],
  ELOOP: ['symbolic links lead around in a circle'],
  EISDIR: ['a folder is there'],
  ENOTDIR: ['a file is where a folder is needed'],
}

const names = new Map<number, string>(Object.entries(constants.errno).map(([name, number]) => [number, name]))

/** The system's own name of an error, also of those that Node has no name for. */
export function systemError(cause: unknown): string | undefined {
  const { code, errno } = (cause instanceof Error ? cause : {}) as NodeJS.ErrnoException
  return (errno !== undefined && names.get(Math.abs(errno))) || code
}

/** In words, why the system refuses something. */
export const reasonFor = (cause: unknown): string =>
  reasons[systemError(cause) ?? '']?.[0] ?? systemError(cause) ?? 'unknown'

/** What can be done about it, if anything. */
export const systemHint = (cause: unknown): string | undefined => reasons[systemError(cause) ?? '']?.[1]
