import type { HookEvent, HostName } from '../../../core/installation.ts'
import { hosts } from './hosts.ts'

/** The call of a hook, as its host describes it. */
export interface HookCall {
  /** The session of the host, where its name may be in a shell. */
  readonly session: string | undefined
  /** The kind of the subagent that ends. */
  readonly agent: string | undefined
  /** Where the session works. */
  readonly folder: string | undefined
  /** The files that were edited, as the host names them. */
  readonly edited: readonly string[]
  /** The host already continues because of a hook. */
  readonly isGoingOn: boolean
}

const maxPathLength = 4096
const maxFiles = 20

/** A text as JSON. No finding points into the input of a hook, which may hold whole files: it is not a record. */
function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path; a text on the way may itself be JSON. */
function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((current, key) => {
    const value = typeof current === 'string' ? parseJsonText(current) : current
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Readonly<Record<string, unknown>>)[key]
      : undefined
  }, root)
}

const valuesAt = (root: unknown, paths: readonly (readonly string[])[]) =>
  paths.map((path) => valueAt(root, path)).filter((value) => value !== undefined)

const textAt = (root: unknown, paths: readonly (readonly string[])[]) =>
  valuesAt(root, paths).find((value): value is string => typeof value === 'string' && value !== '')

const filesIn = (patch: string): readonly string[] =>
  Array.from(patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm), ([, path = '']) => path.trim())

/** Reads the input of a hook; `undefined`: it is not a JSON object. Unknown fields are ignored. */
export function readHookCall(name: HostName, text: string): HookCall | undefined {
  const root = parseJsonText(text.replace(/^\ufeff/, ''))
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return undefined
  const { session, folder, edited, patch, goingOn, agent } = hosts[name].input
  const sessionName = textAt(root, session)
  const file = textAt(root, edited)
  const files = file === undefined ? filesIn(textAt(root, patch) ?? '') : [file]
  return {
    session: sessionName !== undefined && /^[\w.-]{1,128}$/.test(sessionName) ? sessionName : undefined,
    agent: textAt(root, agent),
    folder: textAt(root, folder),
    edited: [...new Set(files)]
      .filter((path) => path.length <= maxPathLength && !path.includes('\0'))
      .slice(0, maxFiles),
    isGoingOn: valuesAt(root, goingOn).some((value) => value === true || (typeof value === 'number' && value > 0)),
  }
}

export const hookAnswer = (name: HostName, event: HookEvent, text: string): object => hosts[name].answer[event](text)
