import { msg } from '../../../core/message.ts'
import { folded } from '../words.ts'
import { readNeed } from './conditions.ts'
import { readLocation, readPlace, readSpot } from './places.ts'
import { Scope, type Path } from './scope.ts'
import type { WrittenKind, WrittenPlace } from './shape.ts'
import { capture, capturedBy, readSource } from './sources.ts'
import { readStates } from './states.ts'
import type { Effect, Field, Kind, Link, Move, Mover, Problem } from './workflow.ts'

const maxMoves = 200
const maxPlaces = 20

/** What every item captures. */
const builtIn = ['id', 'path', 'folder'] as const

/** What effects may name besides. */
const ofEffects = ['today', 'actor', 'from', 'to', 'text'] as const

/** Reads one kind of a declaration; what is wrong is in the scope, each with the path of keys that leads to it. */
export function readKind(
  name: string | undefined,
  written: WrittenKind,
  at: Path,
  partStates: ReadonlySet<string> | undefined,
): { readonly kind: Kind; readonly problems: readonly Problem[] } {
  const scope = new Scope(written, at, partStates)
  const { items, place, places = {}, truth, moves = 'any', fields = {}, within, depends, parent } = scope.kind
  const path = scope.path
  if (!items || items.length === 0) scope.problem([], msg`Missing ${'items'}, expected where the items are, such as ${'work/{id}.md'}`)
  const sources = (items ?? []).map((each, index) => readSource(scope, each, [...path, 'items', index]))
  scope.captures = new Set([...builtIn, ...sources.flatMap(capturedBy)])
  scope.fields = new Map(
    Object.entries(fields).map(([name, written]): [string, Field] => [
      name,
      {
        name,
        at: [readLocation(scope, written, [...path, 'fields', name])],
        required: written.required === true,
        oneOf: (written['one-of'] ?? []).map(folded),
        type: written.type,
      },
    ]),
  )
  const states = readStates(scope)
  scope.states = new Set('list' in states ? states.list.map(({ name }) => name) : [])
  if (place && Object.keys(places).length > 0) scope.problem(['place'], msg`Unexpected ${'place'} beside ${'places'}, expected one of them`)
  const named: readonly (readonly [string, readonly WrittenPlace[], Path])[] = [
    ...(place ? [['place', place, [...path, 'place']] as const] : []),
    ...Object.entries(places).map(([name, options]) => [name, options, [...path, 'places', name]] as const),
  ]
  if (named.length === 0)
    scope.problem([], msg`Missing ${'place'}, expected where the state of an item stands, such as ${'front-matter: status'}`)
  if (named.length > maxPlaces) scope.problem(['places'], msg`Unexpected number of places, expected at most ${maxPlaces}`)
  const compiled = named.map(([name, options, at]) => readPlace(scope, name, options, at))
  const right = truth === undefined || truth === 'none' ? undefined : compiled.find(({ name }) => name === truth)
  if (truth !== undefined && truth !== 'none' && !right)
    scope.unknownName(
      [...path, 'truth'],
      'place',
      truth,
      compiled.map(({ name }) => name),
    )
  const listed = typeof moves === 'string' ? moves : readMoves(scope, moves)
  if (
    typeof listed !== 'string' &&
    listed.some(({ by }) => by === undefined || by.some((each) => each !== 'hand')) &&
    compiled.every(({ written }) => written.length === 0)
  )
    scope.problem(['moves'], 'Unexpected moves by a command, expected a place that commands can write: every place is computed')
  const kind: Kind = {
    name,
    sources,
    states,
    places: compiled,
    truth: right,
    moves: listed,
    fields: [...scope.fields.values()],
    effects: (scope.kind['on-move'] ?? []).flatMap((each, index) => readEffect(scope, each, [...path, 'on-move', index])),
    within:
      typeof within === 'string' ? scope.template(within, [...path, 'within']) : within && readLink(scope, within, [...path, 'within']),
    depends: depends && {
      link: readLink(scope, depends, [...path, 'depends']),
      once: depends.once === undefined ? undefined : scope.stateOrGroup(depends.once, [...path, 'depends', 'once']),
      except: (depends.except ?? []).map((name, index) => scope.stateOrGroup(name, [...path, 'depends', 'except', index])),
      unknown: depends.unknown ?? 'notice',
    },
    leadsParent: parent === 'follow',
  }
  return { kind, problems: scope.problems }
}

function readMoves(scope: Scope, written: Exclude<WrittenKind['moves'], string | undefined>): readonly Move[] {
  const all = written.flatMap(({ from, to, by, needs = [] }, index) => {
    const path = [...scope.path, 'moves', index]
    const target = scope.stateOrGroup(to, [...path, 'to'])
    const needed = needs.map((each, number) => readNeed(scope, each, [...path, 'needs', number]))
    return from.map((name, number): Move => ({
      from: name === '*' ? undefined : scope.stateOrGroup(name, [...path, 'from', number]),
      to: target,
      by: by?.map((each): Mover => (each === 'handback success' ? 'handback' : each)),
      needs: needed,
    }))
  })
  if (all.length > maxMoves) scope.problem(['moves'], msg`Unexpected number of moves, expected at most ${maxMoves}`)
  return all
}

function readEffect(scope: Scope, written: NonNullable<WrittenKind['on-move']>[number], path: Path): readonly Effect[] {
  const { set, to, append, section, in: files = [] } = written
  const file = files.map((each, index) => scope.file(each, [...path, 'in', index]))
  if (
    (set === undefined) === (append === undefined) ||
    (set !== undefined) !== (to !== undefined) ||
    (append !== undefined) !== (section !== undefined)
  ) {
    scope.problemAt(path, msg`Unexpected effect, expected ${'set'} with ${'to'}, or ${'append'} with ${'section'}`)
    return []
  }
  if (append !== undefined && section !== undefined)
    return [{ append: scope.template(append, [...path, 'append'], {}, ofEffects), section: section.trim(), in: file }]
  if (!set || to === undefined) return []
  const steps = set.data?.map((step) => capture.exec(step)?.[1] ?? undefined).filter((name) => name !== undefined) ?? []
  for (const name of steps)
    if (!scope.captures.has(name))
      scope.problemAt(
        [...path, 'set', 'data'],
        msg`Unexpected ${`{${name}}`}, expected one of ${[...scope.captures].map((each) => `{${each}}`)}`,
      )
  return [{ set: readSpot(scope, set, [...path, 'set']), to: scope.template(to, [...path, 'to'], {}, ofEffects), in: file }]
}

function readLink(
  scope: Scope,
  written: {
    readonly 'front-matter'?: string | undefined
    readonly label?: string | undefined
    readonly data?: readonly string[] | undefined
    readonly where?: Readonly<Record<string, string>> | undefined
  },
  path: Path,
): Link {
  const { 'front-matter': key, label, data, where = {} } = written
  if ([key, label, data].filter((each) => each !== undefined).length !== 1)
    scope.problemAt(path, msg`Unexpected link, expected exactly one of ${['front-matter', 'label', 'data']}`)
  const spot =
    key !== undefined
      ? ({ form: 'front-matter', key } as const)
      : label !== undefined
        ? ({ form: 'label', label } as const)
        : ({ form: 'data', at: data ?? [] } as const)
  return { spot, where: Object.entries(where) }
}
