import * as z from 'zod'
import type { Tool } from './operation.ts'

/** The input of an operation that an argument of its tool is: `dry_run` is `dryRun`. */
export const inputName = (argument: string): string =>
  argument.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The hints of a tool that changes nothing. */
export const readOnlyHints: Tool['hints'] = { readOnlyHint: true }

/** What the inputs that several tools have mean to a model. */
export const inputDescriptions = { root: 'Absolute path of another worktree', agent: 'Default: yours' }

export const target = () => z.string().describe('Such as plugin:TinyGain')

/** What became of a command. */
export const result = () =>
  z.looseObject({
    outcome: z.string(),
    target: z.string().optional(),
    to: z.string().optional(),
    holder: z.string().optional(),
  })
