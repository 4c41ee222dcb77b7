import * as core from '@actions/core'
import { usualRetry, type RetryOptions } from '../../gateways/github/requests/send.ts'
import { plainText } from '../../render/plain.ts'

/** Waits as usual; the log of the job says for what, so that it is not silent for minutes. */
export const loggedRetry = (): RetryOptions => ({ ...usualRetry, report: (sentence) => core.info(plainText(sentence)) })
