export const protocolNames = ['plugin', 'handover', 'subagent', 'control', 'governance'] as const
export type ProtocolName = (typeof protocolNames)[number]
