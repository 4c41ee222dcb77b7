import { msg } from '../../../core/message.ts'
import type { Template } from '../../../documents/template.ts'
import { foldWord } from '../reading/words.ts'
import { readNeed } from './conditions.ts'
import { readLocation, readPlace, readSpot, readTableSpot, tableKeysOf } from './places.ts'
import { Scope, type Path } from './scope.ts'
import type { WrittenKind, WrittenPlace, WrittenSpot } from './shape.ts'
import { limits } from './values.ts'
import { capturesOf, readSource } from './sources.ts'
import { readStates } from './states.ts'
import type { Effect, Field, Kind, Link, Location, Move, Mover, Source } from './workflow.ts'

/** What every item captures. */
const builtInCaptures = ['id', 'path', 'folder'] as const

/** What effects may name besides. */
const effectCaptures = ['today', 'actor', 'agent', 'from', 'to', 'text'] as const

/** Reads one kind of a declaration; what is wrong is in the scope, each with the path of keys that leads to it. */
export function readKind(
  name: string | undefined,
  writtenKind: WrittenKind,
  kindPath: Path,
  partStates: ReadonlySet<string> | undefined,
): { readonly kind: Kind } & Pick<Scope, 'problems' | 'awaited'> {
  const scope = new Scope(writtenKind, kindPath, partStates)
  const { items, place, places = {}, truth, moves = 'any', fields = {}, within, depends, parent } = scope.kind
  const path = scope.path
  if (!items || items.length === 0)
    scope.problem(
      items ? ['items'] : [],
      msg`Missing ${'items'}, expected where the items are, such as ${'work/{id}.md'}`,
    )
  const sources = (items ?? []).map((item, index) => readSource(scope, item, [...path, 'items', index]))
  scope.sources = sources
  const captures = sources.map((source) => new Set([...builtInCaptures, ...capturesOf(source)]))
  scope.captures = new Set([...builtInCaptures, ...captures.flatMap((names) => [...names])])
  scope.commonCaptures = new Set([...scope.captures].filter((name) => captures.every((names) => names.has(name))))
  scope.fields = new Map(
    Object.entries(fields).map(([name, writtenField]): [string, Field] => [
      name,
      {
        name,
        at: [readLocation(scope, writtenField, [...path, 'fields', name])],
        required: writtenField.required === true,
        oneOf: (writtenField['one-of'] ?? []).map(foldWord),
        type: writtenField.type,
      },
    ]),
  )
  const states = readStates(scope)
  if ('list' in states) scope.states = new Set(states.list.map(({ name }) => name))
  if (place && scope.kind.places)
    scope.problem(['place'], msg`Unexpected ${'place'} beside ${'places'}, expected one of them`)
  const namedPlaces: readonly (readonly [string, readonly WrittenPlace[], Path])[] = [
    ...(place ? [['place', place, [...path, 'place']] as const] : []),
    ...Object.entries(places).map(([name, options]) => [name, options, [...path, 'places', name]] as const),
  ]
  if (namedPlaces.length === 0)
    scope.problem(
      scope.kind.places ? ['places'] : [],
      msg`Missing ${'place'}, expected where the state of an item stands, such as ${'front-matter: status'}`,
    )
  if (namedPlaces.length > limits.places)
    scope.problem(['places'], msg`Unexpected number of places, expected at most ${limits.places}`)
  const compiledPlaces = namedPlaces.map(([name, options, placePath]) => readPlace(scope, name, options, placePath))
  const truthPlace =
    truth === undefined || truth === 'none' ? undefined : compiledPlaces.find(({ name }) => name === truth)
  if (truth !== undefined && truth !== 'none' && !truthPlace)
    scope.unknownName(
      [...path, 'truth'],
      'place',
      truth,
      compiledPlaces.map(({ name }) => name),
    )
  const compiledMoves = typeof moves === 'string' ? moves : readMoves(scope, moves)
  if (
    (typeof compiledMoves === 'string'
      ? compiledMoves === 'linear'
      : compiledMoves.some(({ by }) => by === undefined || by.some((mover) => mover !== 'hand'))) &&
    !compiledPlaces.some(({ written }) => written.some((location) => isWritable(location, sources)))
  )
    scope.problem(
      ['moves'],
      `Unexpected moves by a command, expected a place that commands can write: ${
        compiledPlaces.every(({ written }) => written.length === 0)
          ? 'every place is computed'
          : msg`every place is computed, in a ${'.jsonl'} file, or in an item that is a folder`
      }`,
    )
  if (parent && within === undefined)
    scope.problem(['parent'], msg`Unexpected ${'parent'}, which belongs to a kind with ${'within'}`)
  if (depends?.except && depends.once === undefined)
    scope.problem(['depends', 'except'], msg`Unexpected ${'except'}, which belongs to ${'depends'} with ${'once'}`)
  const kind: Kind = {
    name,
    sources,
    states,
    places: compiledPlaces,
    truth: truthPlace,
    moves: compiledMoves,
    fields: [...scope.fields.values()],
    effects: (scope.kind['on-move'] ?? []).flatMap((effect, index) =>
      readEffect(scope, effect, [...path, 'on-move', index]),
    ),
    within:
      typeof within === 'string'
        ? scope.template(within, [...path, 'within'])
        : within && readLink(scope, within, [...path, 'within']),
    depends: depends && {
      link: readLink(scope, depends, [...path, 'depends']),
      once: depends.once === undefined ? undefined : scope.stateOrGroup(depends.once, [...path, 'depends', 'once']),
      except: (depends.except ?? []).map((name, index) =>
        scope.stateOrGroup(name, [...path, 'depends', 'except', index]),
      ),
      unknown: depends.unknown ?? 'notice',
    },
    leadsParent: parent === 'follow',
  }
  return { kind, problems: scope.problems, awaited: scope.awaited }
}

/** Whether commands can write at a location: lines of data are read-only, and a folder has no text of its own. */
function isWritable({ in: files }: Location, sources: readonly Source[]): boolean {
  const isLines = ({ source }: Template) => source.toLowerCase().endsWith('.jsonl')
  return files.length > 0
    ? !files.every(isLines)
    : sources.some(({ form, file }) => form !== 'folders' && !isLines(file))
}

function readMoves(scope: Scope, writtenMoves: Exclude<WrittenKind['moves'], string | undefined>): readonly Move[] {
  const moves = writtenMoves.flatMap(({ from, to, by, needs = [] }, index) => {
    const path = [...scope.path, 'moves', index]
    const target = scope.stateOrGroup(to, [...path, 'to'])
    const compiledNeeds = needs.map((need, number) => readNeed(scope, need, [...path, 'needs', number]))
    return from.map((name, number): Move => ({
      from: name === '*' ? undefined : scope.stateOrGroup(name, [...path, 'from', number]),
      to: target,
      by: by?.map((mover): Mover => (mover === 'handback success' ? 'handback' : mover)),
      needs: compiledNeeds,
    }))
  })
  if (moves.length > limits.moves)
    scope.problem(['moves'], msg`Unexpected number of moves, expected at most ${limits.moves}`)
  return moves
}

function readEffect(
  scope: Scope,
  writtenEffect: NonNullable<WrittenKind['on-move']>[number],
  path: Path,
): readonly Effect[] {
  const { set, to, append, section, in: files = [] } = writtenEffect
  const file = files.map((fileTemplate, index) => scope.file(fileTemplate, [...path, 'in', index]))
  if (
    (set === undefined) === (append === undefined) ||
    (set !== undefined) !== (to !== undefined) ||
    (append !== undefined) !== (section !== undefined)
  ) {
    scope.problemAt(path, msg`Unexpected effect, expected ${'set'} with ${'to'}, or ${'append'} with ${'section'}`)
    return []
  }
  for (const [key, text] of Object.entries({ to, append }))
    if (text?.trim() === '')
      scope.problemAt(
        [...path, key],
        msg`Unexpected empty ${key}, expected a text`,
        key === 'to' ? msg`No effect empties a value: write a mark for none, such as ${'-'}.` : undefined,
      )
  if (append !== undefined && section !== undefined)
    return [
      {
        append: scope.template(append, [...path, 'append'], {}, effectCaptures),
        section: scope.literal(section, [...path, 'section'], 'the heading'),
        in: file,
      },
    ]
  if (!set || to === undefined) return []
  return [
    {
      set: readSpot(scope, set, [...path, 'set']),
      to: scope.template(to, [...path, 'to'], {}, effectCaptures),
      in: file,
    },
  ]
}

function readLink(
  scope: Scope,
  writtenLink: Pick<WrittenSpot, 'front-matter' | 'label' | 'data' | 'table' | 'row' | 'column'> & {
    readonly where?: Readonly<Record<string, string>> | undefined
  },
  path: Path,
): Link {
  const { 'front-matter': key, label, data, table, row, column, where = {} } = writtenLink
  scope.checkOneOf(path, 'link', { 'front-matter': key, label, data, ...tableKeysOf(writtenLink) })
  scope.literal(key ?? '', [...path, 'front-matter'], 'the name of a key')
  scope.literal(label ?? '', [...path, 'label'], 'the text before the colon')
  scope.checkSteps(data ?? [], [...path, 'data'], false)
  if (data === undefined) scope.checkBelongs(path, { where: writtenLink.where }, 'data')
  const spot =
    key !== undefined
      ? ({ form: 'front-matter', key } as const)
      : label !== undefined
        ? ({ form: 'label', label } as const)
        : data === undefined && (column ?? row ?? table) !== undefined
          ? readTableSpot(scope, { table, row, column }, path)
          : ({ form: 'data', at: data ?? [] } as const)
  return { spot, where: Object.entries(where) }
}
