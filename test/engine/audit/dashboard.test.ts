import { describe, expect, it } from 'vitest'
import {
  nextForDashboard,
  textDigest,
  type DashboardAction,
  type DashboardIssue,
} from '../../../src/engine/audit/dashboard.ts'

const now = '2026-03-01T06:00:00.000Z'
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()

const off = textDigest('It is switched off.')
const [shown, changed] = [textDigest('One waits.'), textDigest('Nobody is waited for.')]

const open = (text: string, minutes = 60): DashboardIssue => ({
  open: true,
  text,
  off: text === off,
  writtenAt: minutesAgo(minutes),
})
const closed = (text: string): DashboardIssue => ({ open: false, text, off: text === off, writtenAt: minutesAgo(60) })

type Case = readonly [
  about: string,
  issue: DashboardIssue | undefined,
  wanted: string | undefined,
  action: DashboardAction,
]

const table: readonly Case[] = [
  ['it is off, and there never was one', undefined, undefined, 'nothing'],
  ['it is on for the first time', undefined, shown, 'open'],

  ['the board is the same', open(shown), shown, 'nothing'],
  ['the board is another', open(shown), changed, 'write'],
  ['the board is another, within ten minutes', open(shown, 9.9), changed, 'nothing'],
  ['the board is another, ten minutes later', open(shown, 10), changed, 'write'],
  ['the board is another, and a clock was wrong', open(shown, -600), changed, 'write'],
  ['a person has edited the text', open(textDigest('One waits. I know.')), shown, 'write'],

  ['a person has closed it', closed(shown), shown, 'nothing'],
  ['a person has closed it, and the board is another', closed(shown), changed, 'nothing'],
  ['a person has closed and opened it, and the board is the same', open(shown), shown, 'nothing'],

  ['it is switched off', open(shown), undefined, 'close'],
  ['it is switched off within ten minutes', open(shown, 1), undefined, 'close'],
  ['it is off', closed(off), undefined, 'nothing'],
  ['it is off, and a person has opened it', open(off), undefined, 'close'],
  ['it is switched off after a person has closed it', closed(shown), undefined, 'settle'],
  ['it is switched on again', closed(off), shown, 'reopen'],
  ['it is switched on again after a person has opened it', open(off), shown, 'write'],
  [
    'it is switched on again, and the text does not say any more that it was off',
    closed(textDigest('Off!')),
    shown,
    'nothing',
  ],
]

describe('what becomes of the dashboard issue', () => {
  it.each(table)('%s', (_, issue, text, action) => {
    expect(nextForDashboard(issue, { at: now, text })).toBe(action)
  })
})

describe('the digest of a text', () => {
  it('is the same however a host ends lines, and no other text has it', () => {
    expect(textDigest('a\r\nb\r\n')).toBe(textDigest('a\nb'))
    expect(textDigest('a\nb')).not.toBe(textDigest('a b'))
    expect(textDigest('a')).toMatch(/^[0-9a-f]{12}$/)
  })
})
