import { msg } from '../../../core/message.ts'
import { durationOf } from '../../../kit/options.ts'
import { foldWord } from '../reading/words.ts'
import { readNeed } from './conditions.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenKind, WrittenState } from './shape.ts'
import { limits } from './values.ts'
import type { State, StatesFile, StateSource } from './workflow.ts'

export function readStates(scope: Scope): StateSource {
  const { states, 'states-from': statesFile } = scope.kind
  const path = [...scope.path, 'states']
  if (states && statesFile)
    scope.problem(['states'], msg`Unexpected ${'states'} beside ${'states-from'}, expected one of them`)
  if (statesFile) return readStatesFile(scope, statesFile)
  const entries = Object.entries(states ?? {})
  if (entries.length === 0)
    scope.problem(states ? ['states'] : [], msg`Missing ${'states'}, expected the names of the states in order`)
  if (entries.length > limits.states)
    scope.problem(['states'], msg`Unexpected number of states, expected at most ${limits.states}`)
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
  checkWords(scope, [
    ...list.map(({ name }) => ({ name, word: name, path: [...path, name] })),
    ...list.flatMap(({ name, words }) => wordsOf(name, words, [...path, name, 'words'])),
  ])
  return { list }
}

/** A word of a state, or its name. */
interface Spelling {
  readonly name: string
  readonly word: string
  readonly path: Path
}

const wordsOf = (name: string, words: readonly string[], path: Path): readonly Spelling[] =>
  words.map((word, index) => ({ name, word, path: [...path, index] }))

/** That a word is one of two states. @param spellings names first, so that of a name and a word the word is wrong */
function checkWords(scope: Scope, spellings: readonly Spelling[]): void {
  const meanings = new Map<string, string>()
  for (const { name, word, path } of spellings) {
    const otherName = meanings.get(foldWord(word))
    if (otherName !== undefined && otherName !== name)
      scope.problemAt(path, msg`Unexpected word ${word} of ${name}: it is one of ${otherName} already`)
    meanings.set(foldWord(word), otherName ?? name)
  }
}

/** States that a file lists, what is added to them, and the names that wait for the file. */
function readStatesFile(scope: Scope, written: NonNullable<WrittenKind['states-from']>): StatesFile {
  const { 'add-states': states = {}, 'add-words': words = {} } = scope.kind
  const fromPath = [...scope.path, 'states-from']
  const statesPath = [...scope.path, 'add-states']
  const wordsPath = [...scope.path, 'add-words']
  const added = Object.entries(states).map(([name, writtenState]) => ({
    state: readState(scope, name, writtenState, [...statesPath, name], {}),
    after: writtenState?.after,
  }))
  if (written.default.length === 0)
    scope.problemAt(
      [...fromPath, 'default'],
      msg`Missing ${'default'}, expected the names of the states without the file`,
    )
  if (written.default.length + added.length > limits.states)
    scope.problemAt(fromPath, msg`Unexpected number of states, expected at most ${limits.states}`)
  const names = [...written.default, ...Object.keys(states)]
  // What is added may be the words of a state that the file lists, too.
  const nameOf = (name: string) => names.find((otherName) => foldWord(otherName) === foldWord(name)) ?? name
  scope.states = new Set(names)
  checkWords(scope, [
    ...written.default.map((name, index) => ({ name, word: name, path: [...fromPath, 'default', index] })),
    ...added.flatMap(({ state }) => wordsOf(nameOf(state.name), state.words, [...statesPath, state.name, 'words'])),
    ...Object.entries(words).flatMap(([name, list]) => wordsOf(nameOf(name), list, [...wordsPath, name])),
  ])
  for (const { state, after } of added) {
    if (after !== undefined) scope.stateOrGroup(after, [...statesPath, state.name, 'after'])
    for (const { word, path } of wordsOf(state.name, state.words, [...statesPath, state.name, 'words']))
      scope.awaited.push({ name: word, as: 'word', of: state.name, path })
  }
  for (const [name, list] of Object.entries(words)) {
    scope.stateOrGroup(name, [...wordsPath, name])
    for (const { word, path } of wordsOf(name, list, [...wordsPath, name]))
      scope.awaited.push({ name: word, as: 'word', of: name, path })
  }
  scope.checkSteps(written.at, [...fromPath, 'at'], false)
  for (const [index, name] of written.at.entries())
    scope.awaited.push({ name, as: 'key', behind: written.at.slice(0, index), path: [...fromPath, 'at', index] })
  const { begin = [], end = ['last'] } = written
  for (const [key, list] of Object.entries({ begin, end }))
    for (const [index, name] of list.entries())
      if (name !== 'last' && nameOf(name) === name && !names.includes(name))
        // Where the key by which states begin is not there, the first state begins.
        scope.awaited.push({
          name,
          as: key === 'begin' ? 'optional key' : 'state or key',
          path: [...fromPath, key, index],
        })
  return {
    in: written.in.map((file, index) =>
      scope.file(scope.literal(file, [...fromPath, 'in', index], 'a path'), [...fromPath, 'in', index]),
    ),
    at: written.at,
    standard: written.default,
    begin,
    end,
    added,
    words: Object.entries(words),
  }
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
