import { t as checkSources } from "./check.js";
import { t as knowledge } from "./knowledge.js";
import { n as exitOf, t as UsageError } from "./usage.js";
import { t as print } from "./output.js";
import { n as sourcesOf, r as standsIn, t as pathInRoot } from "./sources.js";

// src/entry/cli/validate.ts
const targetPrefix = /^(?:plugin|stage|task|project|session|ralph|brain|workflow):/;
function modeOf({ mode, strict, soft }) {
	const said = [
		mode,
		strict && "strict",
		soft && "soft"
	].filter((each) => each !== void 0);
	if (new Set(said).size > 1) throw new UsageError(`Unexpected modes ${said.join(" and ")}, expected one of them.`);
	return said[0];
}
function settingsOf(asked, options) {
	const paths = asked.filter((each) => !targetPrefix.test(each)).map((written) => pathInRoot(options.root, written));
	const compared = options.base !== void 0 || options.baseDir !== void 0 || options.rev !== void 0;
	for (const path of paths) if (!compared && !standsIn(options.root, path)) throw new UsageError(`Unexpected path ${path}, expected a file or folder that is there.`);
	return {
		mode: modeOf(options),
		failOn: options.failOn,
		failOnDefault: "error",
		allowEmpty: options.allowEmpty,
		protocols: options.protocol ?? [],
		paths,
		targets: asked.filter((each) => targetPrefix.test(each)),
		at: (/* @__PURE__ */ new Date()).toISOString(),
		notes: []
	};
}
async function fix(sources, settings, root) {
	const { repairSources } = await import("./repair.js");
	const { writeAll } = await import("./disk-write2.js");
	const repaired = await repairSources(sources, knowledge, settings, (changes, seen) => writeAll(root, changes, seen));
	for (const command of repaired?.applied ?? []) process.stderr.write(`Mended by ${command}\n`);
	for (const { command, remarks } of repaired?.refused ?? []) process.stderr.write(`Not mended: ${command} was refused.\n${remarks.map(({ code, message }) => `  ${code} ${message}\n`).join("")}`);
}
async function once(asked, options) {
	const sources = await sourcesOf(options);
	const settings = settingsOf(asked, options);
	if (options.fix === true) await fix(sources, settings, options.root);
	const checked = await checkSources(sources, knowledge, settings);
	print(checked.report, options.format);
	return exitOf(checked);
}
async function validate(asked, options) {
	if (options.fix === true && options.rev !== void 0) throw new UsageError("Unexpected --fix beside --rev, expected the working tree to look at.");
	if (options.watch !== true) return once(asked, options);
	const { watch } = await import("./watch.js");
	return watch(options.root, () => once(asked, options));
}

export { validate };