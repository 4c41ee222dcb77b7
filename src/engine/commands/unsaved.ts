import type { CommandDiagnostic } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import { msg } from '../../core/message.ts'
import { sharedOptions } from '../../kit/options.ts'
import { refusal } from './resolve.ts'

/** How to go on where a command would discard content that git does not have. */
function discardHint(command: string): string {
  const [name = ''] = command.replace(/^\//, '').split(' ')
  const anyway = sharedOptions[name as CommandName]?.['anyway']?.kind === 'once' ? '--anyway "…"' : '--anyway'
  return msg`Commit it (${'git add -f'} is enough) and give the command again, or discard it with ${anyway}.`
}

/** The refusal of a command that would discard the content of some files, of which git has none. */
export const discardRefusal = (paths: readonly string[], command: string): CommandDiagnostic => ({
  ...refusal(
    'UNCOMMITTED',
    msg`Unexpected content of ${paths}: it is not committed, and ${command} would discard it`,
    discardHint(command),
  ),
  place: { path: paths[0] ?? '.' },
})
