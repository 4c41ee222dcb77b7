import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { refusalText } from '../../src/entry/mcp/refusal.ts'
import { tools } from '../../src/entry/mcp/server.ts'

const called = new RegExp(
  String.raw`(?:\`|Fix: )(${Object.keys(tools).join('|')}) (\{.*?\})(?=\`|$| The same call)`,
  'gm',
)

/** The calls that refusals name and that their tools would not take. */
export const wrongCalls = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  Array.from(
    refusalText(diagnostics).matchAll(called),
    ([, name = '', argsText = '']) => [name, argsText] as const,
  ).flatMap(([name, argsText]) => {
    const value = JSON.parse(argsText) as Readonly<Record<string, unknown>>
    const { commands = '/' } = value
    return tools[name]?.input.safeParse(value).success === true && String(commands).startsWith('/')
      ? []
      : [`${name} ${argsText}`]
  })
