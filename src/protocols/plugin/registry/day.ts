import { isDay } from '../../../core/time.ts'
import { noted } from './note.ts'
import { normalised } from './status.ts'

/** The day that a text says, whatever comes after it; a text that says none is taken as it is. Days are compared by it. */
export function dayOf(text: string): string {
  const written = normalised(text)
  const day = written.slice(0, 10)
  return isDay(day) && !/^\d/.test(written.slice(10)) ? day : written
}

/** The words of a date, however it is written, and of what stands in place of one. */
const dateWord =
  /^(?:\d+(?:st|nd|rd|th)?|[YMDHST]+|utc|gmt|am|pm|of|at|today|never|none|n|a|tbd|(?:jan|febr?|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

/** A time of day at the beginning of a text. */
const time = /^(?:T|\s+)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?(?:Z|UTC|[+-]\d\d:?\d\d))?/

/** The text of a place once it says a day: what comes after the former one stays, but for a time, and so does, as a note, what is more than a date. */
export function withDayText(old: string, day: string): string {
  const former = dayOf(old)
  if (former === day) return old
  const at = old.indexOf(former)
  if (isDay(former) && at >= 0) return old.slice(0, at) + day + old.slice(at + former.length).replace(time, '')
  const { value, note } = noted(old)
  const isDate = normalised(value)
    .split(/[^\p{L}\p{N}]+/u)
    .every((each) => each === '' || dateWord.test(each))
  return isDate ? day + note : `${day} — ${old}`
}
