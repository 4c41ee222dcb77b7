import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A library of which the bundle contains code. */
export interface Library {
  readonly name: string
  readonly version: string
  /** The licence's SPDX identifier. */
  readonly licence: string
  /** The licence's text as the library ships it. */
  readonly text: string
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string
}

const licenceFile = /^(licen[cs]e|copying|notice)([.-]|$)/i

/** The libraries that these modules belong to, by name and version. Throws for one that does not ship its licence. */
export function libraries(modules: readonly string[]): readonly Library[] {
  const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map((id) => packageFolder(dirname(id))))
  const found = new Map([...folders].map(library).map((each) => [`${each.name} ${each.version}`, each]))
  return [...found.keys()].sort().flatMap((key) => found.get(key) ?? [])
}

/** Some libraries have further manifests inside, which only say the kind of their modules. */
const packageFolder = (folder: string): string => {
  const { name, version } = existsSync(join(folder, 'package.json')) ? manifest(folder) : {}
  if (name !== undefined && version !== undefined) return folder
  if (dirname(folder) === folder) throw new Error('A bundled module belongs to no package.')
  return packageFolder(dirname(folder))
}

const manifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

const library = (folder: string): Library => {
  const { name = '', version = '', license = '' } = manifest(folder)
  const files = readdirSync(folder).filter((file) => licenceFile.test(file))
  if (files.length === 0 || license === '')
    throw new Error(`${name} ${version} ships no licence, so that it cannot be bundled.`)
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return { name, version, licence: license, text: texts.join('\n\n') }
}

/** The text that accompanies the bundle. */
export function licenceText(found: readonly Library[]): string {
  const parts = found.map(
    ({ name, version, licence, text }) => `${'-'.repeat(80)}\n${name} ${version} (${licence})\n\n${text}\n`,
  )
  return ['The bundled files contain code of these libraries.\n', ...parts].join('\n')
}
