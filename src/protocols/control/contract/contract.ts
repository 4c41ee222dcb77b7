import { type Data } from '../../../kit/record.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { nodeAt, type DataMapping, type DataNode } from '../../../documents/data.ts'
import { innerPathOf } from './paths.ts'
import { stageName } from '../schema.ts'

/** A text of a contract with its place. */
export interface ContractText {
  readonly text: string
  readonly place: Place
}

/** What a contract declares: a prompt, an input, an output or a parameter. */
export interface Declaration {
  readonly name: ContractText | undefined
  readonly path: ContractText | undefined
  readonly fromStage: ContractText | undefined
  readonly source: ContractText | undefined
  readonly schema: ContractText | undefined
  readonly query: ContractText | undefined
  readonly outputParameter: ContractText | undefined
  readonly required: boolean
  readonly place: Place
}

/** The kinds of outputs: those of `files` are any files, the others JSON. */
export type OutputKind = 'files' | 'data' | 'runtime'

export interface Output extends Declaration {
  readonly kind: OutputKind
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

export function contractOf(mapping: DataMapping, data: Data): Contract {
  const textAt = (node: DataNode, ...path: readonly string[]): ContractText | undefined => {
    const foundNode = nodeAt(node, path)
    return foundNode?.kind === 'scalar' && typeof foundNode.value === 'string'
      ? { text: foundNode.value, place: data.place(foundNode) }
      : undefined
  }
  const declaration = (node: DataNode, required: boolean): Declaration => ({
    name: textAt(node, 'name'),
    path: textAt(node, 'path'),
    fromStage: textAt(node, 'from_stage'),
    source: textAt(node, 'source'),
    schema: textAt(node, 'schema'),
    query: textAt(node, 'query'),
    outputParameter: textAt(node, 'output_parameter'),
    required,
    place: data.place(node),
  })
  const itemsAt = (...path: readonly string[]): readonly DataNode[] => {
    const list = nodeAt(mapping, path)
    return list?.kind === 'sequence' ? list.items : []
  }
  const outputs = (kind: OutputKind): readonly Output[] =>
    itemsAt('outputs', kind).map((node) => ({
      ...declaration(node, kind === 'files' || isRequired(node, kind === 'data')),
      kind,
    }))
  const place = data.place(mapping)
  const prompt = (promptName: keyof typeof defaultPrompts): Declaration => {
    const path = textAt(mapping, 'prompt', promptName) ?? {
      text: defaultPrompts[promptName],
      place: { path: place.path, line: place.line ?? 1 },
    }
    return {
      name: undefined,
      path,
      fromStage: undefined,
      source: undefined,
      schema: undefined,
      query: undefined,
      outputParameter: undefined,
      required: true,
      place: path.place,
    }
  }
  return {
    id: textAt(mapping, 'id'),
    place,
    prompts: [prompt('entry'), prompt('main')],
    required: itemsAt('inputs', 'required').map((node) => declaration(node, true)),
    optional: itemsAt('inputs', 'optional').map((node) => declaration(node, false)),
    outputs: (['files', 'data', 'runtime'] as const).flatMap(outputs),
    parameters: itemsAt('parameters').map((node) => declaration(node, true)),
    outputParameters: itemsAt('output_parameters').map((node) => declaration(node, true)),
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
