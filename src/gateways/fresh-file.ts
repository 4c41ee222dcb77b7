import { closeSync, constants, fchmodSync, fsyncSync, openSync, writeFileSync } from 'node:fs'

/** Only where there is nothing yet, not even a link. */
export const exclusiveFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** Writes a new file, with the mode of the one that it is to replace, and waits until it is on the disk. */
export function writeFresh(location: string, content: string | Uint8Array, mode?: number): void {
  const file = openSync(location, exclusiveFlags, 0o644)
  try {
    if (mode !== undefined) fchmodSync(file, mode & 0o7777)
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
