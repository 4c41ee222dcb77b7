import { t as Fault } from "./fault.js";
import { t as say } from "./say.js";
import { devNull } from "node:os";
import { spawn } from "node:child_process";

// src/gateways/git/program.ts
const fromCaller = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH)$/;
const always = {
	LC_ALL: "C",
	GIT_ALLOW_PROTOCOL: "none",
	GIT_GRAFT_FILE: devNull,
	GIT_LITERAL_PATHSPECS: "1",
	GIT_NO_LAZY_FETCH: "1",
	GIT_NO_REPLACE_OBJECTS: "1",
	GIT_OPTIONAL_LOCKS: "0",
	GIT_TERMINAL_PROMPT: "0"
};
const settings = [
	"core.fsmonitor=false",
	`core.hooksPath=${devNull}`,
	"safe.bareRepository=explicit"
];
function hardened(environment) {
	const kept = Object.entries(environment).filter(([name]) => !name.startsWith("GIT_") || fromCaller.test(name));
	return {
		...Object.fromEntries(kept),
		...always
	};
}
const mends = [
	{
		said: /dubious ownership/,
		message: "git does not read this repository, since it belongs to another user.",
		hint: (complaint) => say`If you trust it, run ${complaint.split("\n").find((line) => line.includes("--add safe.directory")) ?? ""}.`
	},
	{
		said: /promisor remote/,
		message: "This clone lacks files that are needed, since it was made with a filter.",
		hint: () => "Clone without `--filter`; in a workflow, check out without `filter` and `sparse-checkout`."
	},
	{
		said: /not a tree object|Not a valid (?:commit|object) name/,
		message: "A commit that is needed is not in this clone.",
		hint: () => "Run `git fetch`; in a workflow, check out with `fetch-depth: 0`."
	},
	{
		said: /cannot use bare repository/,
		message: "git does not read this folder, since it looks like a repository of its own.",
		hint: () => "Name another folder of the work tree."
	}
];
function faultOf(words, complaint) {
	const mend = mends.find(({ said }) => said.test(complaint));
	if (mend) return new Fault(mend.message, { hint: mend.hint(complaint) });
	return new Fault(say`git ${words[0] ?? ""} failed: ${complaint.trim()}`);
}
const enough = 4096;
function git(folder, environment) {
	const before = [
		...settings.flatMap((setting) => ["-c", setting]),
		"-C",
		folder
	];
	const env = hardened(environment);
	const start = (words, input) => {
		const child = spawn("git", [...before, ...words], {
			env,
			windowsHide: true
		});
		const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
		ended.catch(() => void 0);
		let complaint = "";
		child.stderr.on("data", (said) => {
			if (complaint.length < enough) complaint += said.toString();
		});
		child.stdin.on("error", () => void 0).end(input);
		const finish = async (fine) => {
			const code = await ended.catch((cause) => {
				throw new Fault("git cannot be run.", {
					hint: "Install git, or put it on the PATH.",
					cause
				});
			});
			if (code === null || !fine.includes(code)) throw faultOf(words, complaint);
			return code;
		};
		return {
			output: child.stdout,
			finish,
			stop: () => child.kill()
		};
	};
	return {
		async ask(words, no = []) {
			const { output, finish } = start(words, "");
			let answer = "";
			for await (const piece of output.setEncoding("utf8")) answer += String(piece);
			return await finish([0, ...no]) === 0 ? answer.replace(/\n$/, "") : void 0;
		},
		async *read(words, input = "") {
			const { output, finish, stop } = start(words, input);
			try {
				for await (const piece of output) yield piece;
				await finish([0]);
			} finally {
				stop();
			}
		}
	};
}

export { git as t };