import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'

const entry = 'entry/index.d.ts'

/** The specifier of an import of one of our own files, which keeps its ending when declarations are written. */
const own = /((?:from|import\()\s*')(\.{1,2}\/[^']+)\.ts'/g

/** The specifier of an import of anything else: the package brings nothing along that it could name. */
const imported = /(?:from|import\(|import)\s*['"](?!\.{1,2}\/)([^'"]+)['"]|\/\/\/ <reference types="([^"]+)"/

/** Has the compiler write the declarations of the library and of all that it is made of. */
function compile(root: string, folder: string): void {
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
    files: [join(root, 'src/entry/index.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
  execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', join(folder, 'tsconfig.json')], { cwd: root })
}

/**
 * The declarations that the library's lead to, each by its path below `types/`: what stays inside is not shipped.
 *
 * @throws Error where they name what would have to be installed.
 */
export function declarations(root: string): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    compile(root, folder)
    const texts = new Map<string, string>()
    const files = new Set([entry])
    for (const path of files) {
      const text = readFileSync(join(folder, 'src', path), 'utf8')
      for (const [, , specifier = ''] of text.matchAll(own)) files.add(`${posix.join(posix.dirname(path), specifier)}.d.ts`)
      const foreign = imported.exec(text)
      if (foreign) throw new Error(`types/${path} would need ${foreign[1] ?? foreign[2]} to be installed.`)
      texts.set(path, text.replace(own, "$1$2.js'"))
    }
    return texts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
