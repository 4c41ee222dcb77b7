import { generateKeyPairSync, sign, verify } from 'node:crypto'

/**
 * GitHub's own key, by which it signs the commits that it makes. Documentation: "About commit signature verification".
 */
export interface Signer {
  /** A commit object with its signature in it, as git stores it. */
  signed(commit: Buffer): Buffer
  /** Whether the key signed exactly this commit. */
  isSigned(commit: Buffer): boolean
  /** The signature as it appears in a commit, and what was signed. */
  parts(commit: Buffer): { readonly signature: string; readonly payload: Buffer } | undefined
}

const [begin, end] = ['-----BEGIN PGP SIGNATURE-----', '-----END PGP SIGNATURE-----']

/** git's documentation, "gitformat-signature": a header of the commit, each further line behind a space. */
function parts(commit: Buffer) {
  const text = commit.toString('latin1')
  const body = text.indexOf('\n\n')
  const from = text.indexOf('\ngpgsig ')
  if (from < 0 || from > body) return undefined
  const to = text.indexOf(`\n ${end}\n`, from)
  if (to < 0 || to > body) return undefined
  const stop = to + `\n ${end}`.length
  const signature = text.slice(from + '\ngpgsig '.length, stop).replaceAll('\n ', '\n')
  return { signature, payload: Buffer.from(text.slice(0, from) + text.slice(stop), 'latin1') }
}

export function signer(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    signed(commit) {
      const body = commit.indexOf('\n\n')
      const lines = [begin, '', sign(null, commit, privateKey).toString('base64'), end].join('\n ')
      return Buffer.concat([commit.subarray(0, body), Buffer.from(`\ngpgsig ${lines}`), commit.subarray(body)])
    },
    isSigned(commit) {
      const found = parts(commit)
      const [, , bytes = ''] = found?.signature.split('\n') ?? []
      return found !== undefined && verify(null, found.payload, publicKey, Buffer.from(bytes, 'base64'))
    },
    parts,
  }
}
