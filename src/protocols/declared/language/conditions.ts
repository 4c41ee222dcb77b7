import { msg } from '../../../core/message.ts'
import { matcher } from '../../../documents/glob.ts'
import { foldWord } from '../reading/words.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenCondition } from './shape.ts'
import type { Condition, Need } from './workflow.ts'

export function readNeed(scope: Scope, writtenCondition: WrittenCondition, path: Path): Need {
  return { all: readConditions(scope, writtenCondition, path), severity: writtenCondition.severity ?? 'error' }
}

export function readConditions(scope: Scope, writtenCondition: WrittenCondition, path: Path): readonly Condition[] {
  const { path: glob, exists, missing, boxes, in: files = [], section, parts, depends, field } = writtenCondition
  const inFiles = (list: readonly string[], key: string) =>
    list.map((file, index) => scope.file(file, [...path, key, index]))
  const partsOf =
    parts &&
    Object.entries(parts).flatMap(([quantifier, names]): Condition[] => {
      if (names === undefined) return []
      if (scope.partStates?.size === 0)
        scope.problemAt(
          [...path, 'parts'],
          msg`Unexpected ${'parts'}, expected a kind whose items are parts`,
          msg`The kind of the parts names its parent with ${'within'}.`,
        )
      if (quantifier === 'some') return [{ test: 'parts', which: quantifier }]
      const states = (names as readonly string[]).map((name, index) =>
        scope.partState(name, [...path, 'parts', quantifier, index]),
      )
      return [{ test: 'parts', which: quantifier as 'all', states }]
    })
  if (depends && !scope.kind.depends)
    scope.problemAt(
      [...path, 'depends'],
      msg`Unexpected condition ${'depends'}, which belongs to a kind with ${'depends'}`,
      msg`The key ${'depends'} of the kind says where the ids of what its items depend on are, such as ${'depends: { front-matter: needs }'}.`,
    )
  const conditionField = field && scope.fields.get(field.name)
  if (field && !conditionField)
    scope.unknownName([...path, 'field', 'name'], 'field', field.name, [...scope.fields.keys()])
  const conditions: readonly Condition[] = [
    ...(glob === undefined ? [] : [{ test: 'path', matches: matcher([glob]), glob } as const]),
    ...(exists ? [{ test: 'exists', files: inFiles(exists, 'exists') } as const] : []),
    ...(missing ? [{ test: 'missing', files: inFiles(missing, 'missing') } as const] : []),
    ...(boxes ? [{ test: 'boxes', counts: boxes, in: inFiles(files, 'in'), section: section?.trim() } as const] : []),
    ...(partsOf ?? []),
    ...(depends ? [{ test: 'depends', met: depends === 'met' } as const] : []),
    ...(field && conditionField
      ? [{ test: 'field', field: conditionField, values: field['one-of'].map(foldWord) } as const]
      : []),
  ]
  scope.literal(section ?? '', [...path, 'section'], 'the heading')
  if (!boxes) scope.checkBelongs(path, { in: writtenCondition.in, section }, 'boxes')
  if (conditions.length === 0 && !field)
    scope.problemAt(
      path,
      msg`Unexpected condition, expected one of ${['path', 'exists', 'missing', 'boxes', 'parts', 'depends', 'field']}`,
    )
  return conditions
}
