import { groupBy } from './grouped.ts'
import { memo, once } from './once.ts'
import { runSteps, onceInSteps, type Steps } from './steps.ts'
import type { View } from './view.ts'
import type {
  Isolation,
  TargetIsolation,
  Protocol,
  ProtocolDefinition,
  ProtocolDescriptor,
  ProtocolDiscovery,
  Reading,
  Views,
} from './protocol.ts'
import type { StateDigest } from './target.ts'
import type { Comparison, Context, NamedFiles } from './context.ts'

/** The digests of some files of a view, each after its path. */
const stateDigestIn = (view: View, isState: (path: string) => boolean): StateDigest => ({
  state: view.paths.filter(isState).flatMap((path) => [path, view.digest(path)?.sha256]),
  contract: [],
})

export const sectionOf = <Configuration>({ configuration, defaults }: ProtocolDiscovery<Configuration>, section: unknown): Configuration =>
  section === undefined || section === null ? defaults : configuration().parse(section)

/** Closes a descriptor over its type of configuration, so that those of different protocols are in one list. */
export function describeProtocol<Configuration>(definition: ProtocolDiscovery<Configuration>): ProtocolDescriptor {
  const { name, kinds, configuration, capabilities: { useByConfiguration, namedKinds, leftovers } = {} } = definition
  const selectors = (section: unknown, namedFiles?: NamedFiles) => definition.selectors(sectionOf(definition, section), namedFiles)
  return { name, kinds, configuration, useByConfiguration, namedKinds, leftovers, selectors }
}

/** Closes a definition over its types, so that protocols of different models are in one list. */
export function defineProtocol<Configuration, Model>(definition: ProtocolDefinition<Configuration, Model>): Protocol {
  const capabilities = definition.capabilities ?? {}
  const { merging, rowOwnership, reconciling, consecutiveUnits, commitRules, tipRules, agreement, committedState } = capabilities
  const own = (section: unknown) => sectionOf(definition, section)
  const rules = new Map(definition.rules.map((rule) => [rule.code, rule]))
  const unset = {}
  const models = memo((view: View) =>
    memo((context: Context) =>
      memo((section: object) => onceInSteps(() => definition.read(view, own(section === unset ? undefined : section), context))),
    ),
  )
  /** The model of a view without the commits of a change: the same for as long as the view lives, so that nothing is read twice. */
  const readSteps = (view: View, section: unknown, context: Context): Steps<Model> => models(view)(context)(section ?? unset)()
  const read = (view: View, section: unknown, context: Context): Model => runSteps(readSteps(view, section, context))
  const isFoundIn = (view: View, section: unknown, context: Context) =>
    definition.found(view, own(section), () => read(view, section, context))
  const isFound = ({ head, base }: Views, section: unknown, context: Context) =>
    capabilities.useByConfiguration?.isInUse(section) === true ||
    isFoundIn(head, section, context) ||
    (base !== undefined && isFoundIn(base, section, context))
  return {
    ...describeProtocol(definition),
    title: definition.title,
    rules: definition.rules,
    groups: definition.groups ?? [{ name: 'rules', title: definition.title, rules: [definition.rules] }],
    commands: definition.commands,
    moves: definition.moves,
    creation: definition.creation,
    consecutiveUnits,
    detect: definition.detect,
    further({ head, base }, section, context) {
      if (!definition.further) return []
      return definition.further({ now: read(head, section, context), before: base && read(base, section, context), context })
    },
    units: (section) => capabilities.units?.namesOf(own(section)),
    kept: (section) => committedState?.paths(own(section)) ?? [],
    local: (section) => committedState?.local?.(own(section)) ?? [],
    merging: merging && {
      paths: (section) => merging.paths(own(section)),
      merge: (section, path, sides) => merging.merge(own(section), path, sides),
    },
    *readAhead({ head, base }, section, context) {
      yield* readSteps(head, section, context)
      if (base) yield* readSteps(base, section, context)
    },
    asksForCommits: (views, section, context) => commitRules !== undefined && isFound(views, section, context),
    asksForTip: ({ head, base }, section, context) =>
      tipRules !== undefined &&
      base !== undefined &&
      tipRules.needsTip({ now: read(head, section, context), before: read(base, section, context), context }),
    read({ head, base, tip }, section, context, change) {
      const model = read(head, section, context)
      const now = commitRules && change ? commitRules.withChange(model, change) : model
      const before = base && read(base, section, context)
      const comparison = { now, before, context, tip: tip && read(tip, section, context) }
      const targets = once(() => definition.targets(now))
      const byId = once(() => groupBy(targets(), ({ id }) => id))
      const textsBefore = before && rowOwnership?.texts(before)
      const texts = once(() => rowOwnership?.texts(now))
      const found = (compared: Comparison<Model>): Pick<Reading, 'findings' | 'compared'> => ({
        findings: (rule) => rules.get(rule.code)?.check(compared) ?? [],
        compared: () => agreement?.compared(compared.now) ?? [],
      })
      const isolationOf = (isolation: TargetIsolation<Model>): Isolation => ({
        model: now,
        movedSince: (earlier) => isolation.moved(now, earlier as Model),
        only(those) {
          const alone = isolation.only(now, those)
          return { targets: definition.targets(alone), ...found({ ...comparison, now: alone }) }
        },
      })
      return {
        found: isFound({ head, base }, section, context),
        get targets() {
          return targets()
        },
        targetsBefore: before ? definition.targets(before) : [],
        next: (target) => definition.next(now, target),
        owners: (path) => [...new Set([now, ...(before ? [before] : [])].flatMap((model) => definition.owners(model, path)))],
        parsed: (path) => definition.parsed(now, path),
        ...found(comparison),
        ...(agreement?.isolation && { isolation: isolationOf(agreement.isolation) }),
        touched(path, target) {
          if (!textsBefore || target === undefined) return undefined
          const key = rowOwnership?.key(now, path, target)
          return key === undefined ? undefined : texts()?.get(key) !== textsBefore.get(key)
        },
        reconcile: () => reconciling?.reconcile(comparison) ?? [],
        stateDigest: (target, command) =>
          definition.stateDigest?.(now, target, command) ?? stateDigestIn(head, (path) => definition.owners(now, path).includes(target)),
        share(path, target) {
          const key = rowOwnership?.key(now, path, target)
          if (!rowOwnership || key === undefined) return undefined
          return { text: texts()?.get(key) ?? '', lines: rowOwnership.lines(now, path, target) }
        },
        resolve(mention) {
          const own = definition.resolve?.(now, mention)
          if (own) return own
          const named = definition.kinds.flatMap((kind) => byId().get(`${kind}:${mention.name}`) ?? [])
          return { ids: named.map(({ id }) => id), words: mention.words }
        },
        run: (command, request, history) =>
          definition.commands.find(({ name }) => name === command)?.run(now, request, { view: head, context, history }),
        cleanup: (request) => capabilities.cleanup?.run(now, request, { view: head, context }),
        refreshLocal: (target) => capabilities.refreshLocal?.(now, target, context.at) ?? { diagnostics: [] },
        writeGrant: (target, grant) => definition.writeGrant(now, target, grant),
        create: (request) => definition.creation.create(now, request, { view: head, context }),
      }
    },
  }
}
