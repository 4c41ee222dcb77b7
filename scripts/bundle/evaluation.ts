import { builtinModules } from 'node:module'
import { readSyntax, type Reference, type Syntax } from '../syntax.ts'

/** Node's modules that turn text into running code. */
const evaluators = new Set(['vm', 'repl', 'inspector', 'inspector/promises'])

const isEvaluation = ({ name, use }: Reference): boolean =>
  /^(globalThis|global|window|self)\.(eval|Function)$/.test(name) ||
  name === 'eval' ||
  name.startsWith('eval.') ||
  (name === 'Function' && use !== 'instanceof') ||
  /^Function\.(?!(prototype|bind)$)/.test(name)

let last: { readonly code: string; readonly file: string; readonly syntax: Syntax } | undefined

/** Both questions are asked of the same file, one after the other. */
function syntaxOf(code: string, file: string): Syntax {
  if (last?.code !== code || last.file !== file) last = { code, file, syntax: readSyntax(code, file) }
  return last.syntax
}

/** Every place of a bundled file where text could be run as code, as `file:line what`. */
export function evaluations(code: string, file: string): readonly string[] {
  const { imports, references } = syntaxOf(code, file)
  return [
    ...references.filter(isEvaluation).map(({ name, line }) => `${file}:${line} ${name}`),
    ...imports
      .filter(({ specifier }) => evaluators.has(bare(specifier)))
      .map(({ specifier, line }) => `${file}:${line} ${specifier}`),
  ]
}

/** Every import that neither Node nor the bundle itself answers: the bundle runs without `node_modules`. */
export function outsiders(code: string, file: string): readonly string[] {
  return syntaxOf(code, file)
    .imports.filter(
      ({ specifier }) =>
        specifier === undefined || !(specifier.startsWith('.') || builtinModules.includes(bare(specifier))),
    )
    .map(({ specifier, line }) => `${file}:${line} ${specifier ?? 'a computed name'}`)
}

const bare = (specifier = '') => specifier.replace(/^node:/, '')
