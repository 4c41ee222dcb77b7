import { i as __toESM } from "./rolldown-runtime.js";
import { n as visible } from "./say.js";
import { i as severities, r as stringify, t as json } from "./json.js";
import { n as plain } from "./plain.js";
import { t as require_picocolors } from "./picocolors.action.main.explain.status.validate.js";

// src/render/verdict.ts
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
function tally(diagnostics) {
	return severities.map((severity) => [severity, diagnostics.filter((diagnostic) => diagnostic.severity === severity).length]).filter(([, count]) => count > 0).map(([severity, count]) => counted(count, severity)).join(", ");
}
const passedAllTheSame = {
	error: "",
	"new-error": "No error is new, and none concerns what the change touches.",
	warning: "",
	never: "Set to fail on nothing (`fail-on: never`)."
};
const failedBecause = {
	error: "",
	"new-error": "An error is new or concerns what the change touches.",
	warning: "Set to fail on warnings (`fail-on: warning`).",
	never: ""
};
const nothing = "No state file of any protocol is there: is this the root of the repository? `allow-empty` lets an empty one pass.";
function reason({ verdict, failOn, diagnostics }) {
	const has = (severity) => diagnostics.some((diagnostic) => diagnostic.severity === severity);
	if (verdict === "nothing") return nothing;
	if (verdict === "passed") return has("error") ? passedAllTheSame[failOn] : "";
	return failOn === "new-error" || !has("error") ? failedBecause[failOn] : "";
}
function verdict(report) {
	const { files, targets, protocols } = report.checked;
	const found = tally(report.diagnostics);
	const outcome = {
		passed: found === "" ? "passed: nothing is wrong" : "passed",
		failed: "failed",
		nothing: "nothing to check"
	}[report.verdict];
	return {
		title: found === "" ? outcome : `${outcome}: ${found}`,
		reason: reason(report),
		checked: `${counted(files, "file")} and ${counted(targets, "target")} checked${protocols.length > 0 ? ` (${protocols.join(", ")})` : ""}`
	};
}

// src/render/worst.ts
function worstFirst(diagnostics) {
	const rank = ({ severity, touched }) => 2 * severities.indexOf(severity) + (touched ? 0 : 1);
	return diagnostics.toSorted((a, b) => rank(a) - rank(b));
}

// src/render/github.ts
function annotation(diagnostic) {
	const { severity: level, path, line: startLine = 1, column, endColumn, code, target, message, hint, fix, url } = diagnostic;
	const endLine = Math.max(startLine, (diagnostic.endLine ?? startLine) - (endColumn === 1 ? 1 : 0));
	const within = diagnostic.line !== void 0 && (diagnostic.endLine ?? startLine) === startLine;
	const lines = [
		message,
		hint,
		fix === void 0 ? void 0 : `Mend it with: ${fix}`,
		url
	];
	return {
		level,
		path,
		startLine,
		endLine,
		...within && column !== void 0 && {
			startColumn: column,
			...endColumn !== void 0 && { endColumn }
		},
		title: plain(target === void 0 ? code : `${code} ${target}`),
		message: lines.flatMap((line) => line === void 0 ? [] : plain(line)).join("\n")
	};
}
function annotations(report, { each = Number.POSITIVE_INFINITY } = {}) {
	const sorted = worstFirst(report.diagnostics);
	return severities.flatMap((level) => sorted.filter(({ severity }) => severity === level).slice(0, each)).map(annotation);
}
const escapes = {
	"%": "%25",
	"\r": "%0D",
	"\n": "%0A",
	":": "%3A",
	",": "%2C"
};
const data = (value) => value.replace(/[%\r\n]/g, (unit) => escapes[unit] ?? unit);
const property = (value) => String(value).replace(/[%\r\n:,]/g, (unit) => escapes[unit] ?? unit);
function command({ level, path, startLine, endLine, startColumn, endColumn, title, message }) {
	return `::${level} ${Object.entries({
		title,
		file: path,
		line: startLine,
		endLine,
		col: startColumn,
		endColumn
	}).flatMap(([key, value]) => value === void 0 || value === "" ? [] : `${key}=${property(value)}`).join(",")}::${data(message)}`;
}
const shownEach = 10;
function shown(report) {
	const worst = annotations(report, { each: shownEach });
	return worst.filter(({ level }) => level === "notice").length === shownEach && worst.length < report.diagnostics.length ? worst.slice(0, -1) : worst;
}
function github(report) {
	const kept = shown(report);
	const left = report.diagnostics.length - kept.length;
	const more = `${counted(left, "more finding")} not shown here, where GitHub shows ${shownEach} of a level: the job summary or \`baton validate\` has all.`;
	const { title, reason } = verdict(report);
	return [
		...kept.map(command),
		...left > 0 ? [`::notice title=Baton::${data(more)}`] : [],
		...report.verdict === "nothing" ? [`::error title=Baton::${data(`${title}. ${reason}`)}`] : []
	].map((line) => `${line}\n`).join("");
}

// src/render/fit.ts
const encoder = new TextEncoder();
const bytes = (text) => encoder.encode(text).length;
const reserve = 400;
function fitting(items, room) {
	let left = room;
	const end = items.findIndex((item) => (left -= bytes(item)) < 0);
	return end === -1 ? items : items.slice(0, end);
}
function unfolded({ open, folded }, items) {
	if (items.length === 0) return "";
	const [front, back] = [items.slice(0, folded?.after), folded ? items.slice(folded.after) : []];
	const fold = folded && back.length > 0 ? `\n<details><summary>${folded.title(back.length)}</summary>\n\n${folded.open ?? ""}${back.join("")}\n</details>\n` : "";
	return `${open}${front.join("")}${fold}`;
}
function fit(sections, limit) {
	let page = "";
	let size = 0;
	for (const section of sections) {
		const { open, items, rest, until } = section;
		const shown = fitting(items, limit * until - size - bytes(open) - reserve);
		const left = items.length - shown.length;
		const text = `${unfolded(section, shown)}${left > 0 ? `\n${rest(left)}\n` : ""}`;
		if (size + bytes(text) > limit) break;
		page += text;
		size += bytes(text);
	}
	return page;
}

// src/render/inline.ts
function code(value) {
	const text = plain(value);
	if (text === "") return "`(empty)`";
	const longest = [...text.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 0);
	const fence = "`".repeat(longest + 1);
	const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
	return `${fence}${space}${text}${space}${fence}`;
}
const word = /^[-("'“‘.,;!?)/–]*[\p{L}\p{N}][\p{L}\p{N}\p{M}'’"”)%.,;!?…/–-]*:?$/u;
const punctuation = /^[()'"“”‘’.,;:!?…–—→/]+$/u;
const live = /\/\/|www\.|[0-9a-f]{7}|\p{L}-\d|^\d+[.)]$/iu;
const isProse = (text) => punctuation.test(text) || word.test(text) && !live.test(text);
function prose(sentence) {
	const runs = [];
	const add = (run) => {
		if (run.startsWith("`") && runs.at(-1)?.endsWith("`")) runs.push(" ");
		if (run !== "") runs.push(run);
	};
	const parts = plain(sentence).split("`");
	for (const [index, part] of parts.entries()) if (index % 2 === 1 && index < parts.length - 1) add(code(part));
	else for (const run of part.split(/( )/)) add(run === " " || run === "" || isProse(run) ? run : code(run));
	return runs.join("");
}
const cell = (markdown) => markdown.replaceAll("|", "¦");

// src/render/mermaid.ts
const whole = 9;
const longest = 60;
const escaped = (text) => text.replace(/[^A-Za-z0-9 ]/gu, (character) => `#${character.codePointAt(0)};`);
function stretches(length, marks) {
	const drawn = (index) => length <= whole || index === 0 || index === length - 1 || marks.some((mark) => Math.abs(mark - index) <= 1);
	const stretches = [];
	for (let index = 0; index < length; index++) {
		const last = stretches.at(-1);
		if (last && !drawn(index) && !drawn(index - 1)) last.push(index);
		else stretches.push([index]);
	}
	return stretches;
}
function boxes(way, marks) {
	const box = (id, state) => {
		const style = marks.get(state);
		const text = visible(state, longest) || "-";
		return style === void 0 ? {
			id,
			text
		} : {
			id,
			text: `${text} (${style})`,
			style
		};
	};
	const indexes = [...marks.keys()].map((state) => way.indexOf(state));
	return {
		chain: stretches(way.length, indexes).map(([index = 0, ...more]) => more.length === 0 ? box(`s${index}`, way[index] ?? "") : {
			id: `s${index}`,
			text: `${more.length + 1} more states`,
			style: "left"
		}),
		apart: [...marks].flatMap(([state, style]) => way.includes(state) ? [] : box(style, state))
	};
}
const classes = [
	"classDef before stroke-width:3px,stroke-dasharray:6",
	"classDef now fill:#1f6feb,stroke:#1f6feb,color:#ffffff",
	"classDef left stroke-dasharray:2"
];
function wayDiagram({ way, before, state }) {
	if (way === void 0) return void 0;
	const { chain, apart } = boxes(way, new Map([...before === void 0 ? [] : [[before, "before"]], [state, "now"]]));
	const all = [...chain, ...apart];
	const from = all.find(({ style }) => style === "before");
	const to = all.find(({ style }) => style === "now");
	const isStep = (a, b) => a !== void 0 && a === from && b === to;
	const arrows = chain.flatMap((box, index) => {
		const previous = chain[index - 1];
		return previous ? `${previous.id} ${isStep(previous, box) ? "==>" : "-->"} ${box.id}` : [];
	});
	const leap = from && to && !isStep(chain[chain.indexOf(to) - 1], to) ? [`${from.id} ==> ${to.id}`] : [];
	return [
		"flowchart LR",
		...all.map(({ id, text }) => `${id}["${escaped(text)}"]`),
		...arrows,
		...leap,
		...all.flatMap(({ id, style }) => style === void 0 ? [] : `class ${id} ${style}`),
		...classes
	].join("\n  ");
}

// src/render/markdown.ts
const marks = {
	error: "❌",
	warning: "⚠️",
	notice: "ℹ️"
};
const diagrams = 20;
const row = (...cells) => `| ${cells.map(cell).join(" | ")} |\n`;
const table = (...heads) => `${row(...heads)}${row(...heads.map(() => "---"))}`;
const spot$1 = ({ path, line }) => code(line === void 0 ? path : `${path}:${line}`);
const linked = (name, url) => /^https?:\/\/[\w.:/#%~-]+$/.test(url) ? `[${code(name)}](${url})` : code(name);
function finding$1({ severity, message, hint, fix, related = [], commit, code: name, url, ...place }) {
	const what = [
		prose(message),
		...hint === void 0 ? [] : [prose(hint)],
		...related.map((other) => `${spot$1(other)} ${prose(other.message)}`),
		...commit === void 0 ? [] : [`commit ${code(commit.slice(0, 7))}`],
		linked(name, url)
	];
	return row(marks[severity], spot$1(place), what.join("<br>"), fix === void 0 ? "" : code(fix));
}
const columns = table("", "Where", "What is wrong", "Mend it with");
function findings({ diagnostics }) {
	return {
		open: `\n### Findings\n\n${columns}`,
		items: worstFirst(diagnostics).map(finding$1),
		folded: {
			after: 25,
			title: (count) => counted(count, "more finding"),
			open: columns
		},
		rest: (count) => `${counted(count, "more finding")} left out for want of room: the JSON report has all.`,
		until: .7
	};
}
function changes(targets) {
	return {
		open: `\n### Changed targets\n\n${table("Target", "Before", "Now", "Held by")}`,
		items: targets.map(({ id, before, state, holder = "" }) => row(code(id), before === void 0 ? "new" : code(before), code(state), holder)),
		rest: (count) => `${counted(count, "more target")} changed.`,
		until: .8
	};
}
function ways(targets) {
	return {
		open: "",
		items: targets.flatMap((target) => {
			const diagram = wayDiagram(target);
			return diagram === void 0 ? [] : `\n${code(target.id)}\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n`;
		}).slice(0, diagrams),
		folded: {
			after: 3,
			title: (count) => counted(count, "more diagram")
		},
		rest: (count) => `${counted(count, "more diagram")} left out for want of room.`,
		until: .9
	};
}
function meanings({ diagnostics, rules }) {
	const found = new Set(diagnostics.map(({ code }) => code));
	return {
		open: "",
		items: rules.filter(({ code }) => found.has(code)).map(({ code: name, url, summary, why, repair }) => `- ${linked(name, url)}: ${[
			summary,
			why,
			...repair?.split("\n") ?? []
		].map(prose).join(" ")}\n`),
		folded: {
			after: 0,
			title: () => "What the codes mean, and how to mend it"
		},
		rest: (count) => `${counted(count, "more code")} left out: \`baton explain CODE\` tells.`,
		until: 1
	};
}
function notes(report) {
	return {
		open: "\n### What could not be looked at\n\n",
		items: report.notes.map((note) => `- ${prose(note)}\n`),
		rest: (count) => `${counted(count, "more note")}.`,
		until: .2
	};
}
const summaryLimit = 1048576;
function markdown(report, { limit = summaryLimit } = {}) {
	const { title, reason, checked } = verdict(report);
	const head = `## ${report.verdict === "passed" ? "✅" : "❌"} Baton: ${title}\n\n${checked}.${reason === "" ? "" : ` ${reason}`}\n`;
	const changed = report.targets.filter((target) => target.changed);
	return fit([
		{
			open: "",
			items: [head],
			rest: () => "",
			until: 1
		},
		notes(report),
		findings(report),
		changes(changed),
		ways(changed),
		meanings(report)
	], limit);
}

// src/render/sarif.ts
const levels = {
	error: "error",
	warning: "warning",
	notice: "note"
};
const problems = {
	error: "error",
	warning: "warning",
	notice: "recommendation"
};
const words = (text) => plain(text).replaceAll("](", "] (");
const sentence = (text) => /[.!?:]$/.test(text) ? text : `${text}.`;
const sentences = (...texts) => words(texts.flatMap((text) => text === void 0 ? [] : sentence(text)).join(" "));
const pascal = (code) => code.toLowerCase().split("_").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
const usual = ({ strict, soft }) => strict === "off" ? soft === "off" ? "notice" : soft : strict;
function descriptor(rule) {
	const { code, summary, why, repair, url } = rule;
	const severity = usual(rule);
	return {
		id: code,
		name: pascal(code),
		shortDescription: { text: words(summary) },
		fullDescription: { text: sentences(summary, why) },
		help: {
			text: sentences(why, repair),
			markdown: [why, ...repair === void 0 ? [] : [`**How to mend it**: ${repair}`]].join("\n\n")
		},
		helpUri: url,
		defaultConfiguration: { level: levels[severity] },
		properties: {
			tags: code.toLowerCase().split("_").slice(0, 1),
			precision: "high",
			"problem.severity": problems[severity]
		}
	};
}
function plainDescriptor({ code, severity, url }) {
	const text = `${plain(code)}.`;
	return {
		id: code,
		name: pascal(code),
		shortDescription: { text },
		fullDescription: { text },
		helpUri: url,
		defaultConfiguration: { level: levels[severity] }
	};
}
const uri = (path) => path.replace(/\p{Cs}/gu, "�").split("/").map(encodeURIComponent).join("/");
const region = ({ line: startLine = 1, column: startColumn, endLine, endColumn }) => ({
	startLine,
	...startColumn !== void 0 && { startColumn },
	...endLine !== void 0 && { endLine },
	...endColumn !== void 0 && { endColumn }
});
const physicalLocation = (place) => ({
	artifactLocation: {
		uri: uri(place.path),
		uriBaseId: "%SRCROOT%"
	},
	region: region(place)
});
function ordinals() {
	const seen = /* @__PURE__ */ new Map();
	return ({ code, target = "", path }) => {
		const alike = JSON.stringify([
			code,
			target,
			path
		]);
		const ordinal = (seen.get(alike) ?? 0) + 1;
		seen.set(alike, ordinal);
		return JSON.stringify([
			code,
			target,
			path,
			ordinal
		]);
	};
}
const location = (place) => ({ physicalLocation: physicalLocation(place) });
function sarif(report, { version }) {
	const known = new Set(report.rules.map(({ code }) => code));
	const others = new Map(report.diagnostics.filter(({ code }) => !known.has(code)).map((diagnostic) => [diagnostic.code, diagnostic]));
	const rules = [...report.rules.map(descriptor), ...[...others.values()].map(plainDescriptor)];
	const indexes = new Map(rules.map(({ id }, index) => [id, index]));
	const fingerprint = ordinals();
	const result = (diagnostic) => {
		const { code: ruleId, severity, message, hint, fix, target, related = [], commit } = diagnostic;
		return {
			ruleId,
			ruleIndex: indexes.get(ruleId) ?? -1,
			level: levels[severity],
			message: { text: sentences(message, hint, fix === void 0 ? void 0 : `Mend it with: ${fix}`) },
			locations: [location(diagnostic)],
			...related.length > 0 && { relatedLocations: related.map((other, id) => ({
				id,
				...location(other),
				message: { text: words(other.message) }
			})) },
			partialFingerprints: { "batonFinding/v1": fingerprint(diagnostic) },
			...(target ?? commit) !== void 0 && { properties: {
				target,
				commit
			} }
		};
	};
	const log = {
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		version: "2.1.0",
		runs: [{
			tool: { driver: {
				name: "Baton",
				semanticVersion: version,
				rules
			} },
			automationDetails: { id: "baton/" },
			columnKind: "utf16CodeUnits",
			invocations: [{
				executionSuccessful: true,
				toolExecutionNotifications: report.notes.map((note) => ({
					level: "warning",
					message: { text: words(note) }
				}))
			}],
			results: report.diagnostics.map(result)
		}]
	};
	return stringify(log);
}

// src/render/text.ts
var import_picocolors = /* @__PURE__ */ __toESM(require_picocolors(), 1);
const colours = {
	error: "red",
	warning: "yellow",
	notice: "blue"
};
function heading(path) {
	const shown = plain(path);
	return shown.startsWith(":") ? `./${shown}` : shown;
}
const position = ({ line, column }) => line === void 0 ? "-" : column === void 0 ? `${line}` : `${line}:${column}`;
const spot = (place) => `${plain(place.path)}${place.line === void 0 ? "" : `:${position(place)}`}`;
function details(diagnostic) {
	return [
		["hint", diagnostic.hint],
		["fix", diagnostic.fix],
		...(diagnostic.related ?? []).map((related) => ["see", `${spot(related)}: ${related.message}`]),
		["commit", diagnostic.commit]
	];
}
function finding(diagnostic, width, paint) {
	const { severity, message, code, target } = diagnostic;
	const margin = " ".repeat(width + 4);
	const label = (text) => paint.dim(text.padEnd(8));
	const about = paint.dim(target === void 0 ? plain(code) : `${plain(code)} ${plain(target)}`);
	return [`  ${paint.dim(position(diagnostic).padStart(width))}  ${paint[colours[severity]](severity.padEnd(8))} ${plain(message)}  ${about}`, ...details(diagnostic).flatMap(([name, said]) => said === void 0 ? [] : `${margin}${label(name)} ${plain(said)}`)];
}
function file(path, diagnostics, paint) {
	const width = diagnostics.reduce((widest, diagnostic) => Math.max(widest, position(diagnostic).length), 0);
	return [
		paint.underline(heading(path)),
		...diagnostics.flatMap((diagnostic) => finding(diagnostic, width, paint)),
		""
	];
}
function summary(report, paint) {
	const { title, reason, checked } = verdict(report);
	const mark = report.verdict === "passed" ? paint.green(`✔ ${title}`) : paint.red(`✖ ${title}`);
	return [
		...report.notes.map((note) => `${paint.yellow("note")} ${plain(note)}`),
		...report.diagnostics.length > 0 ? [paint.dim("`baton explain CODE` says what a code means and how to mend it.")] : [],
		`${paint.bold(mark)}; ${checked}.${reason === "" ? "" : ` ${reason}`}`
	];
}
function text(report, { color }) {
	const paint = import_picocolors.default.createColors(color);
	const files = /* @__PURE__ */ new Map();
	for (const diagnostic of report.diagnostics) {
		const same = files.get(diagnostic.path);
		if (same) same.push(diagnostic);
		else files.set(diagnostic.path, [diagnostic]);
	}
	return `${[...[...files].flatMap(([path, diagnostics]) => file(path, diagnostics, paint)), ...summary(report, paint)].join("\n")}\n`;
}

// src/render/index.ts
const formats = {
	text,
	json,
	github: (report) => github(report),
	markdown: (report) => markdown(report),
	sarif
};

// package.json
var version = "0.1.0";

export { code as a, verdict as c, cell as i, formats as n, counted as o, text as r, tally as s, version as t };