import { webhooksPath } from './server.ts'

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/**
 * The public address in what was given as it: without a slash at its end, and without the path of the webhook, which
 * the bot adds.
 */
export function publicAddress(text: string): string {
  const address = text.trim().replace(/\/+$/, '')
  return address.endsWith(webhooksPath) ? address.slice(0, -webhooksPath.length).replace(/\/+$/, '') : address
}

/**
 * What is wrong with a public address; `undefined`: nothing.
 *
 * @param name what the operator calls it
 */
export function addressProblem(address: string, name = 'The public address'): string | undefined {
  if (!URL.canParse(address)) return `${name} is no URL, expected one such as https://baton.example.com.`
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    return `${name} must begin with https://, since GitHub sends the texts of comments there.`
  return username + password + search + hash === ''
    ? undefined
    : `${name} must have no password, no query and no fragment.`
}
