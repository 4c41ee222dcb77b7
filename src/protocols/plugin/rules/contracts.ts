import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { checksumsPair, contractPair } from '../compared.ts'
import { draftOf } from '../targets.ts'
import { contracts, handoffs, type ContractSubject, type HandoffSubject, type PluginRules } from './subjects.ts'
import { absenceOffer, approvalDescription, forPerson, offer, recordingAdvice } from './offers.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import { lowerCaseDigestOf } from '../handoff/handoff.ts'
import { isPlanned } from '../states.ts'
import { overParts } from '../../../kit/rules.ts'

/** A contract, and what else its recorded checksum may be that of. */
type Candidates = Pick<ContractSubject, 'plugin' | 'contract' | 'before'>

/** The other text than the contract's that a checksum is of, where it is known. */
function causeOf({ plugin, contract, before }: Candidates, sha256: string | undefined): string | undefined {
  if (sha256 === undefined) return undefined
  const draft = draftOf(plugin, sha256)
  if (draft !== undefined) return msg`that of ${draft}`
  if (before?.contracts[contract.key].digest?.sha256 === sha256) return 'that of the file before this change'
  if (contract.digest?.lf === sha256) return 'that of the file with LF line endings'
  return contract.crlf() === sha256 ? 'that of the file with CRLF line endings' : undefined
}

/** The repair of checksums that are not recorded properly. */
const checksumsAdvice = (
  subject: HandoffSubject,
  keys: readonly ContractKey[],
  does: string,
): Pick<Finding, 'hint' | 'offers'> =>
  recordingAdvice(subject, offer('checksums', subject, does), offer('checksums', subject, approvalDescription), keys)

/** Enough of a checksum to be found in the handoff. */
const shortChecksum = (sha256 = '') => `sha256:${sha256.slice(0, 12)}…`

export const contractRules: PluginRules = {
  name: 'contracts',
  title: 'Contracts and their checksums',
  rules: [
    overParts(contracts, [
      {
        code: 'CONTRACT_MISMATCH',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary: 'A contract does not match its recorded checksum.',
        why: 'Stages that are complete were built against the recorded text. Stages that are built against another text will not fit them.',
        repair:
          'A person decides: `/restore NAME contracts` puts the recorded contract back, `/checksums NAME` approves the present one. No command is offered, since the change may be tampering.',
        *check(subject) {
          const { plugin, contract, recorded, before } = subject
          const pair = contractPair(plugin, contract.key)
          if (pair.agrees || pair.code !== 'CONTRACT_MISMATCH') return
          const cause = causeOf(subject, recorded.value)
          // Neither a draft nor another form of the file was ever the contract: its history has none.
          const isOther = draftOf(plugin, recorded.value) !== undefined || contract.crlf() === recorded.value
          const isChanged = before?.contracts[contract.key].digest?.sha256 === recorded.value
          const message = msg`Unexpected checksum of ${contract.path}, expected the recorded ${shortChecksum(recorded.value)}`
          yield {
            message: cause === undefined ? message : `${message}, ${cause}`,
            ...forPerson([
              ...(isOther
                ? []
                : offer('restore contracts', subject, 'puts the recorded contract back, if history has it')),
              ...offer(
                'checksums',
                subject,
                `approves the present one, which only a person should do${isChanged ? msg`; that is ${'CONTRACT_CHANGED'}` : ''}`,
              ),
            ]),
            place: recorded.place,
            related: [{ path: contract.path, message: 'is the contract' }],
            ...contradiction(pair),
          }
        },
      },
    ]),
    overParts(handoffs, [
      {
        code: 'CONTRACT_MALFORMED',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary:
          'A recorded checksum is neither `sha256:` and 64 lower-case hex digits nor `null`, or `contract_checksums` is not a mapping.',
        why: 'It looks as if the contract was recorded, but nothing can be verified with it.',
        repair: '`/checksums NAME` records the contracts as they are.',
        *check(subject): Iterable<Finding> {
          const { handoff, plugin } = subject
          const { checksums } = handoff
          const advice = (keys: readonly ContractKey[]) =>
            checksumsAdvice(subject, keys, 'records the contracts as they are')
          if (checksums.state === 'malformed') {
            const message = msg`Unexpected ${'contract_checksums'} ${checksums.written}, expected the keys ${contractKeys}`
            yield { message, place: checksums.place, ...advice(contractKeys), ...contradiction(checksumsPair(plugin)) }
          }
          for (const key of contractKeys) {
            const recordedChecksum = checksums.recorded[key]
            if (recordedChecksum.state !== 'wrong') continue
            const { written, place } = recordedChecksum
            const contract = plugin.contracts[key]
            const sha256 = lowerCaseDigestOf(written)
            const cause =
              contract.digest && contract.digest.sha256 === sha256
                ? 'that of the file'
                : causeOf({ plugin, contract }, sha256)
            const message = msg`Unexpected checksum ${written}, expected ${'sha256:'} and 64 lower-case hex digits, or ${null}`
            yield {
              message:
                cause === undefined
                  ? message
                  : `${message}: it is ${cause}${written === written.toLowerCase() ? '' : ', in capitals'}`,
              place,
              ...advice([key]),
              related: [{ path: contract.path, message: 'is the contract' }],
              ...contradiction(contractPair(plugin, key)),
            }
          }
        },
      },
    ]),
    overParts(contracts, [
      {
        code: 'CONTRACT_FILE_MISSING',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary: 'The checksum of a contract is recorded, and the file is missing.',
        why: 'The text that the plugin is built against is gone: the next stage would be built from memory.',
        repair:
          '`/restore NAME contracts` takes the recorded file from history. If history does not have it, write it anew and record it with `/checksums NAME KEY`; a plan may also be recorded as absent, which a person decides.',
        *check(subject) {
          const { plugin, contract, recorded, before } = subject
          const pair = contractPair(plugin, contract.key)
          if (pair.agrees || pair.code !== 'CONTRACT_FILE_MISSING') return
          const cause = causeOf(subject, recorded.value)
          const draft = draftOf(plugin, recorded.value)
          const message = msg`Missing contract ${contract.path}, expected the file with the recorded checksum`
          // A checksum that the change itself removes is CONTRACT_CHECKSUM_REMOVED.
          const digestBefore = before?.handoff?.checksums.recorded[contract.key].value
          yield {
            message: cause === undefined ? message : `${message}, ${cause}`,
            ...(draft === undefined
              ? {
                  offers: offer('restore contracts', subject, 'takes the recorded file from history, if it is there'),
                  ...(digestBefore === undefined && forPerson(absenceOffer(contract.key, subject))),
                }
              : { hint: msg`Put ${draft} in its place: that is the file that was recorded.` }),
            place: recorded.place,
            related: [{ path: contract.path, message: 'is the contract, and is not there' }],
            ...contradiction(pair),
          }
        },
      },
    ]),
    overParts(handoffs, [
      {
        code: 'CONTRACT_KEY_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'One or more of the four keys of `contract_checksums` are absent.',
        why: 'A contract that is not recorded can change unnoticed.',
        repair: '`/checksums NAME` adds the keys that are missing.',
        *check(subject) {
          const { handoff, plugin } = subject
          const { checksums, legacy } = handoff
          const missingKeys = contractKeys.filter((key) => checksums.recorded[key].state === 'absent')
          if (legacy || checksums.state !== 'mapping' || missingKeys.length === 0) return
          yield {
            message: `Missing ${missingKeys.length === 1 ? 'key' : 'keys'} in ${msg`${'contract_checksums'}: ${missingKeys}`}`,
            ...checksumsAdvice(subject, missingKeys, 'adds them, with `null` where there is no file'),
            place: checksums.place,
            related: missingKeys.flatMap((key) => {
              const { file, path } = plugin.contracts[key]
              return file === 'absent' ? [] : [{ path, message: 'is the contract' }]
            }),
          }
        },
      },
    ]),
    overParts(contracts, [
      {
        code: 'CONTRACT_UNRECORDED',
        strict: 'error',
        soft: 'warning',
        summary: 'A contract exists, stage 0 is complete, and its checksum is `null`.',
        why: 'The plugin is built against a text that can change unnoticed.',
        repair: '`/checksums NAME` records it.',
        *check(subject) {
          const { handoff, model, contract, recorded } = subject
          if (recorded.state !== 'null' || contract.file !== 'there' || !isPlanned(handoff, model.stages)) return
          yield {
            message: msg`Unexpected ${contract.key} ${null}, expected the checksum of ${contract.path}`,
            ...checksumsAdvice(subject, [contract.key], 'records it'),
            place: recorded.place,
            related: [{ path: contract.path, message: 'is the contract' }],
          }
        },
      },
      {
        code: 'CONTRACT_NULL',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A contract other than the plan does not exist, neither as a file nor as a checksum, though stage 0 is complete.',
        why: 'Brief, parameters and architecture are what the stages are built against. Only the plan of a simple plugin may be left out.',
        repair: 'Write the contract and record it with `/checksums NAME`.',
        *check({ plugin, handoff, model, contract, recorded }) {
          if (
            contract.key === 'plan' ||
            recorded.state !== 'null' ||
            contract.file !== 'absent' ||
            !isPlanned(handoff, model.stages)
          )
            return
          yield {
            message: msg`Unexpected ${contract.key} ${null} after stage 0, expected a contract`,
            hint: msg`Write ${contract.path}; then ${`/checksums ${plugin.name}`} records its checksum.`,
            place: recorded.place,
            related: [{ path: contract.path, message: 'is the contract, and is not there' }],
          }
        },
      },
    ]),
  ],
}
