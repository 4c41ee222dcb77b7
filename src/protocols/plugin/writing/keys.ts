import { splice } from '../../../documents/text.ts'
import { mappingEdits, type KeyOrder, type MappingPatch } from '../../../documents/yaml-edit.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { contractKeys } from '../contracts.ts'
import type { Handoff } from '../handoff.ts'
import { canonicalOrder } from '../schema.ts'

const orderOf = (keys: readonly string[]): KeyOrder => Object.fromEntries(keys.map((key) => [key, {}]))

/** The canonical order. `handback` is none of it: it comes behind everything else. */
const order: KeyOrder = { ...orderOf(canonicalOrder.filter((key) => key !== 'handback')), contract_checksums: orderOf(contractKeys) }

/** The text with keys of the front matter that say something else (plugin protocol, W2 and W3). */
export function withKeys({ document, front }: Handoff, patch: MappingPatch): string {
  return front.kind === 'mapping' ? splice(document.text, mappingEdits(document, front.mapping, patch, order)) : document.text
}

function nodeAt({ front }: Handoff, path: readonly string[]): YamlNode | undefined {
  if (front.kind !== 'mapping') return undefined
  return path.reduce<YamlNode | undefined>((node, key) => (node?.kind === 'mapping' ? node.get(key)?.value : undefined), front.mapping)
}

/** The text with a value spelled as it is given: for what can be written in several ways, of which one is wanted. */
export function withSpelling(handoff: Handoff, path: readonly string[], spelling: string): string {
  const { document } = handoff
  const node = nodeAt(handoff, path)
  return node ? splice(document.text, [{ start: node.start, end: node.end, text: spelling }]) : document.text
}
