export declare const protocolNames: readonly ['plugin', 'handover', 'subagent', 'control', 'governance'];
export type ProtocolName = (typeof protocolNames)[number];
