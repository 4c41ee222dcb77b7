import { type CommandDiagnostic, refused, type Refusal } from '../core/command.ts'
import type { Mention, Resolved } from '../core/target.ts'
import { misused, type TargetKind } from './command.ts'

/** The target of a name with the remaining words of the command; or why the name has none. */
export type Named<Target> =
  | { readonly target: Target; readonly words: readonly string[] }
  /** `unknown`: the protocol has nothing of this name, another may have it. */
  | { readonly unknown: readonly CommandDiagnostic[] }
  | { readonly refused: readonly CommandDiagnostic[] }

/** How targets are named, and found by their names. */
interface TargetNames<Model, Target> {
  readonly usage: string
  /** For messages: `a stage`. */
  readonly called: string
  find(model: Model, mention: Mention): Named<Target>
  id(target: Target): string
}

/**
 * Targets of one kind, from one look-up of names. `resolve` is for the engine, which asks every protocol: a name that is not known may be
 * another's. `kind` is for commands, which refuse it; `take` says what a command takes of a target, or why none takes it.
 */
export function namedTargets<Model, Target>({ usage, called, find, id }: TargetNames<Model, Target>) {
  return {
    resolve(model: Model, mention: Mention): Resolved {
      const found = find(model, mention)
      if ('target' in found) return { ids: [id(found.target)], words: found.words }
      return 'unknown' in found ? { ids: [], words: mention.words } : found
    },
    kind: <Taken>(take: (target: Target, model: Model) => { readonly target: Taken } | Refusal): TargetKind<Model, Taken> => ({
      usage,
      find(model, { name, words }, form) {
        if (name === undefined) return misused(form, `Missing name, expected that of ${called}`)
        const found = find(model, { name, words, touched: [] })
        if (!('target' in found)) return refused(...('unknown' in found ? found.unknown : found.refused))
        const taken = take(found.target, model)
        return 'outcome' in taken ? taken : { target: taken.target, words: found.words }
      },
    }),
  }
}
