import { protocolNames } from '../../src/core/protocol.ts'

const ofProtocol = /^src\/protocols\/(\w+)/

/** The built-in protocol that a folder belongs to. */
export const protocolOf = (folder: string): string | undefined =>
  protocolNames.find((name) => name === ofProtocol.exec(folder)?.[1])

/**
 * The tests that are to notice a change in a folder: its own, and for a protocol the examples of its rules. Others may
 * come by as well, so that a score is never too high. Left out is what reads the sources as text, and would find the
 * change itself, and what takes long and is timed.
 */
export function testsOf(folder: string): readonly string[] {
  const [, protocol] = ofProtocol.exec(folder) ?? []
  if (protocol !== undefined) return [`test/protocols/${protocol}/**/*.test.ts`]
  if (folder.startsWith('src/core')) return ['test/core/**/*.test.ts', 'test/engine/**/!(grammar|repairs).test.ts']
  return [`${folder.replace(/^src/, 'test')}/**/*.test.ts`]
}

/** Gives the tests one protocol for the list of all. */
export const onlyProtocol = (name: string) => ({
  name: 'only-protocol',
  load: (id: string) =>
    id.endsWith('/src/entry/protocols.ts')
      ? `import { ${name} } from '../protocols/${name}/protocol.ts'\nexport const protocols = [${name}]\n`
      : undefined,
})
