import type { ProtocolName } from '../core/protocol.ts'
import { lazyProtocols } from './lazy-protocols.ts'
import { protocols } from './protocols.ts'

/** The registry with every protocol loaded: for the library, which is imported as a whole. */
export const protocolRegistry = {
  ...lazyProtocols,
  protocols,
  load: (names: readonly ProtocolName[]) => Promise.resolve(protocols.filter(({ name }) => names.includes(name))),
}
