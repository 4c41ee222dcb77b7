import { msg } from '../../core/message.ts'
import { isList, isObject, type Json, type JsonObject } from './check.ts'
import { Unusable } from './usable.ts'

/** A schema with an id of its own, or the whole: references in it go by it. */
export interface Resource {
  readonly root: JsonObject
  readonly id: string | undefined
}

/** A part of a schema, and the resource that it belongs to. */
export interface Part {
  readonly schema: Json
  readonly resource: Resource
}

const idOf = ({ $id }: JsonObject): string | undefined =>
  typeof $id === 'string' && !$id.startsWith('#') ? $id.replace(/#$/, '') : undefined

/** The resource that a schema belongs to. */
export function resourceAt(schema: JsonObject, around?: Resource): Resource {
  const id = idOf(schema)
  return around && (id === undefined || schema === around.root) ? around : { root: schema, id }
}

const anchorsOf = ({ $anchor, $dynamicAnchor, $id }: JsonObject) => [
  $anchor,
  $dynamicAnchor,
  typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined,
]

/** Every schema of a resource that has this name. */
function anchored(value: Json, name: string, isRoot = true): readonly JsonObject[] {
  if (isList(value)) return value.flatMap((each) => anchored(each, name, false))
  if (!isObject(value) || (!isRoot && idOf(value) !== undefined)) return []
  return [...(anchorsOf(value).includes(name) ? [value] : []), ...Object.values(value).flatMap((each) => anchored(each, name, false))]
}

function byPointer(pointer: string, from: Resource): Part | undefined {
  let [found, resource]: [Json | undefined, Resource] = [from.root, from]
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isList(found) ? found[Number(key)] : isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
    if (isObject(found)) resource = resourceAt(found, resource)
  }
  return found === undefined ? undefined : { schema: found, resource }
}

function byName(name: string, resource: Resource): Part | undefined {
  const [schema, second] = anchored(resource.root, name)
  if (second) throw new Unusable('skipped', msg`several of its parts are called ${name}`)
  return schema && { schema, resource }
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Where a reference in a resource leads: `#…`, or the id of that resource or of the whole with `#…`.
 *
 * @throws Unusable where it leads elsewhere, or to nothing.
 */
export function partAt(reference: string, resource: Resource, whole: Resource): Part {
  const hash = reference.indexOf('#')
  const document = reference.slice(0, hash)
  const known = [resource, whole].find(({ id }) => id === document)
  const from = document === '' ? resource : known
  if (hash === -1 || !from) throw new Unusable('remote', msg`Unexpected reference ${reference}, expected one to the schema itself`)
  const fragment = unescaped(reference.slice(hash + 1))
  if (fragment === '') return { schema: from.root, resource: from }
  const found = fragment?.startsWith('/') ? byPointer(fragment, from) : fragment && byName(fragment, from)
  if (!found) throw new Unusable('unreadable', msg`Unexpected reference ${reference}, expected one to a part of the schema`)
  return found
}
