import type { View } from './view.ts'
import type { Protocol, ProtocolDefinition, ProtocolDescriptor, ProtocolDiscovery, Views } from './protocol.ts'
import type { StateDigest } from './target.ts'
import type { Asked, Context } from './context.ts'

/** The digests of some files of a view, each behind its path. */
const stateDigestIn = (view: View, isState: (path: string) => boolean): StateDigest => ({
  state: view.paths.filter(isState).flatMap((path) => [path, view.digest(path)?.sha256]),
  contract: [],
})

/** Closes signs over their type of configuration, so that those of different protocols stand in one list. */
export function describeProtocol<Configuration>(definition: ProtocolDiscovery<Configuration>): ProtocolDescriptor {
  const { name, kinds, configuration, foundByConfiguration = false, fileKinds = [] } = definition
  const selectors = (section: unknown, asked?: Asked) => definition.selectors(configuration.parse(section ?? {}), asked)
  return { name, kinds, configuration, foundByConfiguration, fileKinds, selectors }
}

/** Closes a definition over its types, so that protocols of different models stand in one list. */
export function defineProtocol<Configuration, Model>(definition: ProtocolDefinition<Configuration, Model>): Protocol {
  const own = (section: unknown) => definition.configuration.parse(section ?? {})
  const known = new WeakMap<View, { readonly section: unknown; readonly context: Context; readonly model: Model }>()
  /** Reads a view. A second look at the same one, without the commits of a change, finds it read. */
  const read = (view: View, section: unknown, context: Context): Model => {
    const before = known.get(view)
    if (before?.context === context && before.section === section) return before.model
    const model = definition.read(view, own(section), context)
    known.set(view, { section, context, model })
    return model
  }
  const isFound = ({ head, base }: Views, section: unknown, configuration: Configuration, context: Context) =>
    (definition.foundByConfiguration === true && section !== undefined) ||
    definition.found(head, configuration, context) ||
    (base !== undefined && definition.found(base, configuration, context))
  return {
    ...describeProtocol(definition),
    title: definition.title,
    about: definition.about,
    rules: definition.rules,
    groups: definition.groups ?? [{ name: 'rules', title: definition.title, rules: [definition.rules] }],
    commands: definition.commands,
    refusalCodes: definition.refusalCodes ?? {},
    mayGoOn: definition.mayGoOn === true,
    filesApart: definition.filesApart === true,
    detect: definition.detect,
    further({ head, base }, section, context) {
      if (!definition.further) return []
      return definition.further({ now: read(head, section, context), before: base && read(base, section, context), context })
    },
    kept: (section) => definition.kept?.(own(section)) ?? [],
    merge: (path, sides, section) => definition.merge?.(own(section), path, sides),
    shared: (section) => definition.shared?.(own(section)) ?? [],
    asksForCommits: (views, section, context) => definition.commits === true && isFound(views, section, own(section), context),
    read({ head, base }, section, context, change) {
      const configuration = own(section)
      const now = definition.commits && change ? definition.read(head, configuration, context, change) : read(head, section, context)
      const before = base && read(base, section, context)
      const comparison = { now, before, context }
      const unitsBefore = before && definition.units?.(before)
      let known: ReadonlyMap<string, string> | undefined
      const units = () => (known ??= definition.units?.(now) ?? new Map<string, string>())
      const rules = new Map(definition.rules.map((rule) => [rule.code, rule]))
      return {
        found: isFound({ head, base }, section, configuration, context),
        targets: definition.targets(now),
        targetsBefore: before ? definition.targets(before) : [],
        owners: (path) => [...new Set([now, ...(before ? [before] : [])].flatMap((model) => definition.owners(model, path)))],
        parsed: (path) => definition.parsed(now, path),
        findings: (rule) => rules.get(rule.code)?.check(comparison) ?? [],
        touched(path, target) {
          const key = target === undefined ? undefined : definition.unit?.(now, path, target)
          return key === undefined || !unitsBefore ? undefined : units().get(key) !== unitsBefore.get(key)
        },
        reconcile: () => definition.reconcile?.(comparison) ?? [],
        stateDigest: (target, command) =>
          definition.stateDigest?.(now, target, command) ?? stateDigestIn(head, (path) => definition.owners(now, path).includes(target)),
        share(path, target) {
          const key = definition.unit?.(now, path, target)
          return key === undefined ? undefined : { text: units().get(key) ?? '', lines: definition.lines?.(now, path, target) ?? [] }
        },
        resolve(mention) {
          const own = definition.resolve?.(now, mention)
          if (own) return own
          const ids = new Set(definition.kinds.map((kind) => `${kind}:${mention.name}`))
          return { ids: definition.targets(now).flatMap(({ id }) => (ids.has(id) ? [id] : [])), words: mention.words }
        },
        run: (command, request, history) =>
          definition.commands.find(({ name }) => name === command)?.run(now, request, { view: head, context, history }),
      }
    },
  }
}
