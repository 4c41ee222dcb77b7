import * as z from 'zod'
import { expected, flag, line, section, text } from '../../core/configuration.ts'
import { relativePath } from '../../core/configured-paths.ts'
import { msg } from '../../core/message.ts'

const target = () =>
  text('target', /^[a-z]+:[^\p{C}\p{Zl}\p{Zp}]{1,499}$/u, expected`a target with its prefix, such as ${'plugin:MinimalKick'}`)

const known = (code: z.ZodType<string, string>) =>
  section({
    code: code.describe('Its code'),
    target: target().optional().describe('What it concerns'),
    path: relativePath().optional().describe('Where it is, in place of `target`'),
    owner: line().describe('Who answers for it'),
    reason: line().describe('Why it is left as it is'),
    until: z.iso
      .date({ error: expected`a day such as ${'2026-12-31'}` })
      .describe('The last day on which it is silent')
      .meta({ title: 'date' }),
  })
    .superRefine(({ target, path }, context) => {
      if (target === undefined && path === undefined) {
        context.addIssue({ code: 'custom', message: msg`Missing key ${'target'}, or ${'path'} in its place` })
      } else if (target !== undefined && path !== undefined) {
        context.addIssue({
          code: 'custom',
          path: ['path'],
          message: msg`Unexpected key ${'path'} beside ${'target'}, expected one of them`,
        })
      }
    })
    .meta({ oneOf: [{ required: ['target'] }, { required: ['path'] }] })

/** The section `audit`. A known finding is silent up to and including its last day. */
export const audit = (code: z.ZodType<string, string>) =>
  section({
    'pull-requests': flag().prefault(false).describe('Look at open pull requests too'),
    dashboard: flag().prefault(false).describe('Keep an issue with the board'),
    known: z
      .array(known(code), { error: expected`a list of known findings` })
      .prefault([])
      .describe('Findings that are known, and silent up to and including the day `until`'),
  })
