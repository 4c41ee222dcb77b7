import { msg } from '../../../core/message.ts'
import { durationOf } from '../../../kit/options.ts'
import { foldWord } from '../words.ts'
import { readNeed } from './conditions.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenState } from './shape.ts'
import type { State, StateSource } from './workflow.ts'

const maxStates = 50

export function readStates(scope: Scope): StateSource {
  const { states, 'states-from': statesFile } = scope.kind
  const path = [...scope.path, 'states']
  if (statesFile) {
    const fromPath = [...scope.path, 'states-from']
    return {
      in: statesFile.in.map((file, index) => scope.file(file, [...fromPath, 'in', index])),
      at: statesFile.at,
      standard: statesFile.default,
      begin: statesFile.begin ?? [],
      end: statesFile.end ?? ['last'],
      added: Object.entries(states ?? {}).map(([name, writtenState]) => ({
        state: readState(scope, name, writtenState, [...path, name], {}),
        after: writtenState?.after,
        isNew:
          writtenState?.after !== undefined ||
          writtenState?.end !== undefined ||
          writtenState?.begin !== undefined ||
          writtenState?.holder !== undefined,
      })),
    }
  }
  const entries = Object.entries(states ?? {})
  if (entries.length === 0)
    scope.problem(states ? ['states'] : [], msg`Missing ${'states'}, expected the names of the states in order`)
  if (entries.length > maxStates)
    scope.problem(['states'], msg`Unexpected number of states, expected at most ${maxStates}`)
  const [hasBegin, hasEnd, hasHolder] = [
    entries.some(([, state]) => state?.begin !== undefined),
    entries.some(([, state]) => state?.end !== undefined),
    entries.some(([, state]) => state?.holder !== undefined),
  ]
  const list = entries.map(([name, writtenState], index) => {
    if (writtenState?.after !== undefined)
      scope.problemAt([...path, name, 'after'], msg`Unexpected key ${'after'}, which belongs to ${'add-states'}`)
    const end = writtenState?.end ?? (!hasEnd && index === entries.length - 1)
    return readState(scope, name, writtenState, [...path, name], {
      begin: !hasBegin && index === 0,
      end,
      holder: !hasHolder && index === 1 && !end ? 'agent' : 'orchestrator',
    })
  })
  const meanings = new Map<string, string>()
  // Names come first, so that a word that is also the name of a state is found at the word.
  const spellings = [
    ...list.map(({ name }) => ({ name, word: name, path: [...path, name] })),
    ...list.flatMap(({ name, words }) =>
      words.map((word, index) => ({ name, word, path: [...path, name, 'words', index] })),
    ),
  ]
  for (const { name, word, path: wordPath } of spellings) {
    const otherName = meanings.get(foldWord(word))
    if (otherName !== undefined && otherName !== name)
      scope.problemAt(wordPath, msg`Unexpected word ${word} of ${name}: it is one of ${otherName} already`)
    meanings.set(foldWord(word), otherName ?? name)
  }
  return { list }
}

function readState(
  scope: Scope,
  name: string,
  writtenState: WrittenState,
  path: Path,
  defaults: { readonly begin?: boolean; readonly end?: boolean; readonly holder?: State['holder'] },
): State {
  if (foldWord(name) === '') scope.problemAt(path, msg`Unexpected state ${name}, expected a name`)
  const end = writtenState?.end ?? defaults.end ?? false
  if (end && writtenState?.holder === 'agent')
    scope.problemAt(
      [...path, 'holder'],
      msg`Unexpected ${'holder: agent'} of ${name}, where items end`,
      writtenState.end === undefined
        ? msg`The last state ends where no state has ${'end'}: mark those that do.`
        : 'Nothing is left to do there.',
    )
  return {
    name,
    words: writtenState?.words ?? [],
    holder: writtenState?.holder ?? defaults.holder ?? 'orchestrator',
    begin: writtenState?.begin ?? defaults.begin ?? false,
    end,
    needs: (writtenState?.needs ?? []).map((need, index) => readNeed(scope, need, [...path, 'needs', index])),
    staleAfter: writtenState?.['stale-after'] === undefined ? undefined : durationOf(writtenState['stale-after']),
  }
}
