/** GitHub's repository roles, weakest first; each includes those before it. */
export declare const roles: readonly ['read', 'triage', 'write', 'maintain', 'admin'];
export type Role = (typeof roles)[number];
/** Every comment command. */
export declare const knownCommands: {
    readonly accept: {
        readonly role: 'write';
        readonly does: 'grant control of a target to an agent';
    };
    readonly handback: {
        readonly role: 'write';
        readonly does: 'return control, with success, error or question';
    };
    readonly answer: {
        readonly role: 'write';
        readonly does: 'answer a question and grant control again';
    };
    readonly review: {
        readonly role: 'write';
        readonly of: 'subagent';
        readonly does: "record a reviewer's verdict";
    };
    readonly install: {
        readonly role: 'maintain';
        readonly of: 'plugin';
        readonly does: 'mark as installed and drop the handoff';
    };
    readonly checksums: {
        readonly role: 'maintain';
        readonly of: 'plugin';
        readonly does: 'record the contracts as they are now';
    };
    readonly migrate: {
        readonly role: 'write';
        readonly of: 'plugin';
        readonly does: 'migrate an old format to the current one';
    };
    readonly regenerate: {
        readonly role: 'write';
        readonly of: 'plugin';
        readonly does: 'rebuild a lost handoff from the registry';
    };
    readonly restore: {
        readonly role: 'write';
        readonly of: 'plugin';
        readonly does: 'restore contracts or handoff from history';
    };
    readonly sync: {
        readonly role: 'write';
        readonly does: 'bring copies of a state up to date';
    };
    readonly revise: {
        readonly role: 'write';
        readonly of: 'handover';
        readonly does: 'apply a batch of annotations to an artifact';
    };
    readonly compact: {
        readonly role: 'write';
        readonly of: 'governance';
        readonly does: 'record that a conversation was compacted';
    };
    readonly turn: {
        readonly role: 'write';
        readonly of: 'governance';
        readonly does: 'record that a turn is over';
    };
    readonly anchor: {
        readonly role: 'write';
        readonly of: 'governance';
        readonly does: 'write down what must survive a compaction';
    };
    readonly stall: {
        readonly role: 'write';
        readonly of: 'governance';
        readonly does: 'record a cycle or an error, so that a loop is noticed';
    };
    readonly fix: {
        readonly role: 'write';
        readonly does: 'apply every safe repair, or those of some codes';
    };
    readonly undo: {
        readonly role: 'write';
        readonly does: "undo Baton's last commit for a target";
    };
    readonly status: {
        readonly role: 'read';
        readonly does: 'show who holds what';
    };
    readonly validate: {
        readonly role: 'read';
        readonly does: 'check the repository, or the named files';
    };
    readonly explain: {
        readonly role: 'read';
        readonly does: 'explain what a code means';
    };
    readonly help: {
        readonly role: 'read';
        readonly does: 'list the commands, and which of them you may give here';
    };
    readonly preflight: {
        readonly role: 'read';
        readonly does: 'check whether a stage, step or task is ready for its agent';
    };
    readonly verify: {
        readonly role: 'read';
        readonly of: 'plugin';
        readonly does: 'check whether a handback is recorded everywhere';
    };
    readonly continue: {
        readonly role: 'read';
        readonly of: 'handover';
        readonly does: 'show where to continue';
    };
};
export type CommandName = keyof typeof knownCommands;
/** The protocol that a command belongs to, where no other has it. */
export declare function ownerOf(name: CommandName): string | undefined;
export declare const commandNames: readonly CommandName[];
/** Why control is returned: the words of `/handback`. */
export declare const handbackReasons: readonly ['success', 'error', 'question'];
export type HandbackReason = (typeof handbackReasons)[number];
/** The commands that change something. */
export declare const transitionNames: ("accept" | "anchor" | "answer" | "checksums" | "compact" | "continue" | "explain" | "fix" | "handback" | "help" | "install" | "migrate" | "preflight" | "regenerate" | "restore" | "review" | "revise" | "stall" | "status" | "sync" | "turn" | "undo" | "validate" | "verify")[];
