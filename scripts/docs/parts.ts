import { withExamples } from '../../src/entry/rule-examples.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { codesText, pageOf } from './pages.ts'
import { wholeExamples } from './whole-example.ts'
import type { BuiltInName } from '../../src/core/protocol.ts'
import type { DocumentedRule, Files, RuleFacts } from '../../src/core/rule.ts'
import { parseYaml, toPlainData } from '../../src/documents/yaml.ts'
import { configurationKeys } from '../../src/engine/configuration/keys.ts'
import { auditCodes } from '../../src/engine/audit/codes.ts'
import { engineRepairs } from '../../src/engine/commands/repairs.ts'
import { engineCodes } from '../../src/engine/commands/codes.ts'
import { configurationRule } from '../../src/engine/configuration/rule.ts'
import { grantRules } from '../../src/engine/grants.ts'
import { portableRule } from '../../src/engine/portable-names.ts'
import { tooLargeRule } from '../../src/engine/checking/too-large.ts'
import { conflictRule } from '../../src/engine/unmerged.ts'
import { installationRules } from '../../src/engine/installation/index.ts'
import { documentation } from '../../src/entry/documentation.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { schemas } from '../../src/entry/schemas.ts'
import { groups as declaredGroups } from '../../src/protocols/declared/rules/index.ts'
import { stability } from './stability.ts'
import { rulePage, sampleFiles } from '../../src/render/rule-page.ts'
import { table } from '../../src/render/table.ts'
import { cli } from './cli.ts'
import { codesOf, commandsOf, commandTable } from './commands.ts'
import { diagrams } from './diagrams.ts'
import { benchmarks, coverages, lives, mutations } from './figures.ts'
import { replacePart } from './markers.ts'
import { completeFiles, documentedSamples, furtherFiles } from './samples.ts'
import { safetyTable } from './safety.ts'

/** A file that is generated whole, or a part of a page between its markers. */
interface Part {
  readonly path: string
  readonly name?: string
  readonly content: (root: string) => string
}

const jsonText = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const actionShape = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
})

function action(root: string) {
  const node = parseYaml(readFileSync(join(root, 'action.yml'), 'utf8'))
  if ('fault' in node) throw new RangeError(`action.yml: ${node.fault}`)
  return actionShape.parse(toPlainData(node))
}

const code = (text: string | undefined) => (text ? `\`${text}\`` : '')

const inputs = (root: string) =>
  table(
    ['input', 'default', 'meaning'],
    Object.entries(action(root).inputs).map(([name, input]) => [code(name), code(input.default), input.description]),
  )

const outputs = (root: string) =>
  table(
    ['output', 'meaning'],
    Object.entries(action(root).outputs).map(([name, { description }]) => [code(name), description]),
  )

const manifestShape = z.looseObject({
  default_permissions: z.record(z.string(), z.string()),
  default_events: z.array(z.string()),
})

/** The manifest of the App. The reasons for its permissions are the comments in it. */
function readManifest(root: string) {
  const text = readFileSync(join(root, 'app.yml'), 'utf8')
  const node = parseYaml(text)
  if ('fault' in node) throw new RangeError(`app.yml: ${node.fault}`)
  const manifest = manifestShape.parse(toPlainData(node))
  const lines = text.split('\n')
  const reason = (name: string) => {
    const above = lines[lines.findIndex((line) => line.startsWith(`  ${name}:`)) - 1]?.trim() ?? ''
    return above.startsWith('#') ? above.slice(1).trim() : 'GitHub gives it to every app.'
  }
  const names = Object.keys(manifest.default_permissions)
  return { manifest, reasons: Object.fromEntries(names.map((name) => [name, reason(name)])) }
}

/** What the set-up page of the bot shows and sends to GitHub. */
const manifestForSetup = (root: string) =>
  `${JSON.stringify(readManifest(root), null, 2).replaceAll(/\[\n[^\]]+\]/g, (list) => list.replaceAll(/\n\s*/g, ' ').replaceAll(/(?<=^\[) | (?=\]$)/g, ''))}\n`

/** What the bot asks for and why. */
function permissions(root: string): string {
  const { manifest, reasons } = readManifest(root)
  const { default_permissions: all, default_events: events } = manifest
  const rows = Object.entries(all).map(([name, access]) => [code(`${name}: ${access}`), reasons[name] ?? ''])
  const parameters = new URLSearchParams([
    ['name', 'baton'],
    ['public', 'false'],
    ...Object.entries(all),
    ...events.map((event) => ['events[]', event] as [string, string]),
  ])
  const form = `https://github.com/settings/apps/new?${parameters.toString()}`
  return [
    table(['permission', 'reason'], rows),
    '',
    `The App subscribes to the events ${events.map(code).join(', ')}.`,
    '',
    `[GitHub’s form with all of this filled in](${form}). For an organization, put \`organizations/NAME/\` before \`settings\` in its address.`,
  ].join('\n')
}

const configuration = () =>
  table(
    ['key', 'type', 'default', 'meaning'],
    // Workflows have a page of their own.
    configurationKeys(schemas.get('config')?.() ?? {})
      .filter(({ key }) => !key.startsWith('`workflows[]'))
      .map(({ key, type, standard, meaning }) => [key, type, standard, meaning]),
  )

const listed = (codes: readonly string[]) =>
  codes.map((each) => `[\`${each}\`](${pageOf(each).slice('docs/'.length)}#${each.toLowerCase()})`).join(', ')

/** The handovers in a table, then the codes of each in a list. */
const stabilitySummary = () =>
  [
    table(
      ['handover', 'how strictly', 'whose', 'risk'],
      stability().map(({ name, strength, owner, risk }) => [name, strength, owner, risk]),
    ),
    ...stability().map(({ name, always, softened, advice }) => {
      const lists = { 'always an error': always, 'an error where touched': softened, advice }
      const items = Object.entries(lists).filter(([, codes]) => codes.length > 0)
      return [`**${name}**`, '', ...items.map(([title, codes]) => `- ${title}: ${listed(codes)}`)].join('\n')
    }),
  ].join('\n\n')

/** A page of rules: the rules that it is about, and the codes that only commands answer with. */
interface RulePage<Rule = DocumentedRule> {
  readonly path: string
  /** Absent: the page is written by hand around its rules. */
  readonly title?: string
  readonly rules: readonly Rule[]
  readonly sample?: Files
  readonly further?: Files
  readonly refusalCodes: Readonly<Record<string, string>>
}

/** What rules belong to: the protocols, and all declared workflows together, with the page that each has. */
const explained = [
  ...protocols.map(({ name, groups }) => ({ name, groups, page: `${name}.md` })),
  { name: 'declared' as const, groups: declaredGroups, page: 'workflows.md' },
]

/**
 * The pages of rules: of each protocol one for each group, and one of what its commands answer; and that of the engine.
 */
const pagesOfRules: readonly RulePage<RuleFacts>[] = [
  {
    path: 'docs/codes.md',
    rules: [configurationRule, conflictRule, tooLargeRule, ...grantRules, portableRule, ...installationRules],
    refusalCodes: Object.fromEntries(
      Object.entries({ ...engineCodes, ...auditCodes }).map(([code, meaning]) => [
        code,
        `${meaning} ${engineRepairs[code as keyof typeof engineRepairs]}`,
      ]),
    ),
  },
  ...explained.flatMap(({ name, groups }): readonly RulePage<RuleFacts>[] => [
    ...groups.map((group) => ({
      path: `docs/rules/${name}/${group.name}.md`,
      title: group.title,
      rules: group.rules.flat(),
      sample: documentedSamples[name],
      further: furtherFiles(name),
      refusalCodes: {},
    })),
    ...(Object.keys(documentation[name].refusalCodes).length === 0
      ? []
      : [
          {
            path: `docs/rules/${name}/refusal-codes.md`,
            title: `What commands of \`${name}\` answer`,
            rules: [],
            refusalCodes: documentation[name].refusalCodes,
          },
        ]),
  ]),
]

/** The same pages, the rules with their examples. */
export const rulePages: readonly RulePage[] = await Promise.all(
  pagesOfRules.map(async (page) => ({ ...page, rules: await Promise.all(page.rules.map(withExamples)) })),
)

/** The sample that the examples of a protocol are changes of, and files that they have besides. */
const samplePage = (name: (typeof explained)[number]['name']) =>
  [
    `# The sample of \`${name}\``,
    '',
    'Most examples of rules are variations of these files, which check clean.',
    '',
    sampleFiles(documentedSamples[name]),
    ...(Object.keys(furtherFiles(name)).length === 0
      ? []
      : [
          '',
          '## Further files',
          '',
          'Some examples have files like these in addition.',
          '',
          sampleFiles(furtherFiles(name)),
        ]),
  ].join('\n')

/** One complete example of each file of a protocol. */
const filesOf = (name: BuiltInName) =>
  Object.entries(completeFiles(name))
    .map(
      ([path, content]) =>
        `<details><summary><code>${path}</code>, complete</summary>\n\n${sampleFiles({ [path]: content })}\n\n</details>`,
    )
    .join('\n\n')

/** Every code, with its page. */
const ruleIndex = () =>
  [
    '# Rules by code',
    '',
    'Codes about Baton itself (configuration, installation, commands, audits) are on [a page of their own](../codes.md).',
    '',
    'Examples show the files that differ from the sample of the protocol. “A change” leads from base to head; “Before the change” lists files that it does not touch.',
    '',
    ...explained.flatMap(({ name, groups, page }) => [
      `## [\`${name}\`](../${page})`,
      '',
      ...groups.map(
        (group) =>
          `- [${group.title}](${name}/${group.name}.md): ${group.rules
            .flat()
            .map(({ code: each }) => `[\`${each}\`](${name}/${group.name}.md#${each.toLowerCase()})`)
            .join(', ')}`,
      ),
      '',
      `${Object.keys(documentation[name].refusalCodes).length === 0 ? '' : `[What its commands answer](${name}/refusal-codes.md) · `}[The sample](${name}/sample.md)`,
      '',
    ]),
  ].join('\n')

/** The texts of the presets of declared workflows by their names. */
function presets(root: string): string {
  const folder = join(root, 'src/protocols/declared/presets')
  const names = readdirSync(folder).toSorted()
  return jsonText(
    Object.fromEntries(names.map((name) => [basename(name, '.yml'), readFileSync(join(folder, name), 'utf8')])),
  )
}

const parts: readonly Part[] = [
  { path: 'src/protocols/declared/presets.json', content: presets },
  // The configuration's shape names every code, and is there before any rule is loaded.
  { path: 'src/core/codes.json', content: () => codesText },
  ...[...schemas].map(([name, schema]) => ({ path: `schema/${name}.v1.json`, content: () => jsonText(schema()) })),
  { path: 'docs/commands.md', name: 'names', content: commandTable },
  { path: 'docs/action.md', name: 'inputs', content: inputs },
  { path: 'docs/action.md', name: 'outputs', content: outputs },
  { path: 'docs/cli.md', name: 'cli', content: cli },
  { path: 'docs/commands.md', name: 'commands', content: () => commandsOf() },
  { path: 'docs/configuration.md', name: 'configuration', content: configuration },
  { path: 'src/entry/bot/setup/app.json', content: manifestForSetup },
  { path: 'docs/operating.md', name: 'permissions', content: permissions },
  { path: 'docs/quality.md', name: 'benchmarks', content: benchmarks },
  { path: 'docs/quality.md', name: 'lives', content: lives },
  { path: 'docs/quality.md', name: 'mutation', content: mutations },
  { path: 'docs/quality.md', name: 'coverage', content: coverages },
  { path: 'docs/security.md', name: 'safety', content: safetyTable },
  ...protocols.flatMap((protocol) => [
    { path: `docs/${protocol.name}.md`, name: 'files', content: () => filesOf(protocol.name) },
    { path: `docs/${protocol.name}.md`, name: 'whole', content: () => wholeExamples.get(protocol.name) ?? '' },
    ...[`docs/${protocol.name}.md`, `src/protocols/${protocol.name}/README.md`].map((path) => ({
      path,
      name: 'states',
      content: diagrams[protocol.name],
    })),
    { path: `docs/${protocol.name}.md`, name: 'commands', content: () => commandsOf(protocol.commands) },
    { path: `docs/${protocol.name}.md`, name: 'codes', content: () => codesOf(protocol) },
  ]),
  { path: 'docs/handover.md', name: 'stability', content: stabilitySummary },
  { path: 'docs/rules/README.md', content: ruleIndex },
  ...explained.map(({ name }) => ({ path: `docs/rules/${name}/sample.md`, content: () => samplePage(name) })),
  ...rulePages.map(({ path, title, rules: all, sample, further, refusalCodes }): Part => {
    const page = () => rulePage(all, { sample, further, refusalCodes })
    if (title === undefined) return { path, name: 'rules', content: page }
    const links = `[All rules](../README.md)${sample ? ' · [The sample](sample.md), of which most examples are variations' : ''}`
    return { path, content: () => `# ${title}\n\n${links}\n\n${page()}\n` }
  }),
]

/** Every file that is generated, in part or whole: path → its text as it is to be. */
export function generated(root: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { path, name, content } of parts) {
    const before = () => texts.get(path) ?? readFileSync(join(root, path), 'utf8')
    texts.set(path, name === undefined ? content(root) : replacePart(before(), name, content(root), path))
  }
  return texts
}

/** The names of the parts that a page is to have. */
export const partsOf = (page: string): readonly string[] =>
  parts.flatMap(({ path, name }) => (path === page && name !== undefined ? [name] : []))
