import type { Documentation } from '../core/protocol.ts'
import * as declared from '../protocols/declared/documentation.ts'
import * as control from '../protocols/control/documentation.ts'
import * as governance from '../protocols/governance/documentation.ts'
import * as handover from '../protocols/handover/documentation.ts'
import * as plugin from '../protocols/plugin/documentation.ts'
import * as subagent from '../protocols/subagent/documentation.ts'

/** What documents, `explain` and the library alone say of the protocols. */
export const documentation: Documentation = { plugin, handover, subagent, control, governance, declared }
