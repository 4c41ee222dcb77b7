import type * as z from 'zod'
import { byPlace, type Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { suggestion, suggestionHint } from '../../../core/suggestion.ts'
import { type DataNode, type DataScalar, nodeAt } from '../../../documents/data.ts'
import { messageOf, nearestPlace, pathFinding } from '../../../kit/path-finding.ts'
import { keysAt } from '../../../kit/published-schema.ts'
import { type Data, dataWithin } from '../../../kit/record.ts'
import { checkShape } from '../../../kit/shape.ts'
import { readKind } from './kind.ts'
import { languageSchema } from './json-schema.ts'
import { parameterProblems, presetNames, presetWith, withChanges } from './presets.ts'
import {
  usedShape,
  workflowShape,
  type WrittenChanges,
  type WrittenKind,
  type WrittenUse,
  type WrittenWorkflow,
} from './shape.ts'
import { cycleOfKinds, statesOfParts, additionProblems, writtenPlaces } from './together.ts'
import type { AwaitedName, Problem, Workflow } from './workflow.ts'
import { limits } from './values.ts'
import { changedKey, writtenPath } from './written-path.ts'

/** What a name of a declaration must not be: it would be taken for something built in. */
export interface ReservedNames {
  readonly protocols: readonly string[]
  readonly kinds: readonly string[]
}

/** Declarations that were read; with any problem none of them counts. */
export interface WorkflowReadResult {
  readonly workflows: readonly Workflow[]
  readonly problems: readonly Finding[]
}

/** The name of a kind of a declaration that has only one. */
const onlyKind = ''

const kindsIn = ({ kinds, name: _, with: __, ...keys }: WrittenWorkflow): Readonly<Record<string, WrittenKind>> =>
  kinds ?? { [onlyKind]: keys }

interface Entry {
  readonly name: string
  readonly preset: string | undefined
  readonly kinds: Readonly<Record<string, WrittenKind>>
  /** Where the keys of a kind are written. */
  readonly nested: boolean
}

/** A problem in a kind of a preset, at the key of the entry that brings it about. */
function inPreset(node: DataNode, kindPath: Problem['path'], problem: Problem): Problem {
  const pathInKind = problem.path.slice(kindPath.length)
  const [section] = pathInKind
  const path = section === undefined ? undefined : changedKey(node, kindPath, pathInKind)
  if (section === undefined || path === undefined) return problem
  if (section === 'states' && path.length > kindPath.length + 1) return { ...problem, path }
  const advice = msg`It stands in ${section} of the preset: give that key too.`
  return { ...problem, path, hint: problem.hint === undefined ? advice : `${problem.hint} ${advice}` }
}

/** The numbers that are another text as values than as they are written: words of a declaration are texts. */
function alteredNumbers(node: DataNode): readonly DataScalar[] {
  if (node.kind === 'scalar') return typeof node.value === 'number' && String(node.value) !== node.source ? [node] : []
  return (node.kind === 'sequence' ? node.items : node.entries.map(({ value }) => value)).flatMap(alteredNumbers)
}

class Reader {
  readonly findings: Finding[] = []
  readonly #data: Data
  readonly #reserved: ReservedNames
  /** The workflow that writes a place. */
  readonly #writers = new Map<string, string>()

  constructor(data: Data, reservedNames: ReservedNames) {
    this.#data = data
    this.#reserved = reservedNames
  }

  #problem(node: DataNode, { path, message, hint }: Problem): void {
    const entryData = dataWithin(this.#data, node)
    this.findings.push({
      message,
      ...(hint !== undefined && { hint }),
      place: nearestPlace(entryData, writtenPath(node, path)),
    })
  }

  /** That a workflow writes where another does. */
  #checkPlaces({ name, kinds, nested }: Entry, node: DataNode): void {
    const ownLocations: string[] = []
    for (const [kind, writtenKind] of Object.entries(kinds))
      for (const [location, path] of writtenPlaces(writtenKind)) {
        const otherWorkflow = this.#writers.get(location)
        const isFirst = !ownLocations.some((ownLocation) => this.#writers.get(ownLocation) === otherWorkflow)
        if (otherWorkflow !== undefined && isFirst)
          this.#problem(node, {
            path: [...(nested ? ['kinds', kind] : []), ...path],
            message: msg`Unexpected place, expected one that the workflow ${otherWorkflow} does not write too`,
            hint: 'A place belongs to one workflow: declare it there.',
          })
        ownLocations.push(location)
      }
    for (const location of ownLocations) this.#writers.set(location, name)
  }

  read(timeZone: string): readonly Workflow[] {
    const { root } = this.#data
    if (root.kind === 'sequence') return this.readAll(root.items, timeZone)
    this.findings.push({
      message: 'Unexpected value of `workflows`, expected a list of declarations',
      place: this.#data.place(root),
    })
    return []
  }

  readAll(declarations: readonly DataNode[], timeZone: string): readonly Workflow[] {
    const { root, document } = this.#data
    if (declarations.length > limits.workflows) {
      this.findings.push({
        message: `Unexpected number of workflows, expected at most ${limits.workflows}`,
        place: document.place(document.lineOf(root.start)),
      })
      return []
    }
    const names = new Map<string, DataNode>()
    return declarations.flatMap((node) => {
      const entry = this.#entry(node)
      if (!entry) return []
      const { protocols, kinds } = this.#reserved
      if (protocols.includes(entry.name) || kinds.includes(entry.name))
        this.#problem(node, {
          path: ['name'],
          message: msg`Unexpected name ${entry.name}, which is built in: choose another`,
        })
      if (names.has(entry.name))
        this.#problem(node, {
          path: ['name'],
          message: msg`Unexpected second workflow ${entry.name}, expected each name once`,
          hint: msg`Give one of them another ${'name'}.`,
        })
      names.set(entry.name, node)
      this.#checkPlaces(entry, node)
      return [this.#compiled(entry, node, timeZone)]
    })
  }

  #entry(node: DataNode): Entry | undefined {
    if (node.kind === 'scalar') return this.#used(node, { use: node.source })
    if (node.kind === 'mapping' && node.get('use')) {
      const declaration = this.#judged(node, usedShape())
      return declaration && this.#used(node, declaration)
    }
    const declaration = this.#judged(node, workflowShape())
    if (!declaration) return undefined
    const { kinds, name: _, with: givenParameters, ...keys } = declaration
    if (givenParameters)
      this.#problem(node, { path: ['with'], message: msg`Unexpected key ${'with'}, which belongs to ${'use'}` })
    const topKeys = Object.entries(keys).filter(([, value]) => value !== undefined)
    if (kinds && topKeys.length > 0)
      this.#problem(node, {
        path: [topKeys[0]?.[0] ?? ''],
        message: msg`Unexpected key ${topKeys[0]?.[0] ?? ''} beside ${'kinds'}, expected it in one of them`,
      })
    if (kinds && Object.keys(kinds).length === 0)
      this.#problem(node, { path: ['kinds'], message: msg`Missing kind in ${'kinds'}, expected one at least` })
    return { name: declaration.name, preset: undefined, kinds: kindsIn(declaration), nested: kinds !== undefined }
  }

  #judged<Value>(node: DataNode, shape: z.ZodType<Value>): Value | undefined {
    const data = dataWithin(this.#data, node)
    const { value, violations } = checkShape(data, shape, { words: messageOf, writtenPath })
    for (const violation of violations ?? [])
      this.findings.push(pathFinding(data, (path) => keysAt(languageSchema(shape), path), violation))
    for (const { source, value, ...span } of alteredNumbers(node))
      this.findings.push({
        message: msg`Unexpected ${source}, which YAML reads as the number ${String(value)}`,
        hint: msg`Put it in quotes: ${`'${source}'`}.`,
        place: data.document.span(span.start, span.end),
      })
    return value
  }

  #used(
    node: DataNode,
    { use, name = use, with: givenParameters = {}, kinds = {}, ...keys }: WrittenUse,
  ): Entry | undefined {
    if (!presetNames.includes(use)) {
      this.#problem(node, {
        path: node.kind === 'scalar' ? [] : ['use'],
        message: msg`Unexpected preset ${use}, expected one of ${presetNames}`,
        ...suggestionHint(suggestion(use, presetNames)),
      })
      return undefined
    }
    const problems = [...parameterProblems(use, givenParameters)]
    for (const problem of problems) this.#problem(node, problem)
    if (problems.length > 0) return undefined
    const preset = presetWith(use, givenParameters)
    const presetKinds = kindsIn(preset)
    const topKey = Object.entries(keys).find(([, value]) => value !== undefined)?.[0]
    const changes: Readonly<Record<string, WrittenChanges>> =
      topKey === undefined ? kinds : { [onlyKind]: keys, ...kinds }
    for (const kind of Object.keys(changes))
      if (!Object.hasOwn(presetKinds, kind)) {
        const hint =
          kind === onlyKind
            ? msg`Its kinds are ${Object.keys(presetKinds)}: write the keys under ${'kinds'}.`
            : Object.keys(presetKinds)[0] === onlyKind
              ? msg`It has one kind: write the keys at the top.`
              : [
                  msg`Its kinds are ${Object.keys(presetKinds)}.`,
                  suggestionHint(suggestion(kind, Object.keys(presetKinds))).hint ?? '',
                ]
                  .join(' ')
                  .trim()
        this.#problem(node, {
          path: kind === onlyKind && topKey !== undefined ? [topKey] : ['kinds', kind],
          message:
            kind === onlyKind
              ? msg`Unexpected keys of a kind at the top of ${use}`
              : msg`Unexpected kind ${kind} of ${use}`,
          hint,
        })
        return undefined
      }
    for (const [kind, change] of Object.entries(changes))
      for (const problem of additionProblems(presetKinds[kind] ?? {}, change))
        this.#problem(node, { ...problem, path: [...(kind === onlyKind ? [] : ['kinds', kind]), ...problem.path] })
    const allKinds = Object.fromEntries(
      Object.entries(presetKinds).map(([kind, writtenKind]) => [
        kind,
        changes[kind] ? withChanges(writtenKind, changes[kind]) : writtenKind,
      ]),
    )
    return { name, preset: use, kinds: allKinds, nested: preset.kinds !== undefined }
  }

  #compiled({ name, preset, kinds, nested }: Entry, node: DataNode, timeZone: string): Workflow {
    const namedKinds = Object.entries(kinds)
    if (namedKinds.length > limits.kinds)
      this.#problem(node, {
        path: ['kinds'],
        message: msg`Unexpected number of kinds, expected at most ${limits.kinds}`,
      })
    const partStates = statesOfParts(kinds)
    const awaited: AwaitedName[] = []
    const entryData = dataWithin(this.#data, node)
    const compiledKinds = namedKinds.map(([kind, writtenKind]) => {
      const path = nested ? ['kinds', kind] : []
      const {
        kind: compiledKind,
        problems,
        ...read
      } = readKind(kind === onlyKind ? undefined : kind, writtenKind, path, partStates)
      for (const problem of problems)
        this.#problem(node, preset === undefined ? problem : inPreset(node, path, problem))
      for (const { path: namePath, ...name } of read.awaited) {
        const ownPath = writtenPath(node, namePath)
        // What the preset itself names is no mistake of the repository.
        if (nodeAt(node, ownPath))
          awaited.push({ ...name, kind: compiledKind, place: nearestPlace(entryData, ownPath) })
      }
      return compiledKind
    })
    const cycle = cycleOfKinds(compiledKinds)
    if (cycle)
      this.#problem(node, {
        path: [...(nested ? ['kinds', cycle[0]?.name ?? onlyKind] : []), 'within'],
        message:
          cycle.length > 1
            ? msg`Unexpected cycle of the kinds ${cycle.map((kind) => kind.name ?? '')}, expected no kind above itself`
            : msg`Unexpected ${'within'}, expected the id of another item: this is the id of the item itself`,
      })
    return {
      name,
      preset,
      kinds: compiledKinds,
      written: JSON.stringify([preset, kinds]),
      awaited,
      timeZone,
      place: nearestPlace(entryData, node.kind === 'mapping' ? [node.get('name') ? 'name' : 'use'] : []),
    }
  }
}

/** Reads the declarations of a configuration: the value of its key `workflows`. */
export function readWorkflows(configuration: Data, timeZone: string, reservedNames: ReservedNames): WorkflowReadResult {
  const node = nodeAt(configuration.root, ['workflows'])
  if (!node) return { workflows: [], problems: [] }
  const reader = new Reader(dataWithin(configuration, node), reservedNames)
  return readResult(reader, reader.read(timeZone))
}

/** Reads a text that is no policy: a configuration, a list of declarations, or one alone. */
export function readDeclarations(data: Data, timeZone: string, reservedNames: ReservedNames): WorkflowReadResult {
  const { root } = data
  if (nodeAt(root, ['workflows'])) return readWorkflows(data, timeZone, reservedNames)
  const reader = new Reader(data, reservedNames)
  return readResult(reader, reader.readAll(root.kind === 'sequence' ? root.items : [root], timeZone))
}

function readResult(reader: Reader, workflows: readonly Workflow[]): WorkflowReadResult {
  const findings = new Map(
    reader.findings.map((finding) => [JSON.stringify([finding.place, finding.message, finding.hint]), finding]),
  )
  return { workflows: findings.size === 0 ? workflows : [], problems: [...findings.values()].toSorted(byPlace) }
}
