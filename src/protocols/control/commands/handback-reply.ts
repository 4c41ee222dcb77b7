import type { Details } from '../../../core/command.ts'
import { mappingOf, toPlainData, type DataNode } from '../../../documents/data.ts'
import { printJson } from '../../../documents/json.ts'
import { cleanText } from '../writing/writing.ts'
import { acceptFacts, handbackFacts } from '../targets.ts'
import type { Stage } from '../model.ts'
import { timestampOf, errorCodes, isErrorCode } from '../schema.ts'
import { query } from '../contract/checks.ts'

function cleanNode(node: DataNode): DataNode {
  if (node.kind === 'sequence') return { ...node, items: node.items.map(cleanNode) }
  if (node.kind === 'scalar')
    return typeof node.value === 'string'
      ? { ...node, value: cleanText(node.value), source: cleanText(node.source) }
      : node
  return mappingOf(
    node.entries.map(({ key, value }) => ({ key: { ...key, source: cleanText(key.source) }, value: cleanNode(value) })),
    node,
  )
}

const inlineText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const textAt = (value: unknown, path: string) => {
  const foundValue = query(value, path)
  return typeof foundValue === 'string' ? cleanText(foundValue) : undefined
}

function errorLines(value: unknown): readonly string[] {
  const [code, message] = [textAt(value, 'error.code'), textAt(value, 'error.message')]
  if (code === undefined || textAt(value, 'reason') !== 'error') return []
  const context = Object.entries((query(value, 'error.context') as Readonly<Record<string, unknown>> | undefined) ?? {})
  return [
    `Error Code: ${isErrorCode(code) ? `${code} (${errorCodes[code]})` : code}`,
    `Error Message: ${message ?? ''}`,
    ...(context.length === 0
      ? []
      : ['Error Context:', ...context.map(([key, contextValue]) => `  ${key}: ${inlineText(contextValue)}`)]),
  ]
}

function stateLines({ accept }: Stage, at: string): readonly string[] {
  if (!accept.exists) return ['Accept: ABSENT']
  if (!accept.value) return ['Accept: PRESENT (invalid)']
  return [
    'State: agent → orchestrator',
    `Accepted at: ${cleanText(accept.value.timestamp)}`,
    `Handed back: ${timestampOf(at)}`,
  ]
}

/** When the file was committed, where that is known. */
export interface CommitRecord {
  readonly at: string
  readonly sha: string
}

/** What a handback says, line by line (docs/control.md, "Commands"). */
export function handbackLines(stage: Stage, handback: DataNode, at: string, commit?: CommitRecord): readonly string[] {
  const cleanedHandback = cleanNode(handback)
  const value = toPlainData(cleanedHandback)
  return [
    `Handback: ${stage.name}`,
    `Reason: ${textAt(value, 'reason') ?? ''}`,
    `Description: ${textAt(value, 'description') ?? ''}`,
    ...errorLines(value),
    ...stateLines(stage, at),
    ...(commit ? [`Recorded: ${commit.at} in ${commit.sha.slice(0, 7)}`] : []),
    '',
    'JSON Output:',
    ...printJson(cleanedHandback).trimEnd().split('\n'),
  ]
}

export const handbackReport = (stage: Stage, lines: readonly string[]): Details => ({
  check: 'handback',
  stage: stage.name,
  run: stage.run.path,
  accept: acceptFacts(stage),
  handback: handbackFacts(stage),
  lines,
})
