import type { ProtocolName } from '../core/protocol.ts'
import { lazyProtocols } from './lazy-protocols.ts'
import { protocols } from './protocols.ts'

/** Everything that a door tells the use cases: what one that only checks does, and every protocol, loaded already. */
export const protocolRegistry = {
  ...lazyProtocols,
  protocols,
  load: (names: readonly ProtocolName[]) => Promise.resolve(protocols.filter(({ name }) => names.includes(name))),
}
