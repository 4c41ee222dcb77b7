import { certificateAdvice, untrusted } from '../../gateways/certificates.ts'
import { failureOf, isLimited } from '../../gateways/github/requests/failure.ts'
import { safeError } from './safe-error.ts'

/** How OpenSSL calls an answer that is not TLS. */
const plainAnswer = /ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)/

/** What keeps GitHub from being reached, by the codes of the system. */
function networkAdvice(codes: string, host: string): string {
  if (untrusted.test(codes)) return certificateAdvice
  if (/ENOTFOUND|EAI_AGAIN/.test(codes))
    return `This machine finds no address of ${host}: check its network and its DNS.`
  return `Check that this machine can reach ${host}.`
}

/** Which settings decide where requests go. */
function settingsAdvice(protocol: string, isOwnServer: boolean): string {
  if (!isOwnServer) return 'If your GitHub is a GitHub Enterprise Server, set GHE_HOST.'
  return protocol === 'http:'
    ? 'Check GHE_HOST, and GHE_PROTOCOL, which is http: leave it out if the server speaks HTTPS.'
    : 'Check GHE_HOST and GHE_PROTOCOL.'
}

const faultOf = (host: string) => `The fault is on the side of ${host}, or of a proxy in front of it.`

/** Why a request to GitHub had no answer of GitHub's, for the operator. */
export interface Unreached {
  readonly message: string
  readonly status?: number | undefined
  /** Whether it may have one later with the same settings. */
  readonly mayPass: boolean
}

/**
 * What it means that a request to GitHub failed on the way, by a fault of GitHub's own, or since there were too many;
 * `undefined` where GitHub answered it.
 *
 * @param baseUrl the address of the REST API
 */
export function unreached(error: unknown, baseUrl: string): Unreached | undefined {
  const { message, request, status, causes } = safeError(error)
  const { protocol, host, pathname } = new URL(baseUrl)
  if (request === undefined) return undefined
  if (status !== undefined && isLimited(failureOf(error)))
    return { message: `${message} GitHub takes no requests for now.`, status, mayPass: true }
  if (status !== undefined && status < 500) return undefined
  if (status !== undefined) return { message: `${message} ${faultOf(host)}`, status, mayPass: true }
  const codes = causes.join(' ')
  if (plainAnswer.test(codes))
    return {
      message: `${message} ${host} does not speak HTTPS. Check the port in GHE_HOST, or set GHE_PROTOCOL=http.`,
      mayPass: false,
    }
  const advice = [
    networkAdvice(codes, host),
    settingsAdvice(protocol, pathname.startsWith('/api/v3')),
    'Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.',
  ]
  return { message: [message, ...advice].join(' '), mayPass: !untrusted.test(codes) }
}

/** What it means that an answer broke off. */
export const cutOff = (baseUrl: string): Unreached => ({
  message: `GitHub’s answer to GET /app broke off. ${faultOf(new URL(baseUrl).host)}`,
  mayPass: true,
})
