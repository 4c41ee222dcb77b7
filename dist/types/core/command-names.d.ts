/** GitHub's repository roles, weakest first; each includes those before it. */
export declare const roles: readonly ['read', 'triage', 'write', 'maintain', 'admin'];
export type Role = (typeof roles)[number];
/** Every comment command, and the role that may give it where nothing is configured. */
export declare const commandRoles: {
    readonly accept: 'write';
    readonly handback: 'write';
    readonly answer: 'write';
    readonly review: 'write';
    readonly install: 'maintain';
    readonly checksums: 'maintain';
    readonly migrate: 'write';
    readonly regenerate: 'write';
    readonly restore: 'write';
    readonly sync: 'write';
    readonly revise: 'write';
    readonly compact: 'write';
    readonly turn: 'write';
    readonly anchor: 'write';
    readonly stall: 'write';
    readonly fix: 'write';
    readonly undo: 'write';
    readonly status: 'read';
    readonly validate: 'read';
    readonly explain: 'read';
    readonly help: 'read';
    readonly preflight: 'read';
    readonly verify: 'read';
    readonly continue: 'read';
};
export type CommandName = keyof typeof commandRoles;
export declare const commandNames: readonly CommandName[];
