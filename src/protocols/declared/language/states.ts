import { msg } from '../../../core/message.ts'
import { durationOf } from '../../../kit/options.ts'
import { folded } from '../words.ts'
import { readNeed } from './conditions.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenState } from './shape.ts'
import type { State, StateSource } from './workflow.ts'

const maxStates = 50

export function readStates(scope: Scope): StateSource {
  const { states, 'states-from': from } = scope.kind
  const path = [...scope.path, 'states']
  if (from) {
    const at = [...scope.path, 'states-from']
    return {
      in: from.in.map((file, index) => scope.file(file, [...at, 'in', index])),
      at: from.at,
      standard: from.default,
      begin: from.begin ?? [],
      end: from.end ?? ['last'],
      added: Object.entries(states ?? {}).map(([name, written]) => ({
        state: readState(scope, name, written, [...path, name], {}),
        after: written?.after,
        isNew: written?.after !== undefined || written?.end !== undefined || written?.begin !== undefined || written?.holder !== undefined,
      })),
    }
  }
  const entries = Object.entries(states ?? {})
  if (entries.length === 0) scope.problem([], msg`Missing ${'states'}, expected the names of the states in order`)
  if (entries.length > maxStates) scope.problem(['states'], msg`Unexpected number of states, expected at most ${maxStates}`)
  const [hasBegin, hasEnd, hasHolder] = [
    entries.some(([, each]) => each?.begin !== undefined),
    entries.some(([, each]) => each?.end !== undefined),
    entries.some(([, each]) => each?.holder !== undefined),
  ]
  const list = entries.map(([name, written], index) => {
    const end = written?.end ?? (!hasEnd && index === entries.length - 1)
    return readState(scope, name, written, [...path, name], {
      begin: !hasBegin && index === 0,
      end,
      holder: !hasHolder && index === 1 && !end ? 'agent' : 'orchestrator',
    })
  })
  const meanings = new Map<string, string>()
  for (const { name, words } of list)
    for (const word of [name, ...words]) {
      const other = meanings.get(folded(word))
      if (other !== undefined && other !== name)
        scope.problemAt(
          word === name ? [...path, name] : [...path, name, 'words', words.indexOf(word)],
          msg`Unexpected word ${word} of ${name}: it is one of ${other} already`,
        )
      meanings.set(folded(word), name)
    }
  return { list }
}

function readState(
  scope: Scope,
  name: string,
  written: WrittenState,
  path: Path,
  standard: { readonly begin?: boolean; readonly end?: boolean; readonly holder?: State['holder'] },
): State {
  if (folded(name) === '') scope.problemAt(path, msg`Unexpected state ${name}, expected a name`)
  const end = written?.end ?? standard.end ?? false
  if (end && written?.holder === 'agent')
    scope.problemAt(
      [...path, 'holder'],
      msg`Unexpected ${'holder: agent'} of ${name}, where items end`,
      written.end === undefined
        ? msg`The last state ends where no state has ${'end'}: mark those that do.`
        : 'Nothing is left to do there.',
    )
  return {
    name,
    words: written?.words ?? [],
    holder: written?.holder ?? standard.holder ?? 'orchestrator',
    begin: written?.begin ?? standard.begin ?? false,
    end,
    needs: (written?.needs ?? []).map((each, index) => readNeed(scope, each, [...path, 'needs', index])),
    staleAfter: written?.['stale-after'] === undefined ? undefined : durationOf(written['stale-after']),
  }
}
