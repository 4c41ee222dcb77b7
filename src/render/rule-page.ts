import { structuredPatch } from 'diff'
import type { Change, Commit } from '../core/change.ts'
import type { Level } from '../core/diagnostic.ts'
import type { Example, Files, RuleFacts } from '../core/rule.ts'
import { spelt } from './explain.ts'
import { table } from './table.ts'

const languages: Readonly<Record<string, string>> = { md: 'markdown', json: 'json', yaml: 'yaml', yml: 'yaml' }

const languageOf = (path: string) => languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'text'

/** A fence that nothing inside can close. */
function fenced(language: string, lines: readonly string[]): readonly string[] {
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) ?? [])
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return [`${fence}${language}`, ...lines.map(spelt), fence]
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

const named = (path: string, how: string) => `\`${path}\`${how}`

/** The text itself, or what differs from the old one, whichever is shorter. */
function change(path: string, old: string | undefined, text: string): readonly string[] {
  const whole = linesOf(text)
  if (old === undefined) return [named(path, ':'), '', ...fenced(languageOf(path), whole)]
  const { hunks } = structuredPatch(path, path, old, text, '', '', { context: 2 })
  const lines = hunks.flatMap(({ oldStart, newStart, lines }) => [`@@ -${oldStart} +${newStart} @@`, ...lines])
  return lines.length < whole.length
    ? [named(path, ', changed:'), '', ...fenced('diff', lines)]
    : [named(path, ', all of it:'), '', ...fenced(languageOf(path), whole)]
}

/** What has become of the files of `old`, file by file. */
function changes(old: Files, files: Files, links: readonly string[]): readonly string[] {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(files)])].filter((path) => old[path] !== files[path]).toSorted()
  return paths.flatMap((path) => {
    const text = files[path]
    if (text === undefined) return [named(path, ' is not there.'), '']
    if (links.includes(path)) return [named(path, ` is a symbolic link to \`${spelt(text)}\`.`), '']
    return [...change(path, old[path], text), '']
  })
}

const circumstances = ({ configuration, at, staleAfter, ignored, limit }: Example): readonly string[] =>
  Object.entries({ configuration, at, staleAfter, ignored, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : [`With \`${name}\` \`${JSON.stringify(value)}\`.`, ''],
  )

/** Files as a change of the sample, or on their own where that is shorter. */
function files(all: Files, sample: Files, links: readonly string[]): readonly string[] {
  const changed = changes(sample, all, links)
  const alone = changes({}, all, links)
  if (alone.length < changed.length || Object.keys(sample).length === 0) return alone
  return changed.length === 0 ? ['The sample as it is.', ''] : ['In the sample:', '', ...changed]
}

const account = ({ login }: Commit['author']) => (login === undefined ? [] : [`account: ${login}`])

/** Commits, each with what it says and what it touches. */
function commits({ commits: all, tooMany }: Change): readonly string[] {
  if (tooMany !== undefined) return [`A change of ${tooMany} commits.`, '']
  return all.flatMap(({ message, author, parents, paths }) => {
    const touched = paths.map(({ path, change: how, link }) => `${how}: ${path}${link === undefined ? '' : ` -> ${link}`}`)
    const title = parents.length > 1 ? 'A merge:' : 'A commit:'
    return [title, '', ...fenced('text', [...linesOf(message), '', ...account(author), ...touched]), '']
  })
}

function example(verdict: string, shown: Example, sample: Files): readonly string[] {
  const { about, head, base, change: made, links = [] } = shown
  if (made) return [`**${verdict}:** ${about}.`, '', ...circumstances(shown), ...commits(made)]
  const content = base
    ? ['Before the change:', '', ...files(base, sample, links), 'After it:', '', ...changes(base, head, links)]
    : files(head, sample, links)
  return [`**${verdict}:** ${about}.`, '', ...circumstances(shown), ...content]
}

const words: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', notice: 'notice', off: '–' }

const row = ({ code, strict, soft, summary, repair = '', safe }: RuleFacts) => [
  `[\`${code}\`](#${code.toLowerCase()})`,
  words[strict],
  words[soft],
  summary,
  safe ? `${repair} (safe)` : repair,
]

function section({ code, why, repair, examples: { bad, good } }: RuleFacts, sample: Files): readonly string[] {
  const shown = [...bad.flatMap((each) => example('Wrong', each, sample)), ...good.flatMap((each) => example('Right', each, sample))]
  return [
    `### ${code}`,
    '',
    why,
    '',
    ...(repair === undefined ? [] : [`To mend it: ${repair}`, '']),
    '<details><summary>Examples</summary>',
    '',
    ...shown,
    '</details>',
    '',
  ]
}

const theSample = (sample: Files): readonly string[] =>
  Object.keys(sample).length === 0
    ? []
    : [
        'Most examples are changes of this sample, with which nothing is wrong.',
        '',
        '<details><summary>The sample</summary>',
        '',
        ...changes({}, sample, []),
        '</details>',
        '',
      ]

/** Codes that only commands answer with, each where the links in answers lead. */
function theAnswers(answers: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(answers).map(([code, meaning]) => [`<a id="${code.toLowerCase()}"></a>\`${code}\``, meaning])
  return rows.length === 0 ? [] : ['### What commands answer', '', table(['code', 'meaning'], rows), '']
}

/**
 * The page of some rules as Markdown: a table, then each with its reason, its repair and its examples. An example is shown as
 * what differs from the sample, if that is shorter than the example itself. At the end the codes that only commands answer with.
 */
export function rulePage(rules: readonly RuleFacts[], sample: Files = {}, answers: Readonly<Record<string, string>> = {}): string {
  return [
    table(['code', 'strict', 'soft', 'condition', 'repair'], rules.map(row)),
    '',
    ...theSample(sample),
    ...rules.flatMap((rule) => section(rule, sample)),
    ...theAnswers(answers),
  ]
    .join('\n')
    .trimEnd()
}
