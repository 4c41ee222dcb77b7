import { expect } from 'vitest'
import { adviceOf } from '../../src/core/advice.ts'
import type { Offer } from '../../src/core/diagnostic.ts'
import { difference } from '../../src/render/difference.ts'

/** What a command said, as an outcome or as a result. */
interface Said {
  readonly outcome: string
  readonly reply?: string
  readonly facts?: Readonly<Record<string, unknown>> | undefined
  readonly diagnostics?: readonly Remarked[]
}

interface Remarked {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly hint?: string | undefined
  readonly offers?: readonly Offer[] | undefined
}

type Tree = Readonly<Record<string, string | Uint8Array>>

interface Given {
  readonly tree: Tree
}

function remarked({ code, severity, message, ...advised }: Remarked): readonly string[] {
  const { hint } = adviceOf(advised)
  return [`${code} ${severity}: ${message}`, ...(hint === undefined ? [] : [hint])]
}

const spoken = ({ outcome, reply, facts = {}, diagnostics = [] }: Said) => [
  outcome,
  // Why something is refused is told as remarks.
  ...(reply === undefined || outcome === 'refused' ? [] : [reply]),
  ...Object.entries(facts).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ...diagnostics.flatMap(remarked),
]

const text = (content: string | Uint8Array | undefined) => (content instanceof Uint8Array ? Buffer.from(content).toString() : content)

function written(before: Tree, after: Tree): readonly string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]).sort()
  return paths.flatMap((path) => {
    const now = text(after[path])
    return ['', now === undefined ? `${path} is gone` : path, ...(now === undefined ? [] : difference(path, text(before[path]), now).lines)]
  })
}

/** Gives commands as `give` does, and pins what people are told and what is written: the snapshot shows every word that a change changes. */
export const pinned =
  <Place extends Tree, Setting, What extends Given>(
    give: (tree: Place, line: string, setting?: Setting) => Promise<What>,
    said: (given: What) => readonly Said[],
  ) =>
  async (tree: Place, line: string, setting?: Setting): Promise<What> => {
    const given = await give(tree, line, setting)
    expect([...said(given).flatMap(spoken), ...written(tree, given.tree)].join('\n')).toMatchSnapshot()
    return given
  }
