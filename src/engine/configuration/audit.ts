import * as z from 'zod'
import { expected, flag, line, section, text } from '../../core/configuration.ts'
import { relativePath } from '../../core/configured-paths.ts'
import { msg } from '../../core/message.ts'

const target = () =>
  text('target', /^[a-z]+:[^\p{C}\p{Zl}\p{Zp}]{1,499}$/u, expected`a target with its prefix, such as ${'plugin:MinimalKick'}`)

const known = (code: z.ZodType<string, string>) =>
  section({
    code,
    target: target().optional(),
    path: relativePath().optional(),
    owner: line(),
    reason: line(),
    until: z.iso.date({ error: expected`a day such as ${'2026-12-31'}` }).meta({ title: 'date' }),
  })
    .superRefine(({ target, path }, context) => {
      if (target === undefined && path === undefined) {
        context.addIssue({ code: 'custom', message: msg`Missing key ${'target'}, or ${'path'} in its place` })
      } else if (target !== undefined && path !== undefined) {
        context.addIssue({
          code: 'custom',
          path: ['path'],
          message: msg`Unexpected key ${'path'} together with ${'target'}, expected one of them`,
        })
      }
    })
    .meta({ oneOf: [{ required: ['target'] }, { required: ['path'] }] })

/** The section `audit`. A known finding is silent up to and including its last day. */
export const audit = (code: z.ZodType<string, string>) =>
  section({
    'pull-requests': flag().prefault(false),
    dashboard: flag().prefault(false),
    known: z.array(known(code), { error: expected`a list of known findings` }).prefault([]),
  })
