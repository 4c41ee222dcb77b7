import { n as CommanderError } from "./commander.main.watch.js";
import { t as Fault } from "./fault.js";
import { n as plain } from "./plain.js";
import { r as exits, t as UsageError } from "./usage.js";

// src/entry/cli/tell.ts
function explained(error) {
	if (error instanceof CommanderError) return {
		code: error.exitCode === 0 ? exits.fine : exits.usage,
		lines: []
	};
	if (error instanceof UsageError) return {
		code: exits.usage,
		lines: [error.message]
	};
	if (error instanceof Fault) return {
		code: exits.fault,
		lines: [error.message, ...error.hint === void 0 ? [] : [error.hint]]
	};
	const message = error instanceof Error ? error.message : String(error);
	return {
		code: exits.fault,
		lines: [`A fault of Baton itself: ${message}`, "Run it again with --debug to see where it comes from, and report that."]
	};
}
function tell(error) {
	const { code, lines } = explained(error);
	for (const line of lines) process.stderr.write(`${plain(line)}\n`);
	if (process.argv.includes("--debug") && error instanceof Error) process.stderr.write(`${error.stack}\n`);
	return code;
}

export { tell as t };