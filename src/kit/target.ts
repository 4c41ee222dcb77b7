import { type CommandDiagnostic, refuse, type Refusal, type Request } from '../core/command.ts'
import type { Mention, TargetResolution } from '../core/target.ts'
import { refuseUsage, type TargetKind } from './command.ts'

/** The target of a name, with the remaining arguments of the command; or why there is none. */
export type TargetLookup<Target> =
  | { readonly target: Target; readonly words: readonly string[] }
  /** `unknown`: the protocol has nothing of this name, another may have it. */
  | { readonly unknown: readonly CommandDiagnostic[] }
  | { readonly refused: readonly CommandDiagnostic[] }

/** How targets are named, and found by their names. */
interface TargetNames<Model, Target> extends Pick<TargetKind<Model, Target>, 'misused'> {
  readonly usage: string
  /** For messages: `a stage`. */
  readonly called: string
  find(model: Model, mention: Mention): TargetLookup<Target>
  id(target: Target): string
}

/** What a command gets of a target, or why no command takes it. */
type TakeTarget<Model, Target, Result> = (
  target: Target,
  model: Model,
  request: Request,
) => { readonly target: Result } | Refusal

/**
 * Targets of one kind, from one look-up of names. `resolve` is for the engine, which asks every protocol: a name that
 * is not known may be another's. `kind` is for commands, which refuse it; `kindOrAll` is for those that take every
 * target where a request names none.
 */
export function namedTargets<Model, Target>({
  usage: defaultUsage,
  called,
  find,
  id,
  misused: misusedByKind,
}: TargetNames<Model, Target>) {
  const kind = <Result>(
    take: TakeTarget<Model, Target, Result>,
    usage: string = defaultUsage,
  ): TargetKind<Model, Result> => ({
    usage,
    ...(misusedByKind && { misused: misusedByKind }),
    find(model, request, form) {
      const { name, words } = request
      const missing = `Missing name, expected that of ${called}`
      if (name === undefined) return misusedByKind?.(model, form, missing) ?? refuseUsage(form, missing)
      const lookup = find(model, { name, words, touched: [] })
      if (!('target' in lookup)) return refuse(...('unknown' in lookup ? lookup.unknown : lookup.refused))
      const result = take(lookup.target, model, request)
      return 'outcome' in result ? result : { target: result.target, words: lookup.words }
    },
  })
  return {
    resolve(model: Model, mention: Mention): TargetResolution {
      const lookup = find(model, mention)
      if ('target' in lookup) return { ids: [id(lookup.target)], words: lookup.words }
      return 'unknown' in lookup ? { ids: [], words: mention.words } : lookup
    },
    kind,
    kindOrAll<Result>(take: TakeTarget<Model, Target, Result>): TargetKind<Model, Result | undefined> {
      const namedKind = kind(take, `[${defaultUsage}]`)
      return {
        ...namedKind,
        find: (model, request, form) =>
          request.name === undefined
            ? { target: undefined, words: request.words }
            : namedKind.find(model, request, form),
      }
    },
  }
}
