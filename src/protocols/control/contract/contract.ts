import { type Data } from '../../../kit/record.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { nodeAt, type DataMapping, type DataNode } from '../../../documents/data.ts'
import { stageName } from '../schema.ts'

/**
 * The path that one written in a contract names inside its folder, without `.`, `..` and `//`, empty for the folder
 * itself; `undefined` where it is absolute, names a drive, holds `\` or NUL, or leaves the folder.
 */
export function innerPathOf(path: string): string | undefined {
  if (/^\/|^[A-Za-z]:|[\\\0]/.test(path)) return undefined
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

export interface ContractText {
  readonly text: string
  readonly place: Place
}

/** What a contract declares: a prompt, an input, an output or a parameter. */
export interface Declaration {
  readonly name?: ContractText | undefined
  readonly path?: ContractText | undefined
  readonly fromStage?: ContractText | undefined
  readonly source?: ContractText | undefined
  readonly schema?: ContractText | undefined
  readonly query?: ContractText | undefined
  readonly outputParameter?: ContractText | undefined
  readonly place: Place
}

/** The kinds of outputs: those of `files` are any files, the others JSON. */
export type OutputKind = 'files' | 'data' | 'runtime'

export interface Output extends Declaration {
  readonly kind: OutputKind
  readonly required: boolean
}

/** What a stage needs and gives, as far as a mapping that may have any shape shows it. */
export interface Contract {
  readonly id: ContractText | undefined
  readonly place: Place
  readonly prompts: readonly Declaration[]
  readonly required: readonly Declaration[]
  readonly optional: readonly Declaration[]
  readonly outputs: readonly Output[]
  readonly parameters: readonly Declaration[]
  readonly outputParameters: readonly Declaration[]
}

const isRequired = (node: DataNode, defaultValue: boolean) => {
  const requiredNode = nodeAt(node, ['required'])
  return requiredNode?.kind === 'scalar' && typeof requiredNode.value === 'boolean' ? requiredNode.value : defaultValue
}

const defaultPrompts = { entry: 'prompt/wf.md', main: 'prompt/main.md' } as const

/** The text at a path of a contract; `undefined` where anything else is there. */
export function contractText(data: Data, node: DataNode, ...path: readonly string[]): ContractText | undefined {
  const foundNode = nodeAt(node, path)
  return foundNode?.kind === 'scalar' && typeof foundNode.value === 'string'
    ? { text: foundNode.value, place: data.place(foundNode) }
    : undefined
}

export function contractOf(mapping: DataMapping, data: Data): Contract {
  const declaration = (node: DataNode): Declaration => ({
    name: contractText(data, node, 'name'),
    path: contractText(data, node, 'path'),
    fromStage: contractText(data, node, 'from_stage'),
    source: contractText(data, node, 'source'),
    schema: contractText(data, node, 'schema'),
    query: contractText(data, node, 'query'),
    outputParameter: contractText(data, node, 'output_parameter'),
    place: data.place(node),
  })
  const itemsAt = (...path: readonly string[]): readonly DataNode[] => {
    const list = nodeAt(mapping, path)
    return list?.kind === 'sequence' ? list.items : []
  }
  const declarationsAt = (...path: readonly string[]) => itemsAt(...path).map(declaration)
  const outputs = (kind: OutputKind): readonly Output[] =>
    itemsAt('outputs', kind).map((node) => ({
      ...declaration(node),
      kind,
      required: kind === 'files' || isRequired(node, kind === 'data'),
    }))
  const place = data.place(mapping)
  const prompt = (promptName: keyof typeof defaultPrompts): Declaration => {
    const path = contractText(data, mapping, 'prompt', promptName) ?? {
      text: defaultPrompts[promptName],
      place: { path: place.path, line: place.line ?? 1 },
    }
    return { path, place: path.place }
  }
  return {
    id: contractText(data, mapping, 'id'),
    place,
    prompts: [prompt('entry'), prompt('main')],
    required: declarationsAt('inputs', 'required'),
    optional: declarationsAt('inputs', 'optional'),
    outputs: (['files', 'data', 'runtime'] as const).flatMap(outputs),
    parameters: declarationsAt('parameters'),
    outputParameters: declarationsAt('output_parameters'),
  }
}

/** Everything that a contract declares. */
export const declarations = ({
  prompts,
  required,
  optional,
  outputs,
  parameters,
  outputParameters,
}: Contract): readonly Declaration[] => [
  ...prompts,
  ...required,
  ...optional,
  ...outputs,
  ...parameters,
  ...outputParameters,
]

export const stagesNamedIn = (contract: Contract): readonly ContractText[] =>
  declarations(contract).flatMap(({ fromStage }) => fromStage ?? [])

/** What leaves its folder, or names a stage by what can be no name. */
export const escapingTexts = (contract: Contract): readonly ContractText[] =>
  declarations(contract).flatMap(({ path, source, schema, fromStage }) => [
    ...[path, source, schema].flatMap((text) => (text && innerPathOf(text.text) === undefined ? [text] : [])),
    ...(fromStage && !stageName.test(fromStage.text) ? [fromStage] : []),
  ])
