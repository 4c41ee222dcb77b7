import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { Stages } from '../stages/stages.ts'
import { normalizeText, readStatus, stageStatus, statusForms, statusText } from '../registry/values.ts'
import { isDay } from '../../../core/time.ts'
import { plugins, registeredPlaces, timelines, type RegisteredSubject, type PluginRules } from './subjects.ts'
import { statusLookalike } from '../registry/lookalikes.ts'
import { dateOfTimelineLine, orderOf, type Row, type Value } from '../registry/registry.ts'
import { offer, offersOr } from './offers.ts'
import { overParts } from '../../../kit/rules.ts'

/** The form that was probably meant. */
function hintFor(writtenStatus: string, { all }: Stages): string {
  // Another stage is no misspelling.
  const [number] = /\d+(?:\.\d+)?/.exec(writtenStatus) ?? []
  const suggestedStatus = suggestion(writtenStatus, [
    ...statusForms.filter((form) => !form.includes('N')),
    ...all.flatMap(({ stage }) => (number === String(stage) ? [stageStatus(number)] : [])),
  ])
  return suggestedStatus === undefined
    ? 'Write one of them; what else there is to say belongs in the text of the entry.'
    : msg`Did you mean ${suggestedStatus}?`
}

const isEmpty = (value: Value | undefined) => value === undefined || value.text === ''

/** What a row lacks: of the columns that its table has, its missing status being a finding of its own. */
const missingInRow = ({ status, updated, table: { columns } }: Row) => [
  ...(status?.text === '' ? ['Status'] : []),
  ...(columns.updated !== undefined && isEmpty(updated) ? ['Last Updated'] : []),
]

const missingIn = (subject: RegisteredSubject): readonly string[] => {
  if (subject.kind === 'row') return missingInRow(subject.place)
  const { status, updated } = subject.place
  // Notes are no second place without a status line, and have no day.
  return [
    ...(isEmpty(status) ? ['Status'] : []),
    ...(subject.kind === 'entry' && isEmpty(updated) ? ['Last Updated'] : []),
  ]
}

export const registryValueRules: PluginRules = {
  name: 'registry-values',
  title: 'What rows and entries of the registry contain',
  rules: [
    overParts(plugins, [
      {
        code: 'REGISTRY_ROW_MALFORMED',
        strict: 'error',
        soft: 'warning',
        summary: 'A row has no cell for the status, or more cells than the header.',
        why: 'An extra or missing pipe moves every value after it into the wrong column, and surplus values are not shown.',
        repair: 'Give the row one cell for each column. A pipe inside a cell is written `\\|`.',
        *check({ plugin: { rows } }) {
          for (const { status, cells, table, place } of rows) {
            const columns = table.titles.length
            if (status && cells <= columns) continue
            yield {
              message: status
                ? msg`Unexpected row of ${cells} cells, expected at most ${columns} as in the header`
                : msg`Unexpected row of ${cells} cells, expected one for the status too`,
              hint: msg`Give the row one cell for each of the ${columns} columns; a pipe inside a cell is written ${'\\|'}.`,
              place,
            }
          }
        },
      },
    ]),
    overParts(registeredPlaces, [
      {
        code: 'REGISTRY_FIELD_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'An entry lacks its `Status` or `Last Updated`, or a row has an empty one.',
        why: 'Where one of the two places says nothing, it is unclear whether they agree.',
        repair: '`/sync NAME` writes what the other place says.',
        *check(subject) {
          const { plugin, model, kind, place } = subject
          const missingFields = missingIn(subject)
          if (missingFields.length === 0) return
          const lookalike = kind === 'entry' ? statusLookalike(place) : undefined
          yield {
            message: msg`Missing ${missingFields} in the ${kind} of ${plugin.name}, expected a value`,
            ...offersOr(
              offer('sync', subject, 'fills it in'),
              'Fill it in by hand, or fix first what else is wrong with the plugin.',
            ),
            place: place.place,
            ...(lookalike !== undefined && {
              related: [
                {
                  path: model.registryPath,
                  line: lookalike,
                  message: 'this line looks like it, and has not the form `**Status:** …`',
                },
              ],
            }),
          }
        },
      },
      {
        code: 'REGISTRY_STATUS_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: 'A status of the registry is unknown.',
        why: 'People can then only guess the state of the plugin, and tools cannot read it. Letters that merely look alike are different letters.',
        repair:
          'Write one of the statuses: `💡 Ideated`, `💡 Ideated (Draft Params)`, `🚧 Stage N`, `🚧 Stage N.M`, `✅ Working`, `📦 Installed`.',
        *check({ model, place: { status } }) {
          const writtenStatus = normalizeText(status?.text ?? '')
          if (!status || writtenStatus === '' || readStatus(writtenStatus, model.stages)) return
          yield {
            message: msg`Unexpected status ${writtenStatus}, expected one of ${statusForms}`,
            hint: hintFor(writtenStatus, model.stages),
            place: status.place,
          }
        },
      },
      {
        code: 'REGISTRY_STATUS_NOTE',
        strict: 'warning',
        soft: 'warning',
        summary: 'A status of the registry has a note after it, in parentheses or behind a dash.',
        why: 'Commands leave a note where it is when they write another status, so that it soon says something of a stage that is over.',
        repair: 'Move the note into the text of the entry.',
        *check({ model, place: { status } }) {
          const writtenStatus = normalizeText(status?.text ?? '')
          if (!status || !readStatus(writtenStatus, model.stages)?.hasNote) return
          yield {
            message: msg`Unexpected note in the status ${writtenStatus}, expected ${statusText(writtenStatus)} alone`,
            hint: 'Move the note into the text of the entry.',
            place: status.place,
          }
        },
      },
      {
        code: 'REGISTRY_DATE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: 'A `Last Updated` of the registry is not a date that exists, written `YYYY-MM-DD`.',
        why: 'Dates in other forms cannot be compared or sorted, and the same digits mean different dates in different countries.',
        repair: 'Write the date as in `2026-02-03`.',
        *check({ place: { updated } }) {
          if (!updated || updated.text === '' || isDay(updated.text)) return
          const isForm = /^\d{4}-\d{2}-\d{2}$/.test(updated.text)
          yield {
            message: isForm
              ? msg`Unexpected date ${updated.text}, expected one that exists`
              : msg`Unexpected date ${updated.text}, expected one that exists, as ${'YYYY-MM-DD'}`,
            hint: isForm ? 'Write the date that is meant.' : msg`Write it as in ${'2026-02-03'}, without a time.`,
            place: updated.place,
          }
        },
      },
    ]),
    overParts(timelines, [
      {
        code: 'REGISTRY_TIMELINE_ORDER',
        strict: 'error',
        soft: 'warning',
        summary: 'The lines of a timeline are in no order, or the newest comes first.',
        why: 'Readers take the last line of a timeline for the latest. One that begins with the newest line throughout can still be read: it is a notice, and every command adds its line at the top.',
        repair: 'Put the lines in the order of their dates, or correct the date.',
        *check({ timeline, timelineBefore }) {
          const { newestFirst, back } = orderOf(timeline) ?? {}
          if (!back) return
          const [earlier, line] = back
          if (newestFirst) {
            yield {
              message: msg`Unexpected order of a timeline, ${line.day ?? ''} after ${earlier.day ?? ''}, expected the oldest line first`,
              hint: 'Reverse its lines. Until then every command adds its line at the top.',
              place: line.place,
              levels: { strict: 'notice', soft: 'notice' },
            }
            return
          }
          const orderBefore = timelineBefore && orderOf(timelineBefore)
          yield {
            message: msg`Unexpected date ${line.day ?? ''} after ${earlier.day ?? ''}, expected the lines of a timeline in order`,
            hint: 'Put the line where its date belongs, or correct the date.',
            place: line.place,
            related: [{ ...earlier.place, message: msg`the line before it, of ${earlier.day ?? ''}` }],
            // What was mixed before, no further line mixes.
            ...(orderBefore?.back && !orderBefore.newestFirst && { judgedBy: [] }),
          }
        },
      },
      {
        code: 'REGISTRY_TIMELINE_FORMAT',
        strict: 'warning',
        soft: 'warning',
        summary: 'A line of a timeline is not written `- **YYYY-MM-DD:** text` or `- **YYYY-MM-DD (Stage N):** text`.',
        why: 'Lines in other forms are not found by a search for a stage that was done.',
        repair: 'Write it like the others: the date and, in parentheses, the stage, in bold; then the text.',
        *check({ timeline }) {
          for (const { formed, text, place } of timeline) {
            if (formed) continue
            const date = dateOfTimelineLine(text)
            yield {
              message:
                date === undefined
                  ? msg`Unexpected line ${text} in a timeline, expected ${'- **YYYY-MM-DD (Stage N):** text'}`
                  : msg`Unexpected date ${date} in a line of a timeline, expected one that exists`,
              hint:
                date === undefined
                  ? 'The parentheses may be left out; their content is free.'
                  : 'Write the date that is meant.',
              place,
            }
          }
        },
      },
    ]),
  ],
}
