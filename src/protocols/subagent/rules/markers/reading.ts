import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inProgress, iteratedSample, laterSample, change, progressPath, sample } from '../../examples.ts'
import { looksLike, markersOf, shown } from '../../states.ts'
import { targetOf, type SessionSubject } from '../../subjects.ts'

const third = '- [ ] task-3 (Not Started)'

export const markerUnknown: Rule<SessionSubject> = {
  code: 'MARKER_UNKNOWN',
  strict: 'error',
  soft: 'error',
  summary: 'The mark of a task is none of the profile: another character, none, or several.',
  why: 'The marker is the state. One that nobody knows is no state.',
  repair: 'Write one of the marks that the profile has.',
  examples() {
    return {
      bad: [
        { about: 'a tick', head: inProgress([third, '- [✓] task-3 (done)']) },
        { about: 'nothing', head: inProgress([third, '- [] task-3']) },
        { about: 'two characters', head: inProgress([third, '- [xx] task-3']) },
        { about: 'a Cyrillic letter', head: inProgress([third, '- [х] task-3']) },
        { about: 'a no-break space', head: inProgress([third, '- [\u00a0] task-3']) },
        { about: 'a mark of 3.x', head: inProgress([third, '- [F] task-3 (Failed)']) },
        { about: 'a task of no use, in 3.x', head: change(laterSample, { [progressPath]: [[third, '- [C] task-3']] }) },
      ],
      good: [
        {
          about: 'placeholders, legends and criteria',
          head: inProgress([third, `${third}\n  - [?] criterion met\n- [To be filled after the breakdown]\n- [-] later`]),
        },
        { about: 'a fenced example', head: inProgress([third, `${third}\n\n\`\`\`\n- [Z] task-4\n\`\`\``]) },
        {
          about: 'a task that later proved wrong, in 3.x',
          head: change(laterSample, { [progressPath]: [['- [x] task-1', '- [F] task-1']] }),
        },
        { about: 'failed and cancelled, in v2', head: iteratedSample },
      ],
    }
  },
  *check({ session }) {
    for (const { id, mark, marker, place } of session.progress?.markers ?? []) {
      if (marker !== undefined) continue
      const meant = looksLike(mark, session.profile)
      yield {
        message: msg`Unexpected mark ${shown(mark)} of ${id}, expected one of ${markersOf(session.profile).map(shown)}`,
        hint: meant === undefined ? 'Write one of these.' : msg`It only looks like ${shown(meant)}: write that.`,
        place,
        target: targetOf(session, id),
      }
    }
  },
}

export const markerCase: Rule<SessionSubject> = {
  code: 'MARKER_CASE',
  strict: 'error',
  soft: 'warning',
  summary: 'A mark is right but for its case: `[X]`, `[p]`.',
  why: 'Agents look for `[x]` and `[P]`.',
  repair: '`/fix MARKER_CASE` writes it in the right case.',
  safe: true,
  examples() {
    return {
      bad: [
        { about: 'a capital', head: inProgress(['- [x] task-1', '- [X] task-1']) },
        { about: 'an ordered list', head: inProgress(['- [x] plan-init', '1. [X] **plan-init**']) },
      ],
      good: [{ about: 'small', head: sample }],
    }
  },
  *check({ session }) {
    for (const { at, id, mark, marker, miscased, place } of session.progress?.markers ?? []) {
      if (!miscased || marker === undefined) continue
      yield {
        message: msg`Unexpected mark ${shown(mark)} of ${id}, expected ${shown(marker)}`,
        hint: session.profile === 'v2' ? 'Write it in that case.' : msg`${'/fix MARKER_CASE'} writes that.`,
        ...(session.profile !== 'v2' && { fix: '/fix MARKER_CASE', edit: { start: at, end: at + mark.length, text: marker } }),
        place,
        target: targetOf(session, id),
      }
    }
  },
}

export const markerUnreadable: Rule<SessionSubject> = {
  code: 'MARKER_UNREADABLE',
  strict: 'error',
  soft: 'warning',
  summary: 'A line was meant to say the state of a task, but has no id: `Task-1`, `task 1`.',
  why: 'Nobody finds this task, and its state is lost.',
  repair: 'Write the id as `task-1`: small letters, a plain hyphen.',
  examples() {
    return {
      bad: [
        { about: 'a capital', head: inProgress([third, `${third}\n- [ ] Task-4 (Not Started)`]) },
        { about: 'a blank', head: inProgress([third, `${third}\n- [x] task 4: Print`]) },
        { about: 'another hyphen', head: inProgress([third, `${third}\n- [ ] task‑4`]) },
      ],
      good: [
        { about: 'ids', head: sample },
        { about: 'criteria', head: inProgress([third, `${third}\n  - [ ] plan written\n  - [x] tasks are small`]) },
        { about: 'a legend', head: inProgress(['- [ ] Not started', '- [ ] Task-1 is not started']) },
      ],
    }
  },
  *check({ session: { progress, target } }) {
    for (const { line, text } of progress?.misses ?? []) {
      yield {
        message: msg`Unexpected task ${text}, expected an id such as ${'task-1'} behind the mark`,
        hint: msg`Write the id in small letters with a plain ${'-'}.`,
        place: progress?.document.place(line) ?? { path: '.' },
        target,
      }
    }
  },
}

export const markerDuplicate: Rule<SessionSubject> = {
  code: 'MARKER_DUPLICATE',
  strict: 'error',
  soft: 'error',
  summary: 'A task has a second marker line. The first counts.',
  why: 'Two lines are two states, and every reader takes another one.',
  repair: 'Keep one of them.',
  examples() {
    return {
      bad: [
        { about: 'the same twice', head: inProgress([third, `${third}\n${third}`]) },
        { about: 'two states', head: inProgress(['- [x] task-1 (Completed)', '- [x] task-1 (Completed)\n- [ ] task-1']) },
      ],
      good: [{ about: 'ids that begin alike', head: inProgress(['- [x] plan-init', '- [x] plan-init.1\n- [x] plan-init']) }],
    }
  },
  *check({ session }) {
    const { progress } = session
    for (const marker of progress?.markers ?? []) {
      const first = progress?.get(marker.id)
      if (!first || first === marker) continue
      yield {
        message: msg`Unexpected second line for ${marker.id}, expected one`,
        hint: 'Keep one of them.',
        place: marker.place,
        target: targetOf(session, marker.id),
        related: [{ ...first.place, message: 'the first, which counts' }],
      }
    }
  },
}
