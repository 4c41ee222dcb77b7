import { countRules } from './counts.ts'
import { envelopeRules } from './envelope.ts'
import { fieldRules } from './fields.ts'
import { reportPathRules } from './report-path.ts'
import { statusRules } from './status.ts'
import { verdictRules } from './verdict.ts'

/** Rules about the form of a message by itself. */
export const formRules = [...envelopeRules, ...fieldRules]

/** Rules about what the fields of a message say of each other. */
export const meaningRules = [...statusRules, ...verdictRules, ...countRules, ...reportPathRules]
