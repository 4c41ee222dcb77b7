import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runHere } from './here.ts'

/** Gives a command in a folder, at a time and by somebody that tests know. */
export const baton = (root: string, ...args: readonly string[]) =>
  runHere([...args, '--root', root, '--at', '2026-02-04T10:00:00Z', '--actor', 'octocat'])
/** The same, with the answer as JSON. */
export const json = async (root: string, ...args: readonly string[]) => {
  const ran = await baton(root, ...args, '--format', 'json')
  return { code: ran.code, stderr: ran.stderr, answer: JSON.parse(ran.stdout) as Record<string, unknown> }
}
export const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')
/** The codes of what is wrong in an answer. */
export const codesOf = ({ answer }: { readonly answer: Record<string, unknown> }) =>
  ((answer['errors'] ?? []) as readonly { readonly code: string }[]).map(({ code }) => code)
