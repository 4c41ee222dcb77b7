/** The contracts of a plugin, by the key under which their checksum is recorded. */
export const contractFiles = {
  creative_brief: 'creative-brief.md',
  parameter_spec: 'parameter-spec.md',
  architecture: 'architecture.md',
  plan: 'plan.md',
} as const

export type ContractKey = keyof typeof contractFiles

export const contractKeys = Object.keys(contractFiles) as readonly ContractKey[]
