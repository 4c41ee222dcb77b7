import { msg } from '../../../core/message.ts'
import { stageFiles } from '../files.ts'
import type { Contract, Written } from '../reading/contract.ts'
import type { Stage } from '../model.ts'
import { fail, pass, type Check } from './check.ts'

/** Whether there is a contract, and it can be read. */
export function configChecks(stage: Stage): { readonly checks: readonly Check[]; readonly contract: Contract | undefined } {
  const { file, fault, contract } = stage.config
  const subject = { path: stageFiles.config, place: { path: file.path } }
  if (!file.there) {
    const missing = {
      code: 'STAGE_CONFIG_MISSING',
      message: msg`Missing ${stageFiles.config} in ${stage.path}`,
      action: 'Compose the run anew, or write what the stage needs and gives.',
    } as const
    return { checks: [fail('config_exists', subject, missing)], contract: undefined }
  }
  const exists = pass('config_exists', subject)
  if (contract) return { checks: [exists], contract }
  const unreadable = {
    code: 'STAGE_CONFIG_UNREADABLE',
    message: fault?.message ?? '',
    action: 'Write it as keys and values in YAML.',
  } as const
  return { checks: [exists, fail('config_valid', { ...subject, place: fault?.place ?? subject.place }, unreadable)], contract: undefined }
}

/** What is said of a path that leaves its folder. */
export const escape = ({ text }: Written) =>
  ({
    code: 'STAGE_PATH_ESCAPE',
    message: msg`Unexpected path ${text}, expected one that stays in its stage`,
    action: 'Name a file below the folder of the stage.',
  }) as const
