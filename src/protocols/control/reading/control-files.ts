import type * as z from 'zod'
import type { Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { at, type DataNode } from '../../../documents/data.ts'
import { acceptShape, answerShape, handbackShape } from '../schema.ts'
import { misfitsOf } from '../shape.ts'
import { instantOf } from '../timestamps.ts'
import { errorCodeNames, isErrorCode, isReason, reasonMeant, reasons, type ErrorCode, type Reason } from '../words.ts'
import { type Data, type DataFile } from './data-file.ts'
import { misfitProblem, type Problem } from './problem.ts'

/** A file that says who has control, judged. */
export interface ControlFile<Value, Code extends string> {
  readonly file: DataFile
  readonly path: string
  readonly there: boolean
  /** Only of a valid one. */
  readonly value: Value | undefined
  /** What makes it invalid; none where it is absent. */
  readonly problems: readonly Problem<Code>[]
  /** The place of a value in it; else its first line. */
  place(...path: readonly string[]): Place
  /** The place of a key of its own. */
  keyPlace(key: string): Place
  /** The text that stands at a path, if it is one, valid or not. */
  text(...path: readonly string[]): string | undefined
}

export interface Accept {
  readonly state: 'agent'
  readonly timestamp: string
}

export interface Handback {
  readonly reason: Reason
  readonly description: string
  readonly error?:
    | { readonly code: ErrorCode; readonly message: string; readonly context?: Readonly<Record<string, unknown>> | undefined }
    | undefined
}

export interface Answer {
  readonly question: string
  /** `null`: there is none. */
  readonly answer: string | null
  readonly timestamp: string
}

export type AcceptCode = 'ACCEPT_UNREADABLE' | 'ACCEPT_SCHEMA' | 'ACCEPT_STATE'
export type HandbackCode = 'HANDBACK_UNREADABLE' | 'HANDBACK_SCHEMA' | 'HANDBACK_REASON' | 'HANDBACK_ERROR_MISSING' | 'HANDBACK_CODE'

const textAt = (root: DataNode, path: readonly string[]): string | undefined => {
  const node = at(root, path)
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
}

interface Judged<Value, Code extends string> {
  readonly unreadable: Code
  readonly schema: Code
  readonly shape: z.ZodType
  /** What the shape does not say. */
  judge(data: Data): readonly Problem<Code>[]
  /** Only called where nothing is wrong. */
  read(value: unknown): Value
}

function judged<Value, Code extends string>(
  file: DataFile,
  { unreadable, schema, shape, judge, read }: Judged<Value, Code>,
): ControlFile<Value, Code> {
  const { path, there, data, fault } = file
  const problems = data
    ? [...misfitsOf(shape, data.root).map((misfit) => misfitProblem(schema, data, misfit)), ...judge(data)]
    : fault
      ? [{ code: unreadable, ...fault }]
      : []
  return {
    file,
    path,
    there,
    value: data && problems.length === 0 ? read(data.value) : undefined,
    problems,
    place(...steps) {
      const node = data && at(data.root, steps)
      return node && data ? data.place(node) : { path, line: 1 }
    },
    keyPlace(key) {
      const entry = data?.root.kind === 'mapping' ? data.root.get(key) : undefined
      return entry && data ? data.place(entry.key) : { path, line: 1 }
    },
    text: (...steps) => data && textAt(data.root, steps),
  }
}

/** accept.json. */
export const readAccept = (file: DataFile): ControlFile<Accept, AcceptCode> =>
  judged<Accept, AcceptCode>(file, {
    unreadable: 'ACCEPT_UNREADABLE',
    schema: 'ACCEPT_SCHEMA',
    shape: acceptShape,
    judge(data) {
      const node = at(data.root, ['state'])
      const state = textAt(data.root, ['state'])
      if (!node || state === undefined || state === 'agent') return []
      const meant = suggestion(state, ['agent'])
      return [
        {
          code: 'ACCEPT_STATE',
          message: msg`Unexpected state ${state}, expected ${'agent'}`,
          hint: meant && msg`Perhaps ${meant} is meant.`,
          place: data.place(node),
        },
      ]
    },
    read: (value) => ({ ...acceptShape.parse(value), state: 'agent' }),
  })

/** What the reason and the code of a handback must be. */
function judgeHandback(data: Data): readonly Problem<HandbackCode>[] {
  const { root } = data
  const problems: Problem<HandbackCode>[] = []
  const reasonNode = at(root, ['reason'])
  const reason = textAt(root, ['reason'])
  if (reasonNode && reason !== undefined && !isReason(reason)) {
    const meant = reasonMeant(reason) ?? suggestion(reason, reasons)
    problems.push({
      code: 'HANDBACK_REASON',
      message: msg`Unexpected reason ${reason}, expected one of ${reasons}`,
      hint: meant && msg`Perhaps ${meant} is meant.`,
      place: data.place(reasonNode),
    })
  }
  if (reasonNode && reason === 'error' && !at(root, ['error'])) {
    problems.push({
      code: 'HANDBACK_ERROR_MISSING',
      message: msg`Missing key ${'error'}, expected one where the reason is ${'error'}`,
      place: data.place(reasonNode),
    })
  }
  const codeNode = at(root, ['error', 'code'])
  const code = textAt(root, ['error', 'code'])
  if (codeNode && code !== undefined && !isErrorCode(code)) {
    const meant = suggestion(code, errorCodeNames)
    problems.push({
      code: 'HANDBACK_CODE',
      message: msg`Unexpected code ${code}, expected one of ${errorCodeNames}`,
      hint: meant && msg`Perhaps ${meant} is meant.`,
      place: data.place(codeNode),
    })
  }
  return problems
}

/** handback.json. */
export const readHandback = (file: DataFile): ControlFile<Handback, HandbackCode> =>
  judged<Handback, HandbackCode>(file, {
    unreadable: 'HANDBACK_UNREADABLE',
    schema: 'HANDBACK_SCHEMA',
    shape: handbackShape,
    judge: judgeHandback,
    read: (value) => handbackShape.parse(value) as Handback,
  })

/** answers/NNN.json. */
export const readAnswer = (file: DataFile): ControlFile<Answer, 'CONTROL_ANSWER'> =>
  judged<Answer, 'CONTROL_ANSWER'>(file, {
    unreadable: 'CONTROL_ANSWER',
    schema: 'CONTROL_ANSWER',
    shape: answerShape,
    judge(data) {
      const node = at(data.root, ['timestamp'])
      const timestamp = textAt(data.root, ['timestamp'])
      if (!node || timestamp === undefined || instantOf(timestamp) !== undefined) return []
      return [
        {
          code: 'CONTROL_ANSWER',
          message: msg`Unexpected timestamp ${timestamp}, expected one such as ${'2026-01-20T10:02:00+00:00'}`,
          place: data.place(node),
        },
      ]
    },
    read: (value) => answerShape.parse(value),
  })
