import * as core from '@actions/core'
import { usualRetry, type RetryOptions } from '../../gateways/github/requests/send.ts'
import { plainText } from '../../render/plain.ts'

/**
 * Waits as usual; the log of the job says for what, so that it is not silent for minutes.
 *
 * @param before is called before each line
 */
export const loggedRetry = (before: () => void = () => undefined): RetryOptions => ({
  ...usualRetry,
  report(sentence) {
    before()
    core.info(plainText(sentence))
  },
})
