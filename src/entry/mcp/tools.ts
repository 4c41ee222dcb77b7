import * as z from 'zod'
import { stringify } from '../../render/plain.ts'
import { operations } from '../operations/index.ts'
import type { Caller, Field, Operation, Tool } from '../operations/operation.ts'
import { rootOf, type Session } from './session.ts'

/** An operation as a tool, with its schemas. */
export interface ServedTool extends Tool {
  readonly input: z.ZodObject
  /** Gives what `--format brief` prints of the same operation. @throws where it has no such answer */
  call(given: Readonly<Record<string, unknown>>, session: Session, signal: AbortSignal): Promise<string>
}

/** An argument `dry_run` as an input of the operation, `dryRun`. */
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The schema of an argument that is a field of the operation. */
function schemaOf({ form, max: most, isWord }: Field, does: string): z.ZodType {
  const isRequired = isWord === true && form?.startsWith('<') === true
  const many = form?.includes('...') === true
  const value = most !== undefined ? z.int().min(1).max(most) : form === undefined ? z.boolean() : many ? z.array(z.string()) : z.string()
  const schema = isRequired ? value : value.optional()
  return does === '' ? schema : schema.describe(does)
}

function inputOf({ takes }: Tool, fields: Operation['input'] = {}): z.ZodObject {
  const shape = Object.entries(takes).map(([name, meant]) => {
    const field = fields[camel(name)]
    return [name, typeof meant === 'string' ? schemaOf(field ?? { does: '' }, meant) : meant] as const
  })
  return z.strictObject(Object.fromEntries(shape))
}

function served(operation: Operation, tool: Tool): ServedTool {
  return {
    ...tool,
    input: inputOf(tool, operation.input),
    async call({ root, agent, ...given }, session, signal) {
      const folder = tool.takes['root'] === undefined ? session.root : rootOf(session, root as string | undefined)
      const named = (agent ?? session.agent) as string | undefined
      const caller: Caller = {
        naming: { instance: session.instance, isServer: true, ...(named !== undefined && { agent: named }) },
        session: session.hostSession,
        from: folder,
        note: () => undefined,
      }
      const input = Object.fromEntries(Object.entries(given).map(([name, value]) => [camel(name), value]))
      const run = () => (tool.run ?? operation.run)({ ...input, root: folder, format: 'brief' } as never, caller)
      const { views, refusal } = await (tool.hints.readOnlyHint ? run() : session.changing(run, signal))
      if (refusal) throw refusal
      const brief = await views?.['brief']?.()
      return typeof brief === 'string' ? brief : stringify(brief, true)
    },
  }
}

/** What an agent calls first is listed first. */
const first: readonly string[] = ['next', 'status']

const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)

/** The operations that are tools, in the order in which they are listed. */
export const tools: Readonly<Record<string, ServedTool>> = Object.fromEntries(
  Object.entries(operations)
    .flatMap(([name, operation]) => (operation.tool ? [[name, served(operation, operation.tool())] as const] : []))
    .toSorted(([one], [other]) => rank(one) - rank(other)),
)
