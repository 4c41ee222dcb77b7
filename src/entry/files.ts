import { msg } from '../core/message.ts'

type Content = string | Uint8Array

/**
 * The files of a repository, as an object or a Map: a path from its root, with `/`, → text (UTF-8) or bytes. Nothing is
 * read from any other place.
 */
export type Files = Readonly<Record<string, Content>> | ReadonlyMap<string, Content>

const isMap = (files: unknown): files is ReadonlyMap<unknown, unknown> =>
  Object.prototype.toString.call(files) === '[object Map]'

/** A plain object, also one of another realm. */
function isPlainObject(files: unknown): files is Readonly<Record<string, unknown>> {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return false
  const prototype: unknown = Object.getPrototypeOf(files)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** What a value is, in a word or two: `an array`. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object') return `a ${typeof value}`
  const { name } =
    (Object.getPrototypeOf(value) as { readonly constructor?: { readonly name?: string } }).constructor ?? {}
  return name === undefined || name === 'Object' ? 'an object' : `a ${name}`
}

/** Whether a path leads from the root to a file: no view would find what has another form. */
const isPath = (path: unknown): path is string =>
  typeof path === 'string' && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')

const isContent = (content: unknown): content is Content => typeof content === 'string' || content instanceof Uint8Array

/**
 * The files that a caller gave, by path. `name` is what the argument is called.
 *
 * @throws TypeError for anything that is not a map of paths to contents: it would be taken for a repository in which
 * there is nothing.
 */
export function filesOf(files: unknown, name: string): Readonly<Record<string, Content>> {
  const entries = isMap(files) ? [...files] : isPlainObject(files) ? Object.entries(files) : undefined
  if (!entries)
    throw new TypeError(`Unexpected ${name}: ${kindOf(files)}, expected an object or a Map of paths to texts or bytes.`)
  const checkedEntries = entries.map(([path, content]): readonly [string, Content] => {
    if (!isPath(path))
      throw new TypeError(
        `${msg`Unexpected path ${String(path)}`} in ${name}, expected one from the root, such as \`docs/PLUGINS.md\`.`,
      )
    if (!isContent(content))
      throw new TypeError(
        `Unexpected content of ${msg`${path}`} in ${name}: ${kindOf(content)}, expected a string or bytes.`,
      )
    return [path, content]
  })
  return Object.fromEntries(checkedEntries)
}
