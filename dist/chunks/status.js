import { i as __toESM } from "./rolldown-runtime.js";
import { t as checkSources } from "./check.js";
import { n as suggestion } from "./suggestion.js";
import { n as plain } from "./plain.js";
import { t as require_picocolors } from "./picocolors.action.main.explain.status.validate.js";
import { a as code, i as cell$1, o as counted, r as text, s as tally } from "./package.js";
import { t as knowledge } from "./knowledge.js";
import { n as exitOf, r as exits } from "./usage.js";
import { n as renderOptions, t as print } from "./output.js";
import { n as sourcesOf } from "./sources.js";

// src/render/table.ts
var import_picocolors = /* @__PURE__ */ __toESM(require_picocolors(), 1);
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ").trim();
const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
const table = (head, rows) => [
	line(head),
	`|${head.map(() => "---|").join("")}`,
	...rows.map(line)
].join("\n");

// src/render/status.ts
function byTarget(diagnostics) {
	const groups = /* @__PURE__ */ new Map();
	for (const diagnostic of diagnostics) {
		const group = groups.get(diagnostic.target);
		if (group) group.push(diagnostic);
		else groups.set(diagnostic.target, [diagnostic]);
	}
	return groups;
}
const widest = (texts) => texts.reduce((width, each) => Math.max(width, each.length), 0);
const shown = (value) => value === null ? "-" : typeof value === "string" ? value : JSON.stringify(value);
function whole(target) {
	const lines = {
		holder: target.holder ?? "unknown",
		state: target.state,
		file: target.path,
		...target.facts
	};
	const width = widest(Object.keys(lines));
	return [
		plain(target.id),
		...Object.entries(lines).map(([name, value]) => `  ${name.padEnd(width)}  ${plain(shown(value))}`),
		""
	];
}
function statusText(report, inFull, { color }) {
	if (inFull) return `${report.targets.flatMap(whole).join("\n")}\n${text(report, { color })}`;
	const paint = import_picocolors.default.createColors(color);
	const found = byTarget(report.diagnostics);
	const id = widest(report.targets.map((target) => plain(target.id)));
	const state = widest(report.targets.map((target) => plain(target.state)));
	const lines = report.targets.map((target) => {
		const holder = (target.holder ?? "unknown").padEnd(12);
		const wrong = tally(found.get(target.id) ?? []);
		return `${plain(target.id).padEnd(id)}  ${target.holder === "agent" ? paint.cyan(holder) : holder}  ${plain(target.state).padEnd(state)}  ${paint.yellow(wrong)}`.trimEnd();
	});
	const others = tally(found.get(void 0) ?? []);
	const summary = `${counted(report.targets.length, "target")}.${others === "" ? "" : ` Besides: ${others}.`} \`baton validate\` says what is wrong.`;
	return `${[...lines, summary].join("\n")}\n`;
}
function statusMarkdown(report) {
	const found = byTarget(report.diagnostics);
	const rows = report.targets.map(({ id, holder = "unknown", state }) => [
		code(id),
		holder,
		code(state),
		tally(found.get(id) ?? [])
	].map(cell$1));
	return `${table([
		"target",
		"holder",
		"state",
		"problems"
	], rows)}\n`;
}

// src/entry/cli/status.ts
const isNamed = (written) => (target) => target.id === written || target.id.slice(target.id.indexOf(":") + 1) === written;
async function status(asked, options) {
	const sources = await sourcesOf(options);
	const checked = await checkSources(sources, knowledge, {
		failOnDefault: "never",
		failOn: "never",
		protocols: [],
		paths: [],
		targets: [],
		notes: [],
		at: (/* @__PURE__ */ new Date()).toISOString()
	});
	const { report } = checked;
	const targets = asked === void 0 ? report.targets : report.targets.filter(isNamed(asked));
	if (asked !== void 0 && targets.length === 0 && !checked.misconfigured) {
		const like = suggestion(asked, report.targets.flatMap(({ id }) => [id, id.slice(id.indexOf(":") + 1)]));
		process.stderr.write(`No target is called ${plain(asked)}${like === void 0 ? "." : `; did you mean ${plain(like)}?`} \`baton status\` lists them all.\n`);
		return exits.nothing;
	}
	const ids = new Set(targets.map(({ id }) => id));
	const diagnostics = asked === void 0 ? report.diagnostics : report.diagnostics.filter(({ target }) => target !== void 0 && ids.has(target));
	const narrowed = {
		...report,
		targets,
		diagnostics,
		checked: {
			...report.checked,
			targets: targets.length
		}
	};
	if (checked.misconfigured) print(narrowed, options.format);
	else if (options.format === "text") process.stdout.write(statusText(narrowed, asked !== void 0, renderOptions()));
	else if (options.format === "markdown") process.stdout.write(statusMarkdown(narrowed));
	else print(narrowed, options.format);
	return exitOf(checked);
}

export { status };