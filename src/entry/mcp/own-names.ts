import { withInstance } from '../../engine/commands/grant-options.ts'
import { parseWords } from '../../engine/commands/words.ts'
import type { Answer } from '../operations/operation.ts'

/** A line that takes or ends work; an answer names the agent that asked, and a verdict its judge. */
const workForm = /^ {0,3}(?:\/(?:baton )?|baton )(?:accept|handback) (.*)$/gm

function agentOfLine(commandText: string): readonly string[] {
  const words = parseWords(commandText).filter(({ quoted }) => !quoted)
  return words.flatMap(({ text }, index) => {
    const [matched, attached] = /^--agent(?:=(.*))?$/.exec(text) ?? []
    const name = matched === undefined ? undefined : (attached ?? words[index + 1]?.text)
    return name === undefined ? [] : [name]
  })
}

/** The names under which a call takes or ends work; the program names an agent without one by its instance. */
export function namesOfWork(
  tool: string,
  { agent, commands, dry_run }: Readonly<Record<string, unknown>>,
  instance: string,
): readonly string[] {
  if (dry_run === true) return []
  const names =
    tool === 'run'
      ? Array.from(String(commands).matchAll(workForm), ([, words = '']) => words).flatMap(agentOfLine)
      : typeof agent === 'string' && tool !== 'answer'
        ? [agent]
        : []
  return names.map((name) => withInstance(name, instance))
}

/** Does work under some names, which are the server's from then on: unless it is refused. */
export async function workingAs(
  names: readonly string[],
  ownNames: Set<string>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const newNames = names.filter((name) => !ownNames.has(name))
  for (const name of newNames) ownNames.add(name)
  const forget = () => newNames.forEach((name) => ownNames.delete(name))
  try {
    const answer = await work()
    if (answer.refusal) forget()
    return answer
  } catch (cause) {
    forget()
    throw cause
  }
}
