import * as z from 'zod'
import type { Tool } from './operation.ts'

/** The hints of a tool that changes nothing. */
export const reads: Tool['hints'] = { readOnlyHint: true }

/** What the inputs that several tools have mean to a model. */
export const described = { root: 'Absolute path of another worktree', agent: 'Default: yours' }

export const target = () => z.string().describe('Such as plugin:TinyGain')

/** What became of a command. */
export const result = () =>
  z.looseObject({ outcome: z.string(), target: z.string().optional(), to: z.string().optional(), holder: z.string().optional() })
