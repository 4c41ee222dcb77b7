import { msg } from '../../core/message.ts'
import { type DataNode, plain } from '../data.ts'
import { parseJson } from '../json.ts'
import { countValues, type Json, nothingSeen, type Path } from './check.ts'
import { compileSchema } from './compile.ts'
import { Unusable } from './usable.ts'

/** What came of holding a value against a schema. Sentences by `msg`. */
export type Applied =
  | { readonly kind: 'valid' }
  /** `keyword` is what it violates, `path` where in the value. */
  | { readonly kind: 'invalid'; readonly keyword: string; readonly path: readonly (string | number)[] }
  /** The schema is none, or it refers outside itself. */
  | { readonly kind: 'unreadable' | 'remote'; readonly why: string }
  /** It was not applied, since … */
  | { readonly kind: 'skipped'; readonly why: string }

const mostBytes = 256 * 1024
const mostLevels = 32
const mostValues = 50_000
const mostPairs = 20_000_000
const mostSteps = 20_000_000

const skip = (why: string): Unusable => new Unusable('skipped', why)

function schemaOf(text: string): Json {
  if (Buffer.byteLength(text) > mostBytes) throw skip(msg`it has more than ${mostBytes} bytes`)
  const root = parseJson(text, mostLevels)
  if ('fault' in root) throw root.deep ? skip(msg`it has more than ${mostLevels} levels`) : new Unusable('unreadable', root.fault)
  return plain(root) as Json
}

const steps = (path: Path | undefined): readonly (string | number)[] => (path ? [...steps(path.above), path.key] : [])

/**
 * Holds a value against a JSON Schema of draft-07, 2019-09 or 2020-12 (the default), both from files that nobody vouches for. It is
 * interpreted, never turned into code; `format` is an annotation; patterns run in linear time; only own keys count; nothing outside
 * the schema is looked for. What is larger or refers to itself is not applied (control protocol, "JSON Schema").
 */
export function applySchema(schemaText: string, data: DataNode): Applied {
  try {
    const { check, size } = compileSchema(schemaOf(schemaText))
    const value = plain(data) as Json
    const values = countValues(value)
    if (values > mostValues) throw skip(msg`the data has more than ${mostValues} values`)
    if (size * values > mostPairs) throw skip(msg`it has ${size} nodes for ${values} values`)
    let spent = 0
    const spend = (steps: number) => {
      spent += steps
      if (spent > mostSteps) throw skip('it takes too many steps')
    }
    const failure = check(value, { path: undefined, seen: nothingSeen(), spend })
    return failure ? { kind: 'invalid', keyword: failure.keyword, path: steps(failure.path) } : { kind: 'valid' }
  } catch (error) {
    if (error instanceof Unusable) return { kind: error.kind, why: error.message }
    throw error
  }
}
