import type * as z from 'zod'
import { expected } from '../core/configuration.ts'
import type { Finding, Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { suggestion } from '../core/suggestion.ts'
import { nodeAt } from '../documents/data.ts'
import type { Data } from './record.ts'
import type { ShapeViolation } from './shape.ts'

const expectations: Readonly<Record<string, ReturnType<typeof expected>>> = {
  object: expected`a mapping`,
  record: expected`a mapping`,
  map: expected`a mapping`,
  array: expected`a list`,
  string: expected`a string`,
}

/** The message about a value whose schema has none of its own. */
export const messageOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return expected`one of ${issue.values.map(String)}`(issue)
  return issue.code === 'invalid_type' ? expectations[issue.expected]?.(issue) : undefined
}

type Path = readonly PropertyKey[]

/** A path as people write it: `audit.known[0].until`. */
const pathText = (path: Path): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`))
    .join('')

/**
 * The place of what is at a path, or of the nearest thing above it: of a value that is in one line; of a longer or
 * empty one, its key, or its first key, or the line it begins in.
 */
export function nearestPlace(data: Data, path: Path): Place {
  const { document, root } = data
  const node = nodeAt(root, path)
  const parentPath = path.slice(0, -1)
  if (!node) return nearestPlace(data, parentPath)
  if (node.end > node.start && document.lineOf(node.start) === document.lineOf(node.end)) return data.place(node)
  const holder = path.length > 0 ? nodeAt(root, parentPath) : undefined
  const entry = holder?.kind === 'mapping' ? holder.get(String(path.at(-1))) : undefined
  const key = entry?.key ?? (node.kind === 'mapping' ? node.entries[0]?.key : undefined)
  return key ? data.place(key) : document.place(document.lineOf(node.start))
}

const maxNamed = 16

function suggestionFor(word: string, candidates: readonly string[]): Pick<Finding, 'hint'> {
  const suggested = suggestion(word, candidates)
  return suggested === undefined ? {} : { hint: msg`Did you mean ${suggested}?` }
}

/**
 * A violation as a finding that names the whole path of what is missing, or what an unknown key is in: for a file of
 * many sections, in which one key has several places. `keysAt`: the keys that are known at a path.
 */
export function pathFinding(
  data: Data,
  keysAt: (path: Path) => readonly string[],
  { kind, message, path, key = '', node, place, values = [] }: ShapeViolation,
): Finding {
  if (kind === 'missing') return { message: msg`Missing key ${pathText(path)}`, place: nearestPlace(data, path) }
  if (kind === 'key') return { message, place }
  if (kind === 'unknown') {
    const parentPath = path.slice(0, -1)
    const knownKeys = keysAt(parentPath)
    return {
      message: parentPath.length === 0 ? message : `${message}${msg` in ${pathText(parentPath)}`}`,
      place,
      ...(knownKeys.length > 0 && {
        hint:
          knownKeys.length <= maxNamed
            ? msg`Expected one of ${knownKeys}.`
            : msg`The command ${'baton schema config'} prints all keys.`,
      }),
      ...suggestionFor(key, knownKeys),
    }
  }
  return {
    message,
    place: nearestPlace(data, path),
    ...suggestionFor(node.kind === 'scalar' ? node.source : '', values),
  }
}
