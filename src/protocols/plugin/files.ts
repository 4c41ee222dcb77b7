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

/** The places of a plugin's files. */
export function pathsOf({ root }: PluginConfiguration, name: string) {
  const folder = root === '.' ? name : `${root}/${name}`
  return {
    folder,
    handoff: `${folder}/${handoffName}`,
    oldHandoff: `${folder}/.ideas/${handoffName}`,
    ideas: `${folder}/.ideas`,
    notes: `${folder}/NOTES.md`,
    contract: (key: ContractKey) => `${folder}/.ideas/${contractFiles[key]}`,
  }
}

/** Files of older forms, which are read and no longer written. */
export const olderForms = (section: PluginConfiguration): readonly string[] => [pathsOf(section, '*').oldHandoff]

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
