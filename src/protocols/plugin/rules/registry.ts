import type { Comparison } from '../../../core/context.ts'
import { each, type Rule } from '../../../core/rule.ts'
import type { PluginModel } from '../model.ts'
import { models, plugins, registered, timelines } from '../subjects.ts'
import { dateDrift } from './registry/date-drift.ts'
import { dateInvalid } from './registry/date-invalid.ts'
import { directoryMissing } from './registry/directory-missing.ts'
import { duplicate } from './registry/duplicate.ts'
import { entryMissing } from './registry/entry-missing.ts'
import { fieldMissing } from './registry/field-missing.ts'
import { driverBroken } from './registry/driver-broken.ts'
import { mergeDriver } from './registry/merge-driver.ts'
import { registryMissing } from './registry/missing.ts'
import { rowMalformed } from './registry/row-malformed.ts'
import { rowMissing } from './registry/row-missing.ts'
import { stageDrift } from './registry/stage-drift.ts'
import { statusDrift } from './registry/status-drift.ts'
import { statusNote } from './registry/status-note.ts'
import { statusUnknown } from './registry/status-unknown.ts'
import { tableMissing } from './registry/table-missing.ts'
import { timelineFormat } from './registry/timeline-format.ts'
import { timelineOrder } from './registry/timeline-order.ts'
import { versionDrift } from './registry/version-drift.ts'

/** Row and second place of every plugin, and whether they agree with each other and with the handoff. */
export const registryRules: readonly Rule<Comparison<PluginModel>>[] = [
  ...each(models, [registryMissing, tableMissing]),
  ...each(plugins, [rowMissing, entryMissing, rowMalformed]),
  ...each(registered, [fieldMissing]),
  ...each(plugins, [duplicate, directoryMissing, statusDrift, dateDrift, versionDrift]),
  ...each(registered, [statusUnknown, statusNote, dateInvalid]),
  ...each(plugins, [stageDrift]),
  ...each(timelines, [timelineOrder, timelineFormat]),
  ...each(models, [mergeDriver, driverBroken]),
]
