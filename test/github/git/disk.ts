import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '../../processes/git.ts'
import { initialize, writeObjects } from '../../processes/work-tree.ts'
import type { Objects, StoredObject } from './objects.ts'

/** Objects as `git cat-file --batch` gives them. */
function* batched(output: Buffer): Iterable<StoredObject> {
  for (let at = 0; at < output.length;) {
    const head = output.indexOf('\n', at)
    const [, type, size] = output.toString('latin1', at, head).split(' ')
    const end = head + 1 + Number(size)
    yield { type: type as StoredObject['type'], bytes: output.subarray(head + 1, end) }
    at = end + 1
  }
}

/** A repository on disk, for real git, beside one in memory: each gets what the other has more. */
export class OnDisk {
  readonly #objects: Objects
  readonly #refs: Map<string, string>
  readonly #written = new Set<string>()
  #folder: string | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(objects: Objects, refs: Map<string, string>) {
    this.#objects = objects
    this.#refs = refs
  }

  /** The folder, with everything that there is now. */
  folder(): Promise<string> {
    return this.#inTurn(() => Promise.resolve(this.#write()))
  }

  /** Runs git there. @throws Error with git's own message where it fails. */
  git(words: readonly string[], input?: string | Uint8Array): Promise<Buffer> {
    return this.#inTurn(async () => {
      const folder = this.#write()
      const before = new Map(this.#refs)
      try {
        return await runGit(folder, words, input)
      } finally {
        await this.#read(folder, before)
      }
    })
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  #inTurn<Given>(act: () => Promise<Given>): Promise<Given> {
    const result = this.#last.then(act)
    this.#last = result.catch(() => undefined)
    return result
  }

  #write(): string {
    if (this.#folder === undefined) {
      this.#folder = mkdtempSync(join(tmpdir(), 'baton-github-'))
      initialize(this.#folder, true)
    }
    const folder = this.#folder
    writeObjects(folder, this.#objects, this.#written)
    rmSync(join(folder, 'refs'), { recursive: true })
    mkdirSync(join(folder, 'refs', 'heads'), { recursive: true })
    writeFileSync(join(folder, 'packed-refs'), [...this.#refs].map(([name, sha]) => `${sha} ${name}\n`).join(''))
    return folder
  }

  /** Takes what git has made. A ref that was moved here meanwhile stays where it is. */
  async #read(folder: string, before: ReadonlyMap<string, string>): Promise<void> {
    const after = new Map<string, string>()
    for (const [, sha = '', name = ''] of readFileSync(join(folder, 'packed-refs'), 'utf8').matchAll(
      /^([0-9a-f]{40}) (.+)$/gm,
    ))
      after.set(name, sha)
    for (const entry of readdirSync(join(folder, 'refs'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const sha = readFileSync(path, 'utf8').trim()
      if (/^[0-9a-f]{40}$/.test(sha)) after.set(path.slice(folder.length + 1), sha)
    }
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const sha = after.get(name)
      if (sha === before.get(name) || this.#refs.get(name) !== before.get(name)) continue
      if (sha === undefined) this.#refs.delete(name)
      else this.#refs.set(name, sha)
    }
    if (!this.#hasMore(folder)) return
    const output = await runGit(folder, ['cat-file', '--batch', '--batch-all-objects', '--unordered', '--buffer'])
    for (const { type, bytes } of batched(output)) this.#written.add(this.#objects.add(type, bytes))
  }

  #hasMore(folder: string): boolean {
    const objects = join(folder, 'objects')
    if (existsSync(join(objects, 'pack')) && readdirSync(join(objects, 'pack')).some((name) => name.endsWith('.pack')))
      return true
    return readdirSync(objects)
      .filter((name) => name.length === 2)
      .some((name) => readdirSync(join(objects, name)).some((rest) => !this.#written.has(name + rest)))
  }
}
