import { changeOperations } from './changing.ts'
import type { Operation } from './operation.ts'
import { readOperations } from './reading.ts'
import { setupOperations } from './setup.ts'

/** Every operation, by its name: in the order of help. */
export const operations: Readonly<Record<string, Operation>> = {
  ...readOperations,
  ...changeOperations,
  ...setupOperations,
}
