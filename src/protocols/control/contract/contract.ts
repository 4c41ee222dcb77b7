import { type Data } from '../../../kit/record.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { nodeAt, type DataMapping, type DataNode } from '../../../documents/data.ts'
import { inside } from './paths.ts'
import { stageName } from '../schema.ts'

/** A text of a contract, and where it is. */
export interface Written {
  readonly text: string
  readonly place: Place
}

/** What a contract declares: a prompt, an input, an output or a parameter. */
export interface Declaration {
  readonly name: Written | undefined
  readonly path: Written | undefined
  readonly fromStage: Written | undefined
  readonly source: Written | undefined
  readonly schema: Written | undefined
  readonly query: Written | undefined
  readonly outputParameter: Written | undefined
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
  readonly id: Written | undefined
  readonly place: Place
  readonly prompts: readonly Declaration[]
  readonly required: readonly Declaration[]
  readonly optional: readonly Declaration[]
  readonly outputs: readonly Output[]
  readonly parameters: readonly Declaration[]
  readonly outputParameters: readonly Declaration[]
}

const isRequired = (node: DataNode, otherwise: boolean) => {
  const required = nodeAt(node, ['required'])
  return required?.kind === 'scalar' && typeof required.value === 'boolean' ? required.value : otherwise
}

const defaultPrompts = { entry: 'prompt/wf.md', main: 'prompt/main.md' } as const

/** Reads the contract of a stage. */
export function contractOf(mapping: DataMapping, data: Data): Contract {
  const written = (node: DataNode, ...path: readonly string[]): Written | undefined => {
    const found = nodeAt(node, path)
    return found?.kind === 'scalar' && typeof found.value === 'string' ? { text: found.value, place: data.place(found) } : undefined
  }
  const declaration = (node: DataNode, required: boolean): Declaration => ({
    name: written(node, 'name'),
    path: written(node, 'path'),
    fromStage: written(node, 'from_stage'),
    source: written(node, 'source'),
    schema: written(node, 'schema'),
    query: written(node, 'query'),
    outputParameter: written(node, 'output_parameter'),
    required,
    place: data.place(node),
  })
  const listed = (...path: readonly string[]): readonly DataNode[] => {
    const list = nodeAt(mapping, path)
    return list?.kind === 'sequence' ? list.items : []
  }
  const outputs = (kind: OutputKind): readonly Output[] =>
    listed('outputs', kind).map((node) => ({ ...declaration(node, kind === 'files' || isRequired(node, kind === 'data')), kind }))
  const place = data.place(mapping)
  const prompt = (which: keyof typeof defaultPrompts): Declaration => {
    const path = written(mapping, 'prompt', which) ?? { text: defaultPrompts[which], place: { path: place.path, line: place.line ?? 1 } }
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
    id: written(mapping, 'id'),
    place,
    prompts: [prompt('entry'), prompt('main')],
    required: listed('inputs', 'required').map((node) => declaration(node, true)),
    optional: listed('inputs', 'optional').map((node) => declaration(node, false)),
    outputs: (['files', 'data', 'runtime'] as const).flatMap(outputs),
    parameters: listed('parameters').map((node) => declaration(node, true)),
    outputParameters: listed('output_parameters').map((node) => declaration(node, true)),
  }
}

/** Everything that a contract declares. */
export const declarations = ({ prompts, required, optional, outputs, parameters, outputParameters }: Contract): readonly Declaration[] => [
  ...prompts,
  ...required,
  ...optional,
  ...outputs,
  ...parameters,
  ...outputParameters,
]

/** The names of other stages that a contract mentions. */
export const stagesNamedIn = (contract: Contract): readonly Written[] => declarations(contract).flatMap(({ fromStage }) => fromStage ?? [])

/** What leaves its folder, or names a stage by what can be no name. */
export const escapes = (contract: Contract): readonly Written[] =>
  declarations(contract).flatMap(({ path, source, schema, fromStage }) => [
    ...[path, source, schema].flatMap((written) => (written && inside(written.text) === undefined ? [written] : [])),
    ...(fromStage && !stageName.test(fromStage.text) ? [fromStage] : []),
  ])
