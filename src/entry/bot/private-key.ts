import { pluralize } from '../../core/diagnostic.ts'
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ConfigurationError } from './configuration-error.ts'

const expectedKey =
  'Expected the private key of the GitHub App, as it is generated on the page of the App, under General.'

const tryKey = (make: () => KeyObject): KeyObject | undefined => {
  try {
    return make()
  } catch {
    return undefined
  }
}

const looksLikePath = (text: string): boolean =>
  text.length < 1000 && !text.includes('\n') && (/\.(?:pem|key)$/i.test(text) || /^[./~]/.test(text))

/** What may be where a PEM block is expected, each with what to do; the first that applies. */
const mistakes: readonly {
  readonly applies: (text: string, pem: string | undefined) => boolean
  readonly message: (name: string, text: string) => string
}[] = [
  {
    applies: (text, pem) => pem === undefined && looksLikePath(text),
    message: (name) =>
      name === 'PRIVATE_KEY'
        ? 'PRIVATE_KEY is a path. Set PRIVATE_KEY_PATH to it instead.'
        : `${name} holds a path, not a key. ${expectedKey}`,
  },
  {
    applies: (_, pem) => pem === undefined,
    message: (name, { length }) =>
      `${name} is not a private key: it is ${pluralize(length, 'character')} long and holds neither a PEM block nor one in base64. ${expectedKey}`,
  },
  {
    applies: (_, pem = '') => pem.includes('ENCRYPTED'),
    message: (name) =>
      `${name} is a private key with a password, which the bot does not have. Remove the password: openssl rsa -in key.pem -out plain.pem`,
  },
  {
    applies: (_, pem = '') => !pem.includes('PRIVATE KEY-----') && tryKey(() => createPublicKey(pem)) !== undefined,
    message: (name) => `${name} is a public key or a certificate. ${expectedKey}`,
  },
  {
    applies: (_, pem = '') => tryKey(() => createPrivateKey(pem)) === undefined,
    message: (name) =>
      String.raw`${name} holds a PEM block that cannot be read: it was cut off, or lost its line breaks on the way. Write them as \n, or give the whole file in base64: base64 -w0 key.pem`,
  },
  {
    applies: (_, pem = '') => tryKey(() => createPrivateKey(pem))?.asymmetricKeyType !== 'rsa',
    message: (name) => `${name} is a private key, but not an RSA key: GitHub makes no others. ${expectedKey}`,
  },
]

/** The PEM block in a text: as it is, with its line breaks written as `\n`, or in base64. */
function pemIn(text: string): string | undefined {
  const isPem = (candidate: string) => candidate.includes('-----BEGIN')
  if (isPem(text)) return text.replaceAll(String.raw`\n`, '\n')
  const decoded = Buffer.from(text, 'base64').toString()
  return isPem(decoded) ? decoded : undefined
}

/** Whether a text holds what may be a key, good or bad. */
export const isPrivateKey = (text: string): boolean => pemIn(text) !== undefined

/** Reads a private key. @throws ConfigurationError where it is none, without any part of it. */
export function readPrivateKey(name: string, text: string): string {
  const pem = pemIn(text)
  const mistake = mistakes.find(({ applies }) => applies(text.trim(), pem))
  if (mistake || pem === undefined) throw new ConfigurationError(mistake?.message(name, text) ?? expectedKey)
  return pem
}

/**
 * The fingerprint of a key, as the page of the App shows it (GitHub's documentation, "Managing private keys for GitHub
 * Apps").
 */
export function fingerprintOf(privateKey: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64')}`
}
