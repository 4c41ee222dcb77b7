export declare const protocolNames: readonly ['plugin', 'handover', 'subagent', 'control', 'governance'];
export type BuiltInName = (typeof protocolNames)[number];
/** A protocol: one that is built in, or a declared workflow by the name that its team gives it. */
export type ProtocolName = BuiltInName | (string & {});
/** The caller named a protocol that is neither built in nor a workflow of the configuration. */
export declare class UnknownProtocol extends Error {
    readonly name = "UnknownProtocol";
    readonly writtenName: string;
    /** `expected one of plugin, handover; did you mean plugin?` */
    readonly expected: string;
    constructor(writtenName: string, names: readonly ProtocolName[]);
}
