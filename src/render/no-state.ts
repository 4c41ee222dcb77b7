import { visibleLine } from '../core/message.ts'
import { protocolNames, type BuiltInName, type ProtocolName } from '../core/protocol.ts'
import type { Offers } from '../core/report.ts'

/** Where the files of each protocol usually are. */
const files: Readonly<Record<BuiltInName, string>> = {
  plugin: 'PLUGINS.md',
  handover: '.claude/projects/',
  subagent: '.ralph-sessions/',
  control: 'run-*/stages/',
  governance: '.idumb/',
}

/** The lines that switch some presets on, in one. */
const workflowsLine = (presets: Offers['presets']): string =>
  `workflows: [${presets.map(({ entry }) => entry).join(', ')}]`

const code = (text: string) => `\`${visibleLine(text)}\``
const codeList = (names: readonly string[]) => names.map(code).join(', ')

/** What a preset would check, and what switches it on. */
export const presetOffer = (presets: Offers['presets']): string =>
  presets.length === 0
    ? ''
    : `There are files of ${presets.map(({ preset, path }) => `${preset} (${code(path)})`).join(', ')}: add ${code(workflowsLine(presets))} to ${code('.github/baton.yml')}.`

const alikeOffer = (globs: readonly string[]) =>
  globs.length === 0
    ? ''
    : `${codeList(globs.slice(0, 3))} ${globs.length === 1 ? 'has files' : 'have files'} with a \`status\` in their front matter, like a workflow of your own: \`baton workflow draft\` prints a declaration to begin with.`

const draftOffer = (paths: readonly string[]) =>
  paths.length === 0
    ? ''
    : `${codeList(paths)} ${paths.length === 1 ? 'has' : 'have'} what looks like the states of items: \`baton workflow draft\` prints a declaration to begin with.`

const newText = (protocols: readonly ProtocolName[]) =>
  protocols.length === 1
    ? `\`baton new ${protocols[0]} …\` creates the first files; \`baton new\` lists what it takes.`
    : `\`baton new PROTOCOL …\` creates the first files for ${protocols.slice(0, -1).join(', ')} or ${protocols.at(-1)}; \`baton new\` lists what each takes.`

/**
 * What every command says where there is no state: the files that were looked for, what could be declared, and what
 * creates the first files.
 *
 * @param protocols those that were looked for
 * @param offers what could be declared, if that was looked for
 * @param isLocal whether the reader is at a checkout, which may be another folder than was meant
 */
export function noStateText(
  protocols: readonly ProtocolName[],
  offers: Offers = { presets: [], alike: [], draftable: [] },
  isLocal = true,
): string {
  // A protocol that is switched off makes no files, and neither does a workflow of the configuration.
  const shownProtocols = protocolNames.filter((name) => protocols.includes(name))
  const isAll = shownProtocols.length === protocolNames.length
  const protocolsText = isAll
    ? ''
    : ` for ${protocols.length > 0 ? protocols.join(', ') : 'a protocol that is switched on'}`
  const lookedForText =
    shownProtocols.length === 0 ? '' : `: Baton looked for ${codeList(shownProtocols.map((name) => files[name]))}`
  const offerTexts = isAll ? [presetOffer(offers.presets), alikeOffer(offers.alike), draftOffer(offers.draftable)] : []
  const inClone = isLocal ? '' : 'In a clone, '
  const workflowHint = isAll
    ? `${inClone}\`baton new workflow\` declares a workflow of your own, with a first item.`
    : ''
  const newHint = shownProtocols.length > 0 ? `${workflowHint === '' ? inClone : ''}${newText(shownProtocols)}` : ''
  const shownOffers = offerTexts.filter((part) => part !== '')
  const rootHint = isLocal && shownOffers.length === 0 ? 'Is this the root of the repository?' : ''
  return [`No state files found${protocolsText}${lookedForText}.`, ...shownOffers, rootHint, workflowHint, newHint]
    .filter((part) => part !== '')
    .join(' ')
}
