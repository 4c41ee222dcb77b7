import { expect, it } from 'vitest'
import { committedDate } from '../../../../src/gateways/github/requests/forms.ts'

it.each([
  ['2026-02-01T10:00:00Z', '2026-02-01T10:00:00.000Z'],
  ['2026-02-01T10:00:00+02:00', '2026-02-01T08:00:00.000Z'],
  ['10000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ['275760-09-13T00:00:01Z', '9999-12-31T23:59:59.999Z'],
  ['+033658-09-27T01:46:39Z', '9999-12-31T23:59:59.999Z'],
  ['-000001-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['no date', '1970-01-01T00:00:00.000Z'],
])('a commit of %s is of %s', (at, time) => {
  expect(committedDate.parse(at)).toBe(time)
})
