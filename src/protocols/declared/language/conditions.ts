import { msg } from '../../../core/message.ts'
import { matcher } from '../../../documents/glob.ts'
import { folded } from '../words.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenCondition } from './shape.ts'
import type { Condition, Need } from './workflow.ts'

export function readNeed(scope: Scope, written: WrittenCondition, path: Path): Need {
  return { all: readConditions(scope, written, path), severity: written.severity ?? 'error' }
}

export function readConditions(scope: Scope, written: WrittenCondition, path: Path): readonly Condition[] {
  const { path: glob, exists, missing, boxes, in: files = [], section, parts, depends, field } = written
  const inFiles = (list: readonly string[], key: string) => list.map((file, index) => scope.file(file, [...path, key, index]))
  const partsOf =
    parts &&
    Object.entries(parts).flatMap(([which, names]): Condition[] => {
      if (names === undefined) return []
      if (which === 'some') return [{ test: 'parts', which }]
      // States of parts are those of another kind.
      return [{ test: 'parts', which: which as 'all', states: names as readonly string[] }]
    })
  const named = field && scope.fields.get(field.name)
  if (field && !named && !(field.name in (scope.kind.fields ?? {})))
    scope.unknownName(['fields'], 'field', field.name, Object.keys(scope.kind.fields ?? {}))
  const all: readonly Condition[] = [
    ...(glob === undefined ? [] : [{ test: 'path', matches: matcher([glob]), glob } as const]),
    ...(exists ? [{ test: 'exists', files: inFiles(exists, 'exists') } as const] : []),
    ...(missing ? [{ test: 'missing', files: inFiles(missing, 'missing') } as const] : []),
    ...(boxes ? [{ test: 'boxes', counts: boxes, in: inFiles(files, 'in'), section: section?.trim() } as const] : []),
    ...(partsOf ?? []),
    ...(depends ? [{ test: 'depends', met: depends === 'met' } as const] : []),
    ...(field && named ? [{ test: 'field', field: named, values: field['one-of'].map(folded) } as const] : []),
  ]
  if (all.length === 0 && !field)
    scope.problemAt(path, msg`Unexpected condition, expected one of ${['path', 'exists', 'missing', 'boxes', 'parts', 'depends', 'field']}`)
  return all
}
