import type { ProtocolName } from '../core/protocol.ts'
import { lookout } from './lookout.ts'
import { protocols } from './protocols.ts'

/** Everything that a door tells the use cases: what one that only checks does, and every protocol, loaded already. */
export const knowledge = {
  ...lookout,
  protocols,
  load: (names: readonly ProtocolName[]) => Promise.resolve(protocols.filter(({ name }) => names.includes(name))),
}
