import { memo } from '../../../../core/once.ts'
import { type Cycle, misnumberedIndex } from '../../reading/questions.ts'
import { changedSessions, sessionParts } from '../subjects.ts'

export const askedTexts = memo(({ questions }: Cycle) => new Set(questions.map(({ text }) => text)))

/** What a cycle is now: the one with its number, or the one in its place where numbers were wrong, as its questions say. */
function cycleNow(
  { questions }: Cycle,
  sameNumber: Cycle | undefined,
  samePlace: Cycle | undefined,
): Cycle | undefined {
  const asksAll = (cycle: Cycle) => questions.every(({ text }) => askedTexts(cycle).has(text))
  if (!sameNumber || !samePlace) return sameNumber ?? samePlace
  return !asksAll(sameNumber) && asksAll(samePlace) ? samePlace : sameNumber
}

/** Cycles of questions in files that are there on both sides, each with what it is now. */
export const previousCycles = sessionParts((comparison) =>
  changedSessions(comparison).flatMap((subject) =>
    subject.before.questions.flatMap((fileBefore) => {
      const file = subject.session.questions.find(({ path }) => path === fileBefore.path)
      if (!file) return []
      const byNumber = new Map(file.cycles.toReversed().map((cycle) => [cycle.cycle, cycle]))
      const isOrdered = misnumberedIndex(fileBefore) === -1
      return fileBefore.cycles.map((cycleBefore, index) => ({
        ...subject,
        file,
        cycleBefore,
        cycle: cycleNow(cycleBefore, byNumber.get(cycleBefore.cycle), isOrdered ? undefined : file.cycles[index]),
        wasLast: index === fileBefore.cycles.length - 1,
      }))
    }),
  ),
)

/** Cycles of questions that are there on both sides. */
export const keptCycles = sessionParts((comparison) =>
  previousCycles(comparison).flatMap((subject) => (subject.cycle ? [{ ...subject, cycle: subject.cycle }] : [])),
)
