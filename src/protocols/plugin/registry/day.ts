import { isDay } from '../../../core/time.ts'
import { noted } from './note.ts'
import { normalised } from './status.ts'

/** The day that a text says, whatever comes after it; a text that says none is taken as it is. Days are compared by it. */
export function dayOf(text: string): string {
  const written = normalised(text)
  const day = written.slice(0, 10)
  return isDay(day) && !/^\d/.test(written.slice(10)) ? day : written
}

/** The text of a place once it says a day: a note stays. */
export const withDayText = (old: string, day: string): string => (dayOf(old) === day ? old : day + noted(old).note)
