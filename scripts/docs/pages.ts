import { engineCodes } from '../../src/engine/commands/codes.ts'
import { grantRules } from '../../src/engine/grants.ts'
import { installationRules } from '../../src/engine/installation/index.ts'
import { portableRule } from '../../src/engine/portable-names.ts'
import { documentation } from '../../src/entry/documentation.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { groups as declaredGroups } from '../../src/protocols/declared/rules/index.ts'

/** Every code with its page below `docs/rules/`; those of the engine are on `docs/codes.md`. */
const codePages = {
  engine: [...grantRules, portableRule, ...installationRules].map(({ code }) => code),
  rules: Object.fromEntries(
    [...protocols, { name: 'declared', groups: declaredGroups }].flatMap(({ name, groups }) =>
      groups.flatMap(({ name: group, rules }) => rules.flat().map(({ code }) => [code, `${name}/${group}`])),
    ),
  ),
  /** Those of the engine that commands alone answer with. */
  commands: Object.keys(engineCodes),
  refusalCodes: Object.fromEntries(
    protocols.flatMap(({ name }) =>
      Object.keys(documentation[name].refusalCodes).map((code) => [code, `${name}/refusal-codes`]),
    ),
  ),
}

/** What `src/core/codes.json` contains. */
export const codesText = `${JSON.stringify(codePages, null, 2)}\n`

const pages = new Map<string, string>(Object.entries({ ...codePages.rules, ...codePages.refusalCodes }))

/**
 * The page that explains a code, from the root. From the rules as they are now: what `src/core/links.ts` reads may be
 * about to be written.
 */
export const pageOf = (code: string): string => (pages.has(code) ? `docs/rules/${pages.get(code)}.md` : 'docs/codes.md')
