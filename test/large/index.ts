import type { BuiltInName } from '../../src/core/protocol.ts'
import { inControl } from './control.ts'
import { inDeclared } from './declared.ts'
import { inGovernance } from './governance.ts'
import { inHandover } from './handover.ts'
import { inPlugin } from './plugin.ts'
import type { Large } from './repository.ts'
import { inSubagent } from './subagent.ts'

/** Large repositories of every protocol that is built in, and of declared workflows. */
export const large: Readonly<Record<BuiltInName | 'declared', readonly Large[]>> = {
  plugin: inPlugin,
  handover: inHandover,
  subagent: inSubagent,
  control: inControl,
  governance: inGovernance,
  declared: inDeclared,
}
