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

export const sectionOf = <Configuration>(
  { configuration, defaults }: ProtocolDiscovery<Configuration>,
  section: unknown,
): Configuration => (section === undefined || section === null ? defaults : configuration().parse(section))

/** Closes a descriptor over its type of configuration, so that those of different protocols are in one list. */
export function describeProtocol<Configuration>(definition: ProtocolDiscovery<Configuration>): ProtocolDescriptor {
  const { name, kinds, configuration, capabilities: { useByConfiguration, namedKinds, leftovers } = {} } = definition
  const selectors = (section: unknown, namedFiles?: NamedFiles) =>
    definition.selectors(sectionOf(definition, section), namedFiles)
  return { name, kinds, configuration, useByConfiguration, namedKinds, leftovers, selectors }
}

/** Closes a definition over its types, so that protocols of different models are in one list. */
export function defineProtocol<Configuration, Model>(definition: ProtocolDefinition<Configuration, Model>): Protocol {
  const capabilities = definition.capabilities ?? {}
  const { merging, rowOwnership, reconciling, consecutiveUnits, commitRules, tipRules, agreement, committedState } =
    capabilities
  const configurationOf = (section: unknown) => sectionOf(definition, section)
  const rules = new Map(definition.rules.map((rule) => [rule.code, rule]))
  const unsetSection = {}
  const models = memo((view: View) =>
    memo((context: Context) =>
      memo((section: object) =>
        onceInSteps(() =>
          definition.read(view, configurationOf(section === unsetSection ? undefined : section), context),
        ),
      ),
    ),
  )
  /**
   * The model of a view without the commits of a change: the same for as long as the view lives, so that nothing is
   * read twice.
   */
  const readSteps = (view: View, section: unknown, context: Context): Steps<Model> =>
    models(view)(context)(section ?? unsetSection)()
  const read = (view: View, section: unknown, context: Context): Model => runSteps(readSteps(view, section, context))
  const isFoundIn = (view: View, section: unknown, context: Context) =>
    definition.found(view, configurationOf(section), () => read(view, section, context))
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
      return definition.further({
        now: read(head, section, context),
        before: base && read(base, section, context),
        context,
      })
    },
    units: (section) => capabilities.units?.namesOf(configurationOf(section)),
    kept: (section) => committedState?.paths(configurationOf(section)) ?? [],
    local: (section) => committedState?.local?.(configurationOf(section)) ?? [],
    merging: merging && {
      paths: (section) => merging.paths(configurationOf(section)),
      merge: (section, path, sides) => merging.merge(configurationOf(section), path, sides),
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
      const headModel = commitRules && change ? commitRules.withChange(model, change) : model
      const baseModel = base && read(base, section, context)
      const comparison = { now: headModel, before: baseModel, context, tip: tip && read(tip, section, context) }
      const targets = once(() => definition.targets(headModel))
      const byId = once(() => groupBy(targets(), ({ id }) => id))
      const valuesIn = rowOwnership && (rowOwnership.values ?? rowOwnership.texts)
      const valuesBefore = once(() => baseModel && valuesIn?.(baseModel))
      const values = once(() => valuesIn?.(headModel))
      const texts = once(() => rowOwnership?.texts(headModel))
      const findingsIn = (compared: Comparison<Model>): Pick<Reading, 'findings' | 'compared'> => ({
        findings: (rule) => rules.get(rule.code)?.check(compared) ?? [],
        compared: () => agreement?.compared(compared.now) ?? [],
      })
      const isolationOf = (isolation: TargetIsolation<Model>): Isolation => ({
        model: headModel,
        movedSince: (earlierModel) => isolation.moved(headModel, earlierModel as Model),
        only(targetIds) {
          const isolated = isolation.only(headModel, targetIds)
          return { targets: definition.targets(isolated), ...findingsIn({ ...comparison, now: isolated }) }
        },
      })
      return {
        found: isFound({ head, base }, section, context),
        get targets() {
          return targets()
        },
        targetsBefore: baseModel ? definition.targets(baseModel) : [],
        next: (target) => definition.next(headModel, target),
        owners: (path) => [
          ...new Set([headModel, ...(baseModel ? [baseModel] : [])].flatMap((model) => definition.owners(model, path))),
        ],
        parsed: (path) => definition.parsed(headModel, path),
        ...findingsIn(comparison),
        ...(agreement?.isolation && { isolation: isolationOf(agreement.isolation) }),
        touched(path, target) {
          if (!baseModel || target === undefined) return undefined
          const key = rowOwnership?.key(headModel, path, target)
          return key === undefined ? undefined : values()?.get(key) !== valuesBefore()?.get(key)
        },
        writes: () => capabilities.writes?.(headModel) ?? [],
        reconcile: () => reconciling?.reconcile(comparison) ?? [],
        stateDigest: (target, command) =>
          definition.stateDigest?.(headModel, target, command) ??
          stateDigestIn(head, (path) => definition.owners(headModel, path).includes(target)),
        share(path, target) {
          const key = rowOwnership?.key(headModel, path, target)
          if (!rowOwnership || key === undefined) return undefined
          return { text: texts()?.get(key) ?? '', lines: rowOwnership.lines(headModel, path, target) }
        },
        resolve(mention) {
          const resolution = definition.resolve?.(headModel, mention)
          if (resolution) return resolution
          const namedTargets = definition.kinds.flatMap((kind) => byId().get(`${kind}:${mention.name}`) ?? [])
          return { ids: namedTargets.map(({ id }) => id), words: mention.words }
        },
        run: (command, request, history) =>
          definition.commands
            .find(({ name }) => name === command)
            ?.run(headModel, request, { view: head, context, history }),
        cleanup: (request) => capabilities.cleanup?.run(headModel, request, { view: head, context }),
        refreshLocal: (target) => capabilities.refreshLocal?.(headModel, target, context.at) ?? { diagnostics: [] },
        writeGrant: (target, grant) => definition.writeGrant(headModel, target, grant),
        namingHint: (target) => capabilities.namingHint?.(headModel, target),
        create: (request) => definition.creation.create(headModel, request, { view: head, context }),
      }
    },
  }
}
