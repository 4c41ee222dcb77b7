// src/entry/cli/exit.ts
const exits = {
	fine: 0,
	findings: 1,
	usage: 2,
	nothing: 3,
	fault: 70
};
const byVerdict = {
	passed: exits.fine,
	failed: exits.findings,
	nothing: exits.nothing
};
const exitOf = ({ report, misconfigured }) => misconfigured ? exits.usage : byVerdict[report.verdict];

// src/entry/cli/usage.ts
var UsageError = class extends Error {
	name = "UsageError";
};

export { exitOf as n, exits as r, UsageError as t };