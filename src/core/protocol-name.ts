import { visibleLine } from './message.ts'
import { suggestion } from './suggestion.ts'

export const protocolNames = ['plugin', 'handover', 'subagent', 'control', 'governance'] as const

export type BuiltInName = (typeof protocolNames)[number]

/** A protocol: one that is built in, or a declared workflow by the name that its team gives it. */
export type ProtocolName = BuiltInName | (string & {})

/** The caller named a protocol that is neither built in nor a workflow of the configuration. */
export class UnknownProtocol extends Error {
  override readonly name = 'UnknownProtocol'

  readonly writtenName: string
  /** `expected one of plugin, handover; did you mean plugin?` */
  readonly expected: string

  constructor(writtenName: string, names: readonly ProtocolName[]) {
    const nearest = suggestion(writtenName, names)
    const expected = `expected one of ${names.join(', ')}${nearest === undefined ? '.' : `; did you mean ${nearest}?`}`
    super(`Unexpected protocol ${visibleLine(writtenName)}, ${expected}`)
    this.writtenName = writtenName
    this.expected = expected
  }
}
