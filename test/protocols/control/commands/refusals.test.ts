import { targetCodes } from '../../../../src/protocols/control/documentation.ts'
import {
  change,
  grantedSample,
  handbackPath,
  inHandback,
  returned,
  returnedSample,
  sample,
  stagePath,
  workedSample,
} from '../../../../src/protocols/control/examples.ts'
import { describeNextCommands, type RefusalRow } from '../../next-command.ts'
import type { Tree } from '../../scene.ts'
import { usual } from '../scene.ts'

const name = 'explore@run-2026-01-20-001'
const again = (command: string) => {
  const [verb, ...words] = command.split(' ')
  return `Then give \`${[`/${verb}`, name, ...words].join(' ')}\` again.`
}

const otherRun = Object.fromEntries(
  Object.entries(sample).map(([path, text]) => [path.replace('-001', '-002'), text.replace('-001', '-002')]),
)
const linked = stagePath('run')
const unreadable: Tree = change(workedSample, { [handbackPath]: '{' })

/** A json block of a handback that is refused. */
const block = (code: string, text: string, command = '/handback explore'): RefusalRow => [
  code,
  grantedSample,
  command,
  again(command.slice(1).replace(' explore', '')),
  { report: text },
]
const error = '"error": { "code": "TIMEOUT", "message": "Too late" }'

const rows: readonly RefusalRow[] = [
  ['COMMAND_USAGE', sample, '/accept explore now', 'Usage: `/accept STAGE'],
  ['STAGE_NAME_INVALID', sample, '/accept Explore', '`/status`'],
  ['STAGE_UNKNOWN', sample, '/accept explroe', '`/status`'],
  ['STAGE_RUN_UNKNOWN', sample, '/accept explore --run run-2026-01-20-002', '`/status`'],
  ['STAGE_AMBIGUOUS', { ...sample, ...otherRun }, '/accept explore', '`/status`'],
  ['STAGE_AMBIGUOUS', sample, '/accept explore@a --run b', '`/status`'],
  [
    'STAGE_SYMLINK',
    change(sample, { [linked]: '../elsewhere' }),
    '/accept explore',
    again('accept'),
    { links: [linked] },
  ],
  [
    'STAGE_SYMLINK',
    change(sample, { 'runs/run-2026-01-20-001/stages/review': '../elsewhere' }),
    '/accept review',
    '`/status`',
    { links: ['runs/run-2026-01-20-001/stages/review'] },
  ],
  ['HANDBACK_ABSENT', grantedSample, '/handback explore', `\`/handback ${name} success\``],
  ['HANDBACK_ALREADY', returnedSample, '/handback explore error No brief', `\`/accept ${name}\``],
  ['HANDBACK_ALREADY', returned('question'), '/handback explore success', `\`/answer ${name} "…"\``],
  ['HANDBACK_NOT_QUESTION', sample, '/answer explore Green', `\`/accept ${name}\``],
  ['HANDBACK_NOT_QUESTION', grantedSample, '/answer explore Green', `\`/handback ${name} success\``],
  ['CONTROL_TEXT_MISSING', returned('question'), '/answer explore', 'Usage: `/answer STAGE'],
  ['CONTROL_TEXT_MISSING', grantedSample, '/handback explore question', again('handback question "…"')],
  ['HANDBACK_REASON', workedSample, '/handback explore done', `/handback ${name} success`],
  ['HANDBACK_REASON', grantedSample, '/handback explore nonsense', again('handback')],
  [
    'HANDBACK_CODE',
    grantedSample,
    '/handback explore error BUILD_FAILED No brief',
    again('handback error UNKNOWN "…"'),
  ],
  ['HANDBACK_UNREADABLE', unreadable, '/handback explore', `\`/handback ${name} success\``],
  ['HANDBACK_UNREADABLE', unreadable, '/answer explore Green', `\`/handback ${name} success\``],
  ['HANDBACK_REASON', inHandback('success', ['"success"', '"done"']), '/handback explore', `/handback ${name} success`],
  ['EVIDENCE_MISSING', grantedSample, '/handback explore success', `\`/handback ${name} error "…"\``],
  block('HANDBACK_BLOCK_UNREADABLE', '{'),
  block('HANDBACK_BLOCK_CONFLICT', '{ "reason": "success", "description": "Done" }', '/handback explore error'),
  block('HANDBACK_SCHEMA', '{ "reason": "success" }'),
  block('HANDBACK_REASON', '{ "reason": "nonsense", "description": "Done" }'),
  block('HANDBACK_CODE', '{ "reason": "error", "description": "No", "error": { "code": "E1", "message": "No" } }'),
  block('HANDBACK_ERROR_MISSING', '{ "reason": "error", "description": "No" }'),
  block('HANDBACK_ERROR_UNEXPECTED', `{ "reason": "success", "description": "Done", ${error} }`),
  block('HANDBACK_BLANK', '{ "reason": "success", "description": " " }'),
  block('CONTROL_DUPLICATE_KEY', '{ "reason": "success", "description": "Done", "description": "All" }'),
]

describeNextCommands(usual, rows, [
  'COMMAND_USAGE',
  'EVIDENCE_MISSING',
  ...Object.keys(targetCodes),
  'STAGE_SYMLINK',
  'HANDBACK_ABSENT',
  'HANDBACK_ALREADY',
  'HANDBACK_NOT_QUESTION',
  'HANDBACK_BLOCK_UNREADABLE',
  'HANDBACK_BLOCK_CONFLICT',
  'HANDBACK_UNREADABLE',
  'HANDBACK_SCHEMA',
  'HANDBACK_REASON',
  'HANDBACK_CODE',
  'HANDBACK_ERROR_MISSING',
  'HANDBACK_ERROR_UNEXPECTED',
  'HANDBACK_BLANK',
  'CONTROL_DUPLICATE_KEY',
  'CONTROL_TEXT_MISSING',
])
