import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'

/** The specifier of an import of one of our own files, which keeps its ending when declarations are written. */
const own = /((?:from|import\()\s*')(\.{1,2}\/[^']+)\.ts'/g

/** The specifier of an import of anything else: the package brings nothing along that it could name. */
const imported = /(?:from|import\(|import)\s*['"](?!\.{1,2}\/)([^'"]+)['"]|\/\/\/ <reference types="([^"]+)"/g

/** Has the compiler write the declarations of some entry points and of all that they are made of. */
function compile(root: string, names: readonly string[], folder: string): void {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm run types` checks them.
    noCheck: true,
    outDir: folder,
    rootDir: root,
    typeRoots: [join(root, 'node_modules/@types')],
  }
  // Baton's own declarations that stand in for those of libraries are part of it.
  const configuration = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [join(root, 'src/**/*.d.ts')],
    files: names.map((name) => join(root, 'src/entry', `${name}.ts`)),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
  execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', join(folder, 'tsconfig.json')], {
    cwd: root,
  })
}

/** What a program has installed that imports an entry point. */
const installed: Readonly<Record<string, string>> = { 'entry/probot.d.ts': 'probot' }

/**
 * The declarations that those of entry points lead to, each by its path below `types/`: what stays inside is not
 * shipped.
 *
 * @throws Error where they name what would have to be installed.
 */
export function declarations(root: string, names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return new Map()
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    compile(root, names, folder)
    const texts = new Map<string, string>()
    const files = new Set(names.map((name) => `entry/${name}.d.ts`))
    for (const path of files) {
      const text = readFileSync(join(folder, 'src', path), 'utf8')
      for (const [, , specifier = ''] of text.matchAll(own))
        files.add(`${posix.join(posix.dirname(path), specifier)}.d.ts`)
      const missing = [...text.matchAll(imported)]
        .map(([, name, types]) => name ?? types)
        .find((name) => name !== installed[path])
      if (missing !== undefined) throw new Error(`types/${path} would need ${missing} to be installed.`)
      texts.set(path, text.replace(own, "$1$2.js'"))
    }
    return texts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
