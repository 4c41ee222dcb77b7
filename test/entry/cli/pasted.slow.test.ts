import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Example } from '../../../src/core/rule.ts'
import { boardOf } from '../../../src/engine/board.ts'
import { conflictFinding } from '../../../src/core/conflict.ts'
import { adviceForCli, boardForCli, commandLineOf, reportForCli } from '../../../src/entry/calls/spelling.ts'
import { commandLine } from '../../../src/entry/cli/program.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { sample } from '../../../src/protocols/declared/examples.ts'
import { pages, partsOf, textOf } from '../../docs/pages.ts'
import { examplesOf } from '../../examples-of.ts'
import { placeOf } from '../../protocols/actions.ts'
import { workflowOf } from '../../protocols/declared/scene.ts'
import { give, look, proposed, type Place, type Tree } from '../../protocols/scene.ts'
import { configuration, filesWith } from '../../render/hostile-items.ts'
import { distinct, part, shownBy } from '../../thorough.ts'

const programs = ['baton', 'git', 'gh', 'npx', 'npm', 'node']
const programNames = new RegExp(String.raw`^(?:${programs.join('|')}) \S`)

/** What a shell would read as more than words: what is in quotes is taken out, and then looked for. */
const forShell = (line: string): readonly string[] =>
  line.replaceAll(/\\.|'[^']*'|"(?:[^"$`\\!]|\\["$`\\])*"/gu, '').match(/[|<>*?;&()$`!'"\\]|(?<=^|\s)[~#]/gu) ?? []

/** What a page means for a shell, a usage (`baton new [options] <what>`), and a line with a name to be filled in. */
const isForShell = / && npm run | > ~\/| \[options\]|^baton new <name>$| (?:TARGET|TASK) /

/** The lines in a text that are to be pasted: in backticks, and no usage. */
const linesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/(?<!Usage: )(?<!`)`([^`\n]+)`(?!`)/g), ([, line = '']) => line).filter((line) =>
    programNames.test(line),
  )

const unsafe = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.filter((line) => forShell(line).length > 0)),
]

const linesOf = ({
  message,
  hint = '',
  fix,
}: Pick<Diagnostic, 'message'> & Partial<Record<'hint' | 'fix', string | undefined>>): readonly string[] => [
  ...linesIn(message),
  ...linesIn(hint),
  ...(fix === undefined ? [] : [fix]),
]

/** What is offered of a repository on the command line: by its findings, the board, `next` and refused commands. */
async function offeredIn(tree: Tree, place: Place): Promise<readonly string[]> {
  const report = reportForCli(await look(tree, { ...place, withTurns: true }))
  const board = boardForCli(boardOf(report, { at: '2026-02-04T10:00:00Z', notes: [] }))
  const { actions, waiting } = await proposed(tree, place)
  return [
    ...report.diagnostics.flatMap(linesOf),
    ...report.rules.flatMap(({ repair = '' }) => linesIn(repair)),
    ...board.targets.flatMap(({ next, waits = '' }) => [...(next === undefined ? [] : [next]), ...linesIn(waits)]),
    ...actions.flatMap(({ run, why = '' }) => [
      ...(run === undefined ? [] : [commandLineOf(run)]),
      ...linesIn(adviceForCli(why)),
    ]),
    ...waiting.flatMap((text) => linesIn(adviceForCli(text))),
  ]
}

/** What refusals of the commands of a protocol offer, without words and with those that none takes. */
async function offeredByRefusals(tree: Tree, place: Place, names: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { name } of place.protocol.commands)
    for (const target of names)
      for (const words of ['', ' no-such-word', ' --no-such-option', ' error', ' question'])
        for (const { reply, diagnostics } of (await give(tree, `/${name} ${target}${words}`, place)).plan.results)
          lines.push(
            ...linesIn(adviceForCli(reply)),
            ...diagnostics.flatMap(({ message, hint, fix }) =>
              linesOf({
                message,
                hint: hint && adviceForCli(hint),
                fix: fix && commandLineOf(fix),
              }),
            ),
          )
  return lines
}

const declaredSample = workflowOf({ head: sample })
const all: readonly (readonly [Protocol, (example: Example) => Protocol])[] = [
  ...protocols.map((protocol) => [protocol, () => protocol] as const),
  [declaredSample, workflowOf],
]

describe('a command that is offered survives being pasted into a shell', () => {
  it.each(all)('by the examples of $name', async (protocol, protocolOf) => {
    const examples = protocol.rules.flatMap((rule) => shownBy(examplesOf(rule)).map((example) => ({ example })))
    const lines: string[] = []
    for (const { example } of part(distinct(examples), 3)) {
      const place = { ...placeOf(protocolOf(example), example), base: example.base, change: example.change }
      lines.push(...(await offeredIn(example.head, place)))
    }
    expect(lines.length).toBeGreaterThan(20)
    expect(unsafe(lines)).toEqual([])
  })

  it.each(all)('and a choice that it leaves is refused, of $name', async (protocol, protocolOf) => {
    const outcomes = new Set<string>()
    for (const example of part(
      protocol.rules.flatMap((rule) => shownBy(examplesOf(rule)).slice(-1)),
      4,
    )) {
      const place = placeOf(protocolOf(example), example)
      const { actions } = await proposed(example.head, place)
      for (const { run = '' } of actions.filter((action) => action.run?.includes('|') === true))
        for (const line of [run, commandLineOf(run).replace('baton ', '/')])
          outcomes.add((await give(example.head, line, place)).outcome)
    }
    expect([...outcomes].filter((outcome) => outcome !== 'refused')).toEqual([])
  })

  it.each(all)('by what $name refuses', async (protocol, protocolOf) => {
    const [example] = protocol.rules.flatMap((rule) => examplesOf(rule).good)
    if (!example) throw new RangeError('There is no example')
    const place = placeOf(protocolOf(example), example)
    const { targets } = await look(example.head, place)
    const names = ['no-such-target', ...targets.slice(0, 3).map(({ id }) => id)]
    const lines = await offeredByRefusals(example.head, place, names)
    expect(unsafe(lines)).toEqual([])
  })

  it.each(['a|b', 'a;b', 'a&b', '$(a)', "it's", 'a*', '(a)', 'a<b>', 'two words', '~a', '#a', '`a`', 'a!b'])(
    'of an item called %s',
    async (id) => {
      const tree = { ...filesWith(id), '.github/baton.yml': configuration }
      const place = { protocol: workflowOf({ head: tree }), local: true }
      const lines = [
        ...(await offeredIn(tree, place)),
        ...(await offeredByRefusals(tree, place, [`"work:${id}"`, `"work:${id}2"`, `"${id}z"`])),
      ]
      expect(lines.length).toBeGreaterThan(5)
      expect(unsafe(lines)).toEqual([])
    },
  )

  it.each([0, 1])('about a file with a name for a shell, unmerged with %i conflicts', (count) => {
    const conflicts = Array.from({ length: count }, () => [1, 5] as const)
    for (const isShared of [true, false])
      expect(unsafe(linesIn(conflictFinding('a;b c/$(d).md', conflicts, isShared).hint ?? ''))).toEqual([])
  })

  it('in help, and on every page', () => {
    const inHelp = commandLine({ code: 0 }).commands.flatMap((command) => linesIn(command.helpInformation()))
    const inPages = pages.flatMap((page) => linesIn(partsOf(textOf(page)).prose.join('\n')))
    expect(inPages.length).toBeGreaterThan(300)
    expect(unsafe([...inHelp, ...inPages].filter((line) => !isForShell.test(line)))).toEqual([])
  })
})
