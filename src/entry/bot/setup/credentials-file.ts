import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that credentials are saved in: the first that is not there yet. The bot reads the first by itself. */
const credentialFiles = ['.env', '.env.baton'] as const

/** Values as Node, Docker, Compose and systemd all read them: without quotes where there may be none. */
const envValue = (value: string) => (/^[\w.~+/=:@-]*$/.test(value) ? value : `'${value.replaceAll(/['\r\n]/g, '')}'`)

export const envText = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${envValue(value)}\n`)
    .join('')

/** Writes a new file that its owner alone may read. @throws the system's error where it cannot be written whole */
function create(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Saves a text in the first file that can be made; gives its name, or `undefined` where none can be. A file that is
 * there stays as it is.
 */
export function saveNew(folder: string, text: string): string | undefined {
  for (const name of credentialFiles) {
    try {
      create(join(folder, name), text)
      return name
    } catch {}
  }
  return undefined
}
