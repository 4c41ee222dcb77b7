import { changes } from './changing.ts'
import type { Operation } from './operation.ts'
import { reading } from './reading.ts'
import { setup } from './setup.ts'

/** Every operation, by its name: in the order of help. */
export const operations: Readonly<Record<string, Operation>> = { ...reading, ...changes, ...setup }
