import { t as Fault } from "./fault.js";
import { t as say } from "./say.js";
import { r as exits } from "./usage.js";
import { i as Option, r as InvalidArgumentError, t as Command } from "./commander.main.watch.js";
import { o as protocolNames } from "./json.js";
import { n as modes, t as failOns } from "./report.js";
import { n as formats } from "./package.js";
import { n as plain } from "./plain.js";
import { r as version } from "./output.js";
import { t as tell } from "./tell.js";

// src/entry/cli/program.ts
const common = {
	root: () => new Option("--root <dir>", "the repository to look at").default(".", "the working directory"),
	config: () => new Option("--config <file>", "the configuration to use (default: .github/baton.yml of the base, else of what is looked at)"),
	format: () => new Option("--format <format>", "how to print the report").choices(Object.keys(formats)).default("text"),
	debug: () => new Option("--debug", "show where a fault of Baton itself comes from").hideHelp()
};
const revisions = {
	rev: () => new Option("--rev <rev>", "look at a commit instead of the working tree"),
	base: () => new Option("--base <rev>", "compare with the merge base of this revision"),
	baseDir: () => new Option("--base-dir <dir>", "compare with a folder")
};
function protocol(value, before = []) {
	if (!protocolNames.includes(value)) throw new InvalidArgumentError(`Allowed choices are ${protocolNames.join(", ")}.`);
	return [...before, value];
}
const transitionSummaries = {
	accept: "grant control of a target to an agent",
	handback: "return control, with success, error or question",
	answer: "answer a question and grant control again",
	checksums: "record the contracts as they are now",
	sync: "make the registry agree",
	migrate: "bring an old form into the present one",
	regenerate: "make a lost handoff anew from the registry",
	restore: "take contracts or handoff from history",
	install: "mark as installed and drop the handoff",
	verify: "is the handback complete?",
	preflight: "is a stage ready for its agent?"
};
const transitionNames = Object.keys(transitionSummaries);
const changing = (command) => command.addOption(common.root()).addOption(common.config()).addOption(revisions.base()).addOption(revisions.baseDir()).addOption(new Option("--at <moment>", "the moment of the request, ISO 8601 (default: now)")).addOption(new Option("--actor <login>", "who asks (default: git's user)")).option("--dry-run", "print the diff, change nothing").addOption(new Option("--format <format>", "how to print the answer").choices(["text", "json"]).default("text")).addOption(common.debug());
const examples = (lines) => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}\n`;
function commandLine(ending) {
	const program = new Command("baton").description("Keeps the written state of agent workflows honest.").version(version, "-V, --version").exitOverride().configureOutput({ outputError: (complaint, write) => write(`${plain(complaint)}\n`) }).showSuggestionAfterError().addHelpText("after", "\nExit codes: 0 fine, 1 findings, 2 wrong usage or configuration, 3 nothing to check, 70 a fault of Baton.");
	program.command("validate").summary("check the repository, or the named files").description("Checks the repository, or just the named files and targets, and what they need.").argument("[path|target...]", "files, folders, or targets such as plugin:TinyGain").addOption(common.root()).addOption(common.config()).addOption(revisions.rev()).addOption(revisions.base()).addOption(revisions.baseDir()).addOption(new Option("--protocol <name>", "only this protocol (repeatable)").argParser(protocol)).addOption(new Option("--mode <mode>", "how strictly (default: auto, by what the change touches)").choices(modes)).option("--strict", "short for --mode strict").option("--soft", "short for --mode soft").addOption(new Option("--fail-on <what>", "what makes the check fail (default: error)").choices(failOns)).option("--allow-empty", "it is fine that there is nothing to check").option("--fix", "apply the safe repairs, then check").option("--watch", "check again after every change").addOption(common.format()).addOption(common.debug()).addHelpText("after", examples([
		"baton validate",
		"baton validate --base origin/main",
		"baton validate plugins/TinyGain --strict",
		"baton validate --format sarif > baton.sarif"
	])).action(async (asked, options) => {
		const { validate } = await import("./validate.js");
		ending.code = await validate(asked, options);
	});
	program.command("status").summary("who holds what").description("Who holds what: one line per target, or everything about one.").argument("[target]", "a target, with or without its prefix").addOption(common.root()).addOption(common.config()).addOption(revisions.rev()).addOption(common.format()).addOption(common.debug()).addHelpText("after", examples(["baton status", "baton status TinyGain"])).action(async (asked, options) => {
		const { status } = await import("./status.js");
		ending.code = await status(asked, options);
	});
	program.command("explain").summary("what a code means").description("What a code means, why it matters, how to mend it, with examples.").argument("<code>", "such as REGISTRY_STATUS_DRIFT").addOption(new Option("--format <format>", "how to print it").choices(["text", "json"]).default("text")).addOption(common.debug()).addHelpText("after", examples(["baton explain REGISTRY_STATUS_DRIFT"])).action(async (code, options) => {
		const { explain } = await import("./explain.js");
		ending.code = explain(code, options);
	});
	for (const name of transitionNames) changing(program.command(name)).summary(transitionSummaries[name]).description(`${transitionSummaries[name]}. The same words as in the comment command /${name}.`).argument("[word...]", "the target, and what the command takes behind it").allowUnknownOption().addOption(new Option("--report <file>", "the json block of the command (-: standard input)")).action(async (words, options) => {
		const { transition } = await import("./transition.js");
		ending.code = await transition(name, words, options);
	});
	changing(program.command("run")).summary("run the commands of a whole comment").description("Runs every command of a comment, all or nothing, as the bot would read it.").argument("<comment>", "its text (-: standard input)").addHelpText("after", examples(["baton run '/accept TinyGain'", "baton run - < comment.md"])).action(async (comment, options) => {
		const { runComment } = await import("./transition.js");
		ending.code = await runComment(comment, options);
	});
	return program;
}

// src/entry/cli/main.ts
process.stdout.on("error", ({ code = "" }) => {
	if (code !== "EPIPE") process.exit(tell(new Fault(say`Standard output cannot be written: ${code}.`)));
});
process.stderr.on("error", () => void 0);
const ending = { code: exits.fine };
try {
	await commandLine(ending).parseAsync(process.argv);
	process.exitCode = ending.code;
} catch (error) {
	process.exitCode = tell(error);
}

export {  };