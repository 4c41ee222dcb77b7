import { memo, memoBy } from '../../core/once.ts'
import type { Selector } from '../../core/view.ts'
import type { PluginConfiguration } from './discovery.ts'

/** The contracts of a plugin, by the key under which their checksum is recorded. */
export const contractFiles = {
  creative_brief: 'creative-brief.md',
  parameter_spec: 'parameter-spec.md',
  architecture: 'architecture.md',
  plan: 'plan.md',
} as const

export type ContractKey = keyof typeof contractFiles

export const contractKeys = Object.keys(contractFiles) as readonly ContractKey[]

export const handoffName = '.continue-here.md'

/** The same strings at every commit of a history: a new string is hashed again wherever it is looked up. */
const pathsIn = memo(({ root }: PluginConfiguration) =>
  memoBy((name: string) => {
    const folder = root === '.' ? name : `${root}/${name}`
    const ideas = `${folder}/.ideas`
    const contracts = Object.fromEntries(contractKeys.map((key) => [key, `${ideas}/${contractFiles[key]}`])) as Record<ContractKey, string>
    return {
      folder,
      handoff: `${folder}/${handoffName}`,
      oldHandoff: `${ideas}/${handoffName}`,
      ideas,
      notes: `${folder}/NOTES.md`,
      contract: (key: ContractKey) => contracts[key],
    }
  }, 1000),
)

/** The places of a plugin's files. */
export const pathsOf = (configuration: PluginConfiguration, name: string) => pathsIn(configuration)(name)

/** Files of older forms, which are read and no longer written. */
export const olderForms = (section: PluginConfiguration): readonly string[] => [pathsOf(section, '*').oldHandoff]

/** Places of state that git must not ignore; one plugin stands for all. */
export function keptPaths(section: PluginConfiguration): readonly string[] {
  const { handoff, contract } = pathsOf(section, 'NAME')
  return [section.registry, handoff, ...contractKeys.map(contract)]
}

/** Everything that is read of plugins. */
export function selectorsOf(section: PluginConfiguration): readonly Selector[] {
  const paths = pathsOf(section, '*')
  return [
    { glob: section.registry, level: 'text' },
    { glob: paths.handoff, level: 'text' },
    ...olderForms(section).map((glob): Selector => ({ glob, level: 'text' })),
    { glob: paths.notes, level: 'text' },
    ...Object.entries(contractFiles).map(([key, file]) => ({
      glob: `${paths.ideas}/${file}`,
      level: key === 'plan' ? ('text' as const) : ('digest' as const),
    })),
    { glob: `${paths.ideas}/*-draft.md`, level: 'digest' },
    { glob: paths.folder, level: 'folder' },
  ]
}
