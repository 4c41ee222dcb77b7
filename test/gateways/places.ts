import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Content } from '../github/bare-repository.ts'

/** An empty folder of its own, and how to remove it. */
export function temporaryFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'baton-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Puts files into a folder, as a checkout would: a submodule is a folder with a `.git` file in it. */
export function writeFiles(
  folder: string,
  files: Iterable<readonly [path: string | Uint8Array, content: Content]>,
): void {
  for (const [path, content] of files) {
    const location = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path)])
    mkdirSync(location.subarray(0, location.lastIndexOf('/')), { recursive: true })
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(location, content)
    else if ('link' in content) symlinkSync(content.link, location)
    else {
      mkdirSync(location)
      writeFileSync(Buffer.concat([location, Buffer.from('/.git')]), 'gitdir: ../../.git/modules/a\n')
      writeFileSync(Buffer.concat([location, Buffer.from('/.continue-here.md')]), 'inside')
    }
  }
}
