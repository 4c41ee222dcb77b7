import * as z from 'zod'

const count = z.int().min(0)
const names = z.array(z.string())

const place = z.looseObject({
  place: z.string(),
  items: count.describe('Of how many items it says something.'),
  lack: z.string().optional().describe('Why it is there for none of the items.'),
  absent: names.describe('Items for which it is not there, where it is for others; of a preset none.'),
  absentReason: z.string().optional().describe('Why it is not there for the first of them.'),
  requiredFrom: z.string().optional().describe('The state from which on it must be there.'),
  missing: names.describe('Items for which it must be there in their state and is not, or is empty.'),
  missingReason: z.string().optional().describe('Why it is not there for the first of them.'),
  unclaimed: z
    .array(z.looseObject({ path: z.string(), line: z.int().optional(), text: z.string().optional() }))
    .describe('Rows, boxes, keys and files that could be the place of an item, and are that of none; at most 20.'),
  disagree: count.describe('Of how many it says something else than their state.'),
  unknown: names.describe('Words that are no state, at most 20.'),
  unwritable: names.describe('States that it has no word for.'),
})

const kind = z.looseObject({
  kind: z.string().optional().describe('Absent: the only one.'),
  items: count,
  statesLack: z.string().optional().describe('Why its states are those of the default, though their file is there.'),
  states: z
    .array(z.looseObject({ state: z.string(), items: count }))
    .describe('In the order of the declaration; `unknown` last.'),
  places: z.array(place),
  lacks: names.describe('Why there are no items, and what of the declaration has no effect.'),
  duplicates: names.describe('Ids that come twice.'),
  drifts: names.describe('Items whose places contradict each other.'),
  withoutItem: names.describe('Files that fit a source, and hold no item.'),
  unreadable: z.array(z.looseObject({ path: z.string(), message: z.string() })),
  unreached: names.describe('States that no move leads to.'),
})

const version = z.literal(1)

const checkForm = z.looseObject({
  version,
  workflows: z.array(z.looseObject({ name: z.string(), items: count, kinds: z.array(kind) })),
})

const draftForm = z.looseObject({
  version,
  files: count.describe('That were looked at.'),
  presets: z
    .array(z.looseObject({ preset: z.string(), path: z.string(), entry: z.string(), targets: count }))
    .describe('The presets whose files are there.'),
  drafts: z.array(
    z.looseObject({
      name: z.string(),
      items: count,
      words: z.record(z.string(), count).describe('How many items have each word.'),
      why: names.describe('What is guessed, and what to add.'),
    }),
  ),
  left: z
    .array(z.looseObject({ from: z.string(), left: z.string() }))
    .describe('What looks like states and is not drafted, and why; at most 20.'),
  yaml: z.string().describe('The declarations, as `baton workflow check` takes them.'),
})

/** The JSON of `workflow check` and `workflow draft`. */
export const jsonWorkflow = z.union([
  checkForm.describe('`baton workflow check`.'),
  draftForm.describe('`baton workflow draft`.'),
])
