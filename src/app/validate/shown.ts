import type { Asked } from '../../core/context.ts'
import type { ProtocolName, ProtocolDescriptor, Views } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { sieve } from '../../gateways/wanted.ts'

/** Those of some protocols of which head or base show a sign: a file that the protocol reads, or a section that is sign enough. */
export function shown(
  descriptors: readonly ProtocolDescriptor[],
  { head, base }: Views,
  { protocols: sections }: Configuration,
  asked: Asked,
): readonly ProtocolName[] {
  const isShown = ({ name, foundByConfiguration, selectors }: ProtocolDescriptor): boolean => {
    if (foundByConfiguration && sections[name] !== undefined) return true
    const sifted = sieve(selectors(sections[name], asked).filter(({ beside }) => beside !== true))
    const shows = (view: View) => view.paths.some((path) => sifted.need(path, view.entry(path)?.kind ?? 'file') !== undefined)
    return shows(head) || (base !== undefined && shows(base))
  }
  return descriptors.filter(isShown).map(({ name }) => name)
}
