import { commandNames } from '../../core/command-names.ts'
import { ownCommands } from '../../engine/commands/own/index.ts'
import { lazyProtocols } from '../lazy-protocols.ts'

const columns = 80
const indent = '    '

/** What stays on one line: `[--audit pass|fail]`. */
const unbroken = /\[[^[\]]*\]\S*|\S+/g

/** A usage in lines of some width; all but the first are indented. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const [word] of text.matchAll(unbroken)) {
    if (line !== '' && `${line} ${word}`.length > columns) {
      lines.push(line)
      line = `${indent}${word}`
    } else line = line === '' ? `  ${word}` : `${line} ${word}`
  }
  return [...lines, line]
}

/** What stands behind the name of a command, by whose command it is: words, and options that only one protocol has. */
async function usages(name: string): Promise<readonly (readonly [whose: string, usage: string])[]> {
  const protocols = await lazyProtocols.load(lazyProtocols.descriptors.map((each) => each.name))
  if (name === 'new') return protocols.map((protocol) => [protocol.name, protocol.creation.usage] as const)
  const ofProtocols = protocols.flatMap((protocol) =>
    protocol.commands.flatMap((each) => (each.name === name ? [[protocol.name, each.ownUsage ?? each.usage] as const] : [])),
  )
  const ofAll = ownCommands.flatMap((each) => (each.name === name ? [['every protocol', each.usage] as const] : []))
  return [...ofProtocols, ...ofAll]
}

/** Whether the words of a call ask for the help of a command. */
export function asksForHelp([name, ...words]: readonly string[]): boolean {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return (
    name !== undefined &&
    (name === 'new' || (commandNames as readonly string[]).includes(name)) &&
    own.some((word) => word === '--help' || word === '-h')
  )
}

/** What each protocol's command of a name takes, for its help; empty where nothing is known of it. */
export async function helpByProtocol(name: string): Promise<string> {
  const lines = (await usages(name)).flatMap(([whose, usage]) => wrapped(`${whose}: ${usage}`))
  return lines.length === 0 ? '' : `\nWords and options by protocol:\n${lines.join('\n')}\n`
}
