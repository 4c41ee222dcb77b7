import type * as z from 'zod'
import { msg } from '../../core/message.ts'
import { at, type DataMapping, type DataNode, type DataScalar, plain } from '../../documents/data.ts'

/** A way in which a value is not of its shape. */
export interface Misfit {
  readonly kind: 'missing' | 'unknown' | 'wrong'
  readonly message: string
  /** The value; of a key that nobody knows the key; of one that is missing the mapping. */
  readonly node: DataNode
  /** Of a missing key its name. */
  readonly key?: string
  readonly path: readonly PropertyKey[]
}

const keyNode = (mapping: DataMapping, key: string): DataScalar | undefined => mapping.get(key)?.key

function misfits(issue: z.core.$ZodIssue, root: DataNode): readonly Misfit[] {
  const { path, message } = issue
  const node = at(root, path)
  if (issue.code === 'unrecognized_keys' && node?.kind === 'mapping') {
    return issue.keys.map((key) => ({ kind: 'unknown', message: msg`Unexpected key ${key}`, node: keyNode(node, key) ?? node, path }))
  }
  if (node) return [{ kind: 'wrong', message, node, path }]
  const key = String(path.at(-1))
  return [{ kind: 'missing', message: msg`Missing key ${key}`, node: at(root, path.slice(0, -1)) ?? root, key, path }]
}

/** Every way in which a tree is not of a shape, in the order of the shape. */
export const misfitsOf = (shape: z.ZodType, root: DataNode): readonly Misfit[] =>
  (shape.safeParse(plain(root)).error?.issues ?? []).flatMap((issue) => misfits(issue, root))
