import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inSession, instructionsPath, sample } from '../../examples.ts'
import { appliesTo } from '../../reading/instructions.ts'
import type { SessionSubject } from '../../subjects.ts'

const text = sample[instructionsPath] ?? ''

export const instructionsMissing: Rule<SessionSubject> = {
  code: 'SUBAGENT_INSTRUCTIONS_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'A session has no `<ID>.instructions.md`, neither beside its folder nor in it.',
  why: 'Agents learn the rules of a session from it.',
  repair: 'Let the Planner write it beside the folder: MODE `INITIALIZE`.',
  examples() {
    return {
      bad: [{ about: 'none', head: change(sample, { [instructionsPath]: null }) }],
      good: [{ about: 'beside the folder', head: sample }],
    }
  },
  *check({ session, before, modelBefore }) {
    if (session.besidePath !== undefined || session.inside.length > 0) return
    const path = `${session.path}.instructions.md`
    yield {
      message: msg`Missing ${`${session.id}.instructions.md`}, expected it beside the folder of the session`,
      hint: msg`Let the Planner write it: MODE ${'INITIALIZE'}.`,
      place: { path: session.anchor, line: 1 },
      target: session.target,
      ...(modelBefore && { judgedBy: before ? [path] : [session.anchor] }),
    }
  },
}

export const instructionsPlace: Rule<SessionSubject> = {
  code: 'SUBAGENT_INSTRUCTIONS_PLACE',
  strict: 'warning',
  soft: 'warning',
  summary: 'The instructions of a session lie inside its folder.',
  why: 'Editors look for them beside it, and the pattern `applyTo` is meant from there.',
  repair: 'Move them beside the folder, as `<ID>.instructions.md`.',
  examples() {
    return {
      bad: [
        { about: 'in the folder', head: change(sample, { [instructionsPath]: null, [inSession('260131-144400.instructions.md')]: text }) },
        {
          about: 'in the folder, without a name',
          head: change(sample, { [instructionsPath]: null, [inSession('.instructions.md')]: text }),
        },
      ],
      good: [{ about: 'beside it', head: sample }],
    }
  },
  *check({ session: { inside, id, target } }) {
    for (const path of inside) {
      yield {
        message: msg`Unexpected place of ${path}, expected it beside the folder of the session`,
        hint: msg`Move it there, as ${`${id}.instructions.md`}.`,
        place: { path, line: 1 },
        target,
      }
    }
  },
}

export const instructionsScope: Rule<SessionSubject> = {
  code: 'SUBAGENT_INSTRUCTIONS_SCOPE',
  strict: 'error',
  soft: 'warning',
  summary: 'The instructions of a session have no `applyTo`, or one that does not name the session.',
  why: 'They would hold everywhere, nowhere, or for another session.',
  repair: 'Write `applyTo: ".ralph-sessions/<ID>/**"` into the front matter.',
  examples() {
    return {
      bad: [
        { about: 'no front matter', head: change(sample, { [instructionsPath]: '# Instructions\n' }) },
        { about: 'no applyTo', head: change(sample, { [instructionsPath]: [['applyTo:', 'description:']] }) },
        {
          about: 'another session',
          head: change(sample, { [instructionsPath]: [['sessions/260131-144400/', 'sessions/260131-144401/']] }),
        },
        { about: 'everything', head: change(sample, { [instructionsPath]: [['.ralph-sessions/260131-144400/**', '**']] }) },
      ],
      good: [
        {
          about: 'a list',
          head: change(sample, {
            [instructionsPath]: [
              ['applyTo: ".ralph-sessions/260131-144400/**"', 'applyTo:\n  - "docs/**"\n  - ".ralph-sessions/260131-144400/**"'],
            ],
          }),
        },
        { about: 'several in one text', head: change(sample, { [instructionsPath]: [['".ralph', '"docs/**, .ralph']] }) },
      ],
    }
  },
  *check({ session: { instructions, id, target } }) {
    if (!instructions || instructions.fault || appliesTo(instructions, id)) return
    const { line, document } = instructions
    const { path } = document
    yield {
      message:
        line === undefined
          ? msg`Missing ${'applyTo'} in the front matter, expected one that names ${id}`
          : msg`Unexpected ${'applyTo'}, expected ${id} as a part of its path`,
      hint: msg`Write ${`applyTo: "${path.slice(0, -'.instructions.md'.length)}/**"`}.`,
      place: line === undefined ? { path, line: 1 } : document.place(line),
      target,
    }
  },
}
