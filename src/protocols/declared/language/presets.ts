import { msg } from '../../../core/message.ts'
import { memoBy } from '../../../core/once.ts'
import { suggestion, suggestionHint } from '../../../core/suggestion.ts'
import { textDocument } from '../../../documents/text.ts'
import { parseRecord } from '../../../kit/record.ts'
import presetTexts from '../presets.json' with { type: 'json' }
import { pathFault } from './scope.ts'
import {
  otherForms,
  workflowShape,
  type WrittenChanges,
  type WrittenKind,
  type WrittenState,
  type WrittenWorkflow,
} from './shape.ts'
import type { Problem } from './workflow.ts'

const presets: Readonly<Record<string, string>> = presetTexts

export const presetNames = Object.keys(presets)

type Parameters = Readonly<Record<string, readonly string[]>>

const parameterForm = /^\{([a-z-]+)\}$/

/** A value of a preset with its parameters filled in: one that is a list stands for several values. */
function fillParameters(value: unknown, parameters: Parameters): unknown {
  if (typeof value === 'string') {
    const list = parameters[parameterForm.exec(value)?.[1] ?? '']
    if (list && list.length > 1) return list
    return value.replaceAll(/\{([a-z-]+)\}/g, (placeholder, name: string) =>
      Object.hasOwn(parameters, name) ? (parameters[name]?.[0] ?? '') : placeholder,
    )
  }
  if (Array.isArray(value)) return value.map((element) => fillParameters(element, parameters))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillParameters(member, parameters)]))
}

export const presetData = memoBy(
  (name: string) =>
    parseRecord(textDocument(`${name}.yml`, presets[name] ?? ''), 'yaml-1.2').data?.value as Readonly<
      Record<string, unknown>
    >,
  presetNames.length,
)

/** The parameters of a preset, some given in place of its own: each may name those before it. */
function parametersOf(name: string, givenParameters: Parameters = {}): Parameters {
  const defaults = (presetData(name)['with'] ?? {}) as Readonly<Record<string, string | readonly string[]>>
  const resolvedParameters: Record<string, readonly string[]> = {}
  for (const [key, value] of Object.entries(defaults))
    resolvedParameters[key] = [fillParameters(givenParameters[key] ?? value, resolvedParameters)].flat() as string[]
  return resolvedParameters
}

/** What is wrong with the parameters that are given to a preset, by the keys that lead there. */
export function* parameterProblems(name: string, givenParameters: Parameters): Iterable<Problem> {
  const defaults = parametersOf(name)
  const written = (presetData(name)['with'] ?? {}) as Readonly<Record<string, unknown>>
  for (const [key, values] of Object.entries(givenParameters)) {
    const path = ['with', key]
    if (!Object.hasOwn(defaults, key))
      yield {
        path,
        message: msg`Unexpected parameter ${key}, expected one of ${Object.keys(defaults)}`,
        ...suggestionHint(suggestion(key, Object.keys(defaults))),
      }
    else if (values.length === 0) yield { path, message: msg`Unexpected empty list in ${key}, expected a path` }
    else if (values.length > 1 && !Array.isArray(written[key]))
      yield { path, message: msg`Unexpected list in ${key}, expected one path` }
    else
      for (const [index, value] of values.entries()) {
        const message = pathFault(value)
        if (message !== undefined) yield { path: [...path, index], message }
      }
  }
}

/** A preset as it is written, with parameters in place of its own. */
export function filledPreset(name: string, givenParameters: Parameters = {}): unknown {
  const { with: _, detect: __, ...rest } = presetData(name)
  return fillParameters(rest, parametersOf(name, givenParameters))
}

export const presetWith = (name: string, givenParameters: Parameters): WrittenWorkflow =>
  workflowShape().parse(filledPreset(name, givenParameters))

/** A kind of a preset with what a repository declares in its place, or in addition. */
export function withChanges(
  kind: WrittenKind,
  { 'add-states': addedStates = {}, 'add-words': words = {}, ...changedKeys }: WrittenChanges,
): WrittenKind {
  const givenKeys = Object.fromEntries(Object.entries(changedKeys).filter(([, value]) => value !== undefined))
  // One of two forms replaces the other.
  const replacedKeys = Object.fromEntries(
    otherForms.flatMap((forms) => (forms.some((key) => key in givenKeys) ? forms.map((key) => [key, undefined]) : [])),
  )
  const mergedKind: WrittenKind = { ...kind, ...replacedKeys, ...givenKeys }
  const addedWords = new Map(Object.entries(words))
  if (mergedKind['states-from']) return { ...mergedKind, 'add-states': addedStates, 'add-words': words }
  const states = Object.entries(mergedKind.states ?? {})
  for (const [name, state] of Object.entries(addedStates)) {
    const afterIndex = states.findIndex(([stateName]) => stateName === state?.after)
    const { after: _, ...rest } = state ?? {}
    states.splice(afterIndex === -1 ? states.length : afterIndex + 1, 0, [name, rest])
  }
  const withWords = states.map(([name, state]): [string, WrittenState] => {
    const list = addedWords.get(name)
    return [name, list ? { ...state, words: [...(state?.words ?? []), ...list] } : state]
  })
  return { ...mergedKind, ...(withWords.length > 0 && { states: Object.fromEntries(withWords) }) }
}
