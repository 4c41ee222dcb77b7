import { expect, it } from 'vitest'
import {
  acceptPath,
  answer,
  answerPath,
  change,
  grantedSample,
  handbackPath,
  returned,
  workedSample,
} from '../../../../src/protocols/control/examples.ts'
import { control } from '../../../../src/protocols/control/protocol.ts'
import { machine, type State } from '../../../../src/protocols/control/states.ts'
import { describeMatrix, type Row, type Samples } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { give, usual } from '../scene.ts'

const question = returned('question')
const samples: Readonly<Record<State, Tree>> = {
  'not granted': change(workedSample, { [acceptPath]: null }),
  granted: workedSample,
  'accept invalid': change(workedSample, { [acceptPath]: '{}\n' }),
  'returned success': returned('success'),
  'returned error': returned('error'),
  'returned question': question,
  'handback invalid': change(workedSample, { [handbackPath]: '{ "reason": "done" }\n' }),
}

/** The outcome of each command in each state, with the codes beside those of readiness. */
const table: readonly Row[] = [
  ['not granted', '/accept explore', 'changed', 'granted', []],
  ['not granted', '/handback explore success', 'changed', 'returned success', ['ACCEPT_ABSENT notice']],
  ['not granted', '/handback explore error TIMEOUT Too slow', 'changed', 'returned error', ['ACCEPT_ABSENT notice']],
  ['not granted', '/handback explore question Where?', 'changed', 'returned question', ['ACCEPT_ABSENT notice']],
  ['not granted', '/handback explore', 'refused', 'not granted', ['HANDBACK_ABSENT error']],
  ['not granted', '/answer explore Green', 'refused', 'not granted', ['HANDBACK_NOT_QUESTION error']],
  ['granted', '/accept explore', 'unchanged', 'granted', []],
  ['granted', '/accept explore --refresh', 'changed', 'granted', []],
  ['granted', '/handback explore success', 'changed', 'returned success', []],
  ['granted', '/handback explore error TIMEOUT Too slow', 'changed', 'returned error', []],
  ['granted', '/handback explore question Where?', 'changed', 'returned question', []],
  ['granted', '/handback explore', 'refused', 'granted', ['HANDBACK_ABSENT error']],
  ['granted', '/answer explore Green', 'refused', 'granted', ['HANDBACK_NOT_QUESTION error']],
  ['accept invalid', '/accept explore', 'changed', 'granted', ['ACCEPT_SCHEMA warning', 'ACCEPT_SCHEMA warning']],
  [
    'accept invalid',
    '/handback explore success',
    'changed',
    'returned success',
    ['ACCEPT_SCHEMA warning', 'ACCEPT_SCHEMA warning'],
  ],
  [
    'accept invalid',
    '/handback explore error TIMEOUT Slow',
    'changed',
    'returned error',
    ['ACCEPT_SCHEMA warning', 'ACCEPT_SCHEMA warning'],
  ],
  [
    'accept invalid',
    '/handback explore question Where?',
    'changed',
    'returned question',
    ['ACCEPT_SCHEMA warning', 'ACCEPT_SCHEMA warning'],
  ],
  ['accept invalid', '/handback explore', 'refused', 'accept invalid', ['HANDBACK_ABSENT error']],
  ['accept invalid', '/answer explore Green', 'refused', 'accept invalid', ['HANDBACK_NOT_QUESTION error']],
  ['returned success', '/accept explore', 'changed', 'granted', []],
  ['returned success', '/handback explore success', 'unchanged', 'returned success', []],
  ['returned success', '/handback explore success Stage completed successfully.', 'unchanged', 'returned success', []],
  ['returned success', '/handback explore success All done', 'refused', 'returned success', ['HANDBACK_ALREADY error']],
  [
    'returned success',
    '/handback explore error TIMEOUT Too slow',
    'refused',
    'returned success',
    ['HANDBACK_ALREADY error'],
  ],
  ['returned success', '/handback explore', 'unchanged', 'returned success', []],
  ['returned success', '/answer explore Green', 'refused', 'returned success', ['HANDBACK_NOT_QUESTION error']],
  ['returned error', '/accept explore', 'changed', 'granted', []],
  ['returned error', '/handback explore error', 'unchanged', 'returned error', []],
  [
    'returned error',
    '/handback explore error INPUT_MISSING There is no brief',
    'refused',
    'returned error',
    ['HANDBACK_ALREADY error'],
  ],
  ['returned error', '/handback explore', 'unchanged', 'returned error', []],
  ['returned error', '/answer explore Green', 'refused', 'returned error', ['HANDBACK_NOT_QUESTION error']],
  ['returned question', '/accept explore', 'changed', 'granted', ['HANDBACK_QUESTION_UNANSWERED warning']],
  ['returned question', '/handback explore question Which colour?', 'unchanged', 'returned question', []],
  ['returned question', '/handback explore question', 'unchanged', 'returned question', []],
  ['returned question', '/handback explore success', 'refused', 'returned question', ['HANDBACK_ALREADY error']],
  ['returned question', '/handback explore', 'unchanged', 'returned question', []],
  ['returned question', '/answer explore Green', 'changed', 'granted', []],
  ['handback invalid', '/accept explore', 'changed', 'granted', ['HANDBACK_REASON warning', 'HANDBACK_SCHEMA warning']],
  [
    'handback invalid',
    '/handback explore success',
    'changed',
    'returned success',
    ['HANDBACK_REASON warning', 'HANDBACK_SCHEMA warning'],
  ],
  [
    'handback invalid',
    '/handback explore error TIMEOUT Slow',
    'changed',
    'returned error',
    ['HANDBACK_REASON warning', 'HANDBACK_SCHEMA warning'],
  ],
  [
    'handback invalid',
    '/handback explore question Where?',
    'changed',
    'returned question',
    ['HANDBACK_REASON warning', 'HANDBACK_SCHEMA warning'],
  ],
  [
    'handback invalid',
    '/handback explore',
    'refused',
    'handback invalid',
    ['HANDBACK_REASON error', 'HANDBACK_SCHEMA error'],
  ],
  [
    'handback invalid',
    '/answer explore Green',
    'refused',
    'handback invalid',
    ['HANDBACK_REASON error', 'HANDBACK_SCHEMA error'],
  ],
  // The questions about a stage change nothing in any state.
  ['not granted', '/preflight explore', 'unchanged', 'not granted', ['ACCEPT_ABSENT notice']],
  ['granted', '/preflight explore', 'unchanged', 'granted', []],
  ['accept invalid', '/preflight explore', 'unchanged', 'accept invalid', []],
  ['handback invalid', '/preflight explore', 'unchanged', 'handback invalid', []],
  ['returned success', '/preflight explore', 'unchanged', 'returned success', []],
  ['returned error', '/preflight explore', 'unchanged', 'returned error', []],
  ['returned question', '/preflight explore', 'unchanged', 'returned question', []],
  ['not granted', '/validate explore', 'unchanged', 'not granted', ['ACCEPT_ABSENT notice', 'HANDBACK_ABSENT warning']],
  ['granted', '/validate explore', 'unchanged', 'granted', ['HANDBACK_ABSENT warning']],
  [
    'accept invalid',
    '/validate explore',
    'unchanged',
    'accept invalid',
    ['ACCEPT_SCHEMA warning', 'ACCEPT_SCHEMA warning', 'HANDBACK_ABSENT warning'],
  ],
  [
    'handback invalid',
    '/validate explore',
    'unchanged',
    'handback invalid',
    ['HANDBACK_REASON error', 'HANDBACK_SCHEMA error'],
  ],
  ['returned success', '/validate explore', 'unchanged', 'returned success', []],
  ['returned error', '/validate explore', 'unchanged', 'returned error', []],
  ['returned question', '/validate explore', 'unchanged', 'returned question', []],
]

const states = Object.fromEntries(
  Object.entries(samples).map(([state, tree]) => [state, { [state]: tree }]),
) as Samples<State>

const readiness = /^(?:PREFLIGHT|STAGE)_/

describeMatrix(usual, {
  machine,
  commands: control.commands,
  states,
  rows: table,
  writes: [acceptPath, handbackPath, answerPath],
  transient: /\/(?:accept|handback)\.json$/,
  besides: readiness,
})

it('say what was wrong with a grant that they replace', async () => {
  const odd = '{ "state": "agent", "timestamp": "yesterday" }\n'
  for (const [accept, code] of [
    ['{', 'ACCEPT_UNREADABLE warning'],
    [odd, 'ACCEPT_TIMESTAMP warning'],
  ] as const) {
    const withQuestion = change(question, { [acceptPath]: accept })
    expect((await give(withQuestion, '/answer explore Green')).codes).toEqual([code])
    expect(
      (await give(withQuestion, '/accept explore')).codes.filter((candidate) => !readiness.test(candidate)),
    ).toContain(code)
  }
})

it('know an answer that was given already', async () => {
  const { tree } = await give(question, '/answer explore Green')
  expect((await give(tree, '/answer explore Green')).outcome).toBe('unchanged')
  expect((await give(tree, '/answer explore Red')).codes).toEqual(['HANDBACK_NOT_QUESTION error'])
  expect((await give(change(grantedSample, { [answerPath]: answer }), '/answer explore " Green "')).outcome).toBe(
    'unchanged',
  )
})
