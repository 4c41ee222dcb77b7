import type * as z from 'zod'
import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { DataNode } from '../../../documents/data.ts'
import type { Data } from '../reading/data-file.ts'
import { misfitsOf } from '../shape.ts'

/** Every way in which a file is not of its shape: at the value, or the mapping that lacks it. */
export function* misfitFindings(shape: z.ZodType, data: Data, hint: string, target?: string): Iterable<Finding> {
  for (const { node, message } of misfitsOf(shape, data.root))
    yield { message, hint, place: data.place(node), ...(target !== undefined && { target }) }
}

/** The same, with all keys that one mapping lacks in one finding, in the first line. */
export function* incompleteFindings(shape: z.ZodType, data: Data, hint: string, target?: string): Iterable<Finding> {
  const misfits = misfitsOf(shape, data.root)
  const about = target === undefined ? {} : { target }
  const missing = new Map<DataNode, string[]>()
  for (const { kind, node, key = '' } of misfits) {
    if (kind !== 'missing') continue
    const before = missing.get(node)
    if (before) before.push(key)
    else missing.set(node, [key])
  }
  for (const keys of missing.values()) {
    yield { message: msg`Missing keys: ${keys}`, hint, place: { path: data.document.path, line: 1 }, ...about }
  }
  for (const { kind, node, message } of misfits) if (kind !== 'missing') yield { message, hint, place: data.place(node), ...about }
}
