import type * as z from 'zod'
import type { Refusal } from '../core/command.ts'
import { msg } from '../core/message.ts'
import { recordOf } from './record.ts'
import { checkShape, messageIn, checkValue, type ShapeViolation } from './shape.ts'

/** Why a json block is refused: it is too large, not JSON, or of another shape (then the first violation). */
export interface ReportFault {
  readonly kind: 'size' | 'text' | 'shape'
  /** `outputs.agent`; empty for the whole. */
  readonly path: string
  /** With the place in the block, where it has another shape. */
  readonly message: string
  /** For another shape: what was expected, in the shape's words. */
  readonly expected?: string | undefined
  /** Nothing is at the path. */
  readonly isMissing?: boolean
}

/** How a json block is read. */
export interface ReportForm<Report> {
  shape(): z.ZodType<Report>
  /** A `json-object` has each key once. */
  readonly format: 'json' | 'json-object'
  /** In bytes. */
  readonly limit?: number
  /** Why a block is not accepted; a message by `msg`. */
  fault(fault: ReportFault): string
}

/** The fenced json block after a command. */
export interface ReportDefinition<Model, Target, Report> extends ReportForm<Report> {
  /** The refusal, where the command has a code of its own for that. */
  refused?(model: Model, target: Target, message: string): Refusal
}

/**
 * A json block that becomes a file: the reader of that file reads it, and its rules judge it where a precondition asks
 * them.
 */
export interface ReportFile<Model, Target, Report> {
  read(model: Model, target: Target, text: string): Report
}

/** Whether a json block is larger than it may be, in bytes. */
export const isTooLarge = (text: string, limit: number): boolean => Buffer.byteLength(text) > limit

/** Plain data as a report, or its first violation of the shape. */
export function reportFrom<Report>(
  shape: z.ZodType<Report>,
  value: unknown,
): { readonly report: Report; readonly fault?: never } | { readonly report?: never; readonly fault: ReportFault } {
  const { value: report, fault } = checkValue(value, shape)
  if (!fault) return { report }
  const { path, message } = fault
  return { fault: { kind: 'shape', path, message: path === '' ? message : `${msg`In ${path}`}: ${message}` } }
}

/** The report in a json block, or why the block is refused. */
export function readReport<Report>(
  { shape, format, limit = Infinity }: Pick<ReportForm<Report>, 'shape' | 'format' | 'limit'>,
  text: string,
): { readonly report: Report; readonly fault?: never } | { readonly report?: never; readonly fault: ReportFault } {
  const faulty = (kind: ReportFault['kind'], message: string, details: Partial<ReportFault> = {}) => ({
    fault: { kind, path: '', message, ...details },
  })
  if (isTooLarge(text, limit))
    return faulty(
      'size',
      msg`Unexpected size of the report, ${Buffer.byteLength(text)} bytes, expected at most ${limit}`,
    )
  const { data, fault } = recordOf(text, format)
  if (!data) return faulty('text', fault?.message ?? '')
  const { value, violations } = checkShape(data, shape())
  if (!violations) return { report: value }
  const { expected, path, ...violation } = violations[0] as ShapeViolation
  const message = messageIn({ ...violation, path })
  const isMissing = violation.kind === 'missing'
  return faulty('shape', isMissing ? `${message}, expected ${expected}` : message, {
    path: path.join('.'),
    expected,
    isMissing,
  })
}
