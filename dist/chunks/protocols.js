import { i as __toESM } from "./rolldown-runtime.js";
import { a as protocol } from "./json.js";
import { _ as union, a as array, c as int, d as number$1, f as object, h as string, i as _null, l as literal, m as strictObject, o as boolean, r as _enum, s as custom, u as looseObject, v as unknown$3 } from "./zod.action.transition.explain.status.validate.repair.js";
import { n as datetime, t as date } from "./zod.action.transition.explain.status.validate.js";
import { n as visible, t as say } from "./say.js";
import { S as section, _ as textDocument, b as flag$2, c as duplicates, d as Refused, f as compose, g as readText, h as decoded, l as mappingOf, m as tooDeep$1, o as parseYaml, p as mostTokens, s as at$2, u as plain, v as count$1, w as word, x as line$1, y as expected } from "./rule.js";
import { n as printParseErrorCode, t as parseTree } from "./jsonc-parser.action.transition.explain.status.validate.js";
import { n as suggestion, t as distance } from "./suggestion.js";
import { n as literally, r as matcher } from "./glob.js";
import { c as isPair, l as isScalar, o as isAlias, s as isMap, u as isSeq } from "./yaml.action.transition.explain.status.validate.repair.js";
import { t as RE2JS } from "./re2js.action.transition.explain.status.validate.clone.js";
import { t as require_gray_matter } from "./gray-matter.action.transition.explain.status.validate.js";
import { t as MarkdownItCallable } from "./markdown-it.action.transition.grammar.explain.status.validate.js";
import { t as Fault } from "./fault.js";
import { t as digestOf } from "./digest.js";

// src/core/configured-paths.ts
const longest$1 = 500;
const unprintable$1 = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
function notRelative(path) {
	if (path === "") return expected`a path`;
	if (path.length > longest$1) return expected`a path of at most ${longest$1} characters`;
	if (unprintable$1.test(path)) return expected`a path without control characters and invisible ones`;
	if (path.includes("\\")) return expected`a path with ${"/"} between its folders`;
	if (/^(?:\/|~|[A-Za-z]:)/.test(path)) return expected`a path relative to the repository's root`;
	const segments = path.split("/");
	if (segments.includes("..")) return expected`a path without ${".."}`;
	if (segments.includes(".") || segments.includes("")) return expected`a path without ${"."}, ${"//"} or a ${"/"} at its end`;
}
function notPlain(path) {
	return /[*?[\]{}!]/.test(path) ? expected`one path, no pattern` : void 0;
}
function alternatives(glob) {
	const open = [];
	let product = 1;
	for (const character of glob) {
		const inner = open.length - 1;
		if (character === "{") open.push(1);
		else if (character === "," && inner >= 0) open[inner] = (open[inner] ?? 0) + 1;
		else if (character === "}") product *= open.pop() ?? NaN;
	}
	return open.length > 0 || Number.isNaN(product) ? void 0 : product;
}
const mostAlternatives = 256;
function notGlob(glob) {
	if (glob.startsWith("!")) return expected`a pattern that does not begin with ${"!"}`;
	if (/[[\]]/.test(glob)) return expected`a pattern of ${"*"}, ${"**"}, ${"?"} and ${"{a,b}"} only`;
	if (glob.includes("..")) return expected`a pattern without ${".."}`;
	const number = alternatives(glob);
	if (number === void 0) return expected`a pattern whose braces match`;
	return number > mostAlternatives ? expected`a pattern with at most ${mostAlternatives} alternatives` : void 0;
}
function isReserved(name) {
	const [stem = ""] = name.toLowerCase().replace(/[*?]/g, "").split(":");
	let end = stem.length;
	while (end > 0 && ". ".includes(stem.charAt(end - 1))) end--;
	return /^(?:\.git|\.github|git~\d*|github~\d*)$/.test(stem.slice(0, end));
}
function inReserved(path) {
	return path.split(/[/{},]/).some(isReserved) ? expected`a place outside ${".git"} and ${".github"}, where no command writes` : void 0;
}
function checked$1(title, ...checks) {
	return string({ error: expected`a path` }).superRefine((path, context) => {
		const complaints = checks.map((check) => check(path)).find((complaint) => complaint !== void 0);
		if (complaints) context.addIssue({
			code: "custom",
			message: complaints({ input: path })
		});
	}).meta({ title });
}
const unless = (exempt) => (check) => (path) => exempt(path) ? void 0 : check(path);
const unlessRoot = unless((path) => path === ".");
const unlessNegated = unless((glob) => glob.startsWith("!"));
const behindNegation = (check) => (glob) => check(glob.replace(/^!/, ""));
const relativePath = checked$1("path", notRelative);
const glob = checked$1("glob", notRelative, notGlob);
const statePath = checked$1("path", notRelative, notPlain, inReserved);
const stateFolder = checked$1("path", unlessRoot(notRelative), notPlain, inReserved);
const stateGlob = checked$1("glob", notRelative, notGlob, inReserved);
const stateGlobOrNot = checked$1("glob", behindNegation(notRelative), behindNegation(notGlob), unlessNegated(inReserved));

// src/protocols/control/configuration.ts
const globs = expected`a list of patterns`;
const configuration$1 = section({
	runs: array(stateGlobOrNot, { error: globs }).prefault(["**/run-*"]).describe("The folders of runs; one that begins with `!` takes folders out"),
	workflows: array(glob, { error: globs }).prefault(["**/wf.yaml"]).describe("The definitions of workflows"),
	"newest-run": flag$2.prefault(false).describe("A stage that several runs have is meant in the one whose name comes last, instead of being refused")
});

// src/protocols/plugin/configuration.ts
const stage = section({
	stage: count$1(0).describe("Its number"),
	title: line$1.describe("What it is called"),
	agent: word.optional().describe("The agent that works on it; none: the orchestrator"),
	action: word.optional().describe("The `next_action` that leads to it; of the last stage by default `begin_stage_N`"),
	phases: word.optional().describe("The prefix of the action that continues with a phase; none: the stage has no phases"),
	done: line$1.optional().describe("What is said when it is done; by default its title and `complete`"),
	tolerated: flag$2.prefault(false).describe("Files may be there, commands never go there")
});
const ascending = expected`a number higher than that of the stage before`;
const reachable = expected`at least one stage that is not merely tolerated`;
function completed$2(stages) {
	const last = stages.findLast(({ tolerated }) => !tolerated);
	return stages.map((each) => ({
		...each,
		action: each.action ?? (each === last ? `begin_stage_${each.stage}` : void 0),
		done: each.done ?? `${each.title} complete`
	}));
}
const stages$1 = array(stage).superRefine((list, context) => {
	for (const [index, { stage }] of list.entries()) {
		const before = list[index - 1];
		if (!before || before.stage < stage) continue;
		context.addIssue({
			code: "custom",
			path: [index, "stage"],
			message: ascending({ input: stage })
		});
	}
	if (list.every(({ tolerated }) => tolerated)) context.addIssue({
		code: "custom",
		message: reachable({ input: list })
	});
}).transform(completed$2);
const configuration = section({
	root: stateFolder.prefault("plugins").describe("The folder of the folders of plugins; `.`: the root itself"),
	registry: statePath.prefault("PLUGINS.md").describe("The registry"),
	"second-place": _enum([
		"entries",
		"notes",
		"none"
	]).optional().describe("Where the second copy of the status lives: in the entries of the registry, in the `NOTES.md` of each plugin, nowhere; by default what is found"),
	stages: union([literal("default"), stages$1], { error: expected`${"default"} or a list of stages` }).prefault("default").describe("The stages of the way, ascending")
});

// src/protocols/control/words.ts
const reasons$2 = [
	"success",
	"error",
	"question"
];
const otherWords = {
	complete: "success",
	completed: "success",
	done: "success",
	ok: "success",
	failed: "error",
	failure: "error"
};
const isReason = (word) => reasons$2.includes(word);
function reasonMeant(word) {
	const small = word.toLowerCase();
	if (isReason(small)) return small;
	return Object.hasOwn(otherWords, small) ? otherWords[small] : void 0;
}
const errorCodes$1 = {
	INPUT_MISSING: "Required input file does not exist",
	INPUT_INVALID: "Input file exists but content is invalid or unusable",
	SCHEMA_VIOLATION: "Output file fails JSON Schema validation",
	EXTERNAL_FAILURE: "External service or API failure outside agent control",
	PERMISSION_DENIED: "Insufficient permissions for required operation",
	RESOURCE_EXHAUSTED: "Resource limit exceeded (tokens, memory, disk)",
	INTERNAL_ERROR: "Unexpected internal error in agent logic",
	TIMEOUT: "Operation exceeded time limit",
	CANCELLED: "Operation was cancelled by user or system",
	UNKNOWN: "Error category cannot be determined"
};
const errorCodeNames = Object.keys(errorCodes$1);
const isErrorCode = (word) => Object.hasOwn(errorCodes$1, word);
const stageName = /^[a-z][a-z0-9-]*$/;

// src/protocols/control/repair.ts
const nameIn = ({ name, run }) => `${name}@${run.label}`;
function commandFor(command, stage) {
	return stageName.test(stage.name) && !/\s/.test(stage.run.label) ? { fix: command.replace("STAGE", nameIn(stage)) } : {};
}

// src/protocols/control/reports/check.ts
const pass = (check, subject) => ({
	check,
	...subject,
	status: "PASS"
});
const fail = (check, subject, fault) => ({
	check,
	...subject,
	status: "FAIL",
	fault
});
const result$1 = (check, subject, fault) => fault ? fail(check, subject, fault) : pass(check, subject);
function remarkOf({ fault, place }, target, severity) {
	return fault ? [{
		code: fault.code,
		severity,
		message: fault.message,
		hint: fault.action,
		place,
		target
	}] : [];
}

// src/protocols/control/states.ts
const table$1 = [
	[
		"absent",
		"absent",
		"not granted",
		"orchestrator"
	],
	[
		"valid",
		"absent",
		"granted",
		"agent"
	],
	[
		"invalid",
		"absent",
		"accept invalid",
		"orchestrator"
	],
	[
		"valid",
		"invalid",
		"handback invalid",
		"agent"
	],
	[
		"any",
		"invalid",
		"handback invalid",
		"orchestrator"
	]
];
function stateOf({ accept, handback }) {
	const row = table$1.find(([a, h]) => (a === "any" || a === accept) && h === handback);
	if (row) return {
		state: row[2],
		holder: row[3]
	};
	return {
		state: `returned ${handback}`,
		holder: "orchestrator"
	};
}
const moves$2 = {
	"not granted": {
		accept: "grant",
		handback: "return",
		report: "absent",
		answer: "not-question"
	},
	granted: {
		accept: "same",
		handback: "return",
		report: "absent",
		answer: "not-question"
	},
	"accept invalid": {
		accept: "grant",
		handback: "return",
		report: "absent",
		answer: "not-question"
	},
	"handback invalid": {
		accept: "grant",
		handback: "return",
		report: "invalid",
		answer: "invalid"
	},
	"returned success": {
		accept: "grant",
		handback: "same",
		report: "report",
		answer: "not-question"
	},
	"returned error": {
		accept: "grant",
		handback: "same",
		report: "report",
		answer: "not-question"
	},
	"returned question": {
		accept: "grant",
		handback: "same",
		report: "report",
		answer: "grant"
	}
};
function wayTo(state) {
	if (state === "accept invalid" || state === "handback invalid") return void 0;
	return [
		"not granted",
		"granted",
		state.startsWith("returned") ? state : "returned success"
	];
}

// src/protocols/control/timestamps.ts
const form$3 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
function instantOf(text) {
	const [, year, month, day, hour, minute, second, fraction = "", sign = "+", aheadHours = 0, aheadMinutes = 0] = form$3.exec(text) ?? [];
	if (year === void 0) return void 0;
	const [monthIndex, hours, minutes, seconds] = [
		Number(month) - 1,
		Number(hour),
		Number(minute),
		Number(second)
	];
	const midnight = Date.UTC(Number(year), monthIndex, Number(day));
	const date = new Date(midnight);
	if (date.getUTCMonth() !== monthIndex || date.getUTCDate() !== Number(day)) return void 0;
	if (hours > 23 || minutes > 59 || seconds > 60 || Number(aheadHours) > 23 || Number(aheadMinutes) > 59) return void 0;
	const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === "-" ? -6e4 : 6e4);
	return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1e3 + Number(`0${fraction.slice(0, 4)}`) * 1e3 - ahead;
}
function timestampOf(at) {
	return new Date(at).toISOString().replace(".000Z", "Z").replace("Z", "+00:00");
}

// src/documents/json.ts
const deepestJson = 64;
const expectations = {
	CloseBraceExpected: say`${","} or ${"}"}`,
	CloseBracketExpected: say`${","} or ${"]"}`,
	ColonExpected: say`${":"}`,
	CommaExpected: say`${","}`,
	EndOfFileExpected: "the end of the text",
	InvalidCharacter: "an escape such as `\\n`",
	InvalidCommentToken: "no comments",
	InvalidEscapeCharacter: "an escape of JSON",
	InvalidUnicode: "four hex digits",
	PropertyNameExpected: "a key in double quotes",
	UnexpectedEndOfComment: "no comments",
	UnexpectedEndOfString: say`${"\""} at the end of the text`
};
function tooDeep(text, depth) {
	let level = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (quoted) {
			if (character === "\\") at++;
			else if (character === "\"") quoted = false;
		} else if (character === "\"") quoted = true;
		else if (character === "{" || character === "[") {
			if (++level > depth) return at;
		} else if (character === "}" || character === "]") level--;
	}
}
function syntaxFault(text, { error, offset, length }) {
	const expectation = expectations[printParseErrorCode(error)] ?? "a value";
	const found = text.slice(offset, offset + Math.max(1, length));
	const name = visible(found) === "" ? `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}` : found;
	return {
		fault: `${found === "" ? "Unexpected end" : say`Unexpected ${name}`}, expected ${expectation}`,
		start: offset,
		end: offset + length
	};
}
function convert(node, text) {
	const { type, offset: start, length, children = [] } = node;
	const end = start + length;
	if (type === "array") return {
		kind: "sequence",
		items: children.map((child) => convert(child, text)),
		start,
		end
	};
	if (type === "object") {
		const entries = children.map(({ children: [key, value] = [] }) => ({
			key: scalar$1(key, text),
			value: convert(value, text)
		}));
		return mappingOf(entries, {
			start,
			end
		});
	}
	return scalar$1(node, text);
}
function scalar$1({ type, value, offset: start, length }, text) {
	const end = start + length;
	return {
		kind: "scalar",
		source: type === "string" ? String(value) : text.slice(start, end),
		value,
		start,
		end
	};
}
function parseJson(text, depth = deepestJson) {
	const deep = tooDeep(text, depth);
	if (deep !== void 0) return {
		fault: say`Unexpected nesting, expected at most ${depth} values in each other`,
		start: deep,
		end: deep + 1,
		deep: true
	};
	const errors = [];
	const root = parseTree(text, errors, {
		disallowComments: true,
		allowTrailingComma: false,
		allowEmptyContent: false
	});
	const [first] = errors;
	if (first) return syntaxFault(text, first);
	return root ? convert(root, text) : {
		fault: "Unexpected end, expected a value",
		start: 0,
		end: 0
	};
}
function printJson(node) {
	const print = (each, indent) => {
		if (each.kind === "scalar") return typeof each.value === "string" ? JSON.stringify(each.value) : each.source;
		const inner = `${indent}  `;
		const lines = each.kind === "sequence" ? each.items.map((item) => inner + print(item, inner)) : each.entries.map(({ key, value }) => `${inner}${JSON.stringify(key.source)}: ${print(value, inner)}`);
		const [open, close] = each.kind === "sequence" ? "[]" : "{}";
		return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
	};
	return `${print(node, "")}\n`;
}

// src/protocols/control/files.ts
const stageFiles = {
	config: "stage-config.yaml",
	legacyConfig: "stage-config.json",
	accept: "run/output-data/accept.json",
	handback: "run/output-data/handback.json",
	answers: "run/output-data/answers",
	params: "run/output-data/output-params.json",
	result: "run/output-data/wf-result.json"
};
const runFiles = {
	record: "wf-run.json",
	stages: "stages"
};
const stageFolders = [
	"inputs",
	"prompt",
	"schemas",
	"run/output-files"
];
const workflowMarks = {
	stages: "stages",
	schema: "schemas/wf.schema.json"
};
const neverEntered = ["node_modules"];
const inRun = {
	[runFiles.record]: "text",
	"stages/**": "name",
	"stages/**/*.json": "text",
	[`stages/*/${stageFiles.config}`]: "text",
	"stages/*/schemas/**": "text",
	"stages/*/run/output-data/**": "text"
};
const besideWorkflow = {
	"stages/**": "name",
	"schemas/**": "name",
	"templates/**": "name"
};
const below$1 = (folder, path) => folder === "" ? path : `${folder}/${path}`;
const included = (globs) => globs.filter((glob) => !glob.startsWith("!"));
const excluded = (globs) => globs.flatMap((glob) => glob.startsWith("!") ? [glob.slice(1)] : []);
const folderGlob = (glob) => {
	let depth = 0;
	for (let at = glob.length - 1; at >= 0; at--) if (glob[at] === "}") depth++;
	else if (glob[at] === "{") depth--;
	else if (glob[at] === "/" && depth === 0) return glob.slice(0, at);
	return glob.includes("/") ? "**" : "";
};
function selectorsOf({ runs, workflows }) {
	const select = (folder, wanted) => Object.entries(wanted).map(([path, need]) => ({
		glob: below$1(folder, path),
		need,
		except: neverEntered
	}));
	return [
		...included(runs).flatMap((run) => select(run, inRun)),
		...workflows.map((glob) => ({
			glob,
			need: "text",
			except: neverEntered
		})),
		...workflows.flatMap((glob) => select(folderGlob(glob), besideWorkflow))
	];
}

// src/protocols/control/writing.ts
const nowhere = {
	start: 0,
	end: 0
};
const text$3 = (value) => ({
	kind: "scalar",
	source: value,
	value,
	...nowhere
});
const mapping$1 = (keys) => mappingOf(Object.entries(keys).flatMap(([key, value]) => value === void 0 ? [] : [{
	key: text$3(key),
	value: typeof value === "string" ? text$3(value) : value
}]), nowhere);
const handbackNode = ({ reason, description, error }) => mapping$1({
	reason,
	description,
	error: error && mapping$1({
		code: error.code,
		message: error.message,
		context: error.context
	})
});
const handbackText = (said) => printJson(handbackNode(said));
const acceptText = (at) => printJson(mapping$1({
	state: "agent",
	timestamp: timestampOf(at)
}));
const answerText = (question, answer, at) => printJson(mapping$1({
	question,
	answer,
	timestamp: timestampOf(at)
}));
const inTheWay = ({ paths }, path) => paths.filter((each) => each.startsWith(`${path}/`)).map((each) => [each, null]);
function grantChanges(stage, at) {
	const { accept, handback } = stage;
	const gone = [...inTheWay(stage, accept.path), ...inTheWay(stage, handback.path)];
	const isFile = handback.there && !stage.paths.some((path) => path.startsWith(`${handback.path}/`));
	return new Map([
		...gone,
		[accept.path, acceptText(at)],
		...isFile ? [[handback.path, null]] : []
	]);
}
const returnChanges = (stage, said) => new Map([...inTheWay(stage, stage.handback.path), [stage.handback.path, handbackText(said)]]);
function nextAnswerPath({ answers, path }) {
	const last = Math.max(0, ...answers.map(({ number }) => number ?? 0));
	return `${path}/${stageFiles.answers}/${String(last + 1).padStart(3, "0")}.json`;
}

// src/core/command.ts
const usageCode = "COMMAND_USAGE";

// src/protocols/control/commands/answers.ts
const refused$1 = (...remarks) => ({
	outcome: "refused",
	remarks
});
function remark$1(stage, code, message, { severity = "error", hint, place } = {}) {
	return {
		code,
		severity,
		message,
		place: place ?? { path: stage.path },
		target: stage.target,
		...hint !== void 0 && { hint }
	};
}
const problemRemarks = (stage, problems, severity) => problems.map(({ code, message, hint, place }) => ({
	code,
	severity,
	message,
	place,
	target: stage.target,
	...hint !== void 0 && { hint }
}));
const misused = (usage, message) => refused$1({
	code: usageCode,
	severity: "error",
	message,
	hint: say`Usage: ${usage}`,
	place: { path: "." }
});

// src/protocols/control/paths.ts
function inside(written) {
	if (/^[/~]|^[A-Za-z]:|[\\\0]/.test(written)) return void 0;
	const names = [];
	for (const name of written.split("/")) if (name === "..") {
		if (names.pop() === void 0) return void 0;
	} else if (name !== "" && name !== ".") names.push(name);
	return names.length === 0 ? void 0 : names.join("/");
}

// src/protocols/control/reading/contract.ts
const isRequired = (node, otherwise) => {
	const required = at$2(node, ["required"]);
	return required?.kind === "scalar" && typeof required.value === "boolean" ? required.value : otherwise;
};
const defaultPrompts = {
	entry: "prompt/wf.md",
	main: "prompt/main.md"
};
function contractOf(mapping, data) {
	const written = (node, ...path) => {
		const found = at$2(node, path);
		return found?.kind === "scalar" && typeof found.value === "string" ? {
			text: found.value,
			place: data.place(found)
		} : void 0;
	};
	const declaration = (node, required) => ({
		name: written(node, "name"),
		path: written(node, "path"),
		fromStage: written(node, "from_stage"),
		source: written(node, "source"),
		schema: written(node, "schema"),
		query: written(node, "query"),
		outputParameter: written(node, "output_parameter"),
		required,
		place: data.place(node)
	});
	const listed = (...path) => {
		const list = at$2(mapping, path);
		return list?.kind === "sequence" ? list.items : [];
	};
	const outputs = (kind) => listed("outputs", kind).map((node) => ({
		...declaration(node, kind === "files" || isRequired(node, kind === "data")),
		kind
	}));
	const place = data.place(mapping);
	const prompt = (which) => {
		const path = written(mapping, "prompt", which) ?? {
			text: defaultPrompts[which],
			place: {
				path: place.path,
				line: place.line ?? 1
			}
		};
		return {
			name: void 0,
			path,
			fromStage: void 0,
			source: void 0,
			schema: void 0,
			query: void 0,
			outputParameter: void 0,
			required: true,
			place: path.place
		};
	};
	return {
		id: written(mapping, "id"),
		place,
		prompts: [prompt("entry"), prompt("main")],
		required: listed("inputs", "required").map((node) => declaration(node, true)),
		optional: listed("inputs", "optional").map((node) => declaration(node, false)),
		outputs: [
			"files",
			"data",
			"runtime"
		].flatMap(outputs),
		parameters: listed("parameters").map((node) => declaration(node, true)),
		outputParameters: listed("output_parameters").map((node) => declaration(node, true))
	};
}
const declarations = ({ prompts, required, optional, outputs, parameters, outputParameters }) => [
	...prompts,
	...required,
	...optional,
	...outputs,
	...parameters,
	...outputParameters
];
const sourcesOf = (contract) => declarations(contract).flatMap(({ fromStage }) => fromStage ?? []);
const escapes = (contract) => declarations(contract).flatMap(({ path, source, schema, fromStage }) => [...[
	path,
	source,
	schema
].flatMap((written) => written && inside(written.text) === void 0 ? [written] : []), ...fromStage && !stageName.test(fromStage.text) ? [fromStage] : []]);

// src/protocols/control/reading/tree.ts
function runPattern(runs) {
	const isIn = matcher(included(runs), neverEntered);
	const isOut = matcher(excluded(runs));
	return (folder) => isIn(folder) && ![...foldersAbove(folder), folder].some(isOut);
}
function foldersIn(folder, inside) {
	const prefix = `${folder.path}/${inside}/`;
	const names = folder.paths.flatMap((path) => {
		const rest = path.startsWith(prefix) ? path.slice(prefix.length).split("/") : [];
		return rest.length > 1 ? [rest[0]] : [];
	});
	return [...new Set(names)];
}
const marks = [
	stageFiles.config,
	stageFiles.legacyConfig,
	stageFiles.accept,
	stageFiles.handback
];
function isRun(folder) {
	const has = (path) => folder.paths.some((each) => each === `${folder.path}/${path}` || each.startsWith(`${folder.path}/${path}/`));
	if (has(runFiles.record) && has(runFiles.stages)) return true;
	return foldersIn(folder, runFiles.stages).some((name) => marks.some((mark) => has(`${runFiles.stages}/${name}/${mark}`)));
}
function* foldersAbove(path) {
	for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) yield path.slice(0, at);
}
function findRuns(view, runs) {
	const matches = runPattern(runs);
	const known = /* @__PURE__ */ new Map();
	for (const path of view.paths) for (const folder of foldersAbove(path)) {
		if (!known.has(folder)) known.set(folder, matches(folder) ? [] : void 0);
		known.get(folder)?.push(path);
	}
	const found = /* @__PURE__ */ new Map();
	const all = [...known].flatMap(([path, paths]) => paths ? [{
		path,
		paths
	}] : []);
	for (const folder of all.toSorted((a, b) => a.path < b.path ? -1 : 1)) if (![...foldersAbove(folder.path)].some((above) => found.has(above)) && isRun(folder)) found.set(folder.path, folder);
	return [...found.values()];
}
function standing(view) {
	const folders = /* @__PURE__ */ new Set();
	for (const path of view.paths) for (const folder of foldersAbove(path)) folders.add(folder);
	const isLink = (path) => (view.entry(path)?.kind ?? "file") !== "file";
	return (path) => {
		const linked = [...foldersAbove(path), path].some(isLink);
		return {
			there: linked || folders.has(path) || view.entry(path) !== void 0,
			linked,
			folder: folders.has(path)
		};
	};
}

// src/protocols/control/reading/links.ts
const isLink = (view, path) => view.entry(path)?.kind === "symlink";
const leadsTo = (link, path) => path === link || path.startsWith(`${link}/`);
const known = Object.values(stageFiles).filter((path) => path !== stageFiles.legacyConfig);
const isKnown = matcher([...stageFolders, stageFiles.answers].flatMap((folder) => [folder, `${folder}/**`]));
function linksOf(view, paths, stage, contract) {
	const links = paths.filter((path) => isLink(view, path));
	if (links.length === 0) return [];
	const named = contract ? declarations(contract).flatMap(({ path, schema }) => [path, schema].flatMap((written) => (written && inside(written.text)) ?? [])) : [];
	const matters = (inner) => isKnown(inner) || [...known, ...named].some((path) => leadsTo(inner, path));
	return links.filter((path) => matters(path.slice(stage.length + 1))).map((path) => ({ path }));
}
function linksOfRuns(view, runs) {
	const isRun = runPattern(runs);
	return view.paths.filter((path) => isLink(view, path)).flatMap((path) => {
		const names = path.split("/");
		const last = names.at(-1) ?? "";
		const folder = (up) => names.slice(0, -up).join("/");
		if (isRun(path) || (last === runFiles.stages || last === runFiles.record) && isRun(folder(1))) return [{ path }];
		return names.at(-2) === runFiles.stages && isRun(folder(2)) ? [{
			path,
			stage: {
				run: folder(2),
				name: last
			}
		}] : [];
	});
}

// src/protocols/control/targets.ts
const runOption = /^--run(?:-dir)?(?:=(.*))?$/is;
function nameStage(name, words) {
	const [stage = "", ...rest] = name.split("@");
	let run = rest.length > 0 ? rest.join("@") : void 0;
	const kept = [];
	let at = 0;
	for (; at < words.length && words[at]?.startsWith("--"); at++) {
		const option = runOption.exec(words[at] ?? "");
		if (option) run = option[1] ?? words[++at] ?? "";
		else kept.push(words[at]);
	}
	return {
		stage,
		run,
		words: [...kept, ...words.slice(at)]
	};
}
const refusal = (code, message, hint) => ({
	code,
	severity: "error",
	message,
	place: { path: "." },
	...hint !== void 0 && { hint }
});
const near = (name, all) => [...new Set(all)].filter((each) => distance(name, each) <= 2);
function candidates(name, all) {
	const close = name.length > 100 ? [] : near(name, all);
	const listed = close.length > 0 ? close : [...new Set(all)];
	return listed.length === 0 ? "There is none." : say`There is ${listed.slice(0, 20)}.`;
}
const runText = (written) => written.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
function namedRuns({ runs }, written) {
	const text = runText(written);
	const exact = runs.filter(({ path }) => path === text);
	return exact.length > 0 ? exact : runs.filter(({ name }) => name === text);
}
function meant({ configuration, runs }, stages, touched) {
	const inChange = runs.filter(({ paths }) => paths.some(touched));
	const changed = inChange.length === 1 ? stages.find(({ run }) => run === inChange[0]) : void 0;
	if (changed || stages.length === 1) return changed ?? stages[0];
	if (!configuration.newestRun) return void 0;
	const last = stages.map(({ run }) => run.name).toSorted().at(-1);
	const newest = stages.filter(({ run }) => run.name === last);
	return newest.length === 1 ? newest[0] : void 0;
}
function findStage(model, { stage: name, run }, touched) {
	const all = [...new Set(model.stages.map((stage) => stage.name))];
	if (!stageName.test(name)) {
		const resembles = suggestion(name, all.filter((each) => stageName.test(each)));
		return refusal("STAGE_NAME_INVALID", say`Unexpected name ${name} of a stage, expected small letters, digits and ${"-"} behind a letter`, resembles && say`Perhaps ${resembles} is meant.`);
	}
	const named = run === void 0 ? void 0 : namedRuns(model, run);
	if (named?.length === 0) return refusal("STAGE_RUN_UNKNOWN", say`Unknown run ${run ?? ""}`, candidates(runText(run ?? ""), model.runs.map(({ label }) => label)));
	const linked = model.links.find(({ stage }) => stage?.name === name && (!named || named.some(({ path }) => path === stage.run)));
	if (linked) return refusal("STAGE_SYMLINK", say`Unexpected link ${linked.path}, expected the folder of a stage`, "Put the folder itself in place of the link.");
	const having = (named ?? model.runs).flatMap((each) => each.stage(name) ?? []);
	const [only] = having;
	if (!only) return refusal("STAGE_UNKNOWN", say`Unknown stage ${name}`, candidates(name, (named ?? model.runs).flatMap(({ stages }) => stages.map((stage) => stage.name))));
	const found = named ? named.length === 1 ? only : void 0 : meant(model, having, touched);
	if (found) return found;
	return refusal("STAGE_AMBIGUOUS", say`Unexpected name ${name}, expected one of ${having.map(({ target }) => target)}`, "Say which one by its whole name.");
}
const controlFiles = [
	stageFiles.accept,
	stageFiles.handback,
	stageFiles.answers,
	stageFiles.config
];
function linkRefusals({ links, path, target }, all = false) {
	return links.filter((link) => all || controlFiles.some((file) => leadsTo(link.path, `${path}/${file}`))).map((link) => ({
		...refusal("STAGE_SYMLINK", say`Unexpected link ${link.path}, expected a file or folder`, "Put the file itself in place of the link."),
		place: { path: link.path },
		target
	}));
}
const unknown$2 = /* @__PURE__ */ new Set(["STAGE_NAME_INVALID", "STAGE_UNKNOWN"]);
function resolveStage(model, { name, words, touched }) {
	const workflow = model.workflows.find(({ target }) => target === `workflow:${name}`);
	if (workflow) return {
		ids: [workflow.target],
		words
	};
	const named = nameStage(name, words);
	const found = findStage(model, named, touched);
	if ("target" in found && "run" in found) return {
		ids: [found.target],
		words: named.words
	};
	return unknown$2.has(found.code) ? {
		ids: [],
		words
	} : { refused: [found] };
}

// src/protocols/control/commands/stage.ts
function sceneOf$1(model, { name, words }, usage, all = false) {
	if (name === void 0) return misused(usage, say`Missing name, expected that of a stage`);
	const named = nameStage(name, words);
	const found = findStage(model, named, () => false);
	if ("code" in found) return refused$1(found);
	const links = linkRefusals(found, all);
	return links.length > 0 ? refused$1(...links) : {
		stage: found,
		words: named.words
	};
}
function bareScene(model, request, usage) {
	const scene = sceneOf$1(model, request, usage, true);
	if ("outcome" in scene || scene.words.length === 0) return scene;
	return misused(usage, say`Unexpected ${scene.words[0] ?? ""} behind the command`);
}

// src/protocols/control/commands/accept.ts
const usage$4 = "STAGE [--run RUN] [--refresh]";
const unready = (stage) => stage.preflight().flatMap((check) => check.check === "accept_present" ? [] : remarkOf(check, stage.target, "warning"));
function backwards(stage, at) {
	const before = stage.accept.value?.timestamp;
	const was = before === void 0 ? void 0 : instantOf(before);
	if (before === void 0 || was === void 0 || was <= Date.parse(at)) return [];
	return [remark$1(stage, "ACCEPT_BACKWARDS", say`Unexpected timestamp ${timestampOf(at)}, expected one after ${before}`, {
		severity: "warning",
		place: { path: stage.accept.path }
	})];
}
function unanswered(stage) {
	if (stage.state !== "returned question") return [];
	const hint = say`${`/answer ${nameIn(stage)} TEXT`} answers it and grants control.`;
	return [remark$1(stage, "HANDBACK_QUESTION_UNANSWERED", say`Unanswered question of ${stage.name}`, {
		severity: "warning",
		hint,
		place: { path: stage.handback.path }
	})];
}
const accept$2 = {
	name: "accept",
	usage: usage$4,
	summary: "Grants control of a stage to the agent: writes `accept.json` and takes `handback.json` away. `--refresh` writes a new time while the agent has control.",
	examples: [
		"/accept explore",
		"/accept explore@run-2026-01-20-001",
		"/accept explore --refresh"
	],
	run(model, request, { context: { at } }) {
		const scene = sceneOf$1(model, request, usage$4);
		if ("outcome" in scene) return scene;
		const { stage, words } = scene;
		const other = words.find((word) => word.toLowerCase() !== "--refresh");
		if (other !== void 0) return misused(usage$4, say`Unexpected ${other} behind the command`);
		const since = stage.accept.text("timestamp") ?? "";
		const isNew = words.length > 0 && instantOf(since) !== Date.parse(timestampOf(at));
		if (moves$2[stage.state].accept === "same" && !isNew) return {
			outcome: "unchanged",
			reply: say`Already accepted since ${since}: the agent holds ${nameIn(stage)}.`,
			remarks: unready(stage)
		};
		const replaced = [...problemRemarks(stage, stage.accept.problems, "warning"), ...problemRemarks(stage, stage.handback.problems, "warning")];
		return {
			outcome: "changed",
			changes: grantChanges(stage, at),
			reply: [
				`Accept: ${stage.name}`,
				"State: agent",
				`Timestamp: ${timestampOf(at)}`
			].join("\n"),
			remarks: [
				...unanswered(stage),
				...replaced,
				...backwards(stage, at),
				...unready(stage)
			]
		};
	}
};

// src/protocols/control/cleaning.ts
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const hasControls = (text) => text.search(unfit) !== -1;
function cleaned(text) {
	return text.replace(/\p{Cs}/gu, "�").replace(unfit, " ").replace(/\s+/gu, " ").trim();
}

// src/protocols/control/commands/fence.ts
function fenced(lines) {
	const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length)));
	const fence = "`".repeat(longest + 1);
	return [
		`${fence}text`,
		...lines,
		fence
	].join("\n");
}

// src/protocols/control/commands/text.ts
function restOf({ written }, words) {
	return {
		words,
		written: written && written.length >= words.length ? written.slice(written.length - words.length) : words
	};
}
const behind = ({ written, words }, from) => ({
	written: written.slice(from),
	words: words.slice(from)
});
const textOf$3 = ({ written, words }) => words.length === 1 ? words[0] ?? "" : written.join(" ");

// src/protocols/control/commands/answer.ts
const usage$3 = "STAGE [--run RUN] TEXT";
const newest$1 = ({ answers }) => answers.filter(({ number }) => number !== void 0).toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0)).at(-1)?.answer.value;
const answer$2 = {
	name: "answer",
	usage: usage$3,
	summary: "Answers the question of an agent and grants it control again: the answer stands in `answers/`, beside the question.",
	examples: ["/answer explore \"The brief is in the wiki\""],
	run(model, request, { context: { at } }) {
		const scene = sceneOf$1(model, request, usage$3);
		if ("outcome" in scene) return scene;
		const { stage, words } = scene;
		const text = cleaned(textOf$3(restOf(request, words)));
		if (text === "") return refused$1(remark$1(stage, "CONTROL_TEXT_MISSING", say`Missing text, expected the answer`, { hint: say`Usage: ${usage$3}` }));
		const move = moves$2[stage.state].answer;
		if (move === "invalid") return refused$1(...problemRemarks(stage, stage.handback.problems, "error"));
		if (move === "not-question" || !stage.handback.value) {
			if (stage.state === "granted" && newest$1(stage)?.answer === text) return {
				outcome: "unchanged",
				reply: say`Answered already: the agent holds ${nameIn(stage)}.`,
				remarks: []
			};
			return refused$1(remark$1(stage, "HANDBACK_NOT_QUESTION", say`Unexpected answer in the state ${stage.state}, expected a question first`, { hint: say`${`/accept ${nameIn(stage)}`} grants control without one.` }));
		}
		const question = cleaned(stage.handback.value.description);
		const changes = grantChanges(stage, at).set(nextAnswerPath(stage), answerText(question, text, at));
		const lines = [
			`Answer: ${stage.name}`,
			`Question: ${visible(question, 1e3)}`,
			`Answer: ${visible(text, 1e3)}`
		];
		return {
			outcome: "changed",
			changes,
			reply: fenced(lines),
			remarks: backwards(stage, at)
		};
	}
};

// src/protocols/control/schema.ts
const text$2 = string({ error: expected`a text` });
const filled = text$2.min(1, { error: expected`at least one character` });
const flag$1 = boolean({ error: expected`${"true"} or ${"false"}` });
const formed = (form, error) => string({ error }).regex(form, { error });
const list = (item) => array(item, { error: expected`a list` });
const keys$1 = expected`keys and values`;
const closed = (shape) => strictObject(shape, { error: keys$1 });
const open = (shape) => looseObject(shape, { error: keys$1 });
const acceptShape = closed({
	state: text$2,
	timestamp: text$2
});
const handbackShape = closed({
	reason: text$2,
	description: filled,
	error: closed({
		code: text$2,
		message: filled,
		context: custom((value) => typeof value === "object" && value !== null && !Array.isArray(value), { error: keys$1 }).optional()
	}).optional()
});
const answerShape = closed({
	question: text$2,
	answer: text$2.refine((answer) => answer.trim() !== "", { error: expected`an answer` }),
	timestamp: text$2
});
const id = formed(stageName, expected`small letters, digits and ${"-"} behind a letter`);
const inputPath = formed(/^inputs\//, expected`a path below ${"inputs/"}`);
const sourcePath = formed(/^run\/output-(?:files|data)\//, expected`a path below ${"run/output-files/"} or ${"run/output-data/"}`);
const dataPath = formed(/^run\/output-data\/.*\.json$/s, expected`a JSON file below ${"run/output-data/"}`);
const together = expected`${"from_stage"} and ${"source"} together`;
const input = open({
	name: text$2,
	path: inputPath,
	description: text$2.optional(),
	from_stage: id.optional(),
	source: sourcePath.optional()
}).refine(({ from_stage, source }) => from_stage === void 0 === (source === void 0), { error: together });
const output = open({
	name: text$2,
	path: text$2,
	description: text$2.optional(),
	schema: text$2.optional(),
	required: flag$1.optional()
});
const oneForm = expected`either ${"output_parameter"} or ${"source"} with ${"query"}`;
const parameter = open({
	name: text$2,
	description: text$2.optional(),
	from_stage: id,
	output_parameter: text$2.optional(),
	source: text$2.optional(),
	query: text$2.optional()
}).refine(({ output_parameter, source, query }) => output_parameter === void 0 === (source !== void 0 && query !== void 0) && source === void 0 === (query === void 0), { error: oneForm });
const stageKeys = {
	id,
	name: text$2,
	description: text$2.optional(),
	inputs: open({
		required: list(input).optional(),
		optional: list(input).optional()
	}),
	outputs: open({
		files: list(output).optional(),
		data: list(output).optional(),
		runtime: list(output).optional()
	}),
	prompt: open({
		entry: text$2,
		main: text$2
	}),
	parameters: list(parameter).optional(),
	output_parameters: list(open({
		name: text$2,
		description: text$2.optional(),
		source: dataPath,
		query: text$2
	})).optional()
};
const stageConfigShape = open(stageKeys);
const workflowShape = open({
	version: formed(/^[0-9]+\.[0-9]+$/, expected`a text such as ${"1.0"}, in quotes`),
	metadata: open({
		name: id,
		description: text$2.min(10, { error: expected`at least ${10} characters` }),
		author: text$2.optional()
	}),
	stages: list(open(stageKeys)).min(1, { error: expected`at least one stage` }),
	shared_templates: list(open({
		source: text$2,
		target: text$2
	})).optional()
});
const time = union([string(), _null()], { error: expected`a text or ${null}` });
const runShape = open({
	run_id: text$2,
	created_at: text$2,
	workflow: open({
		name: text$2,
		version: text$2,
		source: text$2
	}),
	stages: list(open({
		id: text$2,
		status: _enum(["pending", "completed"], { error: expected`${"pending"} or ${"completed"}` }),
		started_at: time,
		completed_at: time
	}))
});
const paramsShape = open({
	stage_id: text$2,
	published_at: text$2,
	parameters: open({})
});

// src/protocols/control/shape.ts
const keyNode = (mapping, key) => mapping.get(key)?.key;
function misfits(issue, root) {
	const { path, message } = issue;
	const node = at$2(root, path);
	if (issue.code === "unrecognized_keys" && node?.kind === "mapping") return issue.keys.map((key) => ({
		kind: "unknown",
		message: say`Unexpected key ${key}`,
		node: keyNode(node, key) ?? node,
		path
	}));
	if (node) return [{
		kind: "wrong",
		message,
		node,
		path
	}];
	const key = String(path.at(-1));
	return [{
		kind: "missing",
		message: say`Missing key ${key}`,
		node: at$2(root, path.slice(0, -1)) ?? root,
		key,
		path
	}];
}
const misfitsOf = (shape, root) => (shape.safeParse(plain(root)).error?.issues ?? []).flatMap((issue) => misfits(issue, root));

// src/documents/yaml-data.ts
const mostAliases = 100;
const single = (node) => ({
	node,
	aliases: 0,
	size: 1,
	height: 0
});
function around(node, parts, extra = 0) {
	const whole = {
		aliases: 0,
		size: 1 + extra,
		height: 0
	};
	for (const { aliases, size, height } of parts) {
		whole.aliases += aliases;
		whole.size += size;
		whole.height = Math.max(whole.height, height);
	}
	return {
		node,
		...whole,
		height: whole.height + 1
	};
}
function checked(read) {
	const { node, aliases, size } = read;
	if (aliases > mostAliases) throw new Refused(say`Unexpected number of aliases, expected at most ${mostAliases}`, node.start, node.end);
	if (size > 1e5) throw new Refused(say`Unexpected length, expected at most ${mostTokens} values`, node.start, node.end);
	return read;
}
function rangeOf({ range: [from, to] }, { text, offset }) {
	let end = to;
	while (end > from && " 	\r\n".includes(text[end - 1] ?? "")) end--;
	return {
		start: offset + from,
		end: offset + end
	};
}
function scalarOf(node, source) {
	const value = node.value;
	return {
		kind: "scalar",
		source: node.source,
		value: value ?? null,
		...rangeOf(node, source)
	};
}
const absent = (at) => single({
	kind: "scalar",
	source: "",
	value: null,
	start: at,
	end: at
});
function merged(node) {
	return (node.kind === "sequence" ? node.items : [node]).map((part) => {
		if (part.kind === "mapping") return part;
		throw new Refused(say`Unexpected value of ${"<<"}, expected keys and values`, node.start, node.end);
	});
}
function mapping(pairs, range, reader, level) {
	const reads = [];
	const own = [];
	const others = [];
	for (const pair of pairs) {
		const keyNode = pair.key;
		const readKey = keyNode ? read(keyNode, reader, level).node : absent(range.start).node;
		if (readKey.kind !== "scalar") throw new Refused("Unexpected key, expected a word", readKey.start, readKey.end);
		const value = pair.value ? read(pair.value, reader, level) : absent(readKey.end);
		reads.push(value);
		if (readKey.source === "<<" && keyNode && isScalar(keyNode) && keyNode.type === "PLAIN") others.push(...merged(value.node));
		else own.push({
			key: readKey,
			value: value.node
		});
	}
	const said = new Set(own.map(({ key }) => key.source));
	for (const { entries } of others) {
		const fresh = mappingOf(entries, range);
		const added = [...new Set(entries.map(({ key }) => key.source))].filter((key) => !said.has(key)).flatMap((key) => fresh.get(key) ?? []);
		for (const entry of added) said.add(entry.key.source);
		own.push(...added);
	}
	return around(mappingOf(own, range), reads, own.length);
}
function collection(node, reader, level) {
	const { depth } = reader.source;
	const range = rangeOf(node, reader.source);
	if (level === depth) throw tooDeep$1(reader.source, range.start, range.end);
	if (isMap(node)) return mapping(node.items, range, reader, level + 1);
	if (!isSeq(node)) throw new Refused("Unexpected YAML", range.start, range.end);
	const items = node.items.map((item) => isPair(item) ? mapping([item], range, reader, level + 1) : read(item, reader, level + 1));
	return around({
		kind: "sequence",
		items: items.map((item) => item.node),
		...range
	}, items);
}
function read(node, reader, level) {
	const { source, anchors } = reader;
	if (isAlias(node)) {
		const target = anchors.get(node.source);
		const { start, end } = rangeOf(node, source);
		if (!target) throw new Refused(say`Unexpected alias ${node.source}, expected the name of an anchor before it`, start, end);
		if (level + target.height > source.depth) throw tooDeep$1(source, start, end);
		return checked({
			...target,
			aliases: target.aliases + 1
		});
	}
	if (node.anchor !== void 0) anchors.set(node.anchor, void 0);
	const found = isScalar(node) ? single(scalarOf(node, source)) : checked(collection(node, reader, level));
	if (node.anchor !== void 0) anchors.set(node.anchor, found);
	return found;
}
function parseYamlData(text, offset = 0, depth = 64) {
	try {
		const source = {
			text,
			offset,
			depth,
			version: "1.1"
		};
		const node = compose(source);
		return (node ? read(node, {
			source,
			anchors: /* @__PURE__ */ new Map()
		}, 0) : absent(offset)).node;
	} catch (error) {
		if (error instanceof Refused) return error.at;
		throw error;
	}
}

// src/protocols/control/reading/data-file.ts
const json = ({ text, start }) => start === 0 ? parseJson(text) : {
	fault: "Unexpected byte-order mark, expected plain UTF-8",
	start: 0,
	end: 0
};
const yaml = ({ text, start }) => parseYamlData(text.slice(start), start);
const parsers = {
	json,
	yaml
};
const reasons$1 = {
	link: "Unexpected link, expected a file",
	large: "Unexpected size, expected a file that is not above the limit",
	encoding: "Unexpected bytes, expected UTF-8"
};
function parseFile(document, language, digest) {
	const file = {
		path: document.path,
		there: true,
		linked: false,
		digest
	};
	const root = parsers[language](document);
	if ("fault" in root) return {
		...file,
		data: void 0,
		fault: {
			message: root.fault,
			place: document.span(root.start, root.end)
		}
	};
	return {
		...file,
		fault: void 0,
		data: {
			document,
			root,
			value: plain(root),
			place: (node) => document.span(node.start, node.end)
		}
	};
}
function readData(view, path, language, limit, stand) {
	const { there, linked, folder } = stand(path);
	const file = {
		path,
		there,
		linked,
		digest: view.digest(path)?.sha256
	};
	const unread = (message) => ({
		...file,
		data: void 0,
		fault: {
			message,
			place: {
				path,
				line: 1
			}
		}
	});
	if (!there) return {
		...file,
		data: void 0,
		fault: void 0
	};
	if (linked) return unread(reasons$1.link);
	if (folder) return unread("Unexpected folder, expected a file");
	const document = readText(view, path, limit);
	if (document === "absent") return unread(reasons$1.encoding);
	if (typeof document === "string") return unread(reasons$1[document]);
	return parseFile(document, language, file.digest);
}
function differ(one, other) {
	if (one.there !== other.there || one.linked !== other.linked) return true;
	if (one.data && other.data) return !sameData(one.data.root, other.data.root);
	return one.data !== other.data || one.digest !== other.digest;
}
const sameData = (one, other) => canonical(one) === canonical(other);
function canonical(node) {
	if (node.kind === "scalar") return JSON.stringify(node.value);
	if (node.kind === "sequence") return `[${node.items.map(canonical).join(",")}]`;
	return `{${[...new Set(node.entries.map(({ key }) => key.source))].toSorted().flatMap((key) => {
		const entry = node.get(key);
		return entry ? [`${JSON.stringify(key)}:${canonical(entry.value)}`] : [];
	}).join(",")}}`;
}

// src/protocols/control/reading/problem.ts
function placeOf$3(data, { kind, node }) {
	return kind === "missing" ? data.document.span(node.start, Math.min(node.start + 1, node.end)) : data.place(node);
}
const misfitProblem = (code, data, misfit) => ({
	code,
	message: misfit.message,
	place: placeOf$3(data, misfit)
});

// src/protocols/control/reading/control-files.ts
const textAt$1 = (root, path) => {
	const node = at$2(root, path);
	return node?.kind === "scalar" && typeof node.value === "string" ? node.value : void 0;
};
function judged(file, { unreadable, schema, shape, judge, read }) {
	const { path, there, data, fault } = file;
	const problems = data ? [...misfitsOf(shape, data.root).map((misfit) => misfitProblem(schema, data, misfit)), ...judge(data)] : fault ? [{
		code: unreadable,
		...fault
	}] : [];
	return {
		file,
		path,
		there,
		value: data && problems.length === 0 ? read(data.value) : void 0,
		problems,
		place(...steps) {
			const node = data && at$2(data.root, steps);
			return node && data ? data.place(node) : {
				path,
				line: 1
			};
		},
		keyPlace(key) {
			const entry = data?.root.kind === "mapping" ? data.root.get(key) : void 0;
			return entry && data ? data.place(entry.key) : {
				path,
				line: 1
			};
		},
		text: (...steps) => data && textAt$1(data.root, steps)
	};
}
const readAccept = (file) => judged(file, {
	unreadable: "ACCEPT_UNREADABLE",
	schema: "ACCEPT_SCHEMA",
	shape: acceptShape,
	judge(data) {
		const node = at$2(data.root, ["state"]);
		const state = textAt$1(data.root, ["state"]);
		if (!node || state === void 0 || state === "agent") return [];
		const meant = suggestion(state, ["agent"]);
		return [{
			code: "ACCEPT_STATE",
			message: say`Unexpected state ${state}, expected ${"agent"}`,
			hint: meant && say`Perhaps ${meant} is meant.`,
			place: data.place(node)
		}];
	},
	read: (value) => ({
		...acceptShape.parse(value),
		state: "agent"
	})
});
function judgeHandback(data) {
	const { root } = data;
	const problems = [];
	const reasonNode = at$2(root, ["reason"]);
	const reason = textAt$1(root, ["reason"]);
	if (reasonNode && reason !== void 0 && !isReason(reason)) {
		const meant = reasonMeant(reason) ?? suggestion(reason, reasons$2);
		problems.push({
			code: "HANDBACK_REASON",
			message: say`Unexpected reason ${reason}, expected one of ${reasons$2}`,
			hint: meant && say`Perhaps ${meant} is meant.`,
			place: data.place(reasonNode)
		});
	}
	if (reasonNode && reason === "error" && !at$2(root, ["error"])) problems.push({
		code: "HANDBACK_ERROR_MISSING",
		message: say`Missing key ${"error"}, expected one where the reason is ${"error"}`,
		place: data.place(reasonNode)
	});
	const codeNode = at$2(root, ["error", "code"]);
	const code = textAt$1(root, ["error", "code"]);
	if (codeNode && code !== void 0 && !isErrorCode(code)) {
		const meant = suggestion(code, errorCodeNames);
		problems.push({
			code: "HANDBACK_CODE",
			message: say`Unexpected code ${code}, expected one of ${errorCodeNames}`,
			hint: meant && say`Perhaps ${meant} is meant.`,
			place: data.place(codeNode)
		});
	}
	return problems;
}
const readHandback = (file) => judged(file, {
	unreadable: "HANDBACK_UNREADABLE",
	schema: "HANDBACK_SCHEMA",
	shape: handbackShape,
	judge: judgeHandback,
	read: (value) => handbackShape.parse(value)
});
const readAnswer = (file) => judged(file, {
	unreadable: "CONTROL_ANSWER",
	schema: "CONTROL_ANSWER",
	shape: answerShape,
	judge(data) {
		const node = at$2(data.root, ["timestamp"]);
		const timestamp = textAt$1(data.root, ["timestamp"]);
		if (!node || timestamp === void 0 || instantOf(timestamp) !== void 0) return [];
		return [{
			code: "CONTROL_ANSWER",
			message: say`Unexpected timestamp ${timestamp}, expected one such as ${"2026-01-20T10:02:00+00:00"}`,
			place: data.place(node)
		}];
	},
	read: (value) => answerShape.parse(value)
});

// src/protocols/control/reports/query.ts
function query(value, path) {
	return path.replace(/\[(\d+)\]/g, ".$1").replace(/^\./, "").split(".").reduce((there, step) => {
		if (Array.isArray(there)) return step === "length" ? there.length : /^\d+$/.test(step) ? there[Number(step)] : void 0;
		return typeof there === "object" && there !== null && Object.hasOwn(there, step) ? there[step] : void 0;
	}, value) ?? void 0;
}

// src/protocols/control/facts.ts
const given = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));
function warningOf(name, { there, problems }) {
	return there ? problems[0]?.message : `There is no ${name}.`;
}
function acceptFacts({ accept }) {
	const { there, problems } = accept;
	const timestamp = accept.text("timestamp");
	const odd = timestamp !== void 0 && instantOf(timestamp) === void 0 ? "Its timestamp is no date and time." : void 0;
	return given({
		present: there,
		valid: problems.length === 0,
		state: accept.text("state"),
		timestamp,
		warning: warningOf("accept.json", accept) ?? odd
	});
}
function handbackFacts({ handback }) {
	const isError = handback.text("reason") === "error";
	return given({
		present: handback.there,
		valid: handback.problems.length === 0,
		reason: handback.text("reason"),
		description: handback.text("description"),
		errorCode: isError ? handback.text("error", "code") : void 0,
		errorMessage: isError ? handback.text("error", "message") : void 0,
		warning: warningOf("handback.json", handback)
	});
}
function recorded$1({ run, name }) {
	const stages = query(run.record.data?.value, "stages");
	return Array.isArray(stages) ? stages.findLast((entry) => query(entry, "id") === name) : void 0;
}
const textOf$2 = (value) => typeof value === "string" ? value : void 0;
function stageTarget(stage) {
	const { target: id, path, holder, state, run, name, finalized, answers } = stage;
	const way = wayTo(state);
	return {
		id,
		path,
		holder,
		state,
		facts: given({
			run: run.path,
			stage: name,
			accept: acceptFacts(stage),
			handback: handbackFacts(stage),
			finalized,
			runStatus: textOf$2(query(recorded$1(stage), "status")),
			answers: answers.filter(({ number }) => number !== void 0).length
		}),
		...way && { way }
	};
}
const workflowTarget = ({ target: id, path }) => ({
	id,
	path,
	holder: "orchestrator",
	state: "defined",
	facts: {}
});
function shown(node) {
	if (node.kind === "sequence") return node.items.map(shown);
	if (node.kind === "mapping") return Object.fromEntries(node.entries.map(({ key, value }) => [key.source, shown(value)]));
	return typeof node.value === "object" && node.value !== null ? node.source : node.value;
}
const readable$2 = ({ runs, stages, workflows }) => [
	...workflows.map(({ file }) => file),
	...runs.map(({ record }) => record),
	...stages.flatMap(({ accept, handback, answers, params, config }) => [
		accept.file,
		handback.file,
		...answers.map(({ answer }) => answer.file),
		params,
		config.file
	])
];
function parsedFile(model, path) {
	const data = readable$2(model).find((file) => file.path === path)?.data;
	return data && shown(data.root);
}

// src/protocols/control/commands/handback-lines.ts
function clean(node) {
	if (node.kind === "sequence") return {
		...node,
		items: node.items.map(clean)
	};
	if (node.kind === "scalar") return typeof node.value === "string" ? {
		...node,
		value: cleaned(node.value),
		source: cleaned(node.source)
	} : node;
	return mappingOf(node.entries.map(({ key, value }) => ({
		key: {
			...key,
			source: cleaned(key.source)
		},
		value: clean(value)
	})), node);
}
const inline$1 = (value) => typeof value === "string" ? value : JSON.stringify(value);
const textAt = (value, path) => {
	const found = query(value, path);
	return typeof found === "string" ? cleaned(found) : void 0;
};
function errorLines(value) {
	const [code, message] = [textAt(value, "error.code"), textAt(value, "error.message")];
	if (code === void 0 || textAt(value, "reason") !== "error") return [];
	const context = Object.entries(query(value, "error.context") ?? {});
	return [
		`Error Code: ${isErrorCode(code) ? `${code} (${errorCodes$1[code]})` : code}`,
		`Error Message: ${message ?? ""}`,
		...context.length === 0 ? [] : ["Error Context:", ...context.map(([key, each]) => `  ${key}: ${inline$1(each)}`)]
	];
}
function stateLines({ accept }, at) {
	if (!accept.there) return ["Accept: ABSENT"];
	if (!accept.value) return ["Accept: PRESENT (invalid)"];
	return [
		"State: agent → orchestrator",
		`Accepted at: ${cleaned(accept.value.timestamp)}`,
		`Handed back: ${timestampOf(at)}`
	];
}
function handbackLines(stage, handback, at, recorded) {
	const shown = clean(handback);
	const value = plain(shown);
	return [
		`Handback: ${stage.name}`,
		`Reason: ${textAt(value, "reason") ?? ""}`,
		`Description: ${textAt(value, "description") ?? ""}`,
		...errorLines(value),
		...stateLines(stage, at),
		...recorded ? [`Recorded: ${recorded.at} in ${recorded.sha.slice(0, 7)}`] : [],
		"",
		"JSON Output:",
		...printJson(shown).trimEnd().split("\n")
	];
}
const handbackReport = (stage, lines) => ({
	check: "handback",
	stage: stage.name,
	run: stage.run.path,
	accept: acceptFacts(stage),
	handback: handbackFacts(stage),
	lines
});

// src/protocols/control/commands/handback-object.ts
function reasonOf$1(stage, word) {
	const small = word.toLowerCase();
	if (isReason(small)) return small;
	const meant = reasonMeant(word) ?? suggestion(word, reasons$2);
	return refused$1(remark$1(stage, "HANDBACK_REASON", say`Unexpected reason ${word}, expected one of ${reasons$2}`, { hint: meant && say`Perhaps ${meant} is meant.` }));
}
const missing = (stage, what) => refused$1(remark$1(stage, "CONTROL_TEXT_MISSING", say`Missing text, expected ${what}`, { hint: say`Write it behind the command, or in quotes.` }));
const ordinary = /* @__PURE__ */ new Set([
	"TIMEOUT",
	"CANCELLED",
	"UNKNOWN"
]);
const codeLike = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E\d{3}):?$/;
const firstWord = (text) => /^\S*/.exec(text)?.[0] ?? "";
function codedText(stage, rest) {
	const text = textOf$3(rest).trimStart();
	const word = firstWord(text);
	const code = word.replace(/:$/, "").toUpperCase();
	if (!isErrorCode(code)) {
		if (!codeLike.test(word)) return {
			code: void 0,
			text
		};
		const meant = suggestion(code, errorCodeNames);
		return refused$1(remark$1(stage, "HANDBACK_CODE", say`Unexpected code ${word}, expected one of ${errorCodeNames}`, { hint: meant && say`Perhaps ${meant} is meant.` }));
	}
	if (ordinary.has(code) && word !== code && !word.endsWith(":")) return {
		code,
		text
	};
	return {
		code,
		text: rest.words[0] === word ? textOf$3(behind(rest, 1)) : text.slice(word.length)
	};
}
const longestDescription = 200;
function shortened(text) {
	const points = Array.from(text);
	return points.length > longestDescription ? `${points.slice(0, 199).join("")}…` : text;
}
function fromWords(stage, reason, rest) {
	if (reason === "error") {
		const coded = codedText(stage, rest);
		if ("outcome" in coded) return coded;
		const message = cleaned(coded.text);
		if (message === "") return missing(stage, "what went wrong");
		const hint = say`Write one of ${errorCodeNames} before the text.`;
		const defaulted = coded.code ? [] : [remark$1(stage, "HANDBACK_CODE_DEFAULTED", say`Missing code, expected one: ${"UNKNOWN"} is written`, {
			severity: "warning",
			hint
		})];
		return {
			said: {
				reason,
				description: shortened(message),
				error: {
					code: coded.code ?? "UNKNOWN",
					message
				}
			},
			remarks: defaulted
		};
	}
	const text = cleaned(textOf$3(rest));
	if (text === "" && reason === "question") return missing(stage, "the question");
	return {
		said: {
			reason,
			description: text === "" ? "Stage completed successfully." : text
		},
		remarks: []
	};
}
function* blockFaults(stage, { reason, description, error }, root) {
	for (const { key } of duplicates(root)) yield remark$1(stage, "CONTROL_DUPLICATE_KEY", say`Unexpected second key ${key.source} in the block, expected each once`);
	if (error && reason !== "error") yield remark$1(stage, "HANDBACK_ERROR_UNEXPECTED", say`Unexpected key ${"error"} in the block beside the reason ${reason}`);
	for (const [key, text] of [["description", description], ["error.message", error?.message]]) if (text?.trim() === "") yield remark$1(stage, "HANDBACK_BLANK", say`Unexpected blank ${key} in the block, expected what happened`);
}
function fromBlock({ context: { limit } }, stage, request, words) {
	const text = request.report ?? "";
	const unreadable = (message) => refused$1(remark$1(stage, "HANDBACK_BLOCK_UNREADABLE", message, { hint: "Write the whole object as JSON." }));
	if (Buffer.byteLength(text) > limit) return unreadable(say`Unexpected size of the block, expected at most ${limit} bytes`);
	const block = parseFile(textDocument("json block", text), "json");
	if (!block.data) return unreadable(block.fault?.message ?? "");
	const { root } = block.data;
	const { value, problems } = readHandback(block);
	if (!value) return refused$1(...problemRemarks(stage, problems.map((problem) => ({
		...problem,
		place: { path: stage.path }
	})), "error"));
	const faults = [...blockFaults(stage, value, root)];
	if (faults.length > 0) return refused$1(...faults);
	const [word, over] = words;
	const named = word === void 0 ? value.reason : reasonOf$1(stage, word);
	if (typeof named !== "string") return named;
	const conflict = (message) => refused$1(remark$1(stage, "HANDBACK_BLOCK_CONFLICT", message, { hint: "Say it once: in the block." }));
	if (over !== void 0) return conflict(say`Unexpected text ${over} beside the block`);
	if (named !== value.reason) return conflict(say`Unexpected reason ${named} beside a block that says ${value.reason}`);
	const description = cleaned(value.description);
	const message = cleaned(value.error?.message ?? "");
	if (description === "" || value.error && message === "") return missing(stage, "what happened");
	return {
		said: {
			reason: value.reason,
			description,
			error: value.error && {
				code: value.error.code,
				message,
				context: at$2(root, ["error", "context"])
			}
		},
		remarks: []
	};
}

// src/protocols/control/commands/handback.ts
const usage$2 = "STAGE [--run RUN] [success [TEXT] | error [CODE] TEXT | question TEXT]";
function recordedIn({ history, view }, path) {
	const now = view.bytes(path);
	if (!history || !now) return void 0;
	let last;
	for (const { bytes, sha, at } of history.versions(path)) {
		if (!bytes || Buffer.compare(bytes, now) !== 0) break;
		last = at === void 0 ? void 0 : {
			at,
			sha
		};
	}
	return last;
}
function report(stage, world) {
	const { handback } = stage;
	const move = moves$2[stage.state].report;
	if (move === "invalid") return refused$1(...problemRemarks(stage, handback.problems, "error"));
	const root = handback.file.data?.root;
	if (move === "absent" || !root) return refused$1(remark$1(stage, "HANDBACK_ABSENT", say`Missing handback of ${nameIn(stage)}`, { hint: say`${`/handback ${nameIn(stage)} success`} returns control.` }));
	const lines = handbackLines(stage, root, world.context.at, recordedIn(world, handback.path));
	return {
		outcome: "unchanged",
		reply: fenced(lines),
		remarks: [],
		report: handbackReport(stage, lines)
	};
}
function says$2({ handback: { file, text } }, { reason, description, error }) {
	if (text("reason") !== reason || text("description") !== description) return false;
	if (!error) return true;
	const context = file.data && at$2(file.data.root, ["error", "context"]);
	const sameContext = !error.context || context !== void 0 && sameData(context, error.context);
	return text("error", "code") === error.code && text("error", "message") === error.message && sameContext;
}
const contradictions$1 = (stage) => stage.validation().filter(({ fault }) => fault !== void 0 && /^STAGE_(?:OUTPUT|SCHEMA)_/.test(fault.code)).flatMap((check) => remarkOf(check, stage.target, check.status === "SKIP" ? "notice" : "warning"));
function absentGrant(stage) {
	if (stage.accept.there) return [];
	return [remark$1(stage, "ACCEPT_ABSENT", say`Missing ${"accept.json"}: control is returned that was never granted in writing`, {
		severity: "notice",
		place: { path: stage.accept.path }
	})];
}
const withHandback = (stage, said) => ({
	...stage,
	handback: readHandback(parseFile(textDocument(stage.handback.path, handbackText(said)), "json"))
});
function wantedOf(model, stage, request, words) {
	if (request.report !== void 0) return fromBlock(model, stage, request, words);
	const reason = reasonOf$1(stage, words[0] ?? "");
	if (typeof reason !== "string") return reason;
	if (words.length === 1 && stage.handback.value?.reason === reason) return "same";
	return fromWords(stage, reason, behind(restOf(request, words), 1));
}
const handback$4 = {
	name: "handback",
	usage: usage$2,
	summary: "Returns control of a stage to the orchestrator: writes `handback.json` from words or from a json block. Without either it only reports what was returned.",
	examples: [
		"/handback explore success",
		"/handback explore error INPUT_MISSING There is no brief",
		"/handback explore question \"Which colour?\"",
		"/handback explore"
	],
	run(model, request, world) {
		const scene = sceneOf$1(model, request, usage$2);
		if ("outcome" in scene) return scene;
		const { stage, words } = scene;
		if (words.length === 0 && request.report === void 0) return report(stage, world);
		const wanted = wantedOf(model, stage, request, words);
		if (wanted === "same") return report(stage, world);
		if ("outcome" in wanted) return wanted;
		const { said, remarks } = wanted;
		if (moves$2[stage.state].handback === "same") {
			if (says$2(stage, said)) return report(stage, world);
			const hint = say`${`/accept ${nameIn(stage)}`} begins the next cycle.`;
			return refused$1(remark$1(stage, "HANDBACK_ALREADY", say`Unexpected second handback of ${nameIn(stage)}: control was returned as ${stage.handback.value?.reason ?? ""}`, { hint }));
		}
		const lines = handbackLines(stage, handbackNode(said), world.context.at);
		const replaced = problemRemarks(stage, stage.handback.problems, "warning");
		return {
			outcome: "changed",
			changes: returnChanges(stage, said),
			reply: fenced(lines),
			remarks: [
				...remarks,
				...replaced,
				...absentGrant(stage),
				...said.reason === "success" ? contradictions$1(stage) : []
			],
			report: handbackReport(withHandback(stage, said), lines)
		};
	}
};

// src/protocols/control/commands/report.ts
const isCounted = ({ check }) => check !== "accept_present";
function lineOf({ status, check, path, fault }) {
	return [`${status} ${check}: ${visible(path)}`, ...fault ? [visible(fault.message.replaceAll("`", ""), 500)] : []].join(" – ");
}
function acceptLine({ accept }) {
	if (!accept.there) return "Accept: ABSENT";
	return accept.value ? "Accept: PRESENT (state=agent)" : "Accept: PRESENT (invalid)";
}
const checkJson = ({ check, path, status, name, fault }) => ({
	check,
	path,
	status,
	...name !== void 0 && { name },
	...fault && {
		code: fault.code,
		message: fault.message,
		action: fault.action
	}
});
function reported(title, stage, checks, { remarks = [], details = {} } = {}) {
	const failed = checks.filter((check) => check.status === "FAIL" && isCounted(check)).length;
	const passed = checks.filter(({ status }) => status === "PASS").length;
	const status = failed > 0 ? "fail" : "pass";
	const lines = [
		`${title}: ${stage.name}`,
		...checks.map(lineOf),
		acceptLine(stage),
		`Result: ${status.toUpperCase()} (${passed} passed, ${failed} failed)`
	];
	const report = {
		check: title.toLowerCase(),
		status,
		stage: stage.name,
		run: stage.run.path,
		passed,
		failed,
		checks: checks.map(checkJson),
		accept: acceptFacts(stage),
		handback: handbackFacts(stage),
		...details,
		lines
	};
	const severity = (check) => !isCounted(check) || check.status === "SKIP" ? "notice" : "error";
	return {
		outcome: "unchanged",
		reply: fenced(lines),
		remarks: [...checks.flatMap((check) => remarkOf(check, stage.target, severity(check))), ...remarks],
		report
	};
}

// src/protocols/control/commands/preflight.ts
const usage$1 = "STAGE [--run RUN]";
const preflight = {
	name: "preflight",
	usage: usage$1,
	summary: "Says whether a stage is ready for its agent: contract, prompts, inputs, and what it needs of other stages. Nothing changes.",
	examples: ["/preflight explore"],
	run(model, request) {
		const scene = bareScene(model, request, usage$1);
		return "outcome" in scene ? scene : reported("Preflight", scene.stage, scene.stage.preflight());
	}
};

// src/protocols/control/commands/validate.ts
const usage = "STAGE [--run RUN]";
function filesBeside(stage) {
	const { accept, handback } = stage;
	return [
		...problemRemarks(stage, accept.problems, "warning"),
		...accept.there ? [] : [remark$1(stage, "ACCEPT_ABSENT", say`Missing ${"accept.json"}: control has not been granted`, {
			severity: "notice",
			place: { path: accept.path }
		})],
		...handback.there ? [] : [remark$1(stage, "HANDBACK_ABSENT", say`Missing ${"handback.json"}: control has not been returned`, {
			severity: "warning",
			place: { path: handback.path }
		})]
	];
}
function published(stage) {
	const found = [];
	const remarks = [];
	for (const { name, source, query: path, place } of stage.config.contract?.outputParameters ?? []) {
		const inner = source && inside(source.text);
		const value = inner === void 0 || !path ? void 0 : query(stage.read(inner).data?.value, path.text);
		if (!name) continue;
		if (value !== void 0) found.push([name.text, value]);
		else remarks.push(remark$1(stage, "STAGE_PARAMETER_UNRESOLVED", say`Missing value of ${name.text}, expected it at ${path?.text ?? ""} in ${source?.text ?? ""}`, {
			severity: "warning",
			place
		}));
	}
	return {
		parameters: Object.fromEntries(found),
		remarks
	};
}
const validate = {
	name: "validate",
	usage,
	summary: "Says whether a stage has given what its contract declares: outputs, their schemas, and a handback that can be read. Nothing changes.",
	examples: ["/validate explore"],
	run(model, request) {
		const scene = bareScene(model, request, usage);
		if ("outcome" in scene) return scene;
		const { stage } = scene;
		const { parameters, remarks } = published(stage);
		return reported("Validate", stage, stage.validation(), {
			remarks: [...filesBeside(stage), ...remarks],
			details: { parameters }
		});
	}
};

// src/protocols/control/commands/index.ts
const commands$1 = [
	accept$2,
	handback$4,
	answer$2,
	preflight,
	validate
];

// src/protocols/control/reading/workflow.ts
const looked = [
	"stages/",
	"schemas/",
	"templates/"
];
function mappingIn(file) {
	const root = file.data?.root;
	if (!root || root.kind === "mapping") return {
		root,
		fault: file.fault
	};
	return {
		root: void 0,
		fault: {
			message: "Unexpected value, expected keys and values",
			place: {
				path: file.path,
				line: 1
			}
		}
	};
}
function readWorkflow(view, path, limit, stand) {
	const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
	const file = readData(view, path, "yaml", limit, stand);
	const { root, fault } = mappingIn(file);
	const { data } = file;
	const items = (key) => {
		const list = root && at$2(root, [key]);
		return list?.kind === "sequence" ? list.items : [];
	};
	const text = (node, key) => {
		const found = node.get(key)?.value;
		return found?.kind === "scalar" && typeof found.value === "string" && data ? {
			text: found.value,
			place: data.place(found)
		} : void 0;
	};
	const mappings = (key) => items(key).flatMap((item) => item.kind === "mapping" ? [item] : []);
	const key = root?.get("shared_templates")?.key;
	return {
		target: `workflow:${folder === "" ? "." : folder}`,
		path,
		folder,
		file,
		fault,
		root,
		stages: data ? mappings("stages").map((item) => contractOf(item, data)) : [],
		templates: mappings("shared_templates").map((item) => ({
			source: text(item, "source"),
			target: text(item, "target")
		})),
		templatesPlace: key && data ? data.place(key) : {
			path,
			line: 1
		},
		has(inner) {
			if (!looked.some((prefix) => inner.startsWith(prefix))) return void 0;
			return stand(folder === "" ? inner : `${folder}/${inner}`).there;
		}
	};
}
function findWorkflows(view, patterns) {
	const matches = matcher(patterns, neverEntered);
	const candidates = view.paths.filter(matches);
	if (candidates.length === 0) return [];
	const folders = new Set(view.paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))));
	return candidates.filter((path) => {
		const folder = path.slice(0, path.lastIndexOf("/") + 1);
		return folders.has(`${folder}${workflowMarks.stages}`) || view.entry(`${folder}${workflowMarks.schema}`) !== void 0;
	});
}
const readWorkflows = (view, patterns, limit, stand) => findWorkflows(view, patterns).map((path) => readWorkflow(view, path, limit, stand));

// src/protocols/control/reports/config.ts
function configChecks(stage) {
	const { file, fault, contract } = stage.config;
	const subject = {
		path: stageFiles.config,
		place: { path: file.path }
	};
	if (!file.there) {
		const missing = {
			code: "STAGE_CONFIG_MISSING",
			message: say`Missing ${stageFiles.config} in ${stage.path}`,
			action: "Compose the run anew, or write what the stage needs and gives."
		};
		return {
			checks: [fail("config_exists", subject, missing)],
			contract: void 0
		};
	}
	const exists = pass("config_exists", subject);
	if (contract) return {
		checks: [exists],
		contract
	};
	const unreadable = {
		code: "STAGE_CONFIG_UNREADABLE",
		message: fault?.message ?? "",
		action: "Write it as keys and values in YAML."
	};
	return {
		checks: [exists, fail("config_valid", {
			...subject,
			place: fault?.place ?? subject.place
		}, unreadable)],
		contract: void 0
	};
}
const escape = ({ text }) => ({
	code: "STAGE_PATH_ESCAPE",
	message: say`Unexpected path ${text}, expected one that stays in its stage`,
	action: "Name a file below the folder of the stage."
});

// src/protocols/control/reports/preflight.ts
const prompts = {
	absent: (path) => say`Missing prompt ${path}`,
	blank: (path) => say`Unexpected prompt ${path} without content`,
	exists: "prompt_exists",
	missing: "PREFLIGHT_PROMPT_MISSING",
	notEmpty: "prompt_not_empty",
	empty: "PREFLIGHT_PROMPT_EMPTY",
	action: "Write the prompt before the agent begins."
};
const inputs = {
	absent: (path) => say`Missing input ${path}`,
	blank: (path) => say`Unexpected input ${path} without content`,
	exists: "input_exists",
	missing: "PREFLIGHT_INPUT_MISSING",
	notEmpty: "input_not_empty",
	empty: "PREFLIGHT_INPUT_EMPTY",
	action: "Put the input there before the agent begins."
};
function needed$1(stage, { path, name, place }, kind) {
	const inner = path && inside(path.text);
	if (!path || inner === void 0) return [];
	const { there, linked, size, path: file } = stage.look(inner);
	const subject = {
		path: path.text,
		name: name?.text,
		place,
		file
	};
	const missing = {
		code: kind.missing,
		message: kind.absent(path.text),
		action: kind.action
	};
	const empty = {
		code: kind.empty,
		message: kind.blank(path.text),
		action: kind.action
	};
	return [result$1(kind.exists, subject, there ? void 0 : missing), ...there && !linked && size === 0 ? [fail(kind.notEmpty, subject, empty)] : []];
}
function sources$1({ required, parameters }) {
	const found = /* @__PURE__ */ new Map();
	for (const each of [...required, ...parameters]) if (each.fromStage && stageName.test(each.fromStage.text) && !found.has(each.fromStage.text)) found.set(each.fromStage.text, each);
	return found;
}
const isFinalized = (stage) => stage?.finalized === true;
function finalized(stage, contract) {
	return Array.from(sources$1(contract), ([name, { place }]) => {
		const source = stage.run.stage(name);
		const unfinalized = {
			code: "PREFLIGHT_SOURCE_UNFINALIZED",
			message: say`Missing ${stageFiles.params} of the stage ${name}, expected it to be finalized`,
			action: say`Finalize the stage ${name} first.`
		};
		return result$1("source_finalized", {
			path: `${name}/${stageFiles.params}`,
			place,
			...source && { file: source.params.path }
		}, isFinalized(source) ? void 0 : unfinalized);
	});
}
function handedOn(stage, { fromStage, source, name, place }) {
	const from = fromStage && stage.run.stage(fromStage.text);
	const inner = source && inside(source.text);
	if (!source || inner === void 0 || !isFinalized(from)) return [];
	const { there, path: file } = from.look(inner);
	const missing = {
		code: "PREFLIGHT_SOURCE_MISSING",
		message: say`Missing ${source.text} in the stage ${from.name}`,
		action: say`The stage ${from.name} must give it before this one can begin.`
	};
	return [result$1("input_source_exists", {
		path: `${from.name}/${source.text}`,
		name: name?.text,
		place,
		file
	}, there ? void 0 : missing)];
}
function isResolved(from, { outputParameter, source, query: path }) {
	if (outputParameter) {
		const parameters = query(from.params.data?.value, "parameters");
		return typeof parameters === "object" && parameters !== null && Object.hasOwn(parameters, outputParameter.text);
	}
	const inner = source && inside(source.text);
	return inner !== void 0 && path !== void 0 && query(from.read(inner).data?.value, path.text) !== void 0;
}
function resolved(stage, parameter) {
	const { fromStage, name, outputParameter, place } = parameter;
	const from = fromStage && stage.run.stage(fromStage.text);
	if (!isFinalized(from)) return [];
	const wanted = outputParameter?.text ?? name?.text ?? "";
	const unresolved = {
		code: "PREFLIGHT_PARAM_UNRESOLVED",
		message: say`Missing parameter ${wanted} of the stage ${from.name}`,
		action: say`The stage ${from.name} must publish it before this one can begin.`
	};
	return [result$1("param_resolved", {
		path: `${from.name}.${wanted}`,
		name: name?.text,
		place,
		file: from.params.path
	}, isResolved(from, parameter) ? void 0 : unresolved)];
}
function granted$2({ accept }) {
	const absent = {
		code: "ACCEPT_ABSENT",
		message: say`Missing ${"accept.json"}: control has not been granted`,
		action: "This is only said; nothing depends on it."
	};
	return result$1("accept_present", {
		path: stageFiles.accept,
		place: { path: accept.path }
	}, accept.there ? void 0 : absent);
}
function preflightChecks(stage) {
	const { checks, contract } = configChecks(stage);
	if (!contract) return [...checks, granted$2(stage)];
	const own = [
		...checks,
		...contract.prompts.flatMap((prompt) => needed$1(stage, prompt, prompts)),
		...contract.required.filter(({ fromStage }) => !fromStage).flatMap((input) => needed$1(stage, input, inputs)),
		...escapes({
			...contract,
			outputs: [],
			outputParameters: []
		}).map((written) => fail("path_security", {
			path: written.text,
			place: written.place
		}, escape(written)))
	];
	if (own.some(({ status }) => status === "FAIL")) return [...own, granted$2(stage)];
	return [
		...own,
		...finalized(stage, contract),
		...contract.required.flatMap((input) => handedOn(stage, input)),
		...contract.parameters.flatMap((parameter) => resolved(stage, parameter)),
		granted$2(stage)
	];
}

// src/documents/json-schema/usable.ts
var Unusable = class extends Error {
	kind;
	constructor(kind, message) {
		super(message);
		this.kind = kind;
	}
};

// src/documents/json-schema/check.ts
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value) => Array.isArray(value);
function countValues(value) {
	return (isList(value) ? value : isObject(value) ? Object.values(value) : []).reduce((count, part) => count + countValues(part), 1);
}
const nothingSeen = () => ({
	keys: /* @__PURE__ */ new Set(),
	items: /* @__PURE__ */ new Set()
});
const wrong = ({ keyword }, expectation) => new Unusable("unreadable", `${say`Unexpected value of ${keyword}`}, expected ${expectation}`);

// src/documents/json-schema/pattern.ts
const whiteSpace = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const translations = {
	".": ["[^\\n\\r\\x{2028}\\x{2029}]", "."],
	"[": ["[", "\\["],
	"\\s": [`[${whiteSpace}]`, whiteSpace],
	"\\S": [`[^${whiteSpace}]`, void 0]
};
function translated(pattern) {
	let bracket = false;
	return RE2JS.translateRegExp(pattern).replace(/\\[^]|[^]/gu, (part) => {
		const instead = Object.hasOwn(translations, part) ? translations[part]?.[bracket ? 1 : 0] : part;
		if (part === "[") bracket = true;
		else if (part === "]") bracket = false;
		if (instead === void 0) throw new Unusable("skipped", say`the pattern ${pattern} needs another engine`);
		return instead;
	});
}
function compilePattern(pattern) {
	try {
		RegExp(pattern, "u");
	} catch {
		throw new Unusable("unreadable", say`Unexpected pattern ${pattern}, expected a regular expression`);
	}
	try {
		const compiled = RE2JS.compile(translated(pattern));
		return (text) => compiled.test(text);
	} catch (error) {
		throw error instanceof Unusable ? error : new Unusable("skipped", say`the pattern ${pattern} needs another engine`);
	}
}

// src/documents/json-schema/assertions.ts
const types = {
	array: isList,
	boolean: (value) => typeof value === "boolean",
	integer: Number.isInteger,
	null: (value) => value === null,
	number: (value) => typeof value === "number",
	object: isObject,
	string: (value) => typeof value === "string"
};
function same(one, other) {
	if (isList(one)) return isList(other) && one.length === other.length && one.every((item, index) => same(item, other[index]));
	if (!isObject(one)) return one === other;
	const keys = Object.keys(one);
	return isObject(other) && keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}
const asserting = ({ keyword }, holds) => (value, { path }) => holds(value) ? void 0 : {
	keyword,
	path
};
function number(argument, place) {
	if (typeof argument === "number") return argument;
	throw wrong(place, "a number");
}
function count(argument, place) {
	const read = number(argument, place);
	if (Number.isInteger(read) && read >= 0) return read;
	throw wrong(place, "a whole number");
}
function texts$1(argument, place) {
	if (isList(argument) && argument.every((item) => typeof item === "string") && new Set(argument).size === argument.length) return argument;
	throw wrong(place, "a list of different texts");
}
const numeric = (holds) => (argument, place) => {
	const limit = number(argument, place);
	return asserting(place, (value) => typeof value !== "number" || holds(value, limit));
};
const sized = (size, holds) => (argument, place) => {
	const limit = count(argument, place);
	return asserting(place, (value) => {
		const length = size(value);
		return length === void 0 || holds(length, limit);
	});
};
function letters(value) {
	if (typeof value !== "string") return void 0;
	let count = 0;
	for (const _ of value) count++;
	return count;
}
const items = (value) => isList(value) ? value.length : void 0;
const keys = (value) => isObject(value) ? Object.keys(value).length : void 0;
const most$2 = (size, limit) => size <= limit;
const least = (size, limit) => size >= limit;
const mostUnique = 1e3;
const unique = (value, { path, spend }) => {
	if (!isList(value)) return void 0;
	if (value.length > mostUnique) throw new Unusable("skipped", say`its ${"uniqueItems"} meets a list of more than ${mostUnique} items`);
	spend(value.length * countValues(value));
	return value.every((item, index) => value.findIndex((other) => same(other, item)) === index) ? void 0 : {
		keyword: "uniqueItems",
		path
	};
};
const requiring = (argument, place) => {
	const names = texts$1(argument, place);
	return asserting(place, (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)));
};
const assertions = {
	type(argument, place) {
		const names = typeof argument === "string" ? [argument] : texts$1(argument, place);
		const tests = names.map((name) => Object.hasOwn(types, name) ? types[name] : void 0);
		if (names.length === 0 || tests.includes(void 0)) throw wrong(place, "names of types");
		return asserting(place, (value) => tests.some((test) => test?.(value)));
	},
	enum(argument, place) {
		if (!isList(argument) || argument.length === 0) throw wrong(place, "a list of values");
		return asserting(place, (value) => argument.some((each) => same(each, value)));
	},
	const: (argument, place) => asserting(place, (value) => same(argument, value)),
	multipleOf(argument, place) {
		const divisor = number(argument, place);
		if (divisor <= 0) throw wrong(place, "a number above 0");
		return asserting(place, (value) => typeof value !== "number" || Number.isInteger(value / divisor));
	},
	maximum: numeric((value, limit) => value <= limit),
	minimum: numeric((value, limit) => value >= limit),
	exclusiveMaximum: numeric((value, limit) => value < limit),
	exclusiveMinimum: numeric((value, limit) => value > limit),
	maxLength: sized(letters, most$2),
	minLength: sized(letters, least),
	maxItems: sized(items, most$2),
	minItems: sized(items, least),
	maxProperties: sized(keys, most$2),
	minProperties: sized(keys, least),
	uniqueItems(argument, place) {
		if (typeof argument !== "boolean") throw wrong(place, "true or false");
		return argument ? unique : void 0;
	},
	required: requiring,
	pattern(argument, place) {
		if (typeof argument !== "string") throw wrong(place, "a regular expression");
		const test = compilePattern(argument);
		const check = asserting(place, (value) => typeof value !== "string" || test(value));
		return (value, look) => {
			if (typeof value === "string") look.spend(value.length);
			return check(value, look);
		};
	}
};
const annotation = (holds, expectation) => (argument, place) => {
	if (!holds(argument)) throw wrong(place, expectation);
};
const text$1 = annotation((argument) => typeof argument === "string", "a text");
const flag = annotation((argument) => typeof argument === "boolean", "true or false");
const annotations = {
	$id: text$1,
	$schema: text$1,
	$anchor: text$1,
	$dynamicAnchor: text$1,
	$recursiveAnchor: flag,
	$comment: text$1,
	title: text$1,
	description: text$1,
	format: text$1,
	deprecated: flag,
	readOnly: flag,
	writeOnly: flag,
	examples: annotation(isList, "a list")
};

// src/documents/json-schema/applicators.ts
function schemas$1(argument, place) {
	if (isList(argument) && argument.length > 0) return argument.map((each) => place.compile(each));
	throw wrong(place, "a list of schemas");
}
function schemasByKey(argument, place, read = (each) => place.compile(each)) {
	if (isObject(argument)) return new Map(Object.entries(argument).map(([key, each]) => [key, read(each)]));
	throw wrong(place, "schemas by key");
}
const into = (look, key) => ({
	...look,
	path: {
		key,
		above: look.path
	},
	seen: nothingSeen()
});
function again$2(check, value, look) {
	const seen = nothingSeen();
	const failure = check(value, {
		...look,
		seen
	});
	const keep = () => {
		for (const key of seen.keys) look.seen.keys.add(key);
		for (const item of seen.items) look.seen.items.add(item);
	};
	return {
		failure,
		keep
	};
}
const nothing$1 = () => void 0;
const all$1 = (checks) => (value, look) => {
	for (const check of checks) {
		const { failure, keep } = again$2(check, value, look);
		if (failure) return failure;
		keep();
	}
};
const onKeys = (holds) => (value, look) => isObject(value) ? holds(value, look) : void 0;
const onItems = (holds) => (value, look) => isList(value) ? holds(value, look) : void 0;
const byKey = (checkOf) => onKeys((object, look) => {
	for (const [key, value] of Object.entries(object)) {
		const check = checkOf(key, look);
		const failure = check?.(value, into(look, key));
		if (failure) return failure;
		if (check) look.seen.keys.add(key);
	}
});
const byIndex = (checkOf) => onItems((list, look) => {
	for (const [index, item] of list.entries()) {
		const check = checkOf(index, look);
		const failure = check?.(item, into(look, index));
		if (failure) return failure;
		if (check) look.seen.items.add(index);
	}
});
function patternsOf(schema) {
	const { patternProperties } = schema;
	return isObject(patternProperties) ? Object.keys(patternProperties).map(compilePattern) : [];
}
const prefixOf = (list) => isList(list) ? list.length : 0;
const tuple = (argument, place) => {
	const checks = schemas$1(argument, place);
	return byIndex((index) => checks[index]);
};
const itemsFrom = (first) => (argument, place) => {
	const check = place.compile(argument);
	const from = first(place.schema);
	return byIndex((index) => index >= from ? check : void 0);
};
const dependent = (checks) => onKeys((object, look) => all$1([...checks].filter(([key]) => Object.hasOwn(object, key)).map(([, check]) => check))(object, look));
const required$1 = (argument, place) => requiring(argument, place) ?? nothing$1;
const reference = (argument, place) => {
	if (typeof argument !== "string") throw wrong(place, "a reference");
	return all$1([place.refer(argument)]);
};
const shelf = (argument, place) => void schemasByKey(argument, place);
const spare = (argument, place) => void place.compile(argument);
const contains = (argument, place) => {
	const check = place.compile(argument);
	const { minContains = 1, maxContains = Infinity } = place.draft === "draft-07" ? {} : place.schema;
	const most = maxContains === Infinity ? Infinity : count(maxContains, {
		...place,
		keyword: "maxContains"
	});
	const least = count(minContains, {
		...place,
		keyword: "minContains"
	});
	return onItems((list, look) => {
		const held = [...list.keys()].filter((index) => !check(list[index], into(look, index)));
		if (place.draft === "2020-12") for (const index of held) look.seen.items.add(index);
		return held.length >= least && held.length <= most ? void 0 : {
			keyword: "contains",
			path: look.path
		};
	});
};
const some = (enough) => (argument, place) => {
	const checks = schemas$1(argument, place);
	return (value, look) => {
		const held = checks.map((check) => again$2(check, value, look)).filter(({ failure }) => !failure);
		for (const { keep } of held) keep();
		return enough(held.length) ? void 0 : {
			keyword: place.keyword,
			path: look.path
		};
	};
};
const applicators = {
	$ref: reference,
	definitions: shelf,
	$defs: shelf,
	then: spare,
	else: spare,
	properties(argument, place) {
		const checks = schemasByKey(argument, place);
		return byKey((key) => checks.get(key));
	},
	patternProperties(argument, place) {
		const checks = [...schemasByKey(argument, place).values()];
		const tests = patternsOf(place.schema);
		return all$1(checks.map((check, index) => byKey((key, look) => {
			look.spend(key.length);
			return tests[index]?.(key) ? check : void 0;
		})));
	},
	additionalProperties(argument, place) {
		const check = place.compile(argument);
		const { properties } = place.schema;
		const tests = patternsOf(place.schema);
		return byKey((key, look) => {
			look.spend(key.length * tests.length);
			return isObject(properties) && Object.hasOwn(properties, key) || tests.some((test) => test(key)) ? void 0 : check;
		});
	},
	propertyNames(argument, place) {
		const check = place.compile(argument);
		return onKeys((object, look) => {
			for (const key of Object.keys(object)) if (check(key, into(look, key))) return {
				keyword: place.keyword,
				path: {
					key,
					above: look.path
				}
			};
		});
	},
	dependencies: (argument, place) => dependent(schemasByKey(argument, place, (each) => isList(each) ? required$1(each, place) : place.compile(each))),
	contains,
	allOf: (argument, place) => all$1(schemas$1(argument, place)),
	anyOf: some((held) => held > 0),
	oneOf: some((held) => held === 1),
	not(argument, place) {
		const check = place.compile(argument);
		return (value, look) => again$2(check, value, look).failure ? void 0 : {
			keyword: place.keyword,
			path: look.path
		};
	},
	if(argument, place) {
		const check = place.compile(argument);
		const { then: yes = true, else: no = true } = place.schema;
		const [then, otherwise] = [place.compile(yes), place.compile(no)];
		return (value, look) => {
			const condition = again$2(check, value, look);
			if (!condition.failure) condition.keep();
			const { failure, keep } = again$2(condition.failure ? otherwise : then, value, look);
			if (!failure) keep();
			return failure;
		};
	}
};
const earlierItems = {
	items: (argument, place) => isList(argument) ? tuple(argument, place) : itemsFrom(() => 0)(argument, place),
	additionalItems(argument, place) {
		const check = itemsFrom(({ items }) => prefixOf(items))(argument, place);
		return isList(place.schema["items"]) ? check : void 0;
	}
};
const laterItems = {
	prefixItems: tuple,
	items: itemsFrom(({ prefixItems }) => prefixOf(prefixItems))
};
const later$1 = {
	dependentRequired: (argument, place) => dependent(schemasByKey(argument, place, (each) => required$1(each, place))),
	dependentSchemas: (argument, place) => dependent(schemasByKey(argument, place)),
	unevaluatedItems(argument, place) {
		const check = place.compile(argument);
		return byIndex((index, { seen }) => seen.items.has(index) ? void 0 : check);
	},
	unevaluatedProperties(argument, place) {
		const check = place.compile(argument);
		return byKey((key, { seen }) => seen.keys.has(key) ? void 0 : check);
	}
};
const dynamicReferences = {
	$dynamicRef: reference,
	$recursiveRef: reference
};

// src/documents/json-schema/references.ts
const idOf = ({ $id }) => typeof $id === "string" && !$id.startsWith("#") ? $id.replace(/#$/, "") : void 0;
function resourceAt(schema, around) {
	const id = idOf(schema);
	return around && (id === void 0 || schema === around.root) ? around : {
		root: schema,
		id
	};
}
const anchorsOf = ({ $anchor, $dynamicAnchor, $id }) => [
	$anchor,
	$dynamicAnchor,
	typeof $id === "string" && $id.startsWith("#") ? $id.slice(1) : void 0
];
function anchored(value, name, isRoot = true) {
	if (isList(value)) return value.flatMap((each) => anchored(each, name, false));
	if (!isObject(value) || !isRoot && idOf(value) !== void 0) return [];
	return [...anchorsOf(value).includes(name) ? [value] : [], ...Object.values(value).flatMap((each) => anchored(each, name, false))];
}
function byPointer(pointer, from) {
	let [found, resource] = [from.root, from];
	for (const step of pointer.slice(1).split("/")) {
		const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
		found = isList(found) ? found[Number(key)] : isObject(found) && Object.hasOwn(found, key) ? found[key] : void 0;
		if (isObject(found)) resource = resourceAt(found, resource);
	}
	return found === void 0 ? void 0 : {
		schema: found,
		resource
	};
}
function byName$1(name, resource) {
	const [schema, second] = anchored(resource.root, name);
	if (second) throw new Unusable("skipped", say`several of its parts are called ${name}`);
	return schema && {
		schema,
		resource
	};
}
function unescaped(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return;
	}
}
function partAt(reference, resource, whole) {
	const hash = reference.indexOf("#");
	const document = reference.slice(0, hash);
	const known = [resource, whole].find(({ id }) => id === document);
	const from = document === "" ? resource : known;
	if (hash === -1 || !from) throw new Unusable("remote", say`Unexpected reference ${reference}, expected one to the schema itself`);
	const fragment = unescaped(reference.slice(hash + 1));
	if (fragment === "") return {
		schema: from.root,
		resource: from
	};
	const found = fragment?.startsWith("/") ? byPointer(fragment, from) : fragment && byName$1(fragment, from);
	if (!found) throw new Unusable("unreadable", say`Unexpected reference ${reference}, expected one to a part of the schema`);
	return found;
}

// src/documents/json-schema/compile.ts
const keywords = {
	"draft-07": {
		...annotations,
		...assertions,
		...applicators,
		...earlierItems
	},
	"2019-09": {
		...annotations,
		...assertions,
		...dynamicReferences,
		...applicators,
		...earlierItems,
		...later$1
	},
	"2020-12": {
		...annotations,
		...assertions,
		...dynamicReferences,
		...applicators,
		...laterItems,
		...later$1
	}
};
const drafts = /* @__PURE__ */ new Map([
	["https://json-schema.org/draft/2020-12/schema", "2020-12"],
	["https://json-schema.org/draft/2019-09/schema", "2019-09"],
	["http://json-schema.org/draft-07/schema", "draft-07"],
	["https://json-schema.org/draft-07/schema", "draft-07"]
]);
const mostNodes = 5e3;
const mostLevels$1 = 200;
const nothing = () => void 0;
const always = {
	check: nothing,
	size: 1
};
const never = {
	check: (_, { path }) => ({
		keyword: "false",
		path
	}),
	size: 1
};
function draftOf({ $schema: written }) {
	if (written === void 0) return "2020-12";
	if (typeof written !== "string") throw new Unusable("unreadable", say`Unexpected value of ${"$schema"}, expected a text`);
	const draft = drafts.get(written.replace(/#$/, ""));
	if (!draft) throw new Unusable("skipped", say`its draft is ${written}`);
	return draft;
}
function compilePart(compiler, { schema, resource }, level) {
	if (typeof schema === "boolean") return schema ? always : never;
	if (!isObject(schema)) throw new Unusable("unreadable", "Unexpected value, expected a schema");
	if (level > mostLevels$1) throw new Unusable("skipped", say`it is more than ${mostLevels$1} levels deep where its references lead`);
	const before = compiler.done.get(schema);
	if (before === "begun") throw new Unusable("skipped", "it refers to itself");
	if (before) return before;
	compiler.done.set(schema, "begun");
	const compiled = compileObject(compiler, schema, resourceAt(schema, resource), level);
	compiler.done.set(schema, compiled);
	return compiled;
}
function compileObject(compiler, schema, resource, level) {
	const { draft, whole } = compiler;
	let size = 1;
	const grow = (more) => {
		size += more;
		if (size > mostNodes) throw new Unusable("skipped", say`it has more than ${mostNodes} nodes where its references lead`);
	};
	const add = (part) => {
		const compiled = compilePart(compiler, part, level + 1);
		grow(compiled.size);
		return compiled.check;
	};
	const checks = [];
	for (const [keyword, make] of Object.entries(keywords[draft])) {
		const argument = Object.hasOwn(schema, keyword) ? schema[keyword] : void 0;
		if (argument === void 0) continue;
		const check = make(argument, {
			keyword,
			schema,
			draft,
			compile: (inner) => add({
				schema: inner,
				resource
			}),
			refer: (reference) => add(partAt(reference, resource, whole))
		});
		if (check) checks.push(check);
	}
	const plain = Object.entries(schema).filter(([key]) => !Object.hasOwn(applicators, key));
	for (const [, argument] of plain) grow(countValues(argument));
	return {
		check(value, look) {
			for (const check of checks) {
				const failure = check(value, look);
				if (failure) return failure;
			}
		},
		size
	};
}
function compileSchema(schema) {
	if (typeof schema === "boolean") return schema ? always : never;
	if (!isObject(schema)) throw new Unusable("unreadable", "Unexpected value, expected a schema");
	if (countValues(schema) > mostNodes) throw new Unusable("skipped", say`it has more than ${mostNodes} nodes`);
	const whole = resourceAt(schema);
	return compilePart({
		draft: draftOf(schema),
		whole,
		done: /* @__PURE__ */ new Map()
	}, {
		schema,
		resource: whole
	}, 0);
}

// src/documents/json-schema/apply.ts
const mostBytes = 262144;
const mostLevels = 32;
const mostValues = 5e4;
const mostPairs = 2e7;
const mostSteps = 2e7;
const skip = (why) => new Unusable("skipped", why);
function schemaOf(text) {
	if (Buffer.byteLength(text) > mostBytes) throw skip(say`it has more than ${mostBytes} bytes`);
	const root = parseJson(text, mostLevels);
	if ("fault" in root) throw root.deep ? skip(say`it has more than ${mostLevels} levels`) : new Unusable("unreadable", root.fault);
	return plain(root);
}
const steps = (path) => path ? [...steps(path.above), path.key] : [];
function applySchema(schemaText, data) {
	try {
		const { check, size } = compileSchema(schemaOf(schemaText));
		const value = plain(data);
		const values = countValues(value);
		if (values > mostValues) throw skip(say`the data has more than ${mostValues} values`);
		if (size * values > mostPairs) throw skip(say`it has ${size} nodes for ${values} values`);
		let spent = 0;
		const spend = (steps) => {
			spent += steps;
			if (spent > mostSteps) throw skip("it takes too many steps");
		};
		const failure = check(value, {
			path: void 0,
			seen: nothingSeen(),
			spend
		});
		return failure ? {
			kind: "invalid",
			keyword: failure.keyword,
			path: steps(failure.path)
		} : { kind: "valid" };
	} catch (error) {
		if (error instanceof Unusable) return {
			kind: error.kind,
			why: error.message
		};
		throw error;
	}
}

// src/protocols/control/reports/validation.ts
const mend = "Mend the schema, or what it is held against.";
const skipped = (why) => ({
	code: "STAGE_SCHEMA_SKIPPED",
	message: `The schema was not applied: ${why}`,
	action: "Nothing is said of what it describes."
});
function textOf$1(file, unreadable) {
	if (file.linked) return unreadable;
	if (!file.bytes) return skipped(say`${file.path} is too large, or lies where no data is read`);
	return decoded(file.bytes) ?? unreadable;
}
function faultOf(applied, { text }, output) {
	switch (applied.kind) {
		case "valid": return;
		case "invalid": {
			const where = applied.path.length === 0 ? "itself" : applied.path.join(".");
			return {
				code: "STAGE_OUTPUT_INVALID",
				message: say`Unexpected value in ${output} at ${where}, expected what ${text} says by ${applied.keyword}`,
				action: "Write the output as its schema has it."
			};
		}
		case "unreadable": return {
			code: "STAGE_SCHEMA_UNREADABLE",
			message: `${say`The schema ${text} is none`}: ${applied.why}`,
			action: mend
		};
		case "remote": return {
			code: "STAGE_SCHEMA_REMOTE",
			message: `${say`The schema ${text} refers outside itself`}: ${applied.why}`,
			action: "Copy what it refers to into the schema; nothing is fetched."
		};
		case "skipped": return skipped(applied.why);
	}
}
function schemaFault(stage, schema, output, data) {
	const inner = inside(schema.text);
	if (inner === void 0) return void 0;
	const file = stage.look(inner);
	const none = (why) => ({
		code: "STAGE_SCHEMA_UNREADABLE",
		message: `${say`The schema ${schema.text} is none`}: ${why}`,
		action: mend
	});
	if (!file.there) return none("there is no such file");
	const text = textOf$1(file, none("it is not UTF-8"));
	return typeof text === "string" ? faultOf(applySchema(text, data), schema, output) : text;
}
function contentFault(stage, file, { path, schema }) {
	const name = path?.text ?? "";
	const invalid = (message) => ({
		code: "STAGE_OUTPUT_INVALID",
		message,
		action: "Write the output as JSON."
	});
	const control = [stage.accept, stage.handback].find((each) => each.path === file.path);
	if (control) return control.value ? void 0 : invalid(say`Unexpected content of ${name}: it is invalid`);
	const text = textOf$1(file, invalid(say`Unexpected bytes in ${name}, expected UTF-8`));
	if (typeof text !== "string") return text;
	const root = parseJson(text);
	if ("fault" in root) return root.deep ? skipped(root.fault) : invalid(`${say`Unexpected text in ${name}`}: ${root.fault}`);
	return schema && schemaFault(stage, schema, name, root);
}
function content(subject, fault) {
	if (fault?.code === "STAGE_SCHEMA_SKIPPED") return {
		check: "schema_valid",
		...subject,
		status: "SKIP",
		fault
	};
	return result$1(fault?.code === "STAGE_SCHEMA_REMOTE" ? "schema_security" : "schema_valid", subject, fault);
}
function outputChecks(stage, output) {
	const { path, schema, name, place, kind, required } = output;
	const leaving = (check, written) => written && inside(written.text) === void 0 ? [fail(check, {
		path: written.text,
		name: name?.text,
		place: written.place
	}, escape(written))] : [];
	const inner = path && inside(path.text);
	const escaped = [...leaving("path_security", path), ...leaving("schema_security", schema)];
	if (!path || inner === void 0) return escaped;
	const file = stage.look(inner);
	const subject = {
		path: path.text,
		name: name?.text,
		place,
		file: file.path
	};
	if (!file.there && !required) return escaped;
	const missing = {
		code: "STAGE_OUTPUT_MISSING",
		message: say`Missing output ${path.text}`,
		action: "Write it before handing back, or say that it is not required."
	};
	if (!file.there) return [...escaped, fail("file_exists", subject, missing)];
	const exists = pass("file_exists", subject);
	const empty = {
		code: "STAGE_OUTPUT_EMPTY",
		message: say`Unexpected output ${path.text} without content`,
		action: "Write something into it before handing back."
	};
	if (file.size === 0 && !file.linked) return [
		...escaped,
		exists,
		fail("file_not_empty", subject, empty)
	];
	if (kind === "files") return [...escaped, exists];
	const fault = contentFault(stage, file, output);
	return [
		...escaped,
		exists,
		...fault || schema ? [content(subject, fault)] : []
	];
}
function handback$3({ handback: { there, problems, path } }) {
	const subject = {
		path: stageFiles.handback,
		place: { path }
	};
	if (!there) return [];
	if (problems.length === 0) return [pass("schema_valid", subject)];
	return problems.map(({ code, message, hint, place }) => fail("schema_valid", {
		...subject,
		place
	}, {
		code,
		message,
		action: hint ?? "Mend the file."
	}));
}
function validationChecks(stage) {
	const { checks, contract } = configChecks(stage);
	if (!contract) return checks;
	const outputs = contract.outputs.filter(({ path }) => !(stage.handback.there && path && inside(path.text) === stageFiles.handback));
	return [
		...checks,
		...outputs.flatMap((output) => outputChecks(stage, output)),
		...handback$3(stage)
	];
}

// src/protocols/control/model.ts
const nameOf$2 = (path) => path.slice(path.lastIndexOf("/") + 1);
const join = (folder, path) => folder === "" ? path : `${folder}/${path}`;
function configOf(file) {
	const { root, fault } = mappingIn(file);
	return {
		file,
		fault,
		contract: root && file.data ? contractOf(root, file.data) : void 0
	};
}
function answerNumber(name) {
	const [, digits] = /^(\d{3,15})\.json$/.exec(name) ?? [];
	return digits === void 0 ? void 0 : Number(digits);
}
function once(make) {
	let made;
	return () => (made ??= { value: make() }).value;
}
function readStage({ view, limit, stand }, run, folder, name) {
	const path = join(run.path, `${runFiles.stages}/${name}`);
	const paths = folder.paths.filter((each) => each.startsWith(`${path}/`));
	const read = (inner, language = "json") => readData(view, `${path}/${inner}`, language, limit, stand);
	const accept = readAccept(read(stageFiles.accept));
	const handback = readHandback(read(stageFiles.handback));
	const answers = paths.filter((each) => each.startsWith(`${path}/${stageFiles.answers}/`));
	const config = configOf(read(stageFiles.config, "yaml"));
	const params = read(stageFiles.params);
	const { state, holder } = stateOf({
		accept: !accept.there ? "absent" : accept.value ? "valid" : "invalid",
		handback: !handback.there ? "absent" : handback.value?.reason ?? "invalid"
	});
	const stage = {
		run,
		name,
		path,
		target: `stage:${name}@${run.label}`,
		legacy: !stageName.test(name) || stand(`${path}/${stageFiles.legacyConfig}`).there && !config.file.there,
		paths,
		accept,
		handback,
		answers: answers.map((each) => {
			const inner = each.slice(path.length + 1);
			return {
				number: answerNumber(inner.slice(stageFiles.answers.length + 1)),
				answer: readAnswer(read(inner))
			};
		}),
		config,
		params,
		finalized: params.there && !params.linked,
		result: read(stageFiles.result),
		state,
		holder,
		links: linksOf(view, paths, path, config.contract),
		look(inner) {
			const whole = `${path}/${inner}`;
			const { there, linked, folder: isFolder } = stand(whole);
			return {
				path: whole,
				there: there && !isFolder,
				linked,
				size: view.entry(whole)?.size ?? 0,
				bytes: linked ? void 0 : view.bytes(whole)
			};
		},
		read: (inner) => read(inner),
		preflight: once(() => preflightChecks(stage)),
		validation: once(() => validationChecks(stage))
	};
	return stage;
}
function runOf(reader, folder, label) {
	const byName = /* @__PURE__ */ new Map();
	const stages = [];
	const run = {
		path: folder.path,
		name: nameOf$2(folder.path),
		label,
		paths: folder.paths,
		record: readData(reader.view, join(folder.path, runFiles.record), "json", reader.limit, reader.stand),
		stages,
		stage: (name) => byName.get(name)
	};
	for (const name of foldersIn(folder, runFiles.stages)) {
		const stage = readStage(reader, run, folder, name);
		stages.push(stage);
		byName.set(name, stage);
	}
	return run;
}
function readModel$1(view, configuration, context) {
	const folders = findRuns(view, configuration.runs);
	const stand = standing(view);
	const reader = {
		view,
		limit: context.limit,
		stand
	};
	const shared = /* @__PURE__ */ new Map();
	for (const { path } of folders) shared.set(nameOf$2(path), (shared.get(nameOf$2(path)) ?? 0) + 1);
	const runs = folders.map((folder) => runOf(reader, folder, shared.get(nameOf$2(folder.path)) === 1 ? nameOf$2(folder.path) : folder.path));
	const byPath = new Map(runs.map((run) => [run.path, run]));
	return {
		context,
		configuration,
		runs,
		workflows: readWorkflows(view, configuration.workflows, context.limit, stand),
		links: linksOfRuns(view, configuration.runs),
		stages: runs.flatMap(({ stages }) => stages),
		stage: (run, name) => byPath.get(run)?.stage(name)
	};
}

// src/core/rule.ts
function each(parts, rules) {
	const known = /* @__PURE__ */ new WeakMap();
	const partsOf = (whole) => {
		const found = known.get(whole) ?? [...parts(whole)];
		known.set(whole, found);
		return found;
	};
	return rules.map((rule) => ({
		...rule,
		*check(whole) {
			for (const part of partsOf(whole)) yield* rule.check(part);
		}
	}));
}

// src/protocols/control/subjects.ts
function* stages({ now: model }) {
	for (const stage of model.stages) yield {
		stage,
		model
	};
}
function* current(comparison) {
	for (const subject of stages(comparison)) if (!subject.stage.legacy) yield subject;
}
function* runs({ now: model }) {
	for (const run of model.runs) yield {
		run,
		model
	};
}
function* workflows({ now: model }) {
	yield* model.workflows;
}
function* changes({ now: model, before: modelBefore }) {
	if (!modelBefore) return;
	for (const stage of model.stages) {
		const before = modelBefore.stage(stage.run.path, stage.name) ?? unbegun(stage);
		const acceptChanged = differ(before.accept.file, stage.accept.file);
		const handbackChanged = differ(before.handback.file, stage.handback.file);
		yield {
			stage,
			model,
			before,
			newGrant: stage.accept.value !== void 0 && (before.accept.value === void 0 || acceptChanged),
			acceptChanged,
			handbackChanged
		};
	}
}
function* gone$1({ now, before }) {
	for (const stage of before?.stages ?? []) if (!now.stage(stage.run.path, stage.name)) yield { before: stage };
}
function unbegun(stage) {
	const absent = (file) => ({
		path: file.path,
		there: false,
		linked: false,
		data: void 0,
		fault: void 0,
		digest: void 0
	});
	return {
		...stage,
		accept: {
			...stage.accept,
			file: absent(stage.accept.file),
			there: false,
			value: void 0,
			problems: []
		},
		handback: {
			...stage.handback,
			file: absent(stage.handback.file),
			there: false,
			value: void 0,
			problems: []
		},
		answers: [],
		state: "not granted",
		holder: "orchestrator"
	};
}

// src/protocols/control/examples.ts
const runPath = "runs/run-2026-01-20-001";
const recordPath = `${runPath}/wf-run.json`;
const stagePath = (path, stage = "explore") => `${runPath}/stages/${stage}/${path}`;
const acceptPath = stagePath("run/output-data/accept.json");
const handbackPath = stagePath("run/output-data/handback.json");
const answerPath = stagePath("run/output-data/answers/001.json");
const configPath = stagePath("stage-config.yaml");
const resultPath = stagePath("run/output-data/findings.json");
const reportPath = stagePath("run/output-files/report.md");
const schemaPath = stagePath("schemas/findings.schema.json");
const paramsPath = stagePath("run/output-data/output-params.json");
const workflowPath = "flows/tidy/wf.yaml";
const config = `id: explore
name: Explore
description: Finds out what is there
inputs:
  required:
  - name: brief
    path: inputs/brief.md
  optional: []
outputs:
  files:
  - name: report
    path: run/output-files/report.md
  data:
  - name: findings
    path: run/output-data/findings.json
    schema: schemas/findings.schema.json
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
output_parameters:
- name: total
  source: run/output-data/findings.json
  query: total
`;
const nextConfig$4 = `id: specify
name: Specify
inputs:
  required:
  - name: report
    path: inputs/report.md
    from_stage: explore
    source: run/output-files/report.md
outputs:
  files: []
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
parameters:
- name: total
  from_stage: explore
  output_parameter: total
`;
const schema$1 = `{
  "type": "object",
  "required": ["total"],
  "properties": { "total": { "type": "integer" } }
}
`;
const record = `{
  "run_id": "run-2026-01-20-001",
  "created_at": "2026-01-20T09:00:00+00:00",
  "workflow": { "name": "tidy", "version": "1.0", "source": "flows/tidy" },
  "stages": [
    { "id": "explore", "status": "pending", "started_at": null, "completed_at": null },
    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }
  ]
}
`;
const accept$1 = `{
  "state": "agent",
  "timestamp": "2026-01-20T10:02:00+00:00"
}
`;
const handbacks = {
	success: "{\n  \"reason\": \"success\",\n  \"description\": \"Stage completed successfully.\"\n}\n",
	error: "{\n  \"reason\": \"error\",\n  \"description\": \"No brief\",\n  \"error\": {\n    \"code\": \"INPUT_MISSING\",\n    \"message\": \"There is no brief\"\n  }\n}\n",
	question: "{\n  \"reason\": \"question\",\n  \"description\": \"Which colour?\"\n}\n"
};
const answer$1 = "{\n  \"question\": \"Which colour?\",\n  \"answer\": \"Green\",\n  \"timestamp\": \"2026-01-20T11:00:00+00:00\"\n}\n";
const params$1 = "{ \"stage_id\": \"explore\", \"published_at\": \"2026-01-20T12:00:00+00:00\", \"parameters\": { \"total\": 3 } }\n";
function change$1(files, edits) {
	const changed = { ...files };
	for (const [path, edit] of Object.entries(edits)) if (edit === null) delete changed[path];
	else if (typeof edit === "string") changed[path] = edit;
	else changed[path] = edit.reduce((text, [from, to]) => {
		if (!text.includes(from)) throw new RangeError(`An example edits ${JSON.stringify(from)}, which does not stand in ${path}`);
		return text.replace(from, () => to);
	}, changed[path] ?? "");
	return changed;
}
const sample$1 = {
	[recordPath]: record,
	[configPath]: config,
	[schemaPath]: schema$1,
	[stagePath("inputs/brief.md")]: "Tidy the attic.\n",
	[stagePath("prompt/wf.md")]: "Read main.md.\n",
	[stagePath("prompt/main.md")]: "Look around.\n",
	[stagePath("stage-config.yaml", "specify")]: nextConfig$4,
	[stagePath("prompt/wf.md", "specify")]: "Read main.md.\n",
	[stagePath("prompt/main.md", "specify")]: "Write it down.\n"
};
const grantedSample = change$1(sample$1, { [acceptPath]: accept$1 });
const workedSample = change$1(grantedSample, {
	[reportPath]: "All is well.\n",
	[resultPath]: "{ \"total\": 3 }\n"
});
const returned$2 = (reason) => change$1(workedSample, { [handbackPath]: handbacks[reason] });
const returnedSample = returned$2("success");
const nextSample = change$1(returnedSample, {
	[paramsPath]: params$1,
	[stagePath("run/output-data/accept.json", "specify")]: accept$1
});
const later = [["10:02:00", "13:00:00"]];
const workflowSample = {
	[workflowPath]: `version: "1.0"
metadata:
  name: tidy
  description: Tidies what is there
stages:
- ${config.trimEnd().replaceAll("\n", "\n  ")}
shared_templates:
- source: templates/wf.md
  target: prompt/wf.md
- source: schemas/accept.schema.json
  target: schemas/accept.schema.json
- source: schemas/handback.schema.json
  target: schemas/handback.schema.json
`,
	"flows/tidy/templates/wf.md": "Read main.md.\n",
	"flows/tidy/schemas/accept.schema.json": "{}\n",
	"flows/tidy/schemas/handback.schema.json": "{}\n",
	"flows/tidy/stages/explore/prompt/main.md": "Look around.\n",
	"flows/tidy/stages/explore/schemas/findings.schema.json": schema$1
};
const inAccept = (...edits) => change$1(grantedSample, { [acceptPath]: edits });
const inHandback = (reason, ...edits) => change$1(returned$2(reason), { [handbackPath]: edits });
const inConfig = (...edits) => change$1(sample$1, { [configPath]: edits });
const inRecord = (...edits) => change$1(sample$1, { [recordPath]: edits });
const inWorkflow = (...edits) => change$1(workflowSample, { [workflowPath]: edits });

// src/protocols/control/rules/accept/absent.ts
const acceptAbsent = {
	code: "ACCEPT_ABSENT",
	strict: "notice",
	soft: "notice",
	summary: "There is a `handback.json` and no `accept.json`: control was returned that was never granted in writing.",
	why: "It is only said. Runs from before grants were written have none, and nothing depends on it.",
	repair: "Nothing has to be done.",
	examples: {
		bad: [{
			about: "an answer alone",
			head: change$1(returnedSample, { [acceptPath]: null })
		}],
		good: [{
			about: "both",
			head: returnedSample
		}, {
			about: "neither",
			head: sample$1
		}]
	},
	*check({ stage: { accept, handback, target } }) {
		if (accept.there || !handback.there) return;
		yield {
			message: say`Missing ${"accept.json"} beside ${"handback.json"}`,
			hint: "This is only said; nothing has to be done.",
			place: {
				path: handback.path,
				line: 1
			},
			target,
			concerns: [accept.path]
		};
	}
};

// src/protocols/control/rules/accept/future.ts
const minute = 6e4;
const tolerated = 5 * minute;
const acceptFuture = {
	code: "ACCEPT_FUTURE",
	strict: "off",
	soft: "warning",
	summary: "In an audit: the timestamp of `accept.json` is more than five minutes after the moment of the audit.",
	why: "A moment that is still to come hides for how long the agent has had control.",
	repair: "`/accept STAGE --refresh` writes the present moment.",
	examples: {
		bad: [{
			about: "six minutes",
			head: grantedSample,
			at: "2026-01-20T09:56:00Z",
			staleAfter: minute
		}],
		good: [{
			about: "five minutes, as clocks differ",
			head: grantedSample,
			at: "2026-01-20T09:57:00Z",
			staleAfter: minute
		}, {
			about: "no audit",
			head: grantedSample,
			at: "2026-01-01T00:00:00Z"
		}]
	},
	*check({ stage, model: { context } }) {
		const timestamp = stage.accept.text("timestamp") ?? "";
		const granted = context.staleness && instantOf(timestamp);
		if (granted === void 0 || granted - Date.parse(context.at) <= tolerated) return;
		yield {
			message: say`Unexpected timestamp ${timestamp} in the future, expected ${context.at} at the latest`,
			hint: say`${"--refresh"} writes the present moment and leaves control where it is.`,
			...commandFor("/accept STAGE --refresh", stage),
			place: stage.accept.place("timestamp"),
			target: stage.target
		};
	}
};

// src/protocols/control/rules/problems.ts
function problemRule({ file, hint, command, ...facts }) {
	return {
		...facts,
		*check({ stage }) {
			const judged = file(stage);
			if (judged.file.linked) return;
			for (const problem of judged.problems) {
				if (problem.code !== facts.code) continue;
				const { message, place } = problem;
				yield {
					message,
					hint: [problem.hint, hint(stage)].filter((each) => each !== void 0).join(" "),
					place,
					target: stage.target,
					...command !== void 0 && commandFor(command, stage)
				};
			}
		}
	};
}

// src/protocols/control/rules/accept/schema.ts
const written$8 = (text) => change$1(sample$1, { [acceptPath]: text });
const acceptSchema = problemRule({
	code: "ACCEPT_SCHEMA",
	strict: "error",
	soft: "warning",
	summary: "`accept.json` is no object, or a key is missing, of the wrong type or unknown.",
	why: "The file is closed, so that everybody who reads it reads the same grant. An invalid one grants nothing.",
	repair: "`/accept STAGE` writes the file anew.",
	file: ({ accept }) => accept,
	hint: (stage) => say`Expected ${"state"} and ${"timestamp"}, and no other key. ${`/accept ${nameIn(stage)}`} writes it anew.`,
	command: "/accept STAGE",
	examples: {
		bad: [
			{
				about: "a list",
				head: written$8("[]\n")
			},
			{
				about: "null",
				head: written$8("null\n")
			},
			{
				about: "no time",
				head: inAccept([",\n  \"timestamp\": \"2026-01-20T10:02:00+00:00\"", ""])
			},
			{
				about: "a number as a time",
				head: inAccept(["\"2026-01-20T10:02:00+00:00\"", "1768903320"])
			},
			{
				about: "a key that nobody knows",
				head: inAccept(["\"state\"", "\"by\": \"octocat\",\n  \"state\""])
			},
			{
				about: "a key that is more than a key elsewhere",
				head: inAccept(["\"state\"", "\"__proto__\": { \"state\": \"agent\" },\n  \"state\""])
			}
		],
		good: [{
			about: "its two keys in any order",
			head: written$8("{ \"timestamp\": \"2026-01-20T10:02:00Z\", \"state\": \"agent\" }\n")
		}]
	}
});

// src/protocols/control/rules/accept/stale.ts
const hour$1 = 36e5;
const staleAccept = {
	code: "CONTROL_STALE_ACCEPT",
	strict: "off",
	soft: "warning",
	summary: "In an audit: control was granted longer than `stale-after` ago and has not been returned.",
	why: "The agent has most likely stopped without handing back, and nobody else may go on meanwhile.",
	repair: "Ask the agent. `/handback STAGE error TIMEOUT TEXT` if it is gone, `/accept STAGE --refresh` if it still works.",
	examples: {
		bad: [{
			about: "two days and a minute",
			head: grantedSample,
			at: "2026-01-22T10:03:00Z",
			staleAfter: 48 * hour$1
		}],
		good: [
			{
				about: "two days",
				head: grantedSample,
				at: "2026-01-22T10:02:00Z",
				staleAfter: 48 * hour$1
			},
			{
				about: "no audit",
				head: grantedSample,
				at: "2026-12-24T00:00:00Z"
			},
			{
				about: "control that was returned",
				head: returnedSample,
				staleAfter: hour$1
			},
			{
				about: "two days by another clock",
				head: inAccept(["10:02:00+00:00", "05:02:00-05:00"]),
				at: "2026-01-22T10:02:00Z",
				staleAfter: 48 * hour$1
			}
		]
	},
	*check({ stage, model: { context } }) {
		const since = stage.state === "granted" ? instantOf(stage.accept.text("timestamp") ?? "") : void 0;
		if (!context.staleness || since === void 0) return;
		const age = Date.parse(context.at) - since;
		if (!(age > context.staleness.milliseconds)) return;
		const name = nameIn(stage);
		yield {
			message: say`Unexpected silence of ${Math.floor(age / hour$1)} hours since control was granted, expected a handback within ${Math.floor(context.staleness.milliseconds / hour$1)}`,
			hint: say`Ask the agent, then ${`/handback ${name} error TIMEOUT TEXT`}, or ${`/accept ${name} --refresh`} where it still works.`,
			place: stage.accept.place("timestamp"),
			target: stage.target
		};
	}
};

// src/protocols/control/rules/accept/state.ts
const acceptState = problemRule({
	code: "ACCEPT_STATE",
	strict: "error",
	soft: "error",
	summary: "`state` in `accept.json` is another word than `agent`.",
	why: "The file exists to say that the agent has control. One that says something else contradicts itself.",
	repair: "`/accept STAGE` writes the file anew. If control was not granted, delete it.",
	file: ({ accept }) => accept,
	hint: (stage) => say`${`/accept ${nameIn(stage)}`} writes it anew; without a grant there is no such file.`,
	command: "/accept STAGE",
	examples: {
		bad: [
			{
				about: "the other holder",
				head: inAccept(["\"agent\"", "\"orchestrator\""])
			},
			{
				about: "capitals",
				head: inAccept(["\"agent\"", "\"Agent\""])
			},
			{
				about: "nothing",
				head: inAccept(["\"agent\"", "\"\""])
			}
		],
		good: [{
			about: "the agent",
			head: grantedSample
		}]
	}
});

// src/protocols/control/rules/accept/timestamp.ts
const timed = (text) => inAccept(["2026-01-20T10:02:00+00:00", text]);
const acceptTimestamp = {
	code: "ACCEPT_TIMESTAMP",
	strict: "warning",
	soft: "notice",
	summary: "`timestamp` in `accept.json` is no RFC 3339 date and time of a day that exists. The grant stays valid.",
	why: "Nobody can tell for how long the agent has had control.",
	repair: "`/accept STAGE --refresh` writes the present moment.",
	examples: {
		bad: [
			{
				about: "a word",
				head: timed("yesterday")
			},
			{
				about: "no zone",
				head: timed("2026-01-20T10:02:00")
			},
			{
				about: "no seconds",
				head: timed("2026-01-20T10:02Z")
			},
			{
				about: "a day that does not exist",
				head: timed("2026-02-30T10:02:00Z")
			},
			{
				about: "an hour that does not exist",
				head: timed("2026-01-20T24:02:00Z")
			}
		],
		good: [
			{
				about: "the letter",
				head: timed("2026-01-20T10:02:00Z")
			},
			{
				about: "microseconds",
				head: timed("2026-01-20T10:02:00.423374+00:00")
			},
			{
				about: "another offset",
				head: timed("2026-01-20T10:02:00-05:30")
			}
		]
	},
	*check({ stage }) {
		const timestamp = stage.accept.text("timestamp");
		if (timestamp === void 0 || instantOf(timestamp) !== void 0) return;
		yield {
			message: say`Unexpected timestamp ${timestamp}, expected one such as ${"2026-01-20T10:02:00+00:00"}`,
			hint: say`${"--refresh"} writes the present moment and leaves control where it is.`,
			...commandFor("/accept STAGE --refresh", stage),
			place: stage.accept.place("timestamp"),
			target: stage.target
		};
	}
};

// src/protocols/control/rules/accept/unreadable.ts
const granted$1 = grantedSample[acceptPath] ?? "";
const written$7 = (text) => change$1(sample$1, { [acceptPath]: text });
const acceptUnreadable = problemRule({
	code: "ACCEPT_UNREADABLE",
	strict: "error",
	soft: "error",
	summary: "`accept.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.",
	why: "Some readers take such a file for a grant and others do not, so that two may work at once, or nobody.",
	repair: "`/accept STAGE` writes the file anew.",
	file: ({ accept }) => accept,
	hint: (stage) => say`${`/accept ${nameIn(stage)}`} writes it anew.`,
	command: "/accept STAGE",
	examples: {
		bad: [
			{
				about: "no end",
				head: written$7("{ \"state\": \"agent\"")
			},
			{
				about: "nothing",
				head: written$7("")
			},
			{
				about: "a comment",
				head: written$7(`// granted\n${granted$1}`)
			},
			{
				about: "a comma too many",
				head: written$7(granted$1.replace("\"\n}", "\",\n}"))
			},
			{
				about: "no number",
				head: written$7("{ \"state\": NaN }")
			},
			{
				about: "a byte-order mark",
				head: written$7(`\ufeff${granted$1}`)
			},
			{
				about: "bytes that are no text",
				head: written$7("\0")
			},
			{
				about: "too large",
				head: written$7(`${granted$1}${" ".repeat(3e3)}`),
				limit: 2e3
			},
			{
				about: "too deep",
				head: written$7(`${"[".repeat(65)}${"]".repeat(65)}`)
			},
			{
				about: "a folder",
				head: change$1(sample$1, { [`${acceptPath}/note.txt`]: "granted\n" })
			}
		],
		good: [{
			about: "Windows line endings",
			head: written$7(granted$1.replaceAll("\n", "\r\n"))
		}, {
			about: "one line without an end",
			head: written$7("{\"timestamp\":\"2026-01-20T10:02:00Z\",\"state\":\"agent\"}")
		}]
	}
});

// src/protocols/control/rules/answer.ts
const written$6 = (text) => change$1(sample$1, { [answerPath]: text });
const controlAnswer = {
	code: "CONTROL_ANSWER",
	strict: "warning",
	soft: "notice",
	summary: "A file in `answers/` is not named `NNN.json`, or is not a question with an answer and its time.",
	why: "The agent looks there for the answer to its question.",
	repair: "`/answer STAGE TEXT` writes them.",
	examples: {
		bad: [
			{
				about: "a name without a number",
				head: change$1(sample$1, { [stagePath("run/output-data/answers/first.json")]: answer$1 })
			},
			{
				about: "a name with two digits",
				head: change$1(sample$1, { [stagePath("run/output-data/answers/01.json")]: answer$1 })
			},
			{
				about: "no JSON",
				head: written$6("Green\n")
			},
			{
				about: "no question",
				head: written$6(answer$1.replace("  \"question\": \"Which colour?\",\n", ""))
			},
			{
				about: "a blank answer",
				head: written$6(answer$1.replace("Green", " "))
			},
			{
				about: "an odd time",
				head: written$6(answer$1.replace("T11", " 11"))
			},
			{
				about: "a key that nobody knows",
				head: written$6(answer$1.replace("\"answer\"", "\"by\": \"octocat\",\n  \"answer\""))
			}
		],
		good: [{
			about: "an answer",
			head: written$6(answer$1)
		}, {
			about: "a number of four digits",
			head: change$1(sample$1, { [stagePath("run/output-data/answers/1000.json")]: answer$1 })
		}]
	},
	*check({ stage: { answers, target } }) {
		for (const { number, answer: file } of answers) {
			if (file.file.linked) continue;
			if (number === void 0) yield {
				message: say`Unexpected file ${file.path} among the answers, expected ${"001.json"} and so on`,
				hint: "Give it a number as its name.",
				place: {
					path: file.path,
					line: 1
				},
				target
			};
			for (const { message, place } of file.problems) yield {
				message,
				hint: say`Expected ${"question"}, ${"answer"} and ${"timestamp"}, and no other key.`,
				place,
				target
			};
		}
	}
};

// src/protocols/control/rules/comparison/answer-changed.ts
const answered = change$1(sample$1, { [answerPath]: answer$1 });
const answerChanged = {
	code: "CONTROL_ANSWER_CHANGED",
	strict: "warning",
	soft: "notice",
	summary: "The change edits or deletes an answer, and its stage is still there.",
	why: "An agent may have gone by it, and nobody can tell any more by what.",
	repair: "Take it back. A new answer gets a new number.",
	examples: {
		bad: [{
			about: "another answer",
			base: answered,
			head: change$1(answered, { [answerPath]: [["Green", "Red"]] })
		}, {
			about: "no answer",
			base: answered,
			head: sample$1
		}],
		good: [{
			about: "a further answer",
			base: answered,
			head: change$1(answered, { [stagePath("run/output-data/answers/002.json")]: answer$1 })
		}, {
			about: "the same in another form",
			base: answered,
			head: change$1(answered, { [answerPath]: [["\n  \"question\"", " \"question\""]] })
		}]
	},
	*check({ before, stage: { answers, target } }) {
		const now = new Map(answers.map(({ answer: file }) => [file.path, file]));
		for (const { answer: was } of before.answers) {
			const is = now.get(was.path);
			if (is && !differ(was.file, is.file)) continue;
			const hint = "Take it back; a new answer gets a new number.";
			yield is ? {
				message: say`Unexpected change of ${was.path}, expected it as it was`,
				hint,
				place: {
					path: was.path,
					line: 1
				},
				target
			} : {
				message: say`Missing ${was.path}, expected it as it was`,
				hint,
				place: { path: was.path },
				target
			};
		}
	}
};

// src/protocols/control/rules/comparison/change-rule.ts
function changeRule({ found, message, hint, place, fix, ...facts }) {
	return {
		...facts,
		*check(change) {
			if (!found(change)) return;
			const { accept, handback, target } = change.stage;
			yield {
				message: message(change),
				hint: hint(change),
				...fix?.(change),
				place: place(change),
				target,
				concerns: [accept.path, handback.path]
			};
		}
	};
}

// src/protocols/control/rules/comparison/backwards.ts
const again$1 = (base, from, to) => change$1(base, {
	[handbackPath]: null,
	[acceptPath]: [[from, to]]
});
const acceptBackwards = changeRule({
	code: "ACCEPT_BACKWARDS",
	strict: "warning",
	soft: "notice",
	summary: "A new grant is older than the one before it, as moments and not as texts.",
	why: "A clock is wrong, or an old file was put back over a newer one.",
	repair: "Grant control again, or write the moment at which it was granted.",
	examples: {
		bad: [{
			about: "an earlier hour",
			base: returnedSample,
			head: again$1(returnedSample, "10:02:00", "09:00:00")
		}, {
			about: "a later hour further east",
			base: returnedSample,
			head: again$1(returnedSample, "10:02:00+00:00", "12:00:00+05:00")
		}],
		good: [{
			about: "a later hour",
			base: returnedSample,
			head: change$1(returnedSample, {
				[handbackPath]: null,
				[acceptPath]: later
			})
		}, {
			about: "an earlier hour further west",
			base: returnedSample,
			head: again$1(returnedSample, "10:02:00+00:00", "09:00:00-05:00")
		}]
	},
	found({ before, stage, acceptChanged }) {
		const [was, is] = [before, stage].map(({ accept }) => accept.value ? instantOf(accept.value.timestamp) : void 0);
		return acceptChanged && was !== void 0 && is !== void 0 && is < was;
	},
	message: ({ before, stage }) => say`Unexpected timestamp ${stage.accept.text("timestamp") ?? ""}, expected one after ${before.accept.text("timestamp") ?? ""}`,
	hint: () => "Write the moment at which control was granted.",
	place: ({ stage }) => stage.accept.place("timestamp")
});

// src/protocols/control/rules/comparison/moves.ts
const isDeleted = ({ before, stage, newGrant }) => before.handback.value !== void 0 && !stage.handback.there && !newGrant;
const isWithdrawn = (change) => change.before.accept.value !== void 0 && !change.stage.accept.there && !isDeleted(change);
const isRewritten = ({ before, stage, newGrant, handbackChanged }) => before.handback.value !== void 0 && stage.handback.there && handbackChanged && !newGrant;
const isStale = ({ before, stage, newGrant, handbackChanged }) => before.handback.value !== void 0 && stage.handback.there && !handbackChanged && newGrant;
const isWhole$1 = ({ stage, newGrant, handbackChanged }) => newGrant && stage.handback.value !== void 0 && handbackChanged;

// src/protocols/control/rules/comparison/deleted.ts
const without$2 = change$1(returnedSample, { [handbackPath]: null });
const handbackDeleted = changeRule({
	code: "HANDBACK_DELETED",
	strict: "error",
	soft: "warning",
	summary: "The change deletes a valid `handback.json` without a new grant.",
	why: "The answer of the agent is gone, and the stage looks as if it still worked.",
	repair: "Bring it back. `/accept STAGE` or `/answer STAGE TEXT` begins the next cycle.",
	examples: {
		bad: [
			{
				about: "the old grant stays",
				base: returnedSample,
				head: without$2
			},
			{
				about: "a question that nobody answered",
				base: returned$2("question"),
				head: without$2
			},
			{
				about: "the grant goes too",
				base: returnedSample,
				head: change$1(without$2, { [acceptPath]: null })
			}
		],
		good: [
			{
				about: "a new grant",
				base: returnedSample,
				head: change$1(without$2, { [acceptPath]: later })
			},
			{
				about: "an invalid one",
				base: inHandback("success", ["\"success\"", "\"done\""]),
				head: without$2
			},
			{
				about: "the answer stays",
				base: returnedSample,
				head: change$1(without$2, { [handbackPath]: handbacks.success })
			}
		]
	},
	found: isDeleted,
	message: ({ before }) => say`Missing ${before.handback.path}, expected it until control is granted anew`,
	hint: () => say`Bring it back; ${"/accept"} begins the next cycle, and ${"/answer"} answers a question.`,
	place: ({ before }) => ({ path: before.handback.path })
});

// src/protocols/control/rules/comparison/one-change.ts
const controlOneChange = changeRule({
	code: "CONTROL_ONE_CHANGE",
	strict: "notice",
	soft: "notice",
	summary: "One change both grants control and returns it.",
	why: "It is only said: the repository does not show that the grant came first.",
	repair: "Nothing has to be done.",
	examples: {
		bad: [{
			about: "a whole cycle",
			base: sample$1,
			head: returnedSample
		}, {
			about: "a whole next cycle",
			base: returned$2("error"),
			head: change$1(returned$2("error"), {
				[acceptPath]: later,
				[handbackPath]: handbacks.success
			})
		}],
		good: [{
			about: "the grant",
			base: sample$1,
			head: grantedSample
		}, {
			about: "the return",
			base: grantedSample,
			head: returnedSample
		}]
	},
	found: isWhole$1,
	message: () => say`Unexpected grant and return in one change, expected one after the other`,
	hint: () => "This is only said; nothing has to be done.",
	place: ({ stage }) => ({
		path: stage.handback.path,
		line: 1
	})
});

// src/protocols/control/rules/comparison/refreshed.ts
const acceptRefreshed = changeRule({
	code: "ACCEPT_REFRESHED",
	strict: "notice",
	soft: "notice",
	summary: "Control was granted again while the agent had it.",
	why: "It is only said: the moment at which the work began is overwritten.",
	repair: "Nothing has to be done.",
	examples: {
		bad: [{
			about: "a later time",
			base: grantedSample,
			head: change$1(grantedSample, { [acceptPath]: later })
		}],
		good: [{
			about: "the same in another form",
			base: grantedSample,
			head: change$1(grantedSample, { [acceptPath]: [["\n  \"state\"", " \"state\""]] })
		}, {
			about: "a new cycle",
			base: returnedSample,
			head: change$1(returnedSample, {
				[handbackPath]: null,
				[acceptPath]: later
			})
		}]
	},
	found: ({ before, stage, acceptChanged }) => before.holder === "agent" && stage.state === "granted" && acceptChanged,
	message: () => say`Unexpected second grant, expected ${"accept.json"} as it was while the agent has control`,
	hint: () => "This is only said; nothing has to be done.",
	place: ({ stage }) => stage.accept.place("timestamp")
});

// src/protocols/control/rules/comparison/removed.ts
const specify$1 = ",\n    { \"id\": \"specify\", \"status\": \"pending\", \"started_at\": null, \"completed_at\": null }";
const without$1 = (files) => change$1(Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes("/stages/"))), {
	[recordPath]: [["    { \"id\": \"explore\", \"status\": \"pending\", \"started_at\": null, \"completed_at\": null }", ""], [specify$1, ""]],
	"runs/run-2026-01-20-001/stages/README.md": "Nothing here.\n"
});
const stageRemoved = {
	code: "STAGE_REMOVED",
	strict: "warning",
	soft: "notice",
	summary: "The change removes a stage of which the agent had control.",
	why: "The agent works on, and there is nothing left to hand back.",
	repair: "Bring it back, and let the agent hand back first.",
	examples: {
		bad: [{
			about: "while the agent works",
			base: grantedSample,
			head: without$1(grantedSample)
		}],
		good: [{
			about: "after it was handed back",
			base: returnedSample,
			head: without$1(returnedSample)
		}]
	},
	*check({ before: { holder, accept, path, target } }) {
		if (holder !== "agent") return;
		yield {
			message: say`Missing stage ${path}, expected it until control is returned`,
			hint: "Bring it back, and let the agent hand back first.",
			place: { path: accept.path },
			target
		};
	}
};

// src/protocols/control/rules/comparison/rewritten.ts
const handbackRewritten = changeRule({
	code: "HANDBACK_REWRITTEN",
	strict: "error",
	soft: "warning",
	summary: "The change makes another one of a valid `handback.json` without a new grant.",
	why: "Whoever returned control has none left to speak with, and somebody may have acted on the first answer.",
	repair: "Take it back. `/accept STAGE` begins the next cycle.",
	examples: {
		bad: [{
			about: "an error that became a success",
			base: returned$2("error"),
			head: returnedSample
		}, {
			about: "another description",
			base: returnedSample,
			head: inHandback("success", ["completed", "was completed"])
		}],
		good: [
			{
				about: "the same in another form",
				base: returnedSample,
				head: change$1(returnedSample, { [handbackPath]: [["\n  \"reason\"", " \"reason\""]] })
			},
			{
				about: "the same in another order",
				base: returned$2("error"),
				head: change$1(returned$2("error"), { [handbackPath]: "{\"error\":{\"message\":\"There is no brief\",\"code\":\"INPUT_MISSING\"},\"description\":\"No brief\",\"reason\":\"error\"}" })
			},
			{
				about: "an invalid one, mended",
				base: inHandback("success", ["\"success\"", "\"done\""]),
				head: returnedSample
			},
			{
				about: "the first answer",
				base: change$1(returnedSample, { [handbackPath]: null }),
				head: change$1(returnedSample, {
					[handbackPath]: handbacks.error,
					[acceptPath]: returnedSample[acceptPath] ?? ""
				})
			}
		]
	},
	found: isRewritten,
	message: () => say`Unexpected change of ${"handback.json"}, expected it as it was until control is granted anew`,
	hint: () => say`Take it back; ${"/accept"} begins the next cycle.`,
	place: ({ stage }) => stage.handback.place("reason")
});

// src/protocols/control/rules/comparison/stale.ts
const handbackStale = changeRule({
	code: "HANDBACK_STALE",
	strict: "error",
	soft: "warning",
	summary: "Control was granted anew, and the answer of the cycle before still stands there.",
	why: "The old answer is read as the new one, before the agent has begun.",
	repair: "`/accept STAGE` grants control and takes the old answer away.",
	examples: {
		bad: [{
			about: "an old success",
			base: returnedSample,
			head: change$1(returnedSample, { [acceptPath]: later })
		}, {
			about: "an old question",
			base: returned$2("question"),
			head: change$1(returned$2("question"), { [acceptPath]: later })
		}],
		good: [{
			about: "the old answer gone",
			base: returnedSample,
			head: change$1(returnedSample, {
				[acceptPath]: later,
				[handbackPath]: null
			})
		}]
	},
	found: isStale,
	message: () => say`Unexpected ${"handback.json"} of the cycle before, expected none beside a new grant`,
	hint: ({ stage }) => say`${`/accept ${nameIn(stage)}`} grants control and takes it away.`,
	fix: ({ stage }) => commandFor("/accept STAGE", stage),
	place: ({ stage }) => ({
		path: stage.handback.path,
		line: 1
	})
});

// src/protocols/control/rules/comparison/withdrawn.ts
const acceptWithdrawn = changeRule({
	code: "ACCEPT_WITHDRAWN",
	strict: "warning",
	soft: "notice",
	summary: "The change deletes a valid `accept.json`, and the stage is still there.",
	why: "The agent may still work, and nothing shows any more that it may.",
	repair: "Bring it back. `/handback STAGE error CANCELLED TEXT` ends the work so that it can be seen.",
	examples: {
		bad: [{
			about: "while the agent works",
			base: grantedSample,
			head: sample$1
		}],
		good: [{
			about: "the agent still has it",
			base: grantedSample,
			head: grantedSample
		}, {
			about: "an invalid grant",
			base: change$1(grantedSample, { [acceptPath]: "{}\n" }),
			head: sample$1
		}]
	},
	found: isWithdrawn,
	message: ({ before }) => say`Missing ${before.accept.path}, expected it as long as its stage is there`,
	hint: () => say`Bring it back; ${"/handback STAGE error CANCELLED TEXT"} ends the work so that it can be seen.`,
	place: ({ before }) => ({ path: before.accept.path })
});

// src/protocols/control/rules/duplicate-key.ts
function* files({ runs, stages, workflows }) {
	for (const { file, target } of workflows) yield [file, target];
	for (const { record } of runs) yield [record, void 0];
	for (const { accept, handback, answers, params, config, legacy, target } of stages) {
		const always = [
			accept.file,
			handback.file,
			...answers.map((each) => each.answer.file)
		];
		for (const file of legacy ? always : [
			...always,
			params,
			config.file
		]) yield [file, target];
	}
}
const duplicateKey = {
	code: "CONTROL_DUPLICATE_KEY",
	strict: "error",
	soft: "warning",
	summary: "A key stands twice in one object of `accept.json`, `handback.json`, an answer, `wf-run.json`, `output-params.json`, `stage-config.yaml` or `wf.yaml`.",
	why: "Some readers take the first of the two and others the last, so that they disagree on what the file says.",
	repair: "Keep one of them.",
	examples: {
		bad: [
			{
				about: "a grant",
				head: inAccept(["\"state\"", "\"state\": \"agent\",\n  \"state\""])
			},
			{
				about: "a handback",
				head: inHandback("success", ["\"reason\"", "\"reason\": \"error\",\n  \"reason\""])
			},
			{
				about: "an answer",
				head: change$1(sample$1, { [answerPath]: answer$1.replace("\"answer\"", "\"answer\": \"Red\",\n  \"answer\"") })
			},
			{
				about: "the record of a run",
				head: inRecord(["{ \"name\": \"tidy\"", "{ \"name\": \"tidy\", \"name\": \"tidy\""])
			},
			{
				about: "published values",
				head: change$1(nextSample, { [paramsPath]: [["\"total\": 3", "\"total\": 2, \"total\": 3"]] })
			},
			{
				about: "a contract",
				head: inConfig(["name: Explore\n", "name: Explore\nname: Explore\n"])
			},
			{
				about: "a workflow",
				head: inWorkflow(["  name: tidy\n", "  name: tidy\n  name: tidy\n"])
			}
		],
		good: [{
			about: "the same key in two objects",
			head: sample$1
		}, {
			about: "a key beside the same from a merge",
			head: change$1(sample$1, { [configPath]: [["inputs:\n", "extra: &extra\n  colour: green\nmore:\n  <<: *extra\n  colour: red\ninputs:\n"]] })
		}]
	},
	*check({ now }) {
		for (const [{ data }, target] of files(now)) for (const { key, first } of data ? duplicates(data.root) : []) {
			if (!data) continue;
			yield {
				message: say`Unexpected second key ${key.source}, expected each once`,
				hint: "Keep one of them: readers may disagree on which one counts.",
				place: data.place(key),
				related: [{
					...data.place(first),
					message: "the first"
				}],
				...target !== void 0 && { target }
			};
		}
	}
};

// src/protocols/control/rules/handback/texts.ts
const texts = [["description"], ["error", "message"]];
function textRule({ isWrong, message, hint, ...facts }) {
	return {
		...facts,
		*check({ stage: { handback, target } }) {
			for (const path of texts) {
				const text = handback.text(...path);
				if (text !== void 0 && text !== "" && isWrong(text)) yield {
					message: message(path.join(".")),
					hint,
					place: handback.place(...path),
					target
				};
			}
		}
	};
}

// src/protocols/control/rules/handback/blank.ts
const handbackBlank = textRule({
	code: "HANDBACK_BLANK",
	strict: "warning",
	soft: "notice",
	summary: "`description` or `error.message` in `handback.json` is white space only.",
	why: "It is the only place that tells people what happened.",
	repair: "Write what happened.",
	isWrong: (text) => text.trim() === "",
	message: (key) => say`Unexpected blank ${key}, expected what happened`,
	hint: "Write what happened.",
	examples: {
		bad: [{
			about: "a blank description",
			head: inHandback("success", ["Stage completed successfully.", "  "])
		}, {
			about: "a blank message",
			head: inHandback("error", ["There is no brief", " "])
		}],
		good: [{
			about: "a text",
			head: returned$2("error")
		}]
	}
});

// src/protocols/control/rules/handback/code.ts
const handbackCode = problemRule({
	code: "HANDBACK_CODE",
	strict: "error",
	soft: "error",
	summary: "`error.code` in `handback.json` is none of the ten codes.",
	why: "Programs decide by the code what to do about the error.",
	repair: "Write one of the ten codes, in capitals; `UNKNOWN` where none fits.",
	file: ({ handback }) => handback,
	hint: () => say`Write one of them, in capitals; ${"UNKNOWN"} where none fits.`,
	examples: {
		bad: [
			{
				about: "small letters",
				head: inHandback("error", ["INPUT_MISSING", "input_missing"])
			},
			{
				about: "a slip of the pen",
				head: inHandback("error", ["INPUT_MISSING", "INPUT_MISING"])
			},
			{
				about: "a code of their own",
				head: inHandback("error", ["INPUT_MISSING", "E404"])
			}
		],
		good: [{
			about: "a code",
			head: returned$2("error")
		}, {
			about: "another code",
			head: inHandback("error", ["INPUT_MISSING", "RESOURCE_EXHAUSTED"])
		}]
	}
});

// src/protocols/control/rules/handback/control-chars.ts
const described = (text) => inHandback("success", ["Stage completed", text]);
const handbackControlChars = textRule({
	code: "HANDBACK_CONTROL_CHARS",
	strict: "warning",
	soft: "notice",
	summary: "`description` or `error.message` in `handback.json` holds a control character (a line break too), a line separator, a bidirectional control or half a surrogate pair.",
	why: "Where it is printed it can forge lines, move the cursor or turn the direction of what follows.",
	repair: "Write one line of plain text.",
	isWrong: hasControls,
	message: (key) => say`Unexpected control character in ${key}, expected one line of plain text`,
	hint: "Write one line of plain text: it can forge lines in a terminal.",
	examples: {
		bad: [
			{
				about: "a line break",
				head: described("One\\nTwo")
			},
			{
				about: "an escape sequence",
				head: described("\\u001b[2J")
			},
			{
				about: "a line separator",
				head: described("One\\u2028Two")
			},
			{
				about: "a change of direction",
				head: described("‮eno")
			},
			{
				about: "half a pair",
				head: described("\\ud83d")
			},
			{
				about: "a line break in the message",
				head: inHandback("error", ["There is", "There\\nis"])
			}
		],
		good: [{
			about: "other letters, quotes and arrows",
			head: described("“é” → 💡")
		}]
	}
});

// src/protocols/control/rules/handback/error-missing.ts
const handbackErrorMissing = problemRule({
	code: "HANDBACK_ERROR_MISSING",
	strict: "error",
	soft: "error",
	summary: "The reason is `error`, and there is no key `error`.",
	why: "Without a code and a message nobody can tell what went wrong, or whether trying again helps.",
	repair: "Write `error` with a code and a message.",
	file: ({ handback }) => handback,
	hint: () => say`Write ${"error"} with ${"code"} and ${"message"}.`,
	examples: {
		bad: [{
			about: "a reason alone",
			head: inHandback("success", ["\"success\"", "\"error\""])
		}],
		good: [{
			about: "an error",
			head: returned$2("error")
		}, {
			about: "a question, which needs none",
			head: returned$2("question")
		}]
	}
});

// src/protocols/control/rules/handback/error-unexpected.ts
const handbackErrorUnexpected = {
	code: "HANDBACK_ERROR_UNEXPECTED",
	strict: "warning",
	soft: "notice",
	summary: "There is a well-formed `error`, and the reason is `success` or `question`.",
	why: "A success with an error leaves open which of the two is meant.",
	repair: "Leave `error` out, or write the reason `error`.",
	examples: {
		bad: [{
			about: "a success with an error",
			head: inHandback("error", ["\"reason\": \"error\"", "\"reason\": \"success\""])
		}, {
			about: "a question with an error",
			head: inHandback("error", ["\"reason\": \"error\"", "\"reason\": \"question\""])
		}],
		good: [{
			about: "an error with an error",
			head: returned$2("error")
		}]
	},
	*check({ stage: { handback, target } }) {
		if (!handback.value?.error || handback.value.reason === "error") return;
		yield {
			message: say`Unexpected key ${"error"} beside the reason ${handback.value.reason}`,
			hint: say`Leave it out, or write the reason ${"error"}.`,
			place: handback.keyPlace("error"),
			target
		};
	}
};

// src/protocols/control/rules/handback/reason.ts
const handbackReason = problemRule({
	code: "HANDBACK_REASON",
	strict: "error",
	soft: "error",
	summary: "`reason` in `handback.json` is another word than `success`, `error` or `question`.",
	why: "The orchestrator goes on, repairs or answers by this word alone.",
	repair: "Write one of the three words.",
	file: ({ handback }) => handback,
	hint: () => say`Write ${"success"}, ${"error"} or ${"question"}.`,
	examples: {
		bad: [
			{
				about: "a word for success",
				head: inHandback("success", ["\"success\"", "\"done\""])
			},
			{
				about: "capitals",
				head: inHandback("question", ["\"question\"", "\"Question\""])
			},
			{
				about: "a word for an error",
				head: inHandback("error", ["\"reason\": \"error\"", "\"reason\": \"failed\""])
			},
			{
				about: "nothing",
				head: inHandback("success", ["\"success\"", "\"\""])
			}
		],
		good: [
			{
				about: "success",
				head: returned$2("success")
			},
			{
				about: "an error",
				head: returned$2("error")
			},
			{
				about: "a question",
				head: returned$2("question")
			}
		]
	}
});

// src/protocols/control/rules/handback/schema.ts
const handbackSchema = problemRule({
	code: "HANDBACK_SCHEMA",
	strict: "error",
	soft: "error",
	summary: "`handback.json` is no object, or a key is missing, of the wrong type, empty or unknown, in `error` too.",
	why: "The orchestrator decides by this file what comes next; an invalid one returns nothing.",
	repair: "Mend the file, or write it anew with `/handback STAGE REASON`.",
	file: ({ handback }) => handback,
	hint: (stage) => say`Expected ${"reason"}, ${"description"} and for an error ${"error"} with ${"code"} and ${"message"}; ${`/handback ${nameIn(stage)} REASON`} writes it anew.`,
	examples: {
		bad: [
			{
				about: "a list",
				head: change$1(workedSample, { [handbackPath]: "[]\n" })
			},
			{
				about: "no description",
				head: inHandback("success", [",\n  \"description\": \"Stage completed successfully.\"", ""])
			},
			{
				about: "no reason",
				head: inHandback("success", ["  \"reason\": \"success\",\n", ""])
			},
			{
				about: "an empty description",
				head: inHandback("success", ["Stage completed successfully.", ""])
			},
			{
				about: "a key that nobody knows",
				head: inHandback("success", ["\"reason\"", "\"at\": \"2026-01-20\",\n  \"reason\""])
			},
			{
				about: "an error that is a text",
				head: change$1(workedSample, { [handbackPath]: "{ \"reason\": \"error\", \"description\": \"No\", \"error\": \"No\" }\n" })
			},
			{
				about: "an error without a message",
				head: inHandback("error", [",\n    \"message\": \"There is no brief\"", ""])
			},
			{
				about: "a key in the error that nobody knows",
				head: inHandback("error", ["\"code\"", "\"retry\": true,\n    \"code\""])
			},
			{
				about: "a context that is a text",
				head: inHandback("error", ["\"code\"", "\"context\": \"none\",\n    \"code\""])
			},
			{
				about: "a malformed error beside success",
				head: inHandback("success", ["\"description\"", "\"error\": {},\n  \"description\""])
			}
		],
		good: [{
			about: "any context",
			head: inHandback("error", ["\"code\"", "\"context\": { \"tried\": [1, { \"again\": null }] },\n    \"code\""])
		}]
	}
});

// src/protocols/control/rules/handback/unreadable.ts
const written$5 = (text) => change$1(workedSample, { [handbackPath]: text });
const handbackUnreadable = problemRule({
	code: "HANDBACK_UNREADABLE",
	strict: "error",
	soft: "error",
	summary: "`handback.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.",
	why: "The agent meant to return control, and nobody can tell why: whoever guesses may begin while it still works.",
	repair: "Mend the file, or write it anew with `/handback STAGE REASON`.",
	file: ({ handback }) => handback,
	hint: (stage) => say`Mend the file, or write it anew with ${`/handback ${nameIn(stage)} REASON`}.`,
	examples: {
		bad: [
			{
				about: "a text",
				head: written$5("All done.\n")
			},
			{
				about: "nothing",
				head: written$5("")
			},
			{
				about: "a quote that is not closed",
				head: written$5("{ \"reason\": \"success, \"description\": \"Done\" }\n")
			},
			{
				about: "a line break in a text",
				head: written$5("{ \"reason\": \"success\", \"description\": \"Done\nand dusted\" }\n")
			},
			{
				about: "too large",
				head: written$5(`${handbacks.success}${" ".repeat(3e3)}`),
				limit: 2e3
			},
			{
				about: "a folder",
				head: change$1(workedSample, { [`${handbackPath}/note.txt`]: "done\n" })
			}
		],
		good: [{
			about: "Windows line endings",
			head: written$5(handbacks.success.replaceAll("\n", "\r\n"))
		}]
	}
});

// src/protocols/control/rules/outputs/output-rule.ts
const outputRule = (facts) => ({
	...facts,
	*check({ stage }) {
		if (stage.state !== "returned success") return;
		for (const { fault, place, file } of stage.validation()) {
			if (fault?.code !== facts.code) continue;
			const related = [{
				...place,
				message: "the declaration"
			}, ...file === void 0 ? [] : [{
				path: file,
				message: "the output"
			}]];
			yield {
				message: fault.message,
				hint: fault.action,
				place: stage.handback.place("reason"),
				related,
				target: stage.target
			};
		}
	}
});

// src/protocols/control/rules/outputs/empty.ts
const outputEmpty = outputRule({
	code: "STAGE_OUTPUT_EMPTY",
	strict: "warning",
	soft: "notice",
	summary: "Control was returned with success, and an output has no bytes.",
	why: "An empty file is most often one that was created and never written.",
	repair: "Write the output.",
	examples: {
		bad: [{
			about: "an empty report",
			head: change$1(returnedSample, { [reportPath]: "" })
		}, {
			about: "empty data",
			head: change$1(returnedSample, { [resultPath]: "" })
		}],
		good: [{
			about: "content",
			head: returnedSample
		}]
	}
});

// src/protocols/control/rules/outputs/invalid.ts
const outputInvalid = outputRule({
	code: "STAGE_OUTPUT_INVALID",
	strict: "warning",
	soft: "notice",
	summary: "Control was returned with success, and a `data` or `runtime` output is not JSON, or violates its schema.",
	why: "The next stage reads it by its schema.",
	repair: "Write the output as its schema has it.",
	examples: {
		bad: [
			{
				about: "no JSON",
				head: change$1(returnedSample, { [resultPath]: "three\n" })
			},
			{
				about: "no JSON, without a schema",
				head: change$1(returnedSample, {
					[resultPath]: "three\n",
					[configPath]: [["    schema: schemas/findings.schema.json\n", ""]]
				})
			},
			{
				about: "a text in place of a number",
				head: change$1(returnedSample, { [resultPath]: "{ \"total\": \"three\" }\n" })
			},
			{
				about: "a key that is missing",
				head: change$1(returnedSample, { [resultPath]: "{}\n" })
			}
		],
		good: [{
			about: "as its schema has it",
			head: returnedSample
		}, {
			about: "work in progress",
			head: change$1(workedSample, { [resultPath]: "three\n" })
		}]
	}
});

// src/protocols/control/rules/outputs/missing.ts
const outputMissing = outputRule({
	code: "STAGE_OUTPUT_MISSING",
	strict: "warning",
	soft: "notice",
	summary: "Control was returned with success, and a required output is not there.",
	why: "The next stage waits for it, or begins without it.",
	repair: "Write the output, or say in the contract that it is not required.",
	examples: {
		bad: [
			{
				about: "no report",
				head: change$1(returnedSample, { [reportPath]: null })
			},
			{
				about: "no data",
				head: change$1(returnedSample, { [resultPath]: null })
			},
			{
				about: "no log that is required",
				head: change$1(returnedSample, { [configPath]: [["prompt:\n", "  runtime:\n  - { name: log, path: run/output-data/log.json, required: true }\nprompt:\n"]] })
			}
		],
		good: [
			{
				about: "everything",
				head: returnedSample
			},
			{
				about: "an error",
				head: change$1(returned$2("error"), { [reportPath]: null })
			},
			{
				about: "data that is not required",
				head: change$1(returnedSample, {
					[resultPath]: null,
					[configPath]: [["    schema: schemas", "    required: false\n    schema: schemas"]]
				})
			},
			{
				about: "a log",
				head: change$1(returnedSample, { [configPath]: [["prompt:\n", "  runtime:\n  - { name: log, path: run/output-data/log.json }\nprompt:\n"]] })
			}
		]
	}
});

// src/protocols/control/rules/outputs/schema-remote.ts
const schemaRemote = outputRule({
	code: "STAGE_SCHEMA_REMOTE",
	strict: "warning",
	soft: "notice",
	summary: "The schema of an output refers outside itself. Nothing is fetched.",
	why: "What it refers to can change, or be somebody else’s, and a check must not depend on the network.",
	repair: "Copy what it refers to into the schema.",
	examples: {
		bad: [{
			about: "an address",
			head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"$ref\": \"https://example.com/count.json\""]] })
		}, {
			about: "another file",
			head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"$ref\": \"count.schema.json#/definitions/count\""]] })
		}],
		good: [{
			about: "itself",
			head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"$ref\": \"#/$defs/count\""], ["\"type\": \"object\"", "\"$defs\": { \"count\": { \"type\": \"integer\" } },\n  \"type\": \"object\""]] })
		}, {
			about: "its own name",
			head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"$ref\": \"findings.json#/$defs/count\""], ["\"type\": \"object\"", "\"$id\": \"findings.json\",\n  \"$defs\": { \"count\": { \"type\": \"integer\" } },\n  \"type\": \"object\""]] })
		}]
	}
});

// src/protocols/control/rules/outputs/schema-skipped.ts
const schemaSkipped = outputRule({
	code: "STAGE_SCHEMA_SKIPPED",
	strict: "notice",
	soft: "notice",
	summary: "The schema of an output was not applied: it refers to itself, is of another draft, is or meets more than is looked at, or has a pattern that cannot be matched in linear time.",
	why: "It comes from the repository, and no file may keep a check busy for long. What it describes was not looked at.",
	repair: "Nothing has to be done. A simpler schema is applied.",
	examples: {
		bad: [
			{
				about: "a schema that refers to itself",
				head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"anyOf\": [{ \"type\": \"integer\" }, { \"$ref\": \"#\" }]"]] })
			},
			{
				about: "an old draft",
				head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"object\"", "\"$schema\": \"http://json-schema.org/draft-04/schema#\",\n  \"type\": \"object\""]] })
			},
			{
				about: "a pattern that looks ahead",
				head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"pattern\": \"^(?=a)\""]] })
			}
		],
		good: [{
			about: "a schema",
			head: returnedSample
		}]
	}
});

// src/protocols/control/rules/outputs/schema-unreadable.ts
const schemaUnreadable = outputRule({
	code: "STAGE_SCHEMA_UNREADABLE",
	strict: "warning",
	soft: "notice",
	summary: "The schema of an output is missing, not JSON or no schema.",
	why: "Nobody has looked whether the output is as it should be.",
	repair: "Mend the schema.",
	examples: {
		bad: [
			{
				about: "no schema",
				head: change$1(returnedSample, { [schemaPath]: null })
			},
			{
				about: "no JSON",
				head: change$1(returnedSample, { [schemaPath]: "type: object\n" })
			},
			{
				about: "a type that is none",
				head: change$1(returnedSample, { [schemaPath]: [["\"integer\"", "\"whole number\""]] })
			},
			{
				about: "a reference to nothing",
				head: change$1(returnedSample, { [schemaPath]: [["\"type\": \"integer\"", "\"$ref\": \"#/$defs/count\""]] })
			}
		],
		good: [{
			about: "a schema",
			head: returnedSample
		}]
	}
});

// src/protocols/control/rules/preflight/preflight-rule.ts
const preflightRule = (facts) => ({
	...facts,
	strict: "warning",
	soft: "notice",
	why: "The agent begins with something missing, and hands back an error at best.",
	repair: "Make the stage ready; `/preflight STAGE` says what is missing. The grant stays.",
	*check({ stage }) {
		if (stage.state !== "granted") return;
		for (const { fault, place } of stage.preflight()) {
			if (fault?.code !== facts.code) continue;
			yield {
				message: fault.message,
				hint: fault.action,
				place: stage.accept.place("state"),
				related: [{
					...place,
					message: "the declaration"
				}],
				target: stage.target
			};
		}
	}
});

// src/protocols/control/rules/preflight/input.ts
const brief$1 = stagePath("inputs/brief.md");
const inputMissing = preflightRule({
	code: "PREFLIGHT_INPUT_MISSING",
	summary: "Control was granted for a stage of which a required input is not there.",
	examples: {
		bad: [{
			about: "no input",
			head: change$1(grantedSample, { [brief$1]: null })
		}, {
			about: "a folder in its place",
			head: change$1(grantedSample, {
				[brief$1]: null,
				[`${brief$1}/note.md`]: "Tidy.\n"
			})
		}],
		good: [{
			about: "an optional input",
			head: change$1(grantedSample, { [configPath]: [["optional: []", "optional: [{ name: map, path: inputs/map.md }]"]] })
		}, {
			about: "work that is done",
			head: change$1(returnedSample, { [brief$1]: null })
		}]
	}
});
const inputEmpty = preflightRule({
	code: "PREFLIGHT_INPUT_EMPTY",
	summary: "Control was granted for a stage of which a required input has no bytes.",
	examples: {
		bad: [{
			about: "an empty input",
			head: change$1(grantedSample, { [brief$1]: "" })
		}],
		good: [{
			about: "content",
			head: grantedSample
		}]
	}
});

// src/protocols/control/rules/preflight/prompt.ts
const promptMissing = preflightRule({
	code: "PREFLIGHT_PROMPT_MISSING",
	summary: "Control was granted for a stage of which a prompt is not there.",
	examples: {
		bad: [{
			about: "no main prompt",
			head: change$1(grantedSample, { [stagePath("prompt/main.md")]: null })
		}, {
			about: "another entry",
			head: change$1(grantedSample, { [configPath]: [["entry: prompt/wf.md", "entry: prompt/start.md"]] })
		}],
		good: [{
			about: "both prompts",
			head: grantedSample
		}, {
			about: "no grant",
			head: change$1(sample$1, { [stagePath("prompt/main.md")]: null })
		}]
	}
});
const promptEmpty = preflightRule({
	code: "PREFLIGHT_PROMPT_EMPTY",
	summary: "Control was granted for a stage of which a prompt has no bytes.",
	examples: {
		bad: [{
			about: "an empty prompt",
			head: change$1(grantedSample, { [stagePath("prompt/main.md")]: "" })
		}],
		good: [{
			about: "content",
			head: grantedSample
		}]
	}
});

// src/protocols/control/rules/preflight/source.ts
const nextConfig$3 = stagePath("stage-config.yaml", "specify");
const sourceUnfinalized = preflightRule({
	code: "PREFLIGHT_SOURCE_UNFINALIZED",
	summary: "Control was granted for a stage before the stages that it builds upon were finalized.",
	examples: {
		bad: [{
			about: "nothing published",
			head: change$1(nextSample, { [paramsPath]: null })
		}],
		good: [{
			about: "finalized",
			head: nextSample
		}, {
			about: "no grant",
			head: returnedSample
		}]
	}
});
const sourceMissing = preflightRule({
	code: "PREFLIGHT_SOURCE_MISSING",
	summary: "Control was granted for a stage, and a finalized stage has not given what it builds upon.",
	examples: {
		bad: [{
			about: "another file",
			head: change$1(nextSample, { [nextConfig$3]: [["source: run/output-files/report.md", "source: run/output-files/dossier.md"]] })
		}],
		good: [{
			about: "the report",
			head: nextSample
		}]
	}
});
const parameterUnresolved = preflightRule({
	code: "PREFLIGHT_PARAM_UNRESOLVED",
	summary: "Control was granted for a stage, and a finalized stage has not published a value that it needs.",
	examples: {
		bad: [
			{
				about: "a value that was not published",
				head: change$1(nextSample, { [nextConfig$3]: [["output_parameter: total", "output_parameter: sum"]] })
			},
			{
				about: "a query that finds nothing",
				head: change$1(nextSample, { [nextConfig$3]: [["output_parameter: total", "source: run/output-data/findings.json\n  query: list.length"]] })
			},
			{
				about: "a key that every object has",
				head: change$1(nextSample, { [nextConfig$3]: [["output_parameter: total", "output_parameter: toString"]] })
			}
		],
		good: [{
			about: "a published value",
			head: nextSample
		}, {
			about: "a query",
			head: change$1(nextSample, { [nextConfig$3]: [["output_parameter: total", "source: run/output-data/findings.json\n  query: total"]] })
		}]
	}
});

// src/protocols/control/rules/run/id.ts
const stageRunId = {
	code: "STAGE_RUN_ID",
	strict: "warning",
	soft: "notice",
	summary: "`run_id` in `wf-run.json` is not the name of its folder.",
	why: "The run was copied, and what is reported about one of the two is taken for the other.",
	repair: "Write the name of the folder, or compose a run of its own.",
	examples: {
		bad: [{
			about: "a copied run",
			head: inRecord(["\"run-2026-01-20-001\"", "\"run-2026-01-19-004\""])
		}],
		good: [{
			about: "its own name",
			head: sample$1
		}]
	},
	*check({ run: { record, name } }) {
		const id = record.data && at$2(record.data.root, ["run_id"]);
		if (!record.data || id?.kind !== "scalar" || typeof id.value !== "string" || id.value === name) return;
		yield {
			message: say`Unexpected run ${id.value}, expected ${name}`,
			hint: "Write the name of the folder, or compose a run of its own.",
			place: record.data.place(id)
		};
	}
};

// src/protocols/control/rules/misfits.ts
function* misfitFindings(shape, data, hint, target) {
	for (const { node, message } of misfitsOf(shape, data.root)) yield {
		message,
		hint,
		place: data.place(node),
		...target !== void 0 && { target }
	};
}
function* incompleteFindings(shape, data, hint, target) {
	const misfits = misfitsOf(shape, data.root);
	const about = target === void 0 ? {} : { target };
	const missing = misfits.filter(({ kind }) => kind === "missing");
	for (const mapping of new Set(missing.map(({ node }) => node))) {
		const keys = missing.flatMap(({ node, key }) => node === mapping ? key ?? [] : []);
		yield {
			message: say`Missing keys: ${keys}`,
			hint,
			place: {
				path: data.document.path,
				line: 1
			},
			...about
		};
	}
	for (const { kind, node, message } of misfits) if (kind !== "missing") yield {
		message,
		hint,
		place: data.place(node),
		...about
	};
}

// src/protocols/control/rules/run/schema.ts
const stageRunSchema = {
	code: "STAGE_RUN_SCHEMA",
	strict: "warning",
	soft: "notice",
	summary: "A key of `wf-run.json` is missing, of the wrong type or form.",
	why: "The tools of the workflow read the run by this shape.",
	repair: "Compose the run anew, or bring back an earlier version.",
	examples: {
		bad: [
			{
				about: "nothing in it",
				head: change$1(sample$1, { [recordPath]: "{}" })
			},
			{
				about: "a list",
				head: change$1(sample$1, { [recordPath]: "[]" })
			},
			{
				about: "a status that is none",
				head: inRecord(["\"status\": \"pending\"", "\"status\": \"running\""])
			},
			{
				about: "a number as a version",
				head: inRecord(["\"version\": \"1.0\"", "\"version\": 1"])
			},
			{
				about: "no time",
				head: inRecord(["  \"created_at\": \"2026-01-20T09:00:00+00:00\",\n", ""])
			}
		],
		good: [{
			about: "a record",
			head: sample$1
		}, {
			about: "more keys",
			head: inRecord(["\"run_id\"", "\"host\": \"attic\",\n  \"run_id\""])
		}]
	},
	*check({ run: { record } }) {
		if (record.data) yield* incompleteFindings(runShape, record.data, "Compose the run anew, or bring back an earlier version.");
	}
};

// src/protocols/control/rules/run/stages.ts
const specify = "    { \"id\": \"specify\", \"status\": \"pending\", \"started_at\": null, \"completed_at\": null }\n";
const stageRunStages = {
	code: "STAGE_RUN_STAGES",
	strict: "warning",
	soft: "notice",
	summary: "A stage that `wf-run.json` lists has no folder, or a stage is not listed.",
	why: "The tools of the workflow go by the list and pass over the others.",
	repair: "List the stages that are there; git keeps no empty folders.",
	examples: {
		bad: [{
			about: "a stage without a folder",
			head: inRecord(["\"id\": \"specify\"", "\"id\": \"review\""], [specify.replace("specify", "review").trimEnd(), `${specify.replace("specify", "review").trimEnd()},\n${specify.trimEnd()}`])
		}, {
			about: "a stage that is not listed",
			head: inRecord([`,\n${specify}`, "\n"])
		}],
		good: [{
			about: "the stages that are there",
			head: sample$1
		}, {
			about: "no list",
			head: change$1(sample$1, { [recordPath]: null })
		}]
	},
	*check({ run: { record, stages, label, path } }) {
		const list = record.data && at$2(record.data.root, ["stages"]);
		const key = record.data?.root.kind === "mapping" ? record.data.root.get("stages")?.key : void 0;
		if (!record.data || !key || list?.kind !== "sequence") return;
		const listed = /* @__PURE__ */ new Set();
		for (const item of list.items) {
			const id = at$2(item, ["id"]);
			if (id?.kind !== "scalar" || typeof id.value !== "string") continue;
			listed.add(id.value);
			if (stages.some(({ name }) => name === id.value)) continue;
			const target = stageName.test(id.value) ? { target: `stage:${id.value}@${label}` } : {};
			yield {
				message: say`Unexpected stage ${id.value}, expected one with a folder in ${`${path}/stages`}`,
				hint: "List the stages that are there.",
				place: record.data.place(item),
				...target
			};
		}
		for (const { name, legacy, target, path: folder } of stages) {
			if (legacy || listed.has(name)) continue;
			yield {
				message: say`Missing stage ${name}, expected it in the list`,
				hint: "List the stages that are there.",
				place: record.data.place(key),
				target,
				concerns: [folder]
			};
		}
	}
};

// src/protocols/control/rules/unreadable.ts
function unreadableRule({ look, hint, ...facts }) {
	return {
		...facts,
		*check(subject) {
			const { file, fault, target } = look(subject);
			if (file.linked || !fault) return;
			yield {
				message: fault.message,
				hint,
				place: fault.place,
				...target !== void 0 && { target }
			};
		}
	};
}

// src/protocols/control/rules/run/unreadable.ts
const stageRunUnreadable = unreadableRule({
	code: "STAGE_RUN_UNREADABLE",
	strict: "error",
	soft: "error",
	summary: "`wf-run.json` is not JSON that can be read.",
	why: "The tools of the workflow stop at it.",
	repair: "Bring back an earlier version. Baton never writes this file.",
	look: ({ run: { record } }) => ({
		file: record,
		fault: record.fault
	}),
	hint: "Bring back an earlier version.",
	examples: {
		bad: [{
			about: "no end",
			head: change$1(sample$1, { [recordPath]: "{ \"run_id\": " })
		}],
		good: [{
			about: "a record",
			head: sample$1
		}, {
			about: "none",
			head: change$1(sample$1, { [recordPath]: null })
		}]
	}
});

// src/protocols/control/rules/stage/config-id.ts
const stageConfigId = {
	code: "STAGE_CONFIG_ID",
	strict: "error",
	soft: "warning",
	summary: "`id` in `stage-config.yaml` is not the name of its folder.",
	why: "Half of the tools go by the folder and half by the id, and grant control of different stages.",
	repair: "Write the name of the folder.",
	examples: {
		bad: [{
			about: "another name",
			head: inConfig(["id: explore", "id: explore-more"])
		}],
		good: [{
			about: "its own name",
			head: sample$1
		}]
	},
	*check({ stage: { config, name, target } }) {
		const id = config.contract?.id;
		if (!id || id.text === name) return;
		yield {
			message: say`Unexpected id ${id.text}, expected ${name}`,
			hint: "Write the name of the folder.",
			place: id.place,
			target
		};
	}
};

// src/protocols/control/rules/stage/config-missing.ts
const stageConfigMissing = {
	code: "STAGE_CONFIG_MISSING",
	strict: "warning",
	soft: "notice",
	summary: "A stage has no `stage-config.yaml`.",
	why: "Nobody can tell what the stage needs and what it must give.",
	repair: "Compose the run anew, or write the contract.",
	examples: {
		bad: [{
			about: "no contract",
			head: change$1(sample$1, { [configPath]: null })
		}],
		good: [{
			about: "a contract",
			head: sample$1
		}]
	},
	*check({ stage: { config, path, paths, target } }) {
		if (config.file.there) return;
		yield {
			message: say`Missing ${stageFiles.config} in ${path}`,
			hint: "Compose the run anew, or write what the stage needs and gives.",
			place: {
				path: paths[0] ?? path,
				line: 1
			},
			target,
			concerns: [config.file.path]
		};
	}
};

// src/protocols/control/rules/stage/config-schema.ts
const nextConfig$2 = stagePath("stage-config.yaml", "specify");
const stageConfigSchema = {
	code: "STAGE_CONFIG_SCHEMA",
	strict: "warning",
	soft: "notice",
	summary: "A key of `stage-config.yaml` is missing, of the wrong type or form.",
	why: "The tools that run the stage read it by this shape, and leave out what does not fit.",
	repair: "Write what is expected there; unknown keys are allowed.",
	examples: {
		bad: [
			{
				about: "no name",
				head: inConfig(["name: Explore\n", ""])
			},
			{
				about: "a word that is a truth value",
				head: inConfig(["name: Explore", "name: on"])
			},
			{
				about: "a day",
				head: inConfig(["name: Explore", "name: 2026-01-20"])
			},
			{
				about: "an input elsewhere",
				head: inConfig(["path: inputs/brief.md", "path: briefs/brief.md"])
			},
			{
				about: "a list that is a mapping",
				head: inConfig(["optional: []", "optional: { name: a }"])
			},
			{
				about: "a source without its stage",
				head: change$1(sample$1, { [nextConfig$2]: [["    from_stage: explore\n", ""]] })
			},
			{
				about: "a parameter in two forms",
				head: change$1(sample$1, { [nextConfig$2]: [["output_parameter: total", "output_parameter: total\n  source: x.json\n  query: a"]] })
			},
			{
				about: "a published value that is no JSON",
				head: inConfig(["source: run/output-data/findings.json", "source: run/output-files/report.md"])
			},
			{
				about: "no prompts",
				head: inConfig(["prompt:\n  entry: prompt/wf.md\n  main: prompt/main.md\n", ""])
			}
		],
		good: [{
			about: "keys of its own",
			head: inConfig(["name: Explore", "name: Explore\nowner: octocat"])
		}, {
			about: "no optional inputs",
			head: inConfig(["  optional: []\n", ""])
		}]
	},
	*check({ stage: { config, target } }) {
		if (config.contract && config.file.data) yield* misfitFindings(stageConfigShape, config.file.data, "Write what is expected there; unknown keys are allowed.", target);
	}
};

// src/protocols/control/rules/stage/config-unreadable.ts
const written$4 = (text) => change$1(sample$1, { [configPath]: text });
const aliases = Array.from({ length: 101 }, () => "*one").join(", ");
const stageConfigUnreadable = unreadableRule({
	code: "STAGE_CONFIG_UNREADABLE",
	strict: "error",
	soft: "error",
	summary: "`stage-config.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.",
	why: "Nobody can tell what the stage needs and what it must give.",
	repair: "Write it as keys and values in YAML.",
	look: ({ stage: { config, target } }) => ({
		...config,
		target
	}),
	hint: "Write it as keys and values in YAML.",
	examples: {
		bad: [
			{
				about: "a bracket that is not closed",
				head: inConfig(["optional: []", "optional: ["])
			},
			{
				about: "nothing",
				head: written$4("")
			},
			{
				about: "a list",
				head: written$4("- explore\n")
			},
			{
				about: "two documents",
				head: written$4("id: explore\n---\nid: explore\n")
			},
			{
				about: "a tag of a program",
				head: inConfig(["name: Explore", "name: !!python/object:os.system Explore"])
			},
			{
				about: "aliases without end",
				head: inConfig(["optional: []", `optional: []\nmany: [&one x, ${aliases}]`])
			},
			{
				about: "bytes that are no text",
				head: written$4("\0")
			}
		],
		good: [
			{
				about: "an anchor, aliases and a merge",
				head: inConfig(["name: Explore", "name: &name Explore\ntitle: *name\nbase: &base { a: 1 }\nmore: { <<: *base }"])
			},
			{
				about: "tags of YAML",
				head: inConfig(["name: Explore", "name: !!str Explore"])
			},
			{
				about: "a comment first",
				head: inConfig(["id: explore", "# composed\nid: explore"])
			}
		]
	}
});

// src/protocols/control/rules/stage/finished-early.ts
const params = nextSample[paramsPath] ?? "";
const completed$1 = [["\"explore\", \"status\": \"pending\"", "\"explore\", \"status\": \"completed\""]];
function completion({ run: { record }, name }) {
	const stages = record.data && at$2(record.data.root, ["stages"]);
	if (stages?.kind !== "sequence") return void 0;
	const is = (value, text) => value?.kind === "scalar" && value.value === text;
	const entry = stages.items.find((item) => is(at$2(item, ["id"]), name) && is(at$2(item, ["status"]), "completed"));
	const status = entry && at$2(entry, ["status"]);
	return status && record.data?.place(status);
}
const unfinished = /* @__PURE__ */ new Set([
	"handback invalid",
	"returned error",
	"returned question"
]);
const stageFinishedEarly = {
	code: "STAGE_FINISHED_EARLY",
	strict: "warning",
	soft: "notice",
	summary: "`output-params.json` is there, or `wf-run.json` says `completed`, though the handback is invalid, an error or a question, or the agent still has control.",
	why: "Other stages build upon a stage that is not done.",
	repair: "Let the stage be done first, then finalize it.",
	examples: {
		bad: [
			{
				about: "values published beside an error",
				head: change$1(returned$2("error"), { [paramsPath]: params })
			},
			{
				about: "values published beside a question",
				head: change$1(returned$2("question"), { [paramsPath]: params })
			},
			{
				about: "completed with an error",
				head: change$1(returned$2("error"), { [recordPath]: completed$1 })
			},
			{
				about: "completed while the agent works",
				head: change$1(grantedSample, { [recordPath]: completed$1 })
			}
		],
		good: [
			{
				about: "a success",
				head: change$1(returnedSample, {
					[paramsPath]: params,
					[recordPath]: completed$1
				})
			},
			{
				about: "values published while the agent works",
				head: change$1(grantedSample, { [paramsPath]: params })
			},
			{
				about: "completed without a grant",
				head: change$1(sample$1, {
					[recordPath]: completed$1,
					[acceptPath]: null
				})
			}
		]
	},
	*check({ stage }) {
		const { state, params: published, finalized, target, handback, accept } = stage;
		const hint = "Let the stage be done first, then finalize it.";
		const early = unfinished.has(state);
		if (early && finalized) yield {
			message: say`Unexpected ${"output-params.json"} in the state ${state}, expected it after a success`,
			hint,
			place: {
				path: published.path,
				line: 1
			},
			target,
			concerns: [handback.path]
		};
		const place = early || state === "granted" ? completion(stage) : void 0;
		if (place) yield {
			message: say`Unexpected status ${"completed"} in the state ${state}, expected it after a success`,
			hint,
			place,
			target,
			concerns: [handback.path, accept.path]
		};
	}
};

// src/protocols/control/rules/stage/legacy.ts
const oldConfig = {
	[configPath]: null,
	[stagePath("stage-config.json")]: "{ \"stage\": { \"id\": \"explore\" } }\n"
};
const stageLegacy = {
	code: "STAGE_LEGACY",
	strict: "warning",
	soft: "warning",
	summary: "A stage of an old form: its name does not fit, or it has a `stage-config.json` and no `stage-config.yaml`.",
	why: "No more can be asked of it than who has control, and no command can address a name that does not fit.",
	repair: "Compose a new run, or take the folder out with `!glob` in `protocols.control.runs`.",
	examples: {
		bad: [
			{
				about: "a number before the name",
				head: change$1(sample$1, { [stagePath("stage-config.json", "01-explore")]: "{}\n" })
			},
			{
				about: "a capital",
				head: change$1(sample$1, { [stagePath("notes.md", "Explore")]: "Nothing yet.\n" })
			},
			{
				about: "an old contract",
				head: change$1(sample$1, oldConfig)
			}
		],
		good: [
			{
				about: "a contract of the present form",
				head: sample$1
			},
			{
				about: "both contracts",
				head: change$1(sample$1, { [stagePath("stage-config.json")]: "{}\n" })
			},
			{
				about: "an old run, taken out",
				head: change$1(sample$1, oldConfig),
				configuration: { runs: ["**/run-*", "!runs/run-2026-01-*"] }
			}
		]
	},
	*check({ stage }) {
		if (!stage.legacy) return;
		const config = `${stage.path}/${stageFiles.legacyConfig}`;
		const path = stage.paths.includes(config) ? config : stage.paths[0] ?? stage.path;
		yield {
			message: stageName.test(stage.name) ? say`Unexpected ${stageFiles.legacyConfig}, expected ${stageFiles.config}` : say`Unexpected name ${stage.name} of a stage, expected small letters, digits and ${"-"} behind a letter`,
			hint: say`Compose a new run, or take it out with a pattern that begins with ${"!"}.`,
			place: {
				path,
				line: 1
			},
			target: stage.target
		};
	}
};

// src/protocols/control/rules/stage/params-schema.ts
const hint = "Finalize the stage again with the tool of the workflow.";
const stageParamsSchema = {
	code: "STAGE_PARAMS_SCHEMA",
	strict: "warning",
	soft: "notice",
	summary: "A key of `output-params.json` is missing or of the wrong type, or its `stage_id` is another stage.",
	why: "Other stages build upon what is published there.",
	repair: "Finalize the stage again with the tool of the workflow.",
	examples: {
		bad: [
			{
				about: "another stage",
				head: change$1(nextSample, { [paramsPath]: [["\"stage_id\": \"explore\"", "\"stage_id\": \"specify\""]] })
			},
			{
				about: "no time",
				head: change$1(nextSample, { [paramsPath]: [[" \"published_at\": \"2026-01-20T12:00:00+00:00\",", ""]] })
			},
			{
				about: "a number as a time",
				head: change$1(nextSample, { [paramsPath]: [["\"2026-01-20T12:00:00+00:00\"", "1768910400"]] })
			}
		],
		good: [{
			about: "published values",
			head: nextSample
		}, {
			about: "any values",
			head: change$1(nextSample, { [paramsPath]: [["\"total\": 3", "\"total\": { \"deep\": [null] }"]] })
		}]
	},
	*check({ stage: { params, name, target } }) {
		if (!params.data) return;
		yield* incompleteFindings(paramsShape, params.data, hint, target);
		const id = at$2(params.data.root, ["stage_id"]);
		if (id?.kind !== "scalar" || typeof id.value !== "string" || id.value === name) return;
		yield {
			message: say`Unexpected stage ${id.value}, expected ${name}`,
			hint,
			place: params.data.place(id),
			target
		};
	}
};

// src/protocols/control/rules/stage/params-unreadable.ts
const stageParamsUnreadable = unreadableRule({
	code: "STAGE_PARAMS_UNREADABLE",
	strict: "error",
	soft: "error",
	summary: "`output-params.json` is not JSON that can be read.",
	why: "That it is there finalizes the stage, and what it says other stages build upon.",
	repair: "Finalize the stage again with the tool of the workflow.",
	look: ({ stage: { params, target } }) => ({
		file: params,
		fault: params.fault,
		target
	}),
	hint: "Finalize the stage again with the tool of the workflow.",
	examples: {
		bad: [{
			about: "no end",
			head: change$1(nextSample, {
				[paramsPath]: "{ \"stage_id\": \"explore\"",
				"runs/run-2026-01-20-001/stages/specify/run/output-data/accept.json": null
			})
		}],
		good: [{
			about: "published values",
			head: nextSample
		}]
	}
});

// src/protocols/control/rules/stage/path-escape.ts
const nextConfig$1 = stagePath("stage-config.yaml", "specify");
const inNext = (from, to) => change$1(sample$1, { [nextConfig$1]: [[from, to]] });
function* leaving({ stages, workflows }) {
	for (const { config, legacy, target } of stages) if (config.contract && !legacy) for (const written of escapes(config.contract)) yield [written, target];
	for (const { stages: contracts, templates, target } of workflows) {
		for (const written of contracts.flatMap(escapes)) yield [written, target];
		for (const { source, target: copy } of templates) for (const written of [source, copy]) if (written && inside(written.text) === void 0) yield [written, target];
	}
}
const stagePathEscape = {
	code: "STAGE_PATH_ESCAPE",
	strict: "error",
	soft: "error",
	summary: "A path in a contract is absolute, names a drive, holds `\\` or NUL, or leaves its stage; or `from_stage` is what can be no name.",
	why: "A tool that follows it reads or writes outside the stage, and perhaps outside the repository.",
	repair: "Name a file below the folder of the stage.",
	examples: {
		bad: [
			{
				about: "an input outside",
				head: inConfig(["inputs/brief.md", "inputs/../../specify/stage-config.yaml"])
			},
			{
				about: "a prompt outside",
				head: inConfig(["entry: prompt/wf.md", "entry: ../specify/prompt/wf.md"])
			},
			{
				about: "an absolute output",
				head: inConfig(["path: run/output-files/report.md", "path: /tmp/report.md"])
			},
			{
				about: "a drive",
				head: inConfig(["path: run/output-files/report.md", "path: C:/report.md"])
			},
			{
				about: "a backslash",
				head: inConfig(["schema: schemas/findings.schema.json", "schema: \"schemas\\\\..\\\\..\\\\x.json\""])
			},
			{
				about: "a source outside its stage",
				head: inNext("source: run/output-files/report.md", "source: run/output-files/../../../specify/x")
			},
			{
				about: "a workflow",
				head: inWorkflow(["target: prompt/wf.md", "target: ../prompt/wf.md"])
			}
		],
		good: [{
			about: "a detour inside",
			head: inConfig(["inputs/brief.md", "inputs/old/../brief.md"])
		}, {
			about: "dots in a name",
			head: inConfig(["- name: report\n    path: run/output-files/report.md", "- name: report\n    path: run/output-files/..report.md"])
		}]
	},
	*check({ now }) {
		for (const [{ text, place }, target] of leaving(now)) yield {
			message: say`Unexpected path ${text}, expected one that stays in its stage`,
			hint: "Name a file below the folder of the stage.",
			place,
			target
		};
	}
};

// src/protocols/control/rules/stage/result-contradicts.ts
const path = stagePath("run/output-data/wf-result.json");
const result = (status, stage = "explore") => ({ [path]: `{ "status": "${status}", "stage_id": "${stage}" }\n` });
const opposites = /* @__PURE__ */ new Map([["failure", "success"], ["success", "error"]]);
const stageResultContradicts = {
	code: "STAGE_RESULT_CONTRADICTS",
	strict: "warning",
	soft: "notice",
	summary: "`wf-result.json` says the opposite of the handback, or is about another stage.",
	why: "One of the two is wrong, and readers go by either.",
	repair: "Find out what happened, and mend the one that is wrong.",
	examples: {
		bad: [
			{
				about: "a failure beside a success",
				head: change$1(returnedSample, result("failure"))
			},
			{
				about: "a success beside an error",
				head: change$1(returned$2("error"), result("success"))
			},
			{
				about: "another stage",
				head: change$1(workedSample, result("success", "specify"))
			}
		],
		good: [
			{
				about: "a success beside a success",
				head: change$1(returnedSample, result("success"))
			},
			{
				about: "a part",
				head: change$1(returned$2("error"), result("partial"))
			},
			{
				about: "a success before the handback",
				head: change$1(workedSample, result("success"))
			},
			{
				about: "no object",
				head: change$1(returnedSample, { [path]: "[]\n" })
			}
		]
	},
	*check({ stage: { result: file, handback, name, target } }) {
		if (file.data?.root.kind !== "mapping") return;
		const hint = "Find out what happened, and mend the one that is wrong.";
		const status = at$2(file.data.root, ["status"]);
		if (status?.kind === "scalar" && handback.value && opposites.get(status.value) === handback.value.reason) yield {
			message: say`Unexpected status ${status.source} beside the handback ${handback.value.reason}`,
			hint,
			place: file.data.place(status),
			related: [{
				...handback.place("reason"),
				message: "the handback"
			}],
			target
		};
		const id = at$2(file.data.root, ["stage_id"]);
		if (id?.kind !== "scalar" || typeof id.value !== "string" || id.value === name) return;
		yield {
			message: say`Unexpected stage ${id.value}, expected ${name}`,
			hint,
			place: file.data.place(id),
			target
		};
	}
};

// src/protocols/control/rules/stage/source-unknown.ts
const nextConfig = stagePath("stage-config.yaml", "specify");
const fromExplore = "    from_stage: explore\n    source: run/output-files/report.md";
const second$1 = (...stages) => {
	return `- id: specify\n  name: Specify\n  inputs:\n    required:${stages.map((stage, index) => `\n    - { name: i${index}, path: inputs/${index}, from_stage: ${stage}, source: run/output-files/x }`).join("")}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:`;
};
const withSecond = (...stages) => change$1(workflowSample, {
	[workflowPath]: [["shared_templates:", second$1(...stages)]],
	"flows/tidy/stages/specify/prompt/main.md": "Write.\n"
});
const named$1 = (contract) => sourcesOf(contract).filter(({ text }) => stageName.test(text));
function* circles(stages) {
	const needs = /* @__PURE__ */ new Map();
	const reaches = (from, to) => {
		const reached = /* @__PURE__ */ new Set([from]);
		for (const stage of reached) for (const next of needs.get(stage) ?? []) reached.add(next);
		return reached.has(to);
	};
	for (const stage of stages) {
		const id = stage.id?.text;
		if (id === void 0) continue;
		for (const source of named$1(stage)) {
			if (source.text === id) continue;
			if (reaches(source.text, id)) yield source;
			else needs.set(id, (needs.get(id) ?? /* @__PURE__ */ new Set()).add(source.text));
		}
	}
}
const stageSourceUnknown = {
	code: "STAGE_SOURCE_UNKNOWN",
	strict: "warning",
	soft: "notice",
	summary: "`from_stage` names no stage of the run (in a workflow: of the file), the stage itself, or in a workflow closes a circle.",
	why: "What the stage waits for never comes.",
	repair: "Name a stage that comes before this one.",
	examples: {
		bad: [
			{
				about: "a stage that is not there",
				head: change$1(sample$1, { [nextConfig]: [[fromExplore, fromExplore.replace("explore", "research")]] })
			},
			{
				about: "the stage itself",
				head: change$1(sample$1, { [nextConfig]: [[fromExplore, fromExplore.replace("explore", "specify")]] })
			},
			{
				about: "a workflow without the stage",
				head: withSecond("research")
			},
			{
				about: "a workflow in which two wait for each other",
				head: change$1(withSecond("explore"), { [workflowPath]: [["      path: inputs/brief.md", "      path: inputs/brief.md\n      from_stage: specify\n      source: run/output-files/x"]] })
			}
		],
		good: [
			{
				about: "an earlier stage",
				head: sample$1
			},
			{
				about: "an earlier stage of the workflow",
				head: withSecond("explore")
			},
			{
				about: "no other stage",
				head: inWorkflow()
			}
		]
	},
	*check({ now }) {
		const hint = "Name a stage that comes before this one.";
		for (const { config, legacy, name, run, target } of now.stages) {
			if (legacy || !config.contract) continue;
			for (const { text, place } of named$1(config.contract)) if (text === name || !run.stage(text)) yield {
				message: say`Unexpected stage ${text}, expected another one of the run`,
				hint,
				place,
				target
			};
		}
		for (const { stages, target } of now.workflows) {
			const ids = new Set(stages.flatMap(({ id }) => id?.text ?? []));
			for (const stage of stages) for (const { text, place } of named$1(stage)) if (text === stage.id?.text || !ids.has(text)) yield {
				message: say`Unexpected stage ${text}, expected another one of the workflow`,
				hint,
				place,
				target
			};
			for (const { text, place } of circles(stages)) yield {
				message: say`Unexpected stage ${text}, expected one that does not wait for this one`,
				hint,
				place,
				target
			};
		}
	}
};

// src/protocols/control/rules/stage/symlink.ts
const linked = (path, text = "../elsewhere") => ({
	head: change$1(sample$1, { [path]: text }),
	links: [path]
});
function* links({ links: others, stages, workflows }) {
	const seen = /* @__PURE__ */ new Set();
	const all = [
		...stages.flatMap((stage) => stage.links.map(({ path }) => [path, stage.target])),
		...others.map(({ path }) => [path, void 0]),
		...workflows.filter(({ file }) => file.linked).map(({ path, target }) => [path, target])
	];
	for (const [path, target] of all) {
		if (!seen.has(path)) yield [path, target];
		seen.add(path);
	}
}
const stageSymlink = {
	code: "STAGE_SYMLINK",
	strict: "error",
	soft: "error",
	summary: "A symbolic link stands in the place of a run, a stage, or a file or folder that the protocol or a contract knows; it is not followed.",
	why: "What a link leads to may lie outside the repository or change without a commit: it is no state of this repository.",
	repair: "Put the file or folder itself in place of the link.",
	examples: {
		bad: [
			{
				about: "a grant",
				...linked(acceptPath)
			},
			{
				about: "the folder of the control files",
				...linked(stagePath("run"))
			},
			{
				about: "a contract",
				head: sample$1,
				links: [stagePath("stage-config.yaml", "specify")]
			},
			{
				about: "an input",
				...linked(stagePath("inputs/more.md"))
			},
			{
				about: "a stage",
				...linked(`${runPath}/stages/review`)
			},
			{
				about: "the record of a run",
				head: sample$1,
				links: [recordPath]
			},
			{
				about: "a run",
				...linked("runs/run-2026-01-21-001")
			},
			{
				about: "all stages of a run",
				...linked("runs/run-2026-01-21-001/stages")
			},
			{
				about: "a workflow",
				head: workflowSample,
				links: [workflowPath]
			},
			{
				about: "what a contract names",
				head: change$1(sample$1, {
					[stagePath("stage-config.yaml")]: [["path: run/output-files/report.md", "path: out/report.md"]],
					[stagePath("out")]: "/tmp"
				}),
				links: [stagePath("out")]
			}
		],
		good: [{
			about: "a link that nobody knows",
			...linked(stagePath("notes"))
		}, {
			about: "a link beside the runs",
			...linked("runs/latest")
		}]
	},
	*check({ now }) {
		for (const [path, target] of links(now)) yield {
			message: say`Unexpected link ${path}, expected a file or folder`,
			hint: "Put the file or folder itself in place of the link: links are not followed.",
			place: { path },
			...target !== void 0 && { target }
		};
	}
};

// src/protocols/control/rules/workflow/duplicate.ts
const again = "- id: explore\n  name: Again\n  inputs: {}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:";
const workflowDuplicate = {
	code: "STAGE_WORKFLOW_DUPLICATE",
	strict: "warning",
	soft: "notice",
	summary: "Two stages of a workflow have one `id`.",
	why: "Both are composed into one folder, where the later overwrites the earlier.",
	repair: "Give each stage an id of its own.",
	examples: {
		bad: [{
			about: "an id twice",
			head: inWorkflow(["shared_templates:", again])
		}],
		good: [{
			about: "one stage",
			head: workflowSample
		}]
	},
	*check({ stages, target }) {
		const seen = /* @__PURE__ */ new Set();
		for (const { id } of stages) {
			if (id && seen.has(id.text)) yield {
				message: say`Unexpected second stage ${id.text}, expected each once`,
				hint: "Give each stage an id of its own.",
				place: id.place,
				target
			};
			if (id) seen.add(id.text);
		}
	}
};

// src/protocols/control/rules/workflow/file-missing.ts
function* missingOf({ has, templates }, { id, outputs }) {
	if (!id || !stageName.test(id.text)) return;
	const main = `stages/${id.text}/prompt/main.md`;
	if (has(main) === false) yield {
		path: main,
		written: id
	};
	const copied = new Set(templates.flatMap(({ target }) => (target && inside(target.text)) ?? []));
	for (const { kind, schema } of outputs) {
		const inner = schema && inside(schema.text);
		if (kind !== "data" || !schema || inner === void 0) continue;
		if (has(`stages/${id.text}/${inner}`) === false && !copied.has(inner)) yield {
			path: `stages/${id.text}/${inner}`,
			written: schema
		};
	}
}
const workflowFileMissing = {
	code: "STAGE_WORKFLOW_FILE_MISSING",
	strict: "warning",
	soft: "notice",
	summary: "A main prompt, the source of a shared template or the schema of a `data` output is not there beside `wf.yaml`.",
	why: "Runs that are composed from it lack the file.",
	repair: "Write the file, or take its mention out.",
	examples: {
		bad: [
			{
				about: "no prompt",
				head: change$1(workflowSample, { "flows/tidy/stages/explore/prompt/main.md": null })
			},
			{
				about: "no template",
				head: change$1(workflowSample, { "flows/tidy/templates/wf.md": null })
			},
			{
				about: "no schema",
				head: change$1(workflowSample, { "flows/tidy/stages/explore/schemas/findings.schema.json": null })
			}
		],
		good: [
			{
				about: "everything there",
				head: workflowSample
			},
			{
				about: "a schema that is shared",
				head: change$1(workflowSample, {
					"flows/tidy/stages/explore/schemas/findings.schema.json": null,
					"flows/tidy/schemas/findings.schema.json": "{}\n",
					[workflowPath]: [["shared_templates:", "shared_templates:\n- source: schemas/findings.schema.json\n  target: schemas/findings.schema.json"]]
				})
			},
			{
				about: "a definition at the root",
				head: Object.fromEntries(Object.entries(inWorkflow()).map(([path, text]) => [path.replace("flows/tidy/", ""), text]))
			}
		]
	},
	*check(workflow) {
		const { stages, templates, has, folder, target } = workflow;
		const sources = templates.flatMap(({ source }) => {
			const inner = source && inside(source.text);
			return source && inner !== void 0 && has(inner) === false ? [{
				path: inner,
				written: source
			}] : [];
		});
		for (const { path, written } of [...stages.flatMap((stage) => [...missingOf(workflow, stage)]), ...sources]) {
			const whole = folder === "" ? path : `${folder}/${path}`;
			yield {
				message: say`Missing file ${whole}`,
				hint: "Write the file, or take its mention out.",
				place: written.place,
				target,
				concerns: [whole]
			};
		}
	}
};

// src/protocols/control/rules/workflow/schema.ts
const workflowSchema = {
	code: "STAGE_WORKFLOW_SCHEMA",
	strict: "warning",
	soft: "notice",
	summary: "A key of `wf.yaml`, or of one of its stages, is missing, of the wrong type or form.",
	why: "Every run that is composed from it has the same fault.",
	repair: "Write what is expected there; unknown keys are allowed.",
	examples: {
		bad: [
			{
				about: "a version without quotes",
				head: inWorkflow(["version: \"1.0\"", "version: 1.0"])
			},
			{
				about: "a short description",
				head: inWorkflow(["Tidies what is there", "Tidies"])
			},
			{
				about: "a name with a capital",
				head: inWorkflow(["  name: tidy", "  name: Tidy"])
			},
			{
				about: "a stage without a name",
				head: inWorkflow(["  name: Explore\n", ""])
			},
			{
				about: "a template without a target",
				head: inWorkflow(["\n  target: prompt/wf.md", ""])
			}
		],
		good: [{
			about: "a definition",
			head: workflowSample
		}]
	},
	*check({ file: { data }, root, target }) {
		if (data && root) yield* misfitFindings(workflowShape, data, "Write what is expected there; unknown keys are allowed.", target);
	}
};

// src/protocols/control/rules/workflow/template.ts
const schemas = ["accept.schema.json", "handback.schema.json"];
const workflowTemplate = {
	code: "STAGE_WORKFLOW_TEMPLATE",
	strict: "notice",
	soft: "notice",
	summary: "No shared template of a workflow is `accept.schema.json`, or none is `handback.schema.json`.",
	why: "Agents that look into their stage for the form of the two files find nothing there.",
	repair: "Add both to `shared_templates`.",
	examples: {
		bad: [{
			about: "no schema of grants",
			head: inWorkflow(["- source: schemas/accept.schema.json\n  target: schemas/accept.schema.json\n", ""])
		}, {
			about: "no schema of handbacks",
			head: inWorkflow(["- source: schemas/handback.schema.json\n  target: schemas/handback.schema.json\n", ""])
		}],
		good: [{
			about: "both",
			head: workflowSample
		}, {
			about: "both in another folder",
			head: inWorkflow(["target: schemas/accept.schema.json", "target: wf/accept.schema.json"])
		}]
	},
	*check({ root, templates, templatesPlace, target }) {
		if (!root) return;
		for (const schema of schemas) {
			if (templates.some((each) => each.target?.text.endsWith(schema))) continue;
			yield {
				message: say`Missing ${schema} among the shared templates`,
				hint: say`Add ${schema} to ${"shared_templates"}.`,
				place: templatesPlace,
				target
			};
		}
	}
};

// src/protocols/control/rules/workflow/unreadable.ts
const written$3 = (text) => change$1(workflowSample, { [workflowPath]: text });
const workflowUnreadable = unreadableRule({
	code: "STAGE_WORKFLOW_UNREADABLE",
	strict: "error",
	soft: "error",
	summary: "`wf.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.",
	why: "No run can be composed from it.",
	repair: "Write it as keys and values in YAML.",
	look: ({ file, fault, target }) => ({
		file,
		fault,
		target
	}),
	hint: "Write it as keys and values in YAML.",
	examples: {
		bad: [
			{
				about: "a bracket that is not closed",
				head: inWorkflow(["optional: []", "optional: ["])
			},
			{
				about: "nothing",
				head: written$3("")
			},
			{
				about: "a text",
				head: written$3("tidy\n")
			},
			{
				about: "a tag of a program",
				head: inWorkflow(["  name: tidy", "  name: !tidy tidy"])
			}
		],
		good: [
			{
				about: "a definition",
				head: workflowSample
			},
			{
				about: "a file of this name that defines no workflow",
				head: { "notes/wf.yaml": "[" }
			},
			{
				about: "what other people wrote",
				head: {
					...workflowSample,
					"node_modules/tidy/wf.yaml": "[",
					"node_modules/tidy/stages/a/b.md": "x"
				}
			}
		]
	}
});

// src/protocols/control/rules/index.ts
const rules$1 = [
	...each(stages, [
		acceptUnreadable,
		acceptSchema,
		acceptState,
		acceptTimestamp,
		acceptAbsent,
		handbackUnreadable,
		handbackSchema,
		handbackReason
	]),
	...each(stages, [
		handbackErrorMissing,
		handbackCode,
		handbackErrorUnexpected,
		handbackBlank,
		handbackControlChars
	]),
	duplicateKey,
	...each(stages, [
		controlAnswer,
		staleAccept,
		acceptFuture,
		stageLegacy
	]),
	stageSymlink,
	stagePathEscape,
	...each(current, [stageConfigMissing, stageConfigUnreadable]),
	...each(workflows, [workflowUnreadable]),
	...each(current, [stageConfigSchema]),
	...each(workflows, [workflowSchema]),
	...each(current, [stageConfigId]),
	stageSourceUnknown,
	...each(workflows, [
		workflowDuplicate,
		workflowFileMissing,
		workflowTemplate
	]),
	...each(runs, [stageRunUnreadable]),
	...each(current, [stageParamsUnreadable]),
	...each(runs, [
		stageRunSchema,
		stageRunId,
		stageRunStages
	]),
	...each(current, [
		stageParamsSchema,
		stageFinishedEarly,
		stageResultContradicts,
		outputMissing,
		outputEmpty,
		outputInvalid
	]),
	...each(current, [
		schemaUnreadable,
		schemaRemote,
		schemaSkipped,
		promptMissing,
		promptEmpty,
		inputMissing,
		inputEmpty
	]),
	...each(current, [
		sourceUnfinalized,
		sourceMissing,
		parameterUnresolved
	]),
	...each(changes, [
		acceptBackwards,
		acceptRefreshed,
		acceptWithdrawn,
		handbackDeleted,
		handbackRewritten,
		handbackStale,
		controlOneChange,
		answerChanged
	]),
	...each(gone$1, [stageRemoved])
];

// src/protocols/control/protocol.ts
const control$1 = protocol({
	name: "control",
	title: "Runs",
	about: "A workflow run is a folder with stages. Two small files in a stage say who controls it: the orchestrator grants control to the agent with `accept.json`, and the agent returns it with `handback.json`. Nothing else is stored: the state is the presence and the content of these files.",
	kinds: ["stage", "workflow"],
	configuration: configuration$1,
	selectors: selectorsOf,
	found: (view, section) => findRuns(view, section.runs).length > 0 || findWorkflows(view, section.workflows).length > 0 || linksOfRuns(view, section.runs).length > 0,
	read: readModel$1,
	targets: ({ stages, workflows }) => [...stages.map(stageTarget), ...workflows.map(workflowTarget)],
	owners({ runs, workflows }, path) {
		const workflow = workflows.find((each) => each.path === path);
		if (workflow) return [workflow.target];
		const run = runs.find((each) => path.startsWith(`${each.path}/`));
		if (path === `${run?.path}/${runFiles.record}`) return run?.stages.map(({ target }) => target) ?? [];
		return run?.stages.filter((stage) => path.startsWith(`${stage.path}/`)).map(({ target }) => target) ?? [];
	},
	parsed: parsedFile,
	resolve: resolveStage,
	rules: rules$1,
	commands: commands$1
});

// src/protocols/plugin/contracts.ts
const contractFiles = {
	creative_brief: "creative-brief.md",
	parameter_spec: "parameter-spec.md",
	architecture: "architecture.md",
	plan: "plan.md"
};
const contractKeys = Object.keys(contractFiles);

// src/protocols/plugin/stages.ts
const specified$1 = [
	{
		stage: 0,
		title: "Research & Planning",
		agent: "research-planning-agent",
		done: "Research & Planning complete",
		tolerated: false
	},
	{
		stage: 1,
		title: "Planning",
		done: "Planning complete",
		tolerated: true
	},
	{
		stage: 2,
		title: "Foundation",
		agent: "foundation-shell-agent",
		action: "invoke_foundation_shell_agent",
		done: "Foundation complete",
		tolerated: false
	},
	{
		stage: 3,
		title: "Audio engine",
		agent: "dsp-agent",
		action: "invoke_dsp_agent",
		phases: "continue_dsp_phase",
		done: "Audio engine complete",
		tolerated: false
	},
	{
		stage: 4,
		title: "UI",
		agent: "gui-agent",
		action: "invoke_gui_agent",
		phases: "continue_gui_phase",
		done: "UI complete",
		tolerated: false
	},
	{
		stage: 5,
		title: "Validation",
		action: "begin_stage_5",
		done: "Validation complete",
		tolerated: false
	},
	{
		stage: 6,
		title: "Done",
		done: "Done complete",
		tolerated: true
	}
];
const alsoAccepted = { begin_stage_5: ["invoke_validation"] };
const finalActions = ["install", "improve"];
function stagesOf(configuration) {
	const all = configuration.stages === "default" ? specified$1 : configuration.stages;
	const byNumber = new Map(all.map((stage) => [stage.stage, stage]));
	const way = all.filter((stage) => !stage.tolerated);
	const last = way.at(-1);
	if (!last) throw new RangeError("A way without stages: the configuration has at least one");
	const named = /* @__PURE__ */ new Set([...all.flatMap(({ action }) => action === void 0 ? [] : sameAction(action)), ...finalActions]);
	const prefixes = all.flatMap(({ stage, phases }) => phases === void 0 ? [] : [`${phases}_${stage}.`]);
	return {
		all,
		way,
		last,
		get: (stage) => byNumber.get(stage),
		actions: [...named, ...prefixes.map((prefix) => `${prefix}1`)],
		knowsAction: (action) => named.has(action) || prefixes.some((prefix) => action.startsWith(prefix) && isPhase(action.slice(prefix.lastIndexOf("_") + 1)))
	};
}
const sameAction = (action) => [action, ...alsoAccepted[action] ?? []];
const phasePattern = /^(0|[1-9]\d{0,8})\.[1-9]\d{0,8}$/;
const isPhase = (text) => phasePattern.test(text);
const stageOf = (unit) => Number(unit.split(".", 1)[0]);
const phaseNumber = (unit) => Number(unit.split(".")[1] ?? 0);
const byPhase = (a, b) => phaseNumber(a) - phaseNumber(b);
const placeInStage = (unit) => phaseNumber(unit) || Number.MAX_SAFE_INTEGER;
const byUnit = (a, b) => stageOf(a) - stageOf(b) || placeInStage(a) - placeInStage(b);
const naming = /(?<![\w.])(Stage|Phase) (\d{1,9}(?:\.\d{1,9})?)(?!\w|\.\d)/g;
function unitsIn(text) {
	return Array.from(text.matchAll(naming), ([, word, unit = ""]) => word === "Stage" || isPhase(unit) ? unit : "").filter((unit) => unit !== "");
}

// src/protocols/plugin/schema.ts
const scalar = custom();
const bare = scalar.refine(({ quoted }) => !quoted);
const text = scalar.transform(({ source }) => source);
const day$2 = date();
const phase = string().refine(isPhase);
const recorded = string().regex(/^(sha256:[0-9a-f]{64}|null)$/);
const statuses = [
	"in_progress",
	"complete",
	"workflow_complete"
];
const handoffKeys = {
	plugin: text.pipe(string().min(1)),
	stage: bare.transform(({ source }) => source).pipe(string().regex(/^(0|[1-9]\d{0,8})$/)).transform(Number),
	phase: text.pipe(phase),
	status: text.pipe(_enum(statuses)),
	last_updated: text.pipe(day$2),
	complexity_score: bare.transform(({ value }) => value).pipe(number$1().min(1).max(5)),
	phased_implementation: bare.transform(({ value }) => value).pipe(boolean()),
	orchestration_mode: bare.transform(({ value }) => value).pipe(literal(true)),
	next_action: scalar.transform(({ source, quoted, value }) => quoted || typeof value === "string" ? source : void 0).pipe(string()),
	next_phase: text.pipe(phase)
};
const requiredKeys = {
	plugin: "value",
	stage: "value",
	phase: "null",
	status: "value",
	last_updated: "value",
	complexity_score: "null-until-planned",
	phased_implementation: "null-until-planned",
	orchestration_mode: "value"
};
const canonicalOrder = [
	...Object.keys(handoffKeys),
	"contract_checksums",
	"handback"
];
const sectionNames = [
	"Current State",
	"Completed So Far",
	"Next Steps",
	"Build Artifacts",
	"Testing Checklist",
	"Context to Preserve"
];
const handback$2 = strictObject({
	reason: _enum(["error", "question"]),
	code: string().optional(),
	description: string().min(1),
	at: datetime({ offset: true })
});

// src/protocols/plugin/states.ts
const sameState = (a, b) => a.kind === "unit" && b.kind === "unit" ? a.unit === b.unit && a.status === b.status : a.kind === b.kind;
function describe(state, stage) {
	if (state.kind === "unit") return `stage ${state.unit} ${state.status}`;
	return state.kind === "working" && stage !== void 0 ? `stage ${stage} workflow_complete` : state.kind;
}
function stateOfHandoff({ fields }, name, stages) {
	const unknown = { kind: "unknown" };
	const stage = fields.stage.value === void 0 ? void 0 : stages.get(fields.stage.value);
	const status = fields.status.value;
	if (!stage || status === void 0 || fields.plugin.state === "wrong" || fields.phase.state === "wrong") return unknown;
	if (fields.plugin.value !== void 0 && fields.plugin.value !== name) return unknown;
	const phase = fields.phase.value;
	if (phase !== void 0 && (stageOf(phase) !== stage.stage || stage.phases === void 0)) return unknown;
	if (status === "workflow_complete") return contradictsWorkflow(stage.stage, phase, stages) ? unknown : { kind: "working" };
	return {
		kind: "unit",
		unit: phase ?? String(stage.stage),
		status
	};
}
function contradictsWorkflow(stage, phase, stages) {
	return stage < stages.last.stage || phase !== void 0;
}
function stateOfStatus(status) {
	if (!status) return { kind: "ideated" };
	return status.kind === "stage" ? {
		kind: "unit",
		unit: status.unit,
		status: "complete"
	} : { kind: status.kind };
}
function isPlanned({ fields: { stage, status } }, stages) {
	const first = stages.way[0]?.stage ?? 0;
	if (stage.value === void 0) return false;
	return stage.value > first || stage.value === first && status.value !== void 0 && status.value !== "in_progress";
}
function unitsOf(stages, phases) {
	return stages.way.flatMap(({ stage }) => [...phases(stage), String(stage)]);
}
function determined(unit, nextPhase, phases, stages) {
	const stage = stageOf(unit);
	const next = phaseNumber(unit) > 0 ? followingPhase(unit, nextPhase, phases) : void 0;
	if (next !== void 0) return {
		action: `${stages.get(stage)?.phases}_${next}`,
		phase: next
	};
	const following = stages.way.find((each) => each.stage > stage);
	if (!following) return {
		action: "install",
		phase: null
	};
	return {
		action: following.action ?? null,
		phase: firstPhase(following.stage, phases, stages)
	};
}
function followingPhase(unit, nextPhase, phases) {
	const stage = stageOf(unit);
	if (phases.decided) return phases.of(stage).find((phase) => phaseNumber(phase) > phaseNumber(unit));
	return nextPhase !== null && stageOf(nextPhase) === stage && phaseNumber(nextPhase) > phaseNumber(unit) ? nextPhase : void 0;
}
function firstPhase(stage, phases, stages) {
	if (phases.decided || !phases.phased) return phases.of(stage)[0] ?? null;
	return stages.get(stage)?.phases === void 0 ? null : `${stage}.1`;
}

// src/protocols/plugin/status.ts
const words = {
	ideated: "💡 Ideated",
	working: "✅ Working",
	installed: "📦 Installed"
};
const draftParameters = "💡 Ideated (Draft Params)";
const statusForms = [
	words.ideated,
	draftParameters,
	"🚧 Stage N",
	"🚧 Stage N.M",
	words.working,
	words.installed
];
function normalised(status) {
	return status.replaceAll("**", "").replaceAll("__", "").replaceAll("️", "").replace(/\s+/gu, " ").trim();
}
const stageStatus = (unit) => `🚧 Stage ${unit}`;
const ideatedStatus = words.ideated;
const workingStatus = words.working;
const installedStatus = words.installed;
function readWords(text, noted, stages) {
	if (text === words.ideated) return {
		kind: "ideated",
		noted
	};
	if (text === words.working) return {
		kind: "working",
		noted
	};
	if (text === words.installed) return {
		kind: "installed",
		noted
	};
	const unit = text.startsWith("🚧 Stage ") ? text.slice(9) : "";
	const stage = /^\d{1,9}$/.test(unit) || isPhase(unit) ? stages.get(stageOf(unit)) : void 0;
	if (!stage || (isPhase(unit) ? stage.phases === void 0 : unit !== String(stage.stage))) return void 0;
	return {
		kind: "stage",
		unit,
		noted
	};
}
function readStatus(status, stages) {
	if (status === draftParameters) return {
		kind: "ideated",
		noted: false
	};
	const note = status.endsWith(")") ? status.indexOf(" (") : -1;
	return note === -1 ? readWords(status, false, stages) : readWords(status.slice(0, note), true, stages);
}
function withoutNote(status) {
	const note = status.endsWith(")") ? status.indexOf(" (") : -1;
	return note === -1 ? status : status.slice(0, note);
}

// src/protocols/plugin/facts.ts
function contractStatus(plugin, key) {
	const { file, digest } = plugin.contracts[key];
	const checksums = plugin.handoff?.checksums;
	if (checksums?.state === "malformed") return "malformed";
	const recorded = checksums?.recorded[key];
	if (recorded?.state === "malformed") return "malformed";
	if (recorded?.state === "good") return file !== "there" ? "missing" : digest?.sha256 === recorded.sha256 ? "match" : "mismatch";
	if (file === "there") return "unrecorded";
	return recorded?.state === "null" ? "null" : "absent";
}
function holderOf({ state, handoff }) {
	if (state.kind === "unknown") return void 0;
	const handedBack = handoff !== void 0 && handoff.handback.state !== "absent" && handoff.handback.state !== "null";
	return state.kind === "unit" && state.status === "in_progress" && !handedBack ? "agent" : "orchestrator";
}
function factsOf(plugin, { stages, layout }) {
	const { handoff, row, second, phases } = plugin;
	const fields = handoff?.fields;
	const stage = fields?.stage.value;
	const phased = stages.way.map((each) => [String(each.stage), phases.of(each.stage)]).filter(([, named]) => named.length > 0);
	const status = (place) => place?.status ? normalised(place.status.text) : null;
	return {
		stage: stage ?? null,
		phase: fields?.phase.value ?? null,
		status: fields?.status.value ?? null,
		lastUpdated: fields?.last_updated.value ?? null,
		complexity: fields?.complexity_score.value ?? null,
		phased: fields?.phased_implementation.value ?? null,
		phases: Object.fromEntries(phased),
		nextAction: fields?.next_action.value ?? null,
		nextPhase: fields?.next_phase.value ?? null,
		agent: (stage === void 0 ? void 0 : stages.get(stage)?.agent) ?? null,
		handback: handoff?.handback.value ?? null,
		legacy: handoff?.legacy ?? false,
		registry: {
			secondPlace: layout,
			row: status(row),
			entry: status(second),
			version: second?.version?.text ?? row?.version?.text ?? null
		},
		contracts: Object.fromEntries(contractKeys.map((key) => [key, contractStatus(plugin, key)]))
	};
}
function wayOf(plugin, { stages }, state) {
	const way = [
		"ideated",
		...unitsOf(stages, plugin.phases.of).map((unit) => unit === String(stages.last.stage) ? `stage ${unit} workflow_complete` : describe({
			kind: "unit",
			unit,
			status: "complete"
		})),
		"installed"
	];
	if (way.includes(state) || plugin.state.kind !== "unit") return way;
	const end = way.findIndex((each) => each.startsWith(`${state.slice(0, state.lastIndexOf(" "))} `));
	return end === -1 ? way : way.toSpliced(end, 0, state);
}
const targetId = (name) => `plugin:${name}`;
function targetOf$1(plugin, model) {
	const holder = holderOf(plugin);
	const state = describe(plugin.state, plugin.handoff?.fields.stage.value);
	return {
		id: targetId(plugin.name),
		path: plugin.hasHandoff ? plugin.handoffPath : model.registryPath,
		...holder && { holder },
		state,
		facts: factsOf(plugin, model),
		way: wayOf(plugin, model, state)
	};
}
const written$2 = /* @__PURE__ */ new Set([
	"plugin",
	"phase",
	"next_phase",
	"last_updated",
	"status"
]);
function keysOf(mapping) {
	return Object.fromEntries(mapping.entries.map(({ key, value }) => {
		const isText = written$2.has(key.source) && value.kind === "scalar" && value.value !== null;
		return [key.source, isText ? value.source : plain(value)];
	}));
}
function parsedHandoff(handoff) {
	return {
		...handoff.front.kind === "mapping" ? keysOf(handoff.front.mapping) : {},
		sections: sectionNames.filter((name) => handoff.section(name))
	};
}
const parsedPlace = (place) => ({
	name: place.name,
	status: place.status?.text ?? null,
	version: place.version?.text ?? null,
	lastUpdated: place.updated?.text ?? null,
	line: place.line
});
function parsedRegistry({ rows, entries }) {
	return {
		rows: rows.map(parsedPlace),
		entries: entries.map(parsedPlace)
	};
}

// src/protocols/plugin/next.ts
function openPhase({ state, handoff, phases }) {
	if (state.kind !== "unit" || state.status !== "complete" || phaseNumber(state.unit) === 0 || phases.decided || !phases.phased) return void 0;
	const next = handoff?.fields.next_phase.state;
	return next === "good" || next === "null" ? void 0 : state.unit;
}
const stageAfter = (unit, { way }) => way.find(({ stage }) => stage > stageOf(unit))?.stage;
function unitToBegin({ state, handoff, phases }, stages) {
	if (state.kind === "ideated") return stages.way[0] && String(stages.way[0].stage);
	if (state.kind !== "unit") return void 0;
	if (state.status === "in_progress") return state.unit;
	const { phase } = determined(state.unit, handoff?.fields.next_phase.value ?? null, phases, stages);
	const stage = stageAfter(state.unit, stages);
	return phase ?? (stage === void 0 ? void 0 : String(stage));
}
function closesNext(plugin, stages) {
	const { state } = plugin;
	if (state.kind !== "unit" || state.status !== "complete" || phaseNumber(state.unit) === 0) return false;
	const next = unitToBegin(plugin, stages);
	return next === void 0 || stageOf(next) !== stageOf(state.unit);
}
function unitToEnd(plugin, stages) {
	const { state } = plugin;
	if (state.kind !== "unit") return unitToBegin(plugin, stages);
	if (stageOf(state.unit) >= stages.last.stage) return String(stages.last.stage);
	if (closesNext(plugin, stages)) return String(stageOf(state.unit));
	return unitToBegin(plugin, stages);
}
const isWhole = (unit, { phases }, stages) => phaseNumber(unit) > 0 || firstPhase(stageOf(unit), phases, stages) === null;

// src/documents/front-matter.ts
var import_gray_matter = /* @__PURE__ */ __toESM(require_gray_matter(), 1);
const fence = /^---[ \t]*$/;
const fenceLength = 3;
const tooBlank = /^\s{100}/m;
const noEngine = {
	parse: (text) => ({ text }),
	stringify: () => ""
};
const options = {
	language: "yaml",
	engines: {
		yaml: noEngine,
		json: noEngine,
		javascript: noEngine,
		js: noEngine
	}
};
function frontMatter(document) {
	const first = document.line(1);
	if (!first.startsWith("---") || first.startsWith("----")) return { kind: "none" };
	const opening = {
		start: document.start,
		end: document.start + first.length
	};
	const invalid = (fault, span = opening) => ({
		kind: "invalid",
		fault,
		...span
	});
	if (!fence.test(first)) return invalid(say`Unexpected ${first} in the first line, expected ${"---"} alone: front matter is never evaluated`);
	const text = document.text;
	const next = text.indexOf("\n---", document.start);
	if (next === -1) return invalid(say`Unexpected end of the file, expected a line ${"---"} that ends the front matter`);
	if (tooBlank.test(text.slice(document.start, next))) return invalid("Unexpected front matter, expected fewer than a hundred blanks in a row");
	const split = (0, import_gray_matter.default)(text.slice(document.start, next + 1 + fenceLength), options);
	const end = document.start + fenceLength + split.matter.length + 1;
	const closing = document.lineOf(end);
	if (!fence.test(document.line(closing))) return invalid(say`Unexpected ${document.line(closing)}, expected ${"---"} alone to end the front matter`, {
		start: end,
		end: end + fenceLength
	});
	const start = document.offsetOf(2);
	const root = parseYaml(text.slice(start, end), start);
	if ("fault" in root) return {
		kind: "invalid",
		...root
	};
	if (root.kind !== "mapping") return invalid("Unexpected front matter, expected keys with values", {
		start,
		end
	});
	return {
		kind: "mapping",
		mapping: root,
		start,
		end,
		closing,
		body: closing + 1
	};
}

// src/documents/markdown-blocks.ts
const deepest = 20;
const markdown = new MarkdownItCallable("commonmark", { maxNesting: Infinity }).enable("table");
markdown.validateLink = () => true;
markdown.block.ruler.before("table", "deep", (state, line, _end, silent) => {
	if (silent || state.level < deepest) return false;
	state.line = line + 1;
	return true;
});
const ofTables = /* @__PURE__ */ new Set(["table_open", "tr_open"]);
function isLookedAt({ parentType, tokens }, type) {
	if (parentType === "table") return ofTables.has(type);
	return type === "inline" ? tokens.at(-1)?.type === "heading_open" : !type.startsWith("paragraph_");
}
markdown.block.State = class extends markdown.block.State {
	push(type, tag, nesting) {
		if (nesting < 0) this.level--;
		const token = {
			type,
			tag,
			nesting,
			level: this.level,
			map: null,
			content: ""
		};
		if (nesting > 0) this.level++;
		if (isLookedAt(this, type)) this.tokens.push(token);
		return token;
	}
};
function blocksOf(text) {
	const tokens = [];
	const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", " ");
	markdown.block.parse(lines, markdown, {}, tokens);
	return tokens;
}

// src/documents/markdown.ts
const kinds$1 = [
	"text",
	"code",
	"html",
	"quote"
];
const kindOfBlock = {
	fence: "code",
	code_block: "code",
	html_block: "html",
	blockquote_open: "quote"
};
function outline(document, from = 1) {
	const headings = [];
	const tables = [];
	const items = [];
	const kindAt = new Uint8Array(document.lineCount + 1);
	const lists = [];
	let rows;
	let quotes = 0;
	const tokens = blocksOf(document.text.slice(document.offsetOf(from)));
	let next = 0;
	for (const { type, tag, map } of tokens) {
		next++;
		const line = from + (map?.[0] ?? 0);
		const end = from + (map?.[1] ?? 0);
		const kind = kindOfBlock[type];
		if (kind !== void 0) kindAt.fill(kinds$1.indexOf(kind), line, end);
		if (type === "blockquote_open") quotes++;
		else if (type === "blockquote_close") quotes--;
		if (quotes > 0) continue;
		switch (type) {
			case "bullet_list_open":
			case "ordered_list_open":
				lists.push(type === "ordered_list_open");
				break;
			case "bullet_list_close":
			case "ordered_list_close":
				lists.pop();
				break;
			case "list_item_open":
				items.push({
					line,
					end: withoutBlank(document, line, end),
					depth: lists.length - 1,
					ordered: lists.at(-1) === true
				});
				break;
			case "heading_open":
				if (lists.length === 0) headings.push({
					level: Number(tag.slice(1)),
					text: tokens[next]?.content ?? "",
					line
				});
				break;
			case "table_open":
				rows = items.at(-1)?.line === line ? void 0 : [];
				if (rows) tables.push({
					header: line,
					rows
				});
				break;
			case "tr_open": if (line !== tables.at(-1)?.header) rows?.push(line);
		}
	}
	return {
		headings,
		tables,
		items,
		kindOf: (line) => kinds$1[kindAt[line] ?? 0] ?? "text"
	};
}
function withoutBlank(document, line, end) {
	let last = end - 1;
	while (last > line && document.line(last).trim() === "") last--;
	return last + 1;
}
function sections(outlined, document, level) {
	const parting = outlined.headings.filter((heading) => heading.level <= level);
	return parting.flatMap((heading, index) => heading.level === level ? [{
		heading,
		end: parting[index + 1]?.line ?? document.lineCount + 1
	}] : []);
}
function between(sorted, from, end) {
	const first = (line) => {
		let low = 0;
		let high = sorted.length;
		while (low < high) {
			const middle = low + high >> 1;
			if (sorted[middle].line < line) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	return sorted.slice(first(from), first(end));
}

// src/protocols/plugin/handoff.ts
function placeOf$2(document, { key, value }) {
	const line = document.lineOf(key.start);
	const sameLine = value.end > key.end && document.lineOf(value.end) === line;
	return document.span(key.start, sameLine ? value.end : key.end);
}
const isNull = (node) => node.kind === "scalar" && node.value === null && !node.quoted;
function field$1({ document, top, mapping }, key, read) {
	const entry = mapping?.get(key);
	if (!entry) return {
		state: "absent",
		place: top,
		written: "",
		value: void 0
	};
	const place = placeOf$2(document, entry);
	const written = document.text.slice(entry.value.start, entry.value.end);
	if (isNull(entry.value)) return {
		state: "null",
		place,
		written,
		value: void 0
	};
	const value = read(entry.value);
	return {
		state: value === void 0 ? "wrong" : "good",
		place,
		written,
		value
	};
}
function fieldsOf(reader) {
	const entries = Object.entries(handoffKeys).map(([key, schema]) => [key, field$1(reader, key, (node) => node.kind === "scalar" ? schema.safeParse(node).data : void 0)]);
	return Object.fromEntries(entries);
}
function recordedOf(reader, key) {
	const { state, place, written, value } = field$1(reader, key, (node) => node.kind === "scalar" ? recorded.safeParse(node.source).data : void 0);
	if (state === "wrong") return {
		state: "malformed",
		place,
		written,
		sha256: void 0
	};
	if (value === "null") return {
		state: "null",
		place,
		written,
		sha256: void 0
	};
	return {
		state,
		place,
		written,
		sha256: value?.slice(7)
	};
}
function checksumsOf$1(reader) {
	const { document, top, mapping } = reader;
	const entry = mapping?.get("contract_checksums");
	const inner = entry?.value.kind === "mapping" ? entry.value : void 0;
	const place = entry ? placeOf$2(document, entry) : top;
	const state = !entry || isNull(entry.value) ? "absent" : inner ? "mapping" : "malformed";
	const written = entry ? document.text.slice(entry.value.start, entry.value.end) : "";
	const each = contractKeys.map((key) => [key, recordedOf({
		document,
		top: place,
		mapping: inner
	}, key)]);
	return {
		state,
		place,
		written,
		recorded: Object.fromEntries(each)
	};
}
function isHeadingOf(text, name) {
	const head = text.trim();
	if (head.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return false;
	return /^\s*($|[:(–-])/.test(head.slice(name.length));
}
function sectionsOf(document, outlined) {
	const found = /* @__PURE__ */ new Map();
	for (const section of sections(outlined, document, 2)) {
		const name = sectionNames.find((each) => isHeadingOf(section.heading.text, each));
		if (name !== void 0 && !found.has(name)) found.set(name, section);
	}
	return found;
}
function readHandoff(view, path, where, limit) {
	const document = readText(view, path, limit);
	return typeof document === "string" ? document : handoffOf(document, where);
}
function handoffOf(document, where) {
	const { path } = document;
	const front = frontMatter(document);
	const mapping = front.kind === "mapping" ? front.mapping : void 0;
	const top = {
		path,
		line: 1
	};
	const reader = {
		document,
		top,
		mapping
	};
	const checksums = checksumsOf$1(reader);
	const outlined = () => outline(document, front.kind === "mapping" ? front.body : 1);
	const found = sectionsOf(document, outlined());
	return {
		path,
		where,
		document,
		front,
		fields: fieldsOf(reader),
		checksums,
		handback: field$1(reader, "handback", (node) => handback$2.safeParse(plain(node)).data),
		legacy: where === "ideas" || front.kind === "none" || front.kind === "mapping" && checksums.state === "absent",
		top,
		get outline() {
			return outlined();
		},
		section: (name) => found.get(name)
	};
}
function linesOf({ document }, { heading, end }) {
	const lines = [];
	for (let line = heading.line + 1; line < end; line++) {
		const text = document.line(line).trim();
		if (text !== "" && text !== "_None yet._") lines.push(text);
	}
	return lines;
}

// src/protocols/plugin/plan.ts
const decoration = /^[\s#*_+-]*(?:\d{1,9}[.)]\s+)?[\s*_]*(?:\[[ xX]\]\s+)?[\s*_]*/;
const named = /^phase\s+(\d{1,9}\.\d{1,9})(?![\d]|\.\d)/i;
const titleLead = /^[\s:*_–-]+/;
const titleTail = /(?:[\s*_✓✅✔]|\ufe0f)+$/u;
function phaseOf(line, number) {
	const [text = ""] = line.slice(0, 500).split("\n", 1);
	const rest = text.slice(decoration.exec(text)?.[0].length ?? 0);
	const phase = named.exec(rest)?.[1];
	if (phase === void 0 || !isPhase(phase)) return void 0;
	return {
		phase,
		title: rest.slice(named.exec(rest)?.[0].length ?? 0).replace(titleLead, "").replace(titleTail, ""),
		line: number
	};
}
const complexityPattern = /\bcomplexity(?: score)?[*_:\s]*([1-5](?:\.\d)?)(?!\d|\.\d)/i;
function complexityOf$1(line) {
	const value = Number(complexityPattern.exec(line.slice(0, 2e3))?.[1]);
	return value <= 5 ? value : void 0;
}
const inOrder = (a, b) => stageOf(a.phase) - stageOf(b.phase) || byPhase(a.phase, b.phase);
function ordered(found) {
	const first = /* @__PURE__ */ new Map();
	for (const phase of found) if (!first.has(phase.phase)) first.set(phase.phase, phase);
	return [...first.values()].toSorted(inOrder);
}
function readPlan(path, document) {
	if (!document) return {
		path,
		phases: []
	};
	const outlined = outline(document);
	const inHeadings = outlined.headings.flatMap(({ text, line }) => phaseOf(text, line) ?? []);
	const inText = [];
	let complexity;
	for (let line = 1; line <= document.lineCount; line++) {
		if (outlined.kindOf(line) === "code") continue;
		const text = document.line(line);
		const value = complexity ? void 0 : complexityOf$1(text);
		if (value !== void 0) complexity = {
			value,
			line
		};
		if (inHeadings.length > 0 || outlined.kindOf(line) === "html") continue;
		const phase = phaseOf(text, line);
		if (phase) inText.push(phase);
	}
	return {
		path,
		phases: ordered(inHeadings.length > 0 ? inHeadings : inText),
		...complexity && { complexity }
	};
}

// src/documents/table.ts
function partingPipes(line) {
	const pipes = [];
	for (let at = line.indexOf("|"); at !== -1; at = line.indexOf("|", at + 1)) if (line[at - 1] !== "\\") pipes.push(at);
	return pipes;
}
function cellsOf(line) {
	const text = line.trim();
	if (text === "") return [];
	const begin = line.indexOf(text);
	const bounds = partingPipes(line);
	if (bounds[0] !== begin) bounds.unshift(begin - 1);
	if (bounds.at(-1) !== begin + text.length - 1) bounds.push(line.length);
	return bounds.slice(1).map((bound, index) => {
		const from = (bounds[index] ?? 0) + 1;
		const raw = line.slice(from, bound);
		const source = raw.trim();
		const start = source === "" ? Math.min(from + 1, bound) : from + raw.indexOf(source);
		return {
			text: source.replaceAll("\\|", "|"),
			start,
			end: start + source.length
		};
	});
}

// src/protocols/plugin/timeline.ts
const form$2 = /^- \*\*(\d{4}-\d{2}-\d{2})(?: \((.*?)\))?:\*\* \S/;
const beginning = /^(?:[-*+] )?(?:\*\*)?(\d{4}-\d{2}-\d{2})(?!\d)(?:\*\*)?(?: ?\(([^()]*)\))?/;
function readLine(document, line, end) {
	const text = document.line(line).trim();
	const [, date, about = ""] = form$2.exec(text) ?? beginning.exec(text) ?? [];
	const known = day$2.safeParse(date).data;
	return {
		line,
		end,
		place: document.place(line),
		formed: known !== void 0 && form$2.test(text),
		day: known,
		about,
		text
	};
}
function readTimeline(document, outlined, from, end) {
	return between(outlined.items, from, end).filter(({ depth }) => depth === 0).map(({ line, end }) => readLine(document, line, end));
}

// src/protocols/plugin/registry.ts
const isTemplate = (name) => name.startsWith("[") && name.endsWith("]");
const dressings = [
	/^\[([^\]]*)\]\([^)]*\)$/,
	/^\*\*(.*)\*\*$/,
	/^__(.*)__$/,
	/^`(.*)`$/
];
function bareName(cell) {
	let name = cell;
	for (const dressing of [
		...dressings,
		...dressings,
		...dressings
	]) name = dressing.exec(name)?.[1]?.trim() ?? name;
	return name;
}
const columns$1 = {
	name: ["plugin name", "plugin"],
	status: ["status"],
	version: ["version"],
	updated: ["last updated"]
};
function tableOf(document, { header, rows }) {
	const titles = cellsOf(document.line(header)).map(({ text }) => bareName(text).toLowerCase());
	const columns = columnsOf(titles);
	if (columns.name === void 0 || columns.status === void 0) return void 0;
	return {
		header,
		last: rows.at(-1) ?? header + 1,
		titles,
		columns
	};
}
function columnsOf(titles) {
	const found = Object.entries(columns$1).flatMap(([column, names]) => {
		const index = titles.findIndex((word) => names.includes(word));
		return index === -1 ? [] : [[column, index]];
	});
	return Object.fromEntries(found);
}
function rowOf(document, line, table) {
	const cells = cellsOf(document.line(line));
	const start = document.offsetOf(line);
	const value = (column) => {
		const index = table.columns[column];
		const cell = index === void 0 ? void 0 : cells[index];
		return cell && {
			text: cell.text,
			place: document.span(start + cell.start, start + cell.end)
		};
	};
	const written = value("name")?.text ?? "";
	const name = bareName(written);
	if (name === "" || isTemplate(written) || isTemplate(name) || cells.every(({ text }) => text === "")) return void 0;
	return {
		name,
		line,
		table,
		place: document.place(line),
		cells: cells.length,
		status: value("status"),
		version: value("version"),
		updated: value("updated"),
		dated: table.columns.updated !== void 0
	};
}
function fieldOf(document, line, bullet = false) {
	const text = document.line(line);
	const indent = text.length - text.trimStart().length;
	const begin = indent + (bullet && /^[-*+] /.test(text.slice(indent, indent + 2)) ? 2 : 0);
	if (!text.startsWith("**", begin)) return void 0;
	const close = text.indexOf("**", begin + 2);
	if (close === -1) return void 0;
	const inside = text.slice(begin + 2, close);
	const outer = text[close + 2] === ":";
	if (!outer && !inside.endsWith(":")) return void 0;
	const label = (outer ? inside : inside.slice(0, -1)).trim().toLowerCase();
	const from = close + (outer ? 3 : 2);
	const value = text.slice(from).trim();
	const at = document.offsetOf(line) + from + (value === "" ? 0 : text.slice(from).length - text.slice(from).trimStart().length);
	return {
		label,
		text: value,
		place: document.span(at, at + value.length)
	};
}
const timelineLabel = "lifecycle timeline";
function entryOf(document, outlined, heading, end) {
	const fields = /* @__PURE__ */ new Map();
	const repeated = [];
	const labelled = [];
	for (let line = heading.line + 1; line < end; line++) {
		const field = outlined.kindOf(line) === "text" ? fieldOf(document, line) : void 0;
		if (!field) continue;
		labelled.push({
			label: field.label,
			line
		});
		const first = fields.get(field.label);
		if (!first) fields.set(field.label, field);
		else if (field.label === "status" || field.label === "last updated") repeated.push({
			label: field.label,
			first,
			again: field
		});
	}
	const timelines = labelled.flatMap(({ label, line }, index) => {
		if (label !== timelineLabel) return [];
		const stop = Math.min(labelled[index + 1]?.line ?? end, between(outlined.headings, line + 1, end)[0]?.line ?? end);
		return [readTimeline(document, outlined, line + 1, stop)];
	});
	return {
		kind: "entry",
		name: bareName(heading.text),
		path: document.path,
		document,
		place: document.place(heading.line),
		line: heading.line,
		end,
		status: fields.get("status"),
		version: fields.get("version"),
		updated: fields.get("last updated"),
		firstField: labelled[0]?.line,
		repeated,
		timelines,
		timelineLabel: labelled.findLast(({ label }) => label === timelineLabel)?.line
	};
}
function readRegistry(document, isPlugin) {
	const outlined = outline(document);
	const rows = [];
	let first;
	for (const block of outlined.tables) {
		const table = tableOf(document, block);
		if (!table) continue;
		first ??= table;
		for (const line of block.rows) {
			const row = rowOf(document, line, table);
			if (row) rows.push(row);
		}
	}
	const inTable = new Set(rows.map(({ name }) => name));
	const parting = outlined.headings.filter(({ level }) => level <= 3);
	const entries = parting.flatMap((heading, index) => {
		if (heading.level !== 3 || isTemplate(heading.text.trim()) || isTemplate(bareName(heading.text))) return [];
		const entry = entryOf(document, outlined, heading, parting[index + 1]?.line ?? document.lineCount + 1);
		return entry.status || inTable.has(entry.name) || isPlugin(entry.name) ? [entry] : [];
	});
	return {
		path: document.path,
		document,
		hasTable: first !== void 0,
		table: first,
		rows,
		entries
	};
}
function readNotes(document, name) {
	const outlined = outline(document);
	const fields = /* @__PURE__ */ new Map();
	const repeated = [];
	for (let line = 1; line <= document.lineCount; line++) {
		const field = outlined.kindOf(line) === "text" ? fieldOf(document, line, true) : void 0;
		if (!field) continue;
		const first = fields.get(field.label);
		if (!first) fields.set(field.label, {
			value: field,
			line
		});
		else if (field.label === "current status") repeated.push({
			label: field.label,
			first: first.value,
			again: field
		});
	}
	const status = fields.get("current status");
	if (!status) return void 0;
	const isTimeline = ({ text }) => text.trim().toLowerCase() === timelineLabel;
	const timelines = outlined.headings.flatMap((heading, index) => isTimeline(heading) ? [readTimeline(document, outlined, heading.line + 1, outlined.headings[index + 1]?.line ?? document.lineCount + 1)] : []);
	return {
		kind: "notes",
		name,
		path: document.path,
		document,
		place: document.place(status.line),
		line: status.line,
		end: document.lineCount + 1,
		status: status.value,
		version: fields.get("version")?.value,
		updated: void 0,
		firstField: status.line,
		repeated,
		timelines,
		timelineLabel: outlined.headings.findLast(isTimeline)?.line
	};
}

// src/protocols/plugin/model.ts
const pluginName = /^[A-Za-z][A-Za-z0-9_-]*$/;
const handoffName = ".continue-here.md";
function pathsOf({ root }, name) {
	const folder = root === "." ? name : `${root}/${name}`;
	return {
		folder,
		handoff: `${folder}/${handoffName}`,
		oldHandoff: `${folder}/.ideas/${handoffName}`,
		ideas: `${folder}/.ideas`,
		notes: `${folder}/NOTES.md`,
		contract: (key) => `${folder}/.ideas/${contractFiles[key]}`
	};
}
function foldersOf(view, { root }) {
	const folders = /* @__PURE__ */ new Map();
	const contracts = new Set(Object.values(contractFiles));
	const prefix = root === "." ? "" : `${root}/`;
	for (const path of view.paths) {
		if (!path.startsWith(prefix)) continue;
		const [name, ...rest] = path.slice(prefix.length).split("/");
		const inside = rest.join("/");
		if (name === void 0 || inside === "") continue;
		const folder = folders.get(name) ?? {
			handoff: false,
			oldHandoff: false,
			contract: false,
			notes: false,
			linked: false,
			drafts: []
		};
		folders.set(name, folder);
		if (inside === handoffName) folder.handoff = true;
		else if (inside === `.ideas/${handoffName}`) folder.oldHandoff = true;
		else if (inside === "NOTES.md") folder.notes = true;
		else if (inside === ".ideas") folder.linked = true;
		else if (rest[0] === ".ideas" && rest.length === 2 && contracts.has(rest[1])) folder.contract = true;
		else if (inside.endsWith("-draft.md")) folder.drafts.push(path);
	}
	return folders;
}
const holdsPlugin = (folder) => folder !== void 0 && (folder.handoff || folder.oldHandoff || folder.contract);
function hasPlugins(view, configuration) {
	return [...foldersOf(view, configuration).values()].some(holdsPlugin);
}
function contractsOf(view, paths, linked) {
	const entries = contractKeys.map((key) => {
		const path = paths.contract(key);
		const kind = linked ? "symlink" : view.entry(path)?.kind;
		return [key, {
			key,
			path,
			file: kind === void 0 ? "absent" : kind === "file" ? "there" : "link",
			digest: view.digest(path)
		}];
	});
	return Object.fromEntries(entries);
}
function phasesOf(handoff, plan, stages) {
	const phased = handoff?.fields.phased_implementation.value ?? (handoff?.fields.complexity_score.value ?? 0) >= 3;
	const decided = phased && plan.phases.length > 0;
	return {
		phased,
		decided,
		of: (stage) => decided && stages.get(stage)?.phases !== void 0 ? plan.phases.map(({ phase }) => phase).filter((phase) => stageOf(phase) === stage) : []
	};
}
function withHandoff(plugin, handoff, { stages }) {
	return {
		...plugin,
		handoff,
		handoffPath: handoff.path,
		hasHandoff: true,
		phases: phasesOf(handoff, plugin.plan, stages),
		state: stateOfHandoff(handoff, plugin.name, stages)
	};
}
function byName(elements) {
	const groups = /* @__PURE__ */ new Map();
	for (const element of elements) {
		const group = groups.get(element.name);
		if (group) group.push(element);
		else groups.set(element.name, [element]);
	}
	return groups;
}
function readModel(view, configuration, context) {
	const stages = stagesOf(configuration);
	const unreadable = [];
	const readable = (file, read) => {
		if (typeof read !== "string") return read;
		if (read !== "absent") unreadable.push({
			...file,
			why: read
		});
	};
	const text = (file) => readable(file, readText(view, file.path, context.limit));
	const isLink = (path) => (view.entry(path)?.kind ?? "file") !== "file";
	const folders = foldersOf(view, configuration);
	const isPlugin = (name) => holdsPlugin(folders.get(name));
	const registryPath = configuration.registry;
	const registryText = text({
		path: registryPath,
		what: "registry"
	});
	const registry = registryText && readRegistry(registryText, isPlugin);
	const rows = byName(registry?.rows ?? []);
	const entries = byName(registry?.entries ?? []);
	const notesOf = (name) => {
		if (!folders.get(name)?.notes) return [];
		const path = pathsOf(configuration, name).notes;
		const document = text({
			path,
			what: "notes",
			plugin: name
		});
		const notes = document && readNotes(document, name);
		return notes ? [notes] : [];
	};
	const asked = configuration.secondPlace;
	const notes = /* @__PURE__ */ new Map();
	if (asked === "notes" || asked === void 0 && entries.size === 0) for (const name of folders.keys()) notes.set(name, notesOf(name));
	const detected = entries.size > 0 ? "entries" : [...notes.values()].some((found) => found.length > 0) ? "notes" : "none";
	const layout = asked ?? detected;
	const seconds = layout === "entries" ? entries : layout === "notes" ? notes : /* @__PURE__ */ new Map();
	const pluginOf = (name) => {
		const folder = folders.get(name);
		const paths = pathsOf(configuration, name);
		const handoffPath = folder?.oldHandoff && !folder.handoff ? paths.oldHandoff : paths.handoff;
		const hasHandoff = folder !== void 0 && (folder.handoff || folder.oldHandoff);
		const handoff = hasHandoff ? readable({
			path: handoffPath,
			what: "handoff",
			plugin: name
		}, readHandoff(view, handoffPath, handoffPath === paths.handoff ? "root" : "ideas", context.limit)) : void 0;
		const duplicate = folder?.handoff && folder.oldHandoff ? paths.oldHandoff : void 0;
		if (duplicate !== void 0 && isLink(duplicate)) unreadable.push({
			path: duplicate,
			what: "handoff",
			why: "link",
			plugin: name
		});
		const contracts = contractsOf(view, paths, folder?.linked === true);
		const links = folder?.linked ? [paths.ideas] : Object.values(contracts).flatMap(({ path, file }) => file === "link" ? [path] : []);
		unreadable.push(...links.map((path) => ({
			path,
			what: "contract",
			why: "link",
			plugin: name
		})));
		const planText = folder?.contract ? readText(view, paths.contract("plan"), context.limit) : "absent";
		const plan = readPlan(paths.contract("plan"), typeof planText === "string" ? void 0 : planText);
		const row = rows.get(name)?.[0];
		const second = seconds.get(name)?.[0];
		const written = [second, row].map((place) => normalised(place?.status?.text ?? "")).find((text) => text !== "");
		const registered = written === void 0 ? void 0 : readStatus(written, stages);
		const isUnknown = hasHandoff || written !== void 0 && registered === void 0;
		return {
			name,
			directory: folder !== void 0,
			handoff,
			handoffPath,
			hasHandoff,
			duplicate: duplicate !== void 0 && !isLink(duplicate) ? duplicate : void 0,
			contracts,
			drafts: new Map((folder?.drafts ?? []).flatMap((path) => view.digest(path) ? [[path, view.digest(path)]] : [])),
			plan,
			phases: phasesOf(handoff, plan, stages),
			rows: rows.get(name) ?? [],
			seconds: seconds.get(name) ?? [],
			row,
			second,
			registered,
			state: handoff ? stateOfHandoff(handoff, name, stages) : isUnknown ? { kind: "unknown" } : stateOfStatus(registered)
		};
	};
	const plugins = [.../* @__PURE__ */ new Set([
		...[...folders.keys()].filter(isPlugin),
		...rows.keys(),
		...layout === "entries" ? entries.keys() : []
	])].toSorted((a, b) => a < b ? -1 : 1).map(pluginOf);
	const plugin = new Map(plugins.map((each) => [each.name, each]));
	return {
		configuration,
		context,
		stages,
		layout,
		registry,
		registryPath,
		registryThere: view.entry(registryPath) !== void 0,
		plugins,
		get: (name) => plugin.get(name),
		unreadable
	};
}

// src/documents/edit.ts
function splice(text, splices) {
	let made = "";
	let done = 0;
	for (const { start, end, text: instead } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
		if (start < done || end < start || end > text.length) throw new Fault(`Edits overlap, or leave the text, at ${start}.`);
		made += text.slice(done, start) + instead;
		done = end;
	}
	return made + text.slice(done);
}

// src/documents/yaml-writing.ts
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;
function isPlainValue(text, flow) {
	if (unprintable.test(text)) return false;
	const read = parseYaml(flow ? `{"key":${text}}` : `key: ${text}`);
	const value = "fault" in read || read.kind !== "mapping" ? void 0 : read.get("key")?.value;
	return value?.kind === "scalar" && value.value === text;
}
function isPlainKey(text) {
	const read = parseYaml(`${text}: 0`);
	return !unprintable.test(text) && "kind" in read && read.kind === "mapping" && read.entries[0]?.key.source === text;
}
function doubleQuoted(text) {
	return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function keyText(key) {
	return isPlainKey(key) ? key : doubleQuoted(key);
}
function quoteOf({ document, old }) {
	return old.kind === "scalar" ? document.text.charAt(old.start) : "";
}
function valueText(value, context) {
	if (typeof value === "number" && !Number.isFinite(value)) throw new Fault(`${value} is no number that YAML and JSON share.`);
	if (typeof value !== "string") return String(value);
	const quote = context ? quoteOf(context) : "";
	if (quote === "'" && !unprintable.test(value)) return `'${value.replaceAll("'", "''")}'`;
	return quote === "\"" || quote === "'" || !isPlainValue(value, context?.flow ?? false) ? doubleQuoted(value) : value;
}

// src/documents/mapping-patch.ts
const isPatch = (value) => typeof value === "object" && value !== null;
const wanted = (patch, key) => Object.hasOwn(patch, key) ? patch[key] : void 0;
function addedBy(patch, ranks) {
	const rank = ({ key }) => ranks.get(key) ?? ranks.size;
	return Object.entries(patch).flatMap(([key, value]) => value === void 0 ? [] : [{
		key,
		value
	}]).toSorted((a, b) => rank(a) - rank(b));
}
const ranksOf = (order) => new Map(Object.keys(order).map((key, rank) => [key, rank]));
function neighbourOf(key, kept, ranks) {
	const own = ranks.get(key);
	if (own === void 0) return kept.at(-1);
	const rank = (entry) => ranks.get(entry.key.source) ?? Infinity;
	return kept.filter((entry) => rank(entry) < own).toSorted((a, b) => rank(b) - rank(a))[0];
}
function patched(mapping, patch, order) {
	const ranks = ranksOf(order);
	const goes = ({ key }) => Object.hasOwn(patch, key.source) && patch[key.source] === void 0;
	const kept = mapping.entries.filter((entry) => !goes(entry));
	const added = /* @__PURE__ */ new Map();
	for (const each of addedBy(patch, ranks)) {
		if (mapping.get(each.key)) continue;
		const neighbour = neighbourOf(each.key, kept, ranks);
		added.set(neighbour, [...added.get(neighbour) ?? [], each]);
	}
	return {
		kept,
		removed: mapping.entries.filter(goes),
		added
	};
}
function newLines({ key, value }, order) {
	if (!isPatch(value)) return [`${keyText(key)}: ${valueText(value)}`];
	const below = mappingLines(value, order[key] ?? {});
	return below.length === 0 ? [`${keyText(key)}: {}`] : [`${keyText(key)}:`, ...below.map((line) => `  ${line}`)];
}
function mappingLines(patch, order) {
	return addedBy(patch, ranksOf(order)).flatMap((each) => newLines(each, order));
}

// src/documents/mapping-rewriting.ts
function commentsIn(gap) {
	return gap.split(/\r?\n/).flatMap((line) => {
		const at = line.search(/(?:^|[ \t])#/);
		return at === -1 ? [] : [line.slice(line.indexOf("#", at))];
	});
}
function commentsOf({ text }, mapping, kept) {
	const comments = /* @__PURE__ */ new Map();
	const marks = mapping.flow ? 1 : 0;
	let pending = [];
	let from = mapping.start + marks;
	for (const entry of mapping.entries) {
		pending.push(...commentsIn(text.slice(from, entry.start)));
		if (mapping.flow) pending.push(...commentsIn(text.slice(entry.key.end, entry.value.start)));
		from = entry.value.end;
		if (!kept.has(entry)) continue;
		comments.set(entry, pending);
		pending = [];
	}
	return comments.set(void 0, [...pending, ...commentsIn(text.slice(from, mapping.end - marks))]);
}
function behindKey({ text }, { slot, value }, column) {
	const isFlow = column === void 0;
	const [first = "", ...more] = text.slice(isFlow ? value.start : slot, value.end).split(/\r?\n/);
	if (isFlow) return [value.end > value.start ? ` ${first}` : "", ...more.map((line) => `  ${line.trimStart()}`)];
	return [first, ...more.map((line) => line.slice(Math.min(column, line.length - line.trimStart().length)))];
}
function entryLines(document, entry, patch, order, column) {
	const { key, value: old } = entry;
	const written = document.text.slice(key.start, key.end);
	const head = `${written.includes("\n") ? keyText(key.source) : written}:`;
	const value = wanted(patch, key.source);
	if (isPatch(value)) {
		const inner = order[key.source] ?? {};
		const below = old.kind === "mapping" ? rewritten$1(document, old, value, inner) : mappingLines(value, inner);
		return below.length === 0 ? [`${head} {}`] : [head, ...below.map((line) => `  ${line}`)];
	}
	if (value !== void 0 && !(old.kind === "scalar" && old.value === value)) return [`${head} ${valueText(value, {
		flow: false,
		document,
		old
	})}`];
	const [first, ...more] = behindKey(document, entry, column);
	return [head + first, ...more];
}
function rewritten$1(document, mapping, patch, order) {
	const { kept, added } = patched(mapping, patch, order);
	const comments = commentsOf(document, mapping, new Set(kept));
	const column = mapping.flow ? void 0 : mapping.start - document.offsetOf(document.lineOf(mapping.start));
	const behind = (entry) => (added.get(entry) ?? []).flatMap((each) => newLines(each, order));
	const lines = kept.flatMap((entry) => [
		...comments.get(entry) ?? [],
		...entryLines(document, entry, patch, order, column),
		...behind(entry)
	]);
	const all = [...behind(void 0), ...lines];
	return all.length === 0 ? [] : [...all, ...comments.get(void 0) ?? []];
}
function rewriting(document, mapping, patch, order, column) {
	const { text, eol } = document;
	const { start, end } = mapping;
	const lines = rewritten$1(document, mapping, patch, order);
	if (lines.length === 0) return {
		start,
		end,
		text: "{}"
	};
	const before = text.slice(document.offsetOf(document.lineOf(start)), start);
	if (/^ *$/.test(before)) return {
		start,
		end,
		text: lines.join(eol + before)
	};
	return {
		start: start - before.length + before.trimEnd().length,
		end,
		text: lines.map((line) => eol + " ".repeat(column) + line).join("")
	};
}

// src/documents/mapping-edit.ts
const lineEnd = (document, offset) => {
	const line = document.lineOf(offset);
	return document.offsetOf(line) + document.line(line).length;
};
const before = (document, offset) => document.text.slice(document.offsetOf(document.lineOf(offset)), offset);
function lastLineOf(document, { value }, column) {
	let last = document.lineOf(value.end);
	for (let line = last + 1; line <= document.lineCount; line++) {
		const text = document.line(line);
		const indent = text.length - text.trimStart().length;
		if (indent === text.length) continue;
		if (text[indent] !== "#" || indent <= column) break;
		last = line;
	}
	return last;
}
function takesBlankLines(node, text) {
	if (node.kind === "scalar") return node.quoted && "|>".includes(text.charAt(node.start));
	const last = node.kind === "mapping" ? node.entries.at(-1)?.value : node.items.at(-1);
	return last !== void 0 && takesBlankLines(last, text);
}
function removal(document, entry, column, above) {
	const first = document.lineOf(entry.start);
	let last = lastLineOf(document, entry, column);
	if (above && takesBlankLines(above.value, document.text)) while (last < document.lineCount && document.line(last + 1).trim() === "") last++;
	if (first === 1) return {
		start: document.start,
		end: document.offsetOf(last + 1),
		text: ""
	};
	return {
		start: lineEnd(document, document.offsetOf(first - 1)),
		end: lineEnd(document, document.offsetOf(last)),
		text: ""
	};
}
function inline(document, { key, slot, value: old }, written, flow, column) {
	const colon = slot > key.end ? "" : flow ? ":" : `${document.eol}${" ".repeat(column)}:`;
	if (old.end === old.start) return [{
		start: slot,
		end: slot,
		text: `${colon} ${written}`
	}];
	const ownLine = document.lineOf(old.start);
	if (old.kind === "scalar" || old.flow || ownLine === document.lineOf(slot)) return [{
		start: old.start,
		end: old.end,
		text: written
	}];
	return [{
		start: slot,
		end: slot,
		text: ` ${written}`
	}, {
		start: lineEnd(document, document.offsetOf(ownLine) - 1),
		end: lineEnd(document, old.end),
		text: ""
	}];
}
function below(document, { key, slot, value: old }, lines, column) {
	const { eol } = document;
	const indented = lines.map((line) => eol + " ".repeat(column + 2) + line).join("");
	const colon = slot > key.end ? "" : `${eol}${" ".repeat(column)}:`;
	const ownLine = document.lineOf(old.start);
	const from = old.end === old.start || ownLine === document.lineOf(slot) ? slot : lineEnd(document, document.offsetOf(ownLine) - 1);
	const rest = old.kind !== "scalar" && !old.flow ? lineEnd(document, old.end) : old.end;
	const at = lineEnd(document, old.end);
	return [{
		start: from,
		end: rest,
		text: ""
	}, {
		start: at,
		end: at,
		text: colon + indented
	}];
}
function valueEdits(document, entry, value, order, { flow, column }) {
	const old = entry.value;
	if (isPatch(value)) {
		if (old.kind === "mapping") return mappingEdits(document, old, value, order, column + 2);
		const lines = mappingLines(value, order);
		return lines.length === 0 ? inline(document, entry, "{}", flow, column) : below(document, entry, lines, column);
	}
	if (old.kind === "scalar" && old.value === value) return [];
	return inline(document, entry, valueText(value, {
		flow,
		document,
		old
	}), flow, column);
}
function gainsOrLoses(mapping, patch) {
	return Object.entries(patch).some(([key, value]) => {
		const entry = mapping.get(key);
		if (!entry || value === void 0) return entry === void 0 !== (value === void 0);
		if (!isPatch(value) || !mapping.flow) return false;
		return entry.value.kind !== "mapping" || gainsOrLoses(entry.value, value);
	});
}
function insertions(document, { kept, added }, order, column) {
	const indent = " ".repeat(column);
	return Array.from(added, ([neighbour, those]) => {
		const lines = those.flatMap((each) => newLines(each, order));
		const at = neighbour ? lineEnd(document, document.offsetOf(lastLineOf(document, neighbour, column))) : kept[0]?.start ?? 0;
		return {
			start: at,
			end: at,
			text: lines.map((line) => neighbour ? document.eol + indent + line : line + document.eol + indent).join("")
		};
	});
}
const above = (kept, { start }) => kept.findLast((other) => other.start < start);
function replaced(document, { removed, added }, order, column) {
	const lines = [...added.values()].flat().flatMap((each) => newLines(each, order));
	const text = lines.length === 0 ? "{}" : lines.join(document.eol + " ".repeat(column));
	return removed.map((entry, index) => index === 0 ? {
		start: entry.start,
		end: entry.value.end,
		text
	} : removal(document, entry, column, void 0));
}
function mappingEdits(document, mapping, patch, order, column = 0) {
	const { flow, start } = mapping;
	if (!(!flow && before(document, start).trim() === "") && gainsOrLoses(mapping, patch)) return [rewriting(document, mapping, patch, order, column)];
	const at = {
		flow,
		column: before(document, start).length
	};
	const all = patched(mapping, patch, order);
	const { kept, removed } = all;
	if (kept.length === 0 && removed.length > 0) return replaced(document, all, order, at.column);
	const changes = kept.flatMap((entry) => {
		const value = wanted(patch, entry.key.source);
		return value === void 0 ? [] : valueEdits(document, entry, value, order[entry.key.source] ?? {}, at);
	});
	const removals = removed.map((entry) => removal(document, entry, at.column, above(kept, entry)));
	return [
		...changes,
		...removals,
		...insertions(document, all, order, at.column)
	];
}

// src/protocols/plugin/writing/keys.ts
const orderOf = (keys) => Object.fromEntries(keys.map((key) => [key, {}]));
const order = {
	...orderOf(canonicalOrder.filter((key) => key !== "handback")),
	contract_checksums: orderOf(contractKeys)
};
function withKeys({ document, front }, patch) {
	return front.kind === "mapping" ? splice(document.text, mappingEdits(document, front.mapping, patch, order)) : document.text;
}
function nodeAt({ front }, path) {
	if (front.kind !== "mapping") return void 0;
	return path.reduce((node, key) => node?.kind === "mapping" ? node.get(key)?.value : void 0, front.mapping);
}
function withSpelling(handoff, path, spelling) {
	const { document } = handoff;
	const node = nodeAt(handoff, path);
	return node ? splice(document.text, [{
		start: node.start,
		end: node.end,
		text: spelling
	}]) : document.text;
}

// src/protocols/plugin/writing/rewrite.ts
function withText(plugin, path, text, model) {
	const where = path === pathsOf(model.configuration, plugin.name).oldHandoff ? "ideas" : "root";
	return withHandoff(plugin, handoffOf(textDocument(path, text), where), model);
}
function rewritten(plugin, model, edits) {
	return edits.reduce((now, edit) => {
		if (!now.handoff) return now;
		const text = edit(now.handoff, now);
		return text === now.handoff.document.text ? now : withText(now, now.handoff.path, text, model);
	}, plugin);
}
function handoffChanges(before, { handoff }) {
	const changes = /* @__PURE__ */ new Map();
	if (!handoff) return changes;
	const isMoved = before.hasHandoff && before.handoffPath !== handoff.path;
	if (isMoved || before.handoff?.document.text !== handoff.document.text) changes.set(handoff.path, handoff.document.text);
	if (isMoved) changes.set(before.handoffPath, null);
	return changes;
}

// src/protocols/plugin/writing/beginning.ts
const wholeBody = ({ text, start, eol }) => ({
	mark: text.slice(0, start),
	eol,
	text: text.slice(start)
});
const noBody = (title) => ({
	mark: "",
	eol: "\n",
	text: `# ${title}\n`
});
function begun$1(plugin, model, { unit, status, updated }, { mark, eol, text }, edits = []) {
	const gap = text === "" || /^\r?\n/.test(text) ? "" : eol;
	const head = [
		"---",
		`stage: ${stageOf(unit)}`,
		"---",
		""
	].join(eol);
	const keys = {
		plugin: plugin.name,
		phase: phaseNumber(unit) > 0 ? unit : null,
		status,
		last_updated: updated
	};
	const begun = withText(plugin, pathsOf(model.configuration, plugin.name).handoff, mark + head + gap + text, model);
	return rewritten(begun, model, [(handoff) => withKeys(handoff, keys), ...edits]);
}

// src/protocols/plugin/writing/lines.ts
function insertBehind(document, line, lines) {
	const at = document.offsetOf(line) + document.line(line).length;
	return {
		start: at,
		end: at,
		text: lines.map((text) => document.eol + text).join("")
	};
}
function insertBefore(document, line, lines) {
	const at = document.offsetOf(line);
	return {
		start: at,
		end: at,
		text: lines.map((text) => text + document.eol).join("")
	};
}
const isBlank = (document, line) => line > document.lineCount || document.line(line).trim() === "";
function lastOf(document, from, end) {
	let line = end - 1;
	while (line > from && isBlank(document, line)) line--;
	return Math.max(line, from);
}
function lastReadable(document, from, end) {
	const last = lastOf(document, from, end);
	const text = document.text.slice(document.offsetOf(from), document.offsetOf(last) + document.line(last).length);
	const probe = textDocument(document.path, `${text}\n\n# Probe`);
	const outlined = outline(probe);
	if (outlined.headings.at(-1)?.line === probe.lineCount) return last;
	let line = last;
	while (line > from && outlined.kindOf(line - from + 1) !== "text") line--;
	return lastOf(document, from, line + 1);
}
const isParting = (document, line) => /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(document.line(line));
function lastOfEntry(document, from, end) {
	const last = lastReadable(document, from, end);
	return last > from && isParting(document, last) ? lastOf(document, from, last) : last;
}

// src/protocols/plugin/writing/sections.ts
const placeholder = "_None yet._";
function appendTo(handoff, name, line) {
	const { document, outline } = handoff;
	const found = handoff.section(name);
	if (!found) return document.text;
	const { heading, end } = found;
	const lines = Array.from({ length: end - heading.line - 1 }, (_, index) => heading.line + 1 + index);
	if (lines.some((each) => document.line(each).trim() === line)) return document.text;
	const said = lines.filter((each) => !isBlank(document, each));
	const [only] = said;
	if (only !== void 0 && said.length === 1 && document.line(only).trim() === "_None yet._") {
		const start = document.offsetOf(only);
		return splice(document.text, [{
			start,
			end: start + document.line(only).length,
			text: line
		}]);
	}
	const last = lastOf(document, heading.line, end);
	const continues = /^ {2}|^\t/.test(document.line(last)) || between(outline.items, last, last + 1).length > 0;
	return splice(document.text, [insertBehind(document, last, continues ? [line] : ["", line])]);
}
function withSections(handoff) {
	const { document, front } = handoff;
	const missing = sectionNames.flatMap((name) => handoff.section(name) ? [] : [
		"",
		`## ${name}`,
		"",
		placeholder
	]);
	if (missing.length === 0) return document.text;
	const last = lastReadable(document, front.kind === "mapping" ? front.closing : 1, document.lineCount + 1);
	return splice(document.text, [insertBehind(document, last, missing)]);
}

// src/protocols/plugin/writing/completion.ts
function checksumsOf({ contracts }) {
	const recorded = contractKeys.map((key) => {
		const { file, digest } = contracts[key];
		return [key, file === "there" && digest ? `sha256:${digest.sha256}` : null];
	});
	return Object.fromEntries(recorded);
}
const isPhased = (complexity, { plan }) => complexity >= 3 || complexity > 2 && plan.phases.length > 0;
const recording$1 = (complexity) => [(handoff) => withKeys(handoff, { complexity_score: complexity }), (handoff) => withSpelling(handoff, ["complexity_score"], complexity.toFixed(1))];
const needed = [
	"plugin",
	"last_updated",
	"orchestration_mode"
];
const neededOncePlanned = ["complexity_score", "phased_implementation"];
function lacking(handoff, { stages }, values) {
	const fields = {
		...handoff.fields,
		contract_checksums: handoff.checksums
	};
	const filled = isPlanned(handoff, stages) ? [...needed, ...neededOncePlanned] : needed;
	const isLacking = (key) => fields[key]?.state === "absent" || fields[key]?.state === "null" && filled.includes(key);
	return Object.fromEntries(Object.entries(values).filter(([key]) => isLacking(key)));
}
function withMissingKeys(handoff, plugin, model) {
	const complexity = handoff.fields.complexity_score.value ?? plugin.plan.complexity?.value;
	const values = {
		plugin: plugin.name,
		phase: null,
		last_updated: model.context.day,
		phased_implementation: complexity === void 0 ? null : isPhased(complexity, plugin),
		orchestration_mode: true,
		contract_checksums: checksumsOf(plugin)
	};
	return withKeys(handoff, lacking(handoff, model, values));
}
function complexityEdits({ handoff, plan }, model) {
	const complexity = plan.complexity?.value ?? null;
	if (!handoff || !("complexity_score" in lacking(handoff, model, { complexity_score: complexity }))) return [];
	return complexity === null ? [(each) => withKeys(each, { complexity_score: null })] : recording$1(complexity);
}
function followingOf(plugin, stages) {
	const { state, handoff, phases } = plugin;
	if (state.kind === "working") return { action: finalActions[0] ?? null };
	if (state.kind !== "unit" || state.status !== "complete" || openPhase(plugin) !== void 0) return {};
	return determined(state.unit, handoff?.fields.next_phase.value ?? null, phases, stages);
}
function withFollowing(handoff, plugin, model) {
	const { action, phase } = followingOf(plugin, model.stages);
	const values = {
		...action && { next_action: action },
		...phase && { next_phase: phase }
	};
	return withKeys(handoff, lacking(handoff, model, values));
}
function completing(plugin, model) {
	return [
		...complexityEdits(plugin, model),
		(handoff, now) => withMissingKeys(handoff, now, model),
		(handoff, now) => withFollowing(handoff, now, model),
		withSections
	];
}

// src/protocols/plugin/writing/steps.ts
const form$1 = /^(\s*)(?:([-*+])|\d{1,9}([.)]))(\s*)/;
function stepOf(document, { line, end }, nested) {
	const first = document.line(line);
	const [head = "", indent = "", bullet, delimiter, gap = ""] = form$1.exec(first) ?? [];
	const words = [first.slice(head.length).trim()];
	for (let each = line + 1; each < (nested ?? end) && !isBlank(document, each); each++) words.push(document.line(each).trim());
	return {
		line,
		last: lastOf(document, line, end),
		indent,
		mark: bullet ?? delimiter ?? "",
		ordered: bullet === void 0,
		gap,
		text: words.join(" ")
	};
}
function listsOf(document, outline, { heading, end }) {
	const lists = [];
	let before;
	for (const item of between(outline.items, heading.line + 1, end)) {
		if (item.depth > 0) continue;
		const nested = between(outline.items, item.line + 1, item.end)[0]?.line;
		const step = stepOf(document, item, nested);
		const list = lists.at(-1);
		const isNext = before !== void 0 && lastOf(document, before.line, item.line) < before.end;
		if (list && isNext && list[0]?.mark === step.mark) list.push(step);
		else lists.push([step]);
		before = item;
	}
	return lists;
}

// src/protocols/plugin/writing/next-steps.ts
function aboutOf(text, { way }) {
	const named = unitsIn(text);
	const phases = named.filter((unit) => phaseNumber(unit) > 0);
	if (named.length > 0) return phases.length > 0 ? phases : named;
	return way.filter(({ agent }) => agent !== void 0 && text.includes(agent)).map(({ stage }) => String(stage));
}
function isFinished(text, unit, stages) {
	const about = aboutOf(text, stages);
	return about.length > 0 && about.every((each) => byUnit(each, unit) <= 0);
}
const endOfLine = (document, line) => document.offsetOf(line) + document.line(line).length;
function numbered(document, { line, last, ordered, indent, mark }, number) {
	const text = document.text.slice(document.offsetOf(line), endOfLine(document, last));
	if (!ordered) return text;
	const old = text.slice(indent.length, text.indexOf(mark, indent.length));
	const wider = " ".repeat(Math.max(0, String(number).length - old.length));
	return `${indent}${number}${text.slice(indent.length + old.length).replace(/\n(?=[ \t]*[^\s])/g, `\n${wider}`)}`;
}
function gapOf(document, [first, second]) {
	return first && second ? document.text.slice(endOfLine(document, first.last), document.offsetOf(second.line)) : document.eol;
}
function rebuilt(document, list, kept, added) {
	const [first] = list;
	const gap = gapOf(document, list);
	const head = added === void 0 ? [] : [`${first.indent}${first.ordered ? "1" : ""}${first.mark}${first.gap === "" ? " " : first.gap}${added}`];
	const items = kept.map((step, index) => numbered(document, step, index + 1 + head.length));
	return [...head, ...items].join(gap);
}
function isAll(document, { heading, end }, steps) {
	let line = heading.line + 1;
	for (const step of steps) {
		if (lastOf(document, line - 1, step.line) >= line) return false;
		line = step.last + 1;
	}
	return lastOf(document, line - 1, end) < line;
}
function withSteps(handoff, { goes, added }) {
	const { document, outline } = handoff;
	const section = handoff.section("Next Steps");
	if (!section) return document.text;
	const lists = listsOf(document, outline, section);
	const steps = lists.flat();
	const comes = steps.some(({ text }) => text === added && !goes(text)) ? void 0 : added;
	if (steps.length === 0) return comes === void 0 ? document.text : appendTo(handoff, "Next Steps", `1. ${comes}`);
	const nothingIsLeft = comes === void 0 && steps.every(({ text }) => goes(text)) && isAll(document, section, steps);
	const edits = lists.flatMap((list, index) => {
		const kept = list.filter(({ text }) => !goes(text));
		const first = index === 0 ? comes : void 0;
		const [begin, end] = [list[0], list.at(-1)];
		if (!begin || !end || kept.length === list.length && first === void 0) return [];
		const text = nothingIsLeft && index === 0 ? placeholder : rebuilt(document, list, kept, first);
		return [{
			start: text === "" ? endOfLine(document, lastOf(document, section.heading.line, begin.line)) : document.offsetOf(begin.line),
			end: endOfLine(document, end.last),
			text
		}];
	});
	return splice(document.text, edits);
}

// src/protocols/plugin/writing/titles.ts
function retitle(document, { line, level, text }, words) {
	const isMarked = document.line(line).trimStart().startsWith("#");
	const last = isMarked ? line : line + text.split("\n").length - 1;
	const end = document.offsetOf(last) + document.line(last).length;
	return {
		start: document.offsetOf(line),
		end,
		text: isMarked ? `${"#".repeat(level)} ${words}` : words
	};
}
function withTitles(handoff, { heading, summary }) {
	const { document, outline } = handoff;
	const title = outline.headings.find(({ level }) => level === 1);
	const current = handoff.section("Current State");
	return splice(document.text, [...title?.text.startsWith("Stage ") ? [retitle(document, title, heading)] : [], ...current ? [retitle(document, current.heading, `Current State: ${summary}`)] : []]);
}

// src/protocols/plugin/writing/wording.ts
const specified = {
	0: {
		completed: "Research complete",
		detail: "DSP architecture documented"
	},
	2: {
		heading: "Build System Ready",
		detail: "Build system operational"
	},
	3: { detail: "DSP implemented" },
	4: { detail: "UI integrated" },
	5: {
		heading: "Ready for Installation",
		detail: "CHANGELOG created, ready to install",
		timeline: "ready for installation"
	}
};
const wordsOf = (stage, { configuration }) => (configuration.stages === "default" ? specified[stage] : void 0) ?? {};
const capitalised = (words) => words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
const inProgressTitles = (unit) => ({
	heading: `Stage ${unit} In Progress`,
	summary: `Stage ${unit} In Progress`
});
function returnedTitles(unit, reason) {
	const title = `Stage ${unit} Returned (${reason})`;
	return {
		heading: title,
		summary: title
	};
}
function completeTitles(unit, model) {
	const stage = stageOf(unit);
	const title = model.stages.get(stage)?.title ?? "";
	if (phaseNumber(unit) > 0) return {
		heading: `Stage ${unit} Complete - ${title}`,
		summary: `Phase ${unit} Complete`
	};
	return {
		heading: `Stage ${unit} Complete - ${wordsOf(stage, model).heading ?? title}`,
		summary: `${capitalised(title)} Complete`
	};
}
function linesFor({ unit, text, otherwise, complexity }, model) {
	const stage = stageOf(unit);
	const words = wordsOf(stage, model);
	const isPhase = phaseNumber(unit) > 0;
	const detail = text ?? otherwise ?? (isPhase ? void 0 : words.detail) ?? "done";
	const dated = (said) => `- **${model.context.day} (Stage ${unit}):** ${said}`;
	if (isPhase) return {
		completed: `- **Stage ${unit}:** ${detail}`,
		timeline: dated(`Phase ${unit} complete - ${detail}`)
	};
	const done = model.stages.get(stage)?.done ?? "";
	const what = stage === model.stages.way[0]?.stage && complexity !== void 0 ? `Complexity ${complexity.toFixed(1)}` : text ?? otherwise ?? words.timeline ?? detail;
	return {
		completed: `- **Stage ${unit}:** ${words.completed ?? done} - ${detail}`,
		timeline: dated(`${done} - ${what}`)
	};
}
function nextStep(unit, entered, { stages }) {
	const stage = unit === void 0 ? void 0 : stages.get(stageOf(unit));
	if (unit === void 0 || !stage) return "Install the plugin or improve it";
	if (stage.agent === void 0 || stage === stages.last) return `Begin Stage ${stage.stage} (${stage.title.toLowerCase()})`;
	const phase = phaseNumber(unit) > 0 ? ` Phase ${unit}` : "";
	return entered ? `Invoke ${stage.agent} for Stage ${stage.stage}${phase}` : `Continue ${stage.agent} with Stage ${stage.stage}${phase}`;
}
function resolveStep({ reason, code, description }) {
	return reason === "question" ? `Answer question: ${description}` : `Resolve error${code === void 0 ? "" : ` ${code}`}: ${description}`;
}

// src/protocols/plugin/writing/grant.ts
const unitKeys = (unit) => ({
	stage: stageOf(unit),
	phase: phaseNumber(unit) > 0 ? unit : null
});
function nothingNext({ fields }) {
	const there = ["next_action", "next_phase"].filter((key) => fields[key].state !== "absent");
	return Object.fromEntries(there.map((key) => [key, null]));
}
const inProgress$1 = (unit, { context }) => (handoff) => withKeys(handoff, {
	...unitKeys(unit),
	status: "in_progress",
	last_updated: context.day,
	...nothingNext(handoff),
	handback: void 0
});
function first$1(plugin, model, unit) {
	const titles = inProgressTitles(unit);
	const position = {
		unit,
		status: "in_progress",
		updated: model.context.day
	};
	const unknown = (handoff) => withKeys(handoff, {
		complexity_score: null,
		phased_implementation: null
	});
	const beginning = begun$1(plugin, model, position, noBody(titles.heading), [unknown]);
	return rewritten(beginning, model, [...completing(beginning, model), (handoff) => withTitles(handoff, titles)]);
}
function granted(plugin, model, unit) {
	if (!plugin.handoff) return first$1(plugin, model, unit);
	return rewritten(plugin, model, [
		inProgress$1(unit, model),
		...completing(plugin, model),
		(handoff) => withTitles(handoff, inProgressTitles(unit))
	]);
}
function resumed(plugin, model, unit) {
	const back = plugin.handoff?.handback.value;
	const edits = back ? [(handoff) => withSteps(handoff, { goes: (text) => text === resolveStep(back) })] : [];
	return rewritten(granted(plugin, model, unit), model, edits);
}

// src/protocols/plugin/commands/answers.ts
function remark({ model, plugin }, code, { message, hint, fix }, severity = "error") {
	return {
		code,
		severity,
		message,
		place: { path: plugin?.hasHandoff ? plugin.handoffPath : model.registryPath },
		...plugin && { target: targetId(plugin.name) },
		...hint !== void 0 && { hint },
		...fix !== void 0 && { fix }
	};
}
const refused = (...remarks) => ({
	outcome: "refused",
	remarks
});
const unchanged = (reply, remarks = []) => ({
	outcome: "unchanged",
	reply,
	remarks
});
function changing(changes, reply, remarks = []) {
	return changes.size === 0 ? unchanged(reply.nothing, remarks) : {
		outcome: "changed",
		changes,
		reply: reply.done,
		remarks
	};
}

// src/protocols/plugin/moves.ts
function phasesNamedBy({ state, handoff }) {
	const next = handoff?.fields.next_phase.value;
	return [...state.kind === "unit" ? [state.unit] : [], ...next === void 0 ? [] : [next]];
}
const mostPhases = 100;
function wayThrough(plugin, stages, besides = [], phases = plugin.phases) {
	const named = plugin.handoff?.fields.phased_implementation.value === false ? [] : [...phasesNamedBy(plugin), ...besides];
	const upTo = (stage) => {
		const highest = Math.max(0, ...named.filter((unit) => stageOf(unit) === stage).map(phaseNumber));
		return Array.from({ length: Math.min(highest, mostPhases) }, (_, index) => `${stage}.${index + 1}`);
	};
	const phasesOf = (stage) => phases.decided ? phases.of(stage) : upTo(stage);
	return {
		stages,
		units: unitsOf(stages, (stage) => stages.get(stage)?.phases === void 0 ? [] : phasesOf(stage))
	};
}
const lastPhase$1 = (stage, { units }) => units.findLast((unit) => stageOf(unit) === stage && phaseNumber(unit) > 0);
const first = ({ units }) => units[0];
const last = ({ stages }) => String(stages.last.stage);
const after = (unit, { units }) => units.find((each) => byUnit(each, unit) > 0);
const inProgress = (unit) => ({
	kind: "unit",
	unit,
	status: "in_progress"
});
const complete$1 = (unit) => ({
	kind: "unit",
	unit,
	status: "complete"
});
const isAt = (state, unit) => state.kind === "unit" && state.unit === unit;
const isComplete = (state) => state.kind === "unit" && state.status === "complete";
const isInProgress = (state) => state.kind === "unit" && state.status === "in_progress";
const next$2 = (state, way) => state.kind === "unit" ? after(state.unit, way) : first(way);
const isLastPhase = (state, way) => state.kind === "unit" && lastPhase$1(stageOf(state.unit), way) === state.unit;
const nextStage = (state, way) => state.kind === "unit" ? after(String(stageOf(state.unit)), way) : void 0;
const moves$1 = [
	{
		from: "any",
		to: "the same",
		fits: ({ from, to }) => sameState(from, to)
	},
	{
		from: "ideated, or (unit, complete)",
		to: "(next unit, in_progress) or (next unit, complete)",
		fits: ({ from, to, way }) => (from.kind === "ideated" || isComplete(from)) && isAt(to, next$2(from, way))
	},
	{
		from: "(unit, in_progress)",
		to: "(unit, complete)",
		fits: ({ from, to }) => from.kind === "unit" && isInProgress(from) && isAt(to, from.unit)
	},
	{
		from: "(last phase, complete)",
		to: "(unit after its stage, in_progress) or (unit after its stage, complete), without closing the stage",
		fits: ({ from, to, way }) => isComplete(from) && isLastPhase(from, way) && isAt(to, nextStage(from, way))
	},
	{
		from: "(last stage, in_progress or complete), or (unit before it, complete)",
		to: "working",
		fits: ({ from, to, way }) => (isAt(from, last(way)) || isComplete(from) && next$2(from, way) === last(way)) && to.kind === "working"
	},
	{
		from: "working",
		to: "installed",
		fits: ({ from, to }) => from.kind === "working" && to.kind === "installed"
	},
	{
		from: "installed",
		to: "working: taken out of the system folders",
		fits: ({ from, to }) => from.kind === "installed" && to.kind === "working"
	},
	{
		from: "working, or installed",
		to: "(first unit, in_progress) or (first unit, complete): a new cycle",
		fits: ({ from, to, way }) => (from.kind === "working" || from.kind === "installed") && isAt(to, first(way))
	},
	{
		from: "any earlier",
		to: "any later",
		fits: isForward,
		traced: true
	}
];
const moveOf = (step) => moves$1.find(({ fits }) => fits(step));
function follows(from, way) {
	const units = [
		from.kind === "unit" ? from.unit : void 0,
		next$2(from, way),
		nextStage(from, way),
		first(way)
	];
	return [
		...[...new Set(units)].flatMap((unit) => unit === void 0 ? [] : [inProgress(unit), complete$1(unit)]),
		{ kind: "working" },
		{ kind: "installed" }
	].filter((to) => {
		const step = {
			from,
			to,
			way
		};
		const move = sameState(from, to) ? void 0 : moveOf(step);
		return move !== void 0 && !(move.traced && passedOver(step).length > 0);
	});
}
const ranks = {
	unknown: 0,
	ideated: 0,
	unit: 1,
	working: 2,
	installed: 3
};
function isForward({ from, to }) {
	if (from.kind !== "unit" || to.kind !== "unit") return ranks[from.kind] < ranks[to.kind];
	return byUnit(from.unit, to.unit) < 0;
}
function passedOver({ from, to, way }) {
	const end = to.kind === "unit" ? to.unit : to.kind === "working" ? last(way) : void 0;
	const isBefore = (unit) => end === void 0 || byUnit(unit, end) < 0;
	const isLeft = (unit) => from.kind !== "unit" || byUnit(unit, from.unit) > 0 || isInProgress(from) && unit === from.unit;
	const isClosing = (unit) => phaseNumber(unit) === 0 && lastPhase$1(stageOf(unit), way) !== void 0;
	return way.units.filter((unit) => isLeft(unit) && isBefore(unit) && !isClosing(unit));
}
function skippedBy(step, traces) {
	return moveOf(step)?.traced ? passedOver(step).filter((unit) => !traces.has(unit)) : [];
}

// src/protocols/plugin/subjects.ts
function* plugins({ now: model }) {
	for (const plugin of model.plugins) yield {
		plugin,
		model
	};
}
function* handoffs({ now: model }) {
	for (const plugin of model.plugins) {
		const { handoff } = plugin;
		if (handoff && handoff.front.kind !== "invalid") yield {
			plugin,
			handoff,
			model
		};
	}
}
function* contracts$1({ now, before }) {
	for (const subject of handoffs({ now })) {
		const { plugin, handoff } = subject;
		for (const key of contractKeys) {
			const contract = plugin.contracts[key];
			if (contract.file === "link") continue;
			yield {
				...subject,
				contract,
				recorded: handoff.checksums.recorded[key],
				before: before?.get(plugin.name)?.contracts[key]
			};
		}
	}
}
function* unreadable({ now: model }) {
	for (const file of model.unreadable) if (file.plugin === void 0 || model.get(file.plugin)) yield {
		file,
		model
	};
}
function* registered({ now: model }) {
	for (const plugin of model.plugins) {
		if (plugin.row) yield {
			plugin,
			model,
			what: "row",
			place: plugin.row
		};
		if (plugin.second) yield {
			plugin,
			model,
			what: model.layout === "notes" ? "notes" : "entry",
			place: plugin.second
		};
	}
}
function* timelines({ now: model }) {
	for (const plugin of model.plugins) for (const timeline of plugin.second?.timelines ?? []) yield {
		plugin,
		model,
		timeline
	};
}
function* kept({ now: model, before: modelBefore }) {
	for (const plugin of model.plugins) {
		const before = modelBefore?.get(plugin.name);
		if (before) yield {
			plugin,
			model,
			before
		};
	}
}
function* revisions({ now, before: modelBefore }) {
	for (const subject of handoffs({ now })) {
		const before = modelBefore?.get(subject.plugin.name);
		if (before?.handoff) yield {
			...subject,
			before: before.handoff
		};
	}
}
function* moves({ now: model, before: modelBefore }) {
	if (!modelBefore) return;
	for (const plugin of model.plugins) {
		const before = modelBefore.get(plugin.name);
		const from = before?.state ?? { kind: "ideated" };
		const to = plugin.state;
		if (from.kind === "unknown" || to.kind === "unknown" || sameState(from, to)) continue;
		const phases = phasesOf(plugin.handoff ?? before?.handoff, plugin.plan, model.stages);
		yield {
			plugin,
			model,
			before,
			from,
			to,
			way: wayThrough(plugin, model.stages, before ? phasesNamedBy(before) : [], phases)
		};
	}
}
function* completions(comparison) {
	for (const move of moves(comparison)) {
		const { from, to, plugin, model } = move;
		const isCompleted = to.kind === "unit" ? to.status === "complete" : to.kind === "working" && from.kind !== "installed";
		if (plugin.handoff && isCompleted) yield {
			...move,
			handoff: plugin.handoff,
			unit: to.kind === "unit" ? to.unit : String(model.stages.last.stage)
		};
	}
}
function* models({ now }) {
	yield now;
}

// src/protocols/plugin/examples.ts
const handoffPath = "plugins/TinyGain/.continue-here.md";
const oldHandoffPath = "plugins/TinyGain/.ideas/.continue-here.md";
const registryPath = "PLUGINS.md";
const notesPath = "plugins/TinyGain/NOTES.md";
const contractPath = (key) => `plugins/TinyGain/.ideas/${contractFiles[key]}`;
const checksumOf = (text) => `sha256:${digestOf(new TextEncoder().encode(text)).sha256}`;
const contracts = {
	creative_brief: "# TinyGain\n\nOne knob that makes things louder.\n",
	parameter_spec: "# Parameters\n\n- GAIN: -60 to 12 dB, default 0\n",
	architecture: "# Architecture\n\nA smoothed multiplication.\n",
	plan: "# Plan\n\n**Complexity Score:** 1.2\n\nOne pass through every stage.\n"
};
const phasedPlan = `# Plan

**Complexity Score:** 4.0

## Phase 3.1: Gain
## Phase 3.2: Smoothing
## Phase 4.1: Knob
`;
const registry = `# Plugins

| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |

### TinyGain

**Status:** 🚧 Stage 2
**Version:** 0.1.0
**Type:** Audio Effect

**Lifecycle Timeline:**
- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-02 (Stage 2):** Foundation complete - Build system operational

**Last Updated:** 2026-02-02
`;
const handoff = `---
plugin: TinyGain
stage: 2
phase: null
status: complete
last_updated: 2026-02-02
complexity_score: 1.2
phased_implementation: false
orchestration_mode: true
next_action: invoke_dsp_agent
next_phase: null
contract_checksums:
  creative_brief: ${checksumOf(contracts.creative_brief)}
  parameter_spec: ${checksumOf(contracts.parameter_spec)}
  architecture: ${checksumOf(contracts.architecture)}
  plan: ${checksumOf(contracts.plan)}
---

# Stage 2 Complete - Build System Ready

## Current State: Foundation Complete

## Completed So Far

- **Stage 0:** Research complete - DSP architecture documented
- **Stage 2:** Foundation complete - Build system operational

## Next Steps

1. Invoke dsp-agent for Stage 3

## Build Artifacts

_None yet._

## Testing Checklist

- [ ] Loads in a host

## Context to Preserve

- Keep the knob linear
`;
const notes = `# TinyGain

- **Current Status:** 🚧 Stage 2
- **Version:** 0.1.0

## Lifecycle Timeline

- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-02 (Stage 2):** Foundation complete - Build system operational
`;
function change(files, edits) {
	const changed = { ...files };
	for (const [path, edit] of Object.entries(edits)) if (edit === null) delete changed[path];
	else if (typeof edit === "string") changed[path] = edit;
	else changed[path] = edit.reduce((text, [from, to]) => {
		if (!text.includes(from)) throw new RangeError(`An example edits ${JSON.stringify(from)}, which does not stand in ${path}`);
		return text.replace(from, () => to);
	}, changed[path] ?? "");
	return changed;
}
const sample = {
	[registryPath]: registry,
	[handoffPath]: handoff,
	[contractPath("creative_brief")]: contracts.creative_brief,
	[contractPath("parameter_spec")]: contracts.parameter_spec,
	[contractPath("architecture")]: contracts.architecture,
	[contractPath("plan")]: contracts.plan
};
const phasedSample = change(sample, {
	[contractPath("plan")]: phasedPlan,
	[handoffPath]: [
		[checksumOf(contracts.plan), checksumOf(phasedPlan)],
		["stage: 2\nphase: null", "stage: 3\nphase: \"3.1\""],
		["complexity_score: 1.2\nphased_implementation: false", "complexity_score: 4.0\nphased_implementation: true"],
		["next_action: invoke_dsp_agent\nnext_phase: null", "next_action: continue_dsp_phase_3.2\nnext_phase: \"3.2\""],
		["- **Stage 2:** Foundation complete - Build system operational\n", "- **Stage 2:** Foundation complete - Build system operational\n- **Stage 3.1:** Gain\n"]
	],
	[registryPath]: [
		["| TinyGain | 🚧 Stage 2 |", "| TinyGain | 🚧 Stage 3.1 |"],
		["**Status:** 🚧 Stage 2", "**Status:** 🚧 Stage 3.1"],
		["Complexity 1.2", "Complexity 4.0"],
		["- Build system operational\n", "- Build system operational\n- **2026-02-02 (Stage 3.1):** Phase 3.1 complete - Gain\n"]
	]
});
const notesSample = change(sample, {
	[registryPath]: registry.slice(0, registry.indexOf("\n### TinyGain")),
	[notesPath]: notes
});
const inHandoff = (files, ...edits) => change(files, { [handoffPath]: edits });
const inRegistry = (files, ...edits) => change(files, { [registryPath]: edits });
const sampleRow = "| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |\n";
const sampleEntry = registry.slice(registry.indexOf("\n### TinyGain"));
const withStatus = (files, from, to) => change(files, { [registryPath]: [[`| TinyGain | ${from} |`, `| TinyGain | ${to} |`], [`**Status:** ${from}`, `**Status:** ${to}`]] });
const withContract = (files, key, text) => change(files, {
	[contractPath(key)]: text,
	[handoffPath]: [[checksumOf(files[contractPath(key)] ?? ""), checksumOf(text)]]
});
const inProgressSample = withStatus(inHandoff(sample, ["stage: 2", "stage: 3"], ["status: complete", "status: in_progress"], ["next_action: invoke_dsp_agent", "next_action: null"]), "🚧 Stage 2", "🚧 Stage 3");
const workingSample = withStatus(inHandoff(sample, ["stage: 2", "stage: 5"], ["status: complete", "status: workflow_complete"], ["next_action: invoke_dsp_agent", "next_action: install"]), "🚧 Stage 2", "✅ Working");
const legacySample = inHandoff(sample, ...contractKeys.map((key) => [`  ${key}: ${checksumOf(contracts[key])}\n`, ""]), ["contract_checksums:\n", ""]);
const atStage = (stage, status, action) => withStatus(inHandoff(sample, ["stage: 2", `stage: ${stage}`], ["status: complete", `status: ${status}`], ["next_action: invoke_dsp_agent", `next_action: ${action}`]), "🚧 Stage 2", `🚧 Stage ${stage}`);
const withCompleted = (files, unit) => change(files, { [handoffPath]: [["\n## Next Steps", `- **Stage ${unit}:** Done\n\n## Next Steps`]] });
const withTimeline = (files, unit) => change(files, { [registryPath]: [["\n**Last Updated:**", `- **2026-02-02 (Stage ${unit}):** Done\n\n**Last Updated:**`]] });
const withTraces = (files, ...units) => units.reduce((traced, unit) => withTimeline(withCompleted(traced, unit), unit), files);

// src/protocols/plugin/rules/comparison/checksum-removed.ts
const recordedPlan = `  plan: ${checksumOf(sample[contractPath("plan")] ?? "")}\n`;
const withoutPlan$1 = change(inHandoff(sample, [recordedPlan, "  plan: null\n"]), { [contractPath("plan")]: null });
const checksumRemoved = {
	code: "CONTRACT_CHECKSUM_REMOVED",
	strict: "error",
	soft: "error",
	summary: "A checksum of a contract that was recorded is gone.",
	why: "Without it the contract can be changed and nobody will notice: it is the simplest way to hide that it was.",
	repair: "Write the checksum again as it was before the change.",
	examples: {
		bad: [{
			about: "a plan that is gone, and its checksum with it",
			base: sample,
			head: withoutPlan$1
		}],
		good: [{
			about: "another checksum that was never there",
			base: withoutPlan$1,
			head: withoutPlan$1
		}, {
			about: "the keys in another order",
			base: sample,
			head: inHandoff(sample, [recordedPlan, ""], ["contract_checksums:\n", `contract_checksums:\n${recordedPlan}`])
		}]
	},
	*check({ plugin, handoff, before }) {
		const { checksums } = handoff;
		if (checksums.state === "malformed") return;
		const removed = contractKeys.filter((key) => before.checksums.recorded[key].sha256 !== void 0);
		const finding = (keys, place) => ({
			message: say`Missing checksum of ${keys}, expected what was recorded before the change`,
			hint: "Write it again as it was before the change.",
			place,
			target: targetId(plugin.name)
		});
		const absent = removed.filter((key) => checksums.recorded[key].state === "absent");
		if (absent.length > 0) yield finding(absent, handoff.top);
		for (const key of removed) {
			const { state, place } = checksums.recorded[key];
			if (state === "null") yield finding([key], place);
		}
	}
};

// src/protocols/plugin/traces.ts
const timelineOf = (plugin) => plugin?.second?.timelines.flat() ?? [];
function completedOf(handoff) {
	const section = handoff.section("Completed So Far");
	return section ? linesOf(handoff, section) : [];
}
function tracesOf(plugin) {
	const completed = plugin.handoff ? completedOf(plugin.handoff) : [];
	return new Set([...timelineOf(plugin).map(({ about }) => about), ...completed].flatMap(unitsIn));
}

// src/protocols/plugin/rules/comparison/completed-missing.ts
const untold$1 = withTimeline(atStage(3, "complete", "invoke_gui_agent"), "3");
const told$1 = withTraces(atStage(3, "complete", "invoke_gui_agent"), "3");
const lines = "- **Stage 0:** Research complete - DSP architecture documented\n- **Stage 2:** Foundation complete - Build system operational\n";
const researched = atStage(0, "complete", "invoke_foundation_shell_agent");
const ideated$2 = change(withStatus(sample, "🚧 Stage 2", "💡 Ideated"), {
	[handoffPath]: null,
	[registryPath]: [["- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2\n", ""]]
});
const completedMissing = {
	code: "PLUGIN_COMPLETED_MISSING",
	strict: "error",
	soft: "off",
	summary: "Something was completed, and `Completed So Far` says nothing new.",
	why: "The next agent reads there what it can build on.",
	repair: "Write a line for what was completed, as in `- **Stage 3:** Audio engine complete`. `/handback` writes it.",
	examples: {
		bad: [
			{
				about: "the same lines as before",
				base: inProgressSample,
				head: untold$1
			},
			{
				about: "only blank lines more",
				base: inProgressSample,
				head: inHandoff(untold$1, [lines, `\n${lines}\n`])
			},
			{
				about: "no lines",
				base: ideated$2,
				head: inHandoff(researched, [lines, ""])
			},
			{
				about: "the old lines deleted",
				base: inProgressSample,
				head: inHandoff(untold$1, [lines, ""])
			},
			{
				about: "a placeholder",
				base: ideated$2,
				head: inHandoff(researched, [lines, "_None yet._\n"])
			}
		],
		good: [
			{
				about: "a line more",
				base: inProgressSample,
				head: told$1
			},
			{
				about: "another text in place of the old one",
				base: inProgressSample,
				head: inHandoff(untold$1, [lines, "Everything up to the audio engine.\n"])
			},
			{
				about: "work that has only begun",
				base: sample,
				head: inProgressSample
			}
		]
	},
	*check({ plugin, before, handoff, to }) {
		const now = completedOf(handoff).join("\n");
		if (now !== "" && now !== (before?.handoff ? completedOf(before.handoff).join("\n") : "")) return;
		const section = handoff.section("Completed So Far");
		yield {
			message: say`Missing line in ${"Completed So Far"}, expected one for ${describe(to)}`,
			hint: say`Write what was completed, as in ${"- **Stage 3:** Audio engine complete"}; ${"/handback"} does so by itself.`,
			place: section ? handoff.document.place(section.heading.line) : handoff.top,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/comparison/complexity-changed.ts
const plan$3 = sample[contractPath("plan")] ?? "";
const unscored = withContract(sample, "plan", "# Plan\n\nOne pass through every stage.\n");
const middle = inHandoff(withContract(sample, "plan", plan$3.replace("1.2", "2.5")), ["complexity_score: 1.2", "complexity_score: 2.5"]);
const phased$1 = inHandoff(middle, ["phased_implementation: false", "phased_implementation: true"], ["next_phase: null", "next_phase: \"3.1\""]);
const researching$1 = inHandoff(atStage(0, "in_progress", "null"), ["complexity_score: 1.2", "complexity_score: 2.0"]);
const complexityChanged = {
	code: "PLUGIN_COMPLEXITY_CHANGED",
	strict: "warning",
	soft: "warning",
	summary: "`complexity_score` or `phased_implementation` changed after stage 0 was complete.",
	why: "They decide which phases there are: changed on the way, they change which work was promised.",
	repair: "Write the old value, or say in the change why the plugin was planned anew.",
	examples: {
		bad: [{
			about: "built in phases from now on",
			base: middle,
			head: phased$1
		}, {
			about: "another number",
			base: unscored,
			head: inHandoff(unscored, ["complexity_score: 1.2", "complexity_score: 1.4"])
		}],
		good: [{
			about: "the same number, written otherwise",
			base: inHandoff(middle, ["complexity_score: 2.5", "complexity_score: 2.50"]),
			head: middle
		}, {
			about: "another number while stage 0 is in progress",
			base: researching$1,
			head: withTraces(inHandoff(atStage(0, "complete", "invoke_foundation_shell_agent")), "0")
		}]
	},
	*check({ plugin, handoff, before, model }) {
		if (!isPlanned(before, model.stages)) return;
		for (const key of ["complexity_score", "phased_implementation"]) {
			const now = handoff.fields[key];
			const then = before.fields[key].value;
			if (then === void 0 || now.value === void 0 || now.value === then) continue;
			yield {
				message: say`Unexpected ${key} ${now.value}, expected ${then} as before the change`,
				hint: "Write the old value, or say in the change why the plugin was planned anew.",
				place: now.place,
				target: targetId(plugin.name)
			};
		}
	}
};

// src/protocols/plugin/rules/comparison/contract-changed.ts
const brief = "# TinyGain\n\nTwo knobs.\n";
const researching = atStage(0, "in_progress", "null");
const contractChanged = {
	code: "CONTRACT_CHANGED",
	strict: "warning",
	soft: "warning",
	summary: "The recorded checksum of a contract changed after stage 0 was complete.",
	why: "Stages that are already built were built against the old contract.",
	repair: "Look whether what is built still fits. `/restore NAME contracts` brings the old contract back once the old checksum is written.",
	examples: {
		bad: [{
			about: "a contract was changed, and its checksum with it",
			base: sample,
			head: withContract(sample, "creative_brief", brief)
		}],
		good: [{
			about: "a contract that is still being written",
			base: researching,
			head: withContract(researching, "creative_brief", brief)
		}, {
			about: "the same checksums",
			base: sample,
			head: sample
		}]
	},
	*check({ plugin, handoff, before, model }) {
		if (!isPlanned(before, model.stages)) return;
		for (const key of contractKeys) {
			const now = handoff.checksums.recorded[key];
			const then = before.checksums.recorded[key].sha256;
			if (then === void 0 || now.sha256 === void 0 || now.sha256 === then) continue;
			yield {
				message: say`Unexpected checksum of ${contractFiles[key]}, expected the one from before the change`,
				hint: "What is built already was built against the old contract: look whether it still fits.",
				place: now.place,
				target: targetId(plugin.name)
			};
		}
	}
};

// src/protocols/plugin/rules/comparison/date-backwards.ts
const dated$3 = (day) => inHandoff(sample, ["last_updated: 2026-02-02", `last_updated: ${day}`]);
const dateBackwards = {
	code: "PLUGIN_DATE_BACKWARDS",
	strict: "warning",
	soft: "warning",
	summary: "`last_updated` is earlier than before the change.",
	why: "An older version of the handoff was probably put over the newer one.",
	repair: "Look whether anything else went back with it, and write the day of the change.",
	examples: {
		bad: [{
			about: "a day earlier",
			base: sample,
			head: dated$3("2026-02-01")
		}],
		good: [
			{
				about: "the same day",
				base: sample,
				head: inHandoff(sample, ["Keep the knob linear", "Keep it linear"])
			},
			{
				about: "a later day",
				base: sample,
				head: dated$3("2026-02-03")
			},
			{
				about: "no day before",
				base: dated$3("soon"),
				head: sample
			}
		]
	},
	*check({ plugin, handoff, before }) {
		const now = handoff.fields.last_updated;
		const then = before.fields.last_updated.value;
		if (now.value === void 0 || then === void 0 || now.value >= then) return;
		yield {
			message: say`Unexpected ${"last_updated"} ${now.value}, expected ${then} as before the change or a later day`,
			hint: "Look whether an older version was put over a newer one.",
			place: now.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/comparison/place.ts
function placeOf$1({ handoff, handoffPath, row, second }, key) {
	return (key && handoff?.fields[key].place) ?? row?.place ?? second?.place ?? { path: handoffPath };
}

// src/protocols/plugin/rules/comparison/handoff-deleted.ts
const installed$3 = withStatus(workingSample, "✅ Working", "📦 Installed");
const gone = {
	[handoffPath]: null,
	[contractPath("creative_brief")]: null,
	[contractPath("parameter_spec")]: null,
	[contractPath("architecture")]: null,
	[contractPath("plan")]: null
};
const handoffDeleted = {
	code: "PLUGIN_HANDOFF_DELETED",
	strict: "error",
	soft: "error",
	summary: "The change deletes the handoff of a plugin that is not installed.",
	why: "With it go the checksums of the contracts and everything that the next agent must know.",
	repair: "Bring the handoff back. Only `/install` deletes it, when the work is at its end.",
	examples: {
		bad: [{
			about: "a plugin that works and is not installed",
			base: workingSample,
			head: change(workingSample, { [handoffPath]: null })
		}],
		good: [
			{
				about: "installed",
				base: workingSample,
				head: change(installed$3, { [handoffPath]: null })
			},
			{
				about: "the plugin went too",
				base: sample,
				head: change(sample, {
					...gone,
					[registryPath]: [[sampleRow, ""], [sampleEntry, ""]]
				})
			},
			{
				about: "a handoff that nobody could read",
				base: inHandoff(workingSample, ["status: workflow_complete", "status: done"]),
				head: change(workingSample, { [handoffPath]: null })
			}
		]
	},
	*check({ plugin, before }) {
		if (!before.handoff || before.state.kind === "unknown" || plugin.hasHandoff || plugin.registered?.kind === "installed") return;
		yield {
			message: say`Missing handoff, expected ${before.handoff.path} until the plugin is installed`,
			hint: say`Bring it back as it was before the change; ${`/install ${plugin.name}`} deletes it when the work is done.`,
			place: placeOf$1(plugin),
			target: targetId(plugin.name),
			concerns: [before.handoff.path]
		};
	}
};

// src/protocols/plugin/rules/comparison/stage-skipped.ts
const fourth = withTraces(atStage(4, "complete", "begin_stage_5"), "4");
const engineDone$1 = withTraces(withStatus(inHandoff(phasedSample, ["phase: \"3.1\"", "phase: null"], ["next_action: continue_dsp_phase_3.2\nnext_phase: \"3.2\"", "next_action: invoke_gui_agent\nnext_phase: \"4.1\""]), "🚧 Stage 3.1", "🚧 Stage 3"), "3");
const installed$2 = change(withStatus(workingSample, "✅ Working", "📦 Installed"), { [handoffPath]: null });
const most$1 = 8;
const stageSkipped = {
	code: "PLUGIN_STAGE_SKIPPED",
	strict: "error",
	soft: "error",
	summary: "The plugin went forward past a stage or phase that left no trace.",
	why: "A stage that was never done is missing in everything that is built on it.",
	repair: "Go back to the stage that was left out. If it was done, write its line into the timeline or into `Completed So Far`.",
	examples: {
		bad: [
			{
				about: "a stage is left out",
				base: sample,
				head: fourth
			},
			{
				about: "work in progress is left behind",
				base: inProgressSample,
				head: withStatus(atStage(4, "in_progress", "null"), "🚧 Stage 4", "🚧 Stage 3")
			},
			{
				about: "the rest of the way is left out",
				base: sample,
				head: withTraces(workingSample, "5")
			},
			{
				about: "a phase is left out",
				base: phasedSample,
				head: engineDone$1
			},
			{
				about: "installed in the middle of the way",
				base: sample,
				head: installed$2
			}
		],
		good: [
			{
				about: "a stage that stands in the timeline",
				base: sample,
				head: withTimeline(fourth, "3")
			},
			{
				about: "a stage that stands in `Completed So Far`",
				base: sample,
				head: withCompleted(fourth, "3")
			},
			{
				about: "a phase that left its lines",
				base: phasedSample,
				head: withTraces(engineDone$1, "3.2")
			}
		]
	},
	*check(step) {
		const { plugin, from, to } = step;
		const skipped = skippedBy(step, tracesOf(plugin));
		if (skipped.length === 0) return;
		const shown = skipped.length > most$1 ? [...skipped.slice(0, most$1), "…"] : skipped;
		yield {
			message: say`Unexpected move from ${describe(from)} to ${describe(to)}, expected a trace of ${shown}`,
			hint: say`Go back to what was left out. If it was done, write its line into the timeline or into ${"Completed So Far"}.`,
			place: placeOf$1(plugin, "stage"),
			target: targetId(plugin.name),
			...plugin.second && { concerns: [plugin.second.path] }
		};
	}
};

// src/protocols/plugin/rules/comparison/timeline-missing.ts
const untold = withCompleted(atStage(3, "complete", "invoke_gui_agent"), "3");
const told = withTraces(atStage(3, "complete", "invoke_gui_agent"), "3");
const engineDone = withTraces(withStatus(inHandoff(phasedSample, ["phase: \"3.1\"", "phase: null"], ["next_action: continue_dsp_phase_3.2\nnext_phase: \"3.2\"", "next_action: invoke_gui_agent\nnext_phase: \"4.1\""]), "🚧 Stage 3.1", "🚧 Stage 3"), "3.2");
const inNotes = change(inHandoff(notesSample, ["stage: 2", "stage: 3"], ["invoke_dsp_agent", "invoke_gui_agent"]), {
	[registryPath]: [["🚧 Stage 2", "🚧 Stage 3"]],
	[notesPath]: [["🚧 Stage 2", "🚧 Stage 3"]]
});
function namesOf$1({ unit, handoff, way }) {
	if (phaseNumber(unit) > 0) return [unit];
	return [
		unit,
		lastPhase$1(stageOf(unit), way) ?? unit,
		String(handoff.fields.stage.value ?? unit)
	];
}
const linesAbout = (plugin, names) => timelineOf(plugin).filter(({ about }) => unitsIn(about).some((unit) => names.includes(unit))).length;
const timelineMissing = {
	code: "REGISTRY_TIMELINE_MISSING",
	strict: "error",
	soft: "off",
	summary: "Something was completed, and the timeline has no new line that names it.",
	why: "The timeline is the only place that says when a stage was done.",
	repair: "Write a line such as `- **2026-02-03 (Stage 3):** Audio engine complete`. `/handback` writes it.",
	examples: {
		bad: [
			{
				about: "no line",
				base: inProgressSample,
				head: untold
			},
			{
				about: "a line for another stage",
				base: inProgressSample,
				head: withTimeline(untold, "2")
			},
			{
				about: "a line for a phase of that name",
				base: inProgressSample,
				head: withTimeline(untold, "3.1")
			},
			{
				about: "a line without the stage in parentheses",
				base: inProgressSample,
				head: inRegistry(untold, ["\n**Last Updated:**", "- **2026-02-02:** Stage 3 complete\n\n**Last Updated:**"])
			},
			{
				about: "no line in the notes",
				base: notesSample,
				head: withCompleted(inNotes, "3")
			}
		],
		good: [
			{
				about: "a line for the stage",
				base: inProgressSample,
				head: told
			},
			{
				about: "a line for the last phase, which closes the stage",
				base: phasedSample,
				head: engineDone
			},
			{
				about: "a line for the stage and its phase",
				base: phasedSample,
				head: inRegistry(engineDone, ["(Stage 3.2)", "(Stage 3 Phase 3.2)"])
			},
			{
				about: "no second place",
				base: inRegistry(inProgressSample, [sampleEntry.replace("🚧 Stage 2", "🚧 Stage 3"), ""]),
				head: inRegistry(untold, [sampleEntry.replace("🚧 Stage 2", "🚧 Stage 3"), ""])
			},
			{
				about: "a line in the notes",
				base: notesSample,
				head: change(withCompleted(inNotes, "3"), { [notesPath]: [["Build system operational\n", "Build system operational\n- **2026-02-03 (Stage 3):** Done\n"]] })
			}
		]
	},
	*check(subject) {
		const { plugin, before, handoff, unit } = subject;
		const names = namesOf$1(subject);
		if (!plugin.second || linesAbout(plugin, names) > linesAbout(before, names)) return;
		yield {
			message: say`Missing line in the timeline, expected one for ${`Stage ${unit}`}`,
			hint: say`Write one such as ${`- **YYYY-MM-DD (Stage ${unit}):** what was done`}; ${"/handback"} does so by itself.`,
			place: plugin.second.place,
			target: targetId(plugin.name),
			concerns: [handoff.path]
		};
	}
};

// src/protocols/plugin/rules/comparison/transition-illegal.ts
const complete = withTraces(atStage(3, "complete", "invoke_gui_agent"), "3");
const installed$1 = change(withStatus(workingSample, "✅ Working", "📦 Installed"), { [handoffPath]: null });
const ideated$1 = change(withStatus(sample, "🚧 Stage 2", "💡 Ideated"), { [handoffPath]: null });
const transitionIllegal = {
	code: "PLUGIN_TRANSITION_ILLEGAL",
	strict: "error",
	soft: "error",
	summary: "The plugin went from one state to another that does not follow it.",
	why: "Finished work that is unfinished again, or a state out of nowhere, means that something was overwritten or made up.",
	repair: "Take it back. `/accept` begins what comes next, `/handback` ends it.",
	examples: {
		bad: [
			{
				about: "back to an earlier stage",
				base: complete,
				head: atStage(2, "in_progress", "null")
			},
			{
				about: "a completed stage in progress again",
				base: complete,
				head: inProgressSample
			},
			{
				about: "work begun anew before its end",
				base: complete,
				head: atStage(0, "in_progress", "null")
			},
			{
				about: "back from the end",
				base: workingSample,
				head: inProgressSample
			},
			{
				about: "an idea again, after it was built",
				base: installed$1,
				head: ideated$1
			}
		],
		good: [
			{
				about: "the next stage begins",
				base: sample,
				head: inProgressSample
			},
			{
				about: "what was in progress is complete",
				base: inProgressSample,
				head: complete
			},
			{
				about: "the next stage is complete at once",
				base: sample,
				head: complete
			},
			{
				about: "nothing moves",
				base: phasedSample,
				head: phasedSample
			},
			{
				about: "installed, the handoff deleted",
				base: workingSample,
				head: installed$1
			},
			{
				about: "taken out of the system folders",
				base: installed$1,
				head: workingSample
			},
			{
				about: "a new cycle",
				base: installed$1,
				head: atStage(0, "in_progress", "null")
			}
		]
	},
	*check(step) {
		if (moveOf(step)) return;
		const { plugin, from, to, way } = step;
		yield {
			message: say`Unexpected move from ${describe(from)} to ${describe(to)}, expected one to ${follows(from, way).map((state) => describe(state))}`,
			hint: say`Take it back: ${"/accept"} begins what comes next, and ${"/handback"} ends it.`,
			place: placeOf$1(plugin, "status"),
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/comparison.ts
const comparisonRules = [
	...each(moves, [transitionIllegal, stageSkipped]),
	...each(kept, [handoffDeleted]),
	...each(completions, [completedMissing, timelineMissing]),
	...each(revisions, [
		dateBackwards,
		complexityChanged,
		contractChanged,
		checksumRemoved
	])
];

// src/protocols/plugin/repair.ts
function repair(command, name) {
	return pluginName.test(name) ? { fix: command.replace("NAME", name) } : {};
}

// src/protocols/plugin/rules/contracts/cause.ts
function causeOf({ plugin, contract: { digest }, recorded: { sha256 }, before }) {
	if (sha256 === void 0) return void 0;
	const draft = [...plugin.drafts].find(([, { sha256: hash }]) => hash === sha256);
	if (draft) return say`that of ${draft[0]}`;
	if (before?.digest?.sha256 === sha256) return "that of the file as it was before this change";
	return digest?.lf === sha256 ? "that of the file with LF line endings" : void 0;
}

// src/protocols/plugin/rules/contracts/file-missing.ts
const draftPath = "plugins/TinyGain/.ideas/architecture-draft.md";
const fileMissing = {
	code: "CONTRACT_FILE_MISSING",
	strict: "error",
	soft: "error",
	summary: "The checksum of a contract is recorded, and the file is not there.",
	why: "The text that the plugin is built against is gone: the next stage would be built from memory.",
	repair: "`/restore NAME contracts` takes the recorded file from history.",
	examples: {
		bad: [
			{
				about: "a contract that was deleted",
				head: change(sample, { [contractPath("creative_brief")]: null })
			},
			{
				about: "only a draft is left",
				head: change(sample, {
					[contractPath("architecture")]: null,
					[draftPath]: sample[contractPath("architecture")] ?? ""
				})
			},
			{
				about: "a contract that this change deletes",
				base: sample,
				head: change(sample, { [contractPath("architecture")]: null })
			}
		],
		good: [{
			about: "every file that is recorded",
			head: sample
		}]
	},
	*check(subject) {
		const { plugin, contract, recorded } = subject;
		if (contractStatus(plugin, contract.key) !== "missing") return;
		const cause = causeOf(subject);
		const message = say`Missing contract ${contract.path}, expected the file of the recorded checksum`;
		yield {
			message: cause === void 0 ? message : `${message}, ${cause}`,
			hint: say`${`/restore ${plugin.name} contracts`} takes the recorded file from history.`,
			...repair("/restore NAME contracts", plugin.name),
			place: recorded.place,
			target: targetId(plugin.name),
			related: [{
				path: contract.path,
				message: "The contract, which is not there"
			}]
		};
	}
};

// src/protocols/plugin/rules/contracts/key-missing.ts
const withoutPlan = inHandoff(sample, [`  plan: ${checksumOf(sample[contractPath("plan")] ?? "")}\n`, ""]);
const keyMissing = {
	code: "CONTRACT_KEY_MISSING",
	strict: "error",
	soft: "warning",
	summary: "One or more of the four keys of `contract_checksums` are absent.",
	why: "A contract that is not recorded can change without anybody noticing.",
	repair: "`/checksums NAME` adds the keys that are missing.",
	examples: {
		bad: [{
			about: "no key for the plan",
			head: withoutPlan
		}, {
			about: "no key at all",
			head: inHandoff(legacySample, ["next_phase: null\n", "next_phase: null\ncontract_checksums: {}\n"])
		}],
		good: [{
			about: "all four",
			head: sample
		}]
	},
	*check({ handoff: { checksums, legacy }, plugin }) {
		const missing = contractKeys.filter((key) => checksums.recorded[key].state === "absent");
		if (legacy || checksums.state !== "mapping" || missing.length === 0) return;
		yield {
			message: say`Missing keys in ${"contract_checksums"}: ${missing}`,
			hint: say`${`/checksums ${plugin.name}`} adds them.`,
			...repair("/checksums NAME", plugin.name),
			place: checksums.place,
			target: targetId(plugin.name),
			related: missing.flatMap((key) => {
				const { file, path } = plugin.contracts[key];
				return file === "absent" ? [] : [{
					path,
					message: "The contract"
				}];
			})
		};
	}
};

// src/protocols/plugin/rules/contracts/malformed.ts
const plan$2 = checksumOf(sample[contractPath("plan")] ?? "");
const recording = (written) => inHandoff(sample, [plan$2, written]);
const malformed = {
	code: "CONTRACT_MALFORMED",
	strict: "error",
	soft: "error",
	summary: "A recorded checksum is neither `sha256:` and 64 lower-case hex digits nor `null`, or `contract_checksums` is no mapping.",
	why: "It looks as if the contract was sealed, and nothing can be verified by it.",
	repair: "`/checksums NAME` records the contracts as they are.",
	examples: {
		bad: [
			{
				about: "a word in place of the digits",
				head: recording("sha256:pending")
			},
			{
				about: "capitals",
				head: recording(plan$2.toUpperCase())
			},
			{
				about: "a digit too few",
				head: recording(plan$2.slice(0, -1))
			},
			{
				about: "digits without a prefix",
				head: recording(plan$2.slice(7))
			},
			{
				about: "an empty text",
				head: recording("\"\"")
			},
			{
				about: "a list in place of the four keys",
				head: inHandoff(legacySample, ["next_phase: null\n", "next_phase: null\ncontract_checksums: [pending]\n"])
			},
			{
				about: "a word in place of the four keys",
				head: inHandoff(legacySample, ["next_phase: null\n", "next_phase: null\ncontract_checksums: pending\n"])
			}
		],
		good: [{
			about: "a checksum in quotes",
			head: recording(`"${plan$2}"`)
		}]
	},
	*check({ handoff: { checksums }, plugin }) {
		const about = {
			...repair("/checksums NAME", plugin.name),
			target: targetId(plugin.name)
		};
		const hint = say`${`/checksums ${plugin.name}`} records the contracts as they are.`;
		if (checksums.state === "malformed") yield {
			message: say`Unexpected ${"contract_checksums"} ${checksums.written}, expected the keys ${contractKeys}`,
			hint,
			place: checksums.place,
			...about
		};
		for (const key of contractKeys) {
			const { state, written, place } = checksums.recorded[key];
			if (state !== "malformed") continue;
			yield {
				message: say`Unexpected checksum ${written}, expected ${"sha256:"} and 64 lower-case hex digits, or ${null}`,
				hint,
				place,
				...about,
				related: [{
					path: plugin.contracts[key].path,
					message: "The contract"
				}]
			};
		}
	}
};

// src/protocols/plugin/rules/contracts/mismatch.ts
const parameters = contractPath("parameter_spec");
const draft = "# Parameters\n\n- GAIN, perhaps MIX\n";
const mismatch = {
	code: "CONTRACT_MISMATCH",
	strict: "error",
	soft: "error",
	summary: "A contract is not the file that its recorded checksum was taken of.",
	why: "Stages that are complete were built against the recorded text. Built against another one, the next stages will not fit to them.",
	repair: "`/checksums NAME` if the contract was changed on purpose, else `/restore NAME contracts`.",
	examples: {
		bad: [
			{
				about: "a contract that was edited",
				head: change(sample, { [parameters]: [["default 0", "default -6"]] })
			},
			{
				about: "the checksum of a draft",
				head: change(inHandoff(sample, [checksumOf(sample[parameters] ?? ""), checksumOf(draft)]), { "plugins/TinyGain/.ideas/parameter-spec-draft.md": draft })
			},
			{
				about: "Windows line endings",
				head: change(sample, { [parameters]: (sample[parameters] ?? "").replaceAll("\n", "\r\n") })
			},
			{
				about: "a contract that this change edits",
				base: sample,
				head: change(sample, { [parameters]: [["default 0", "default -6"]] })
			}
		],
		good: [
			{
				about: "the files that were recorded",
				head: sample
			},
			{
				about: "a draft that is not",
				head: change(sample, { "plugins/TinyGain/.ideas/parameter-spec-draft.md": draft })
			},
			{
				about: "a contract and its checksum in one change",
				head: change(inHandoff(sample, [checksumOf(sample[parameters] ?? ""), checksumOf(draft)]), { [parameters]: draft })
			}
		]
	},
	*check(subject) {
		const { plugin, contract, recorded } = subject;
		if (contractStatus(plugin, contract.key) !== "mismatch") return;
		const cause = causeOf(subject);
		const message = say`Unexpected checksum of ${contract.path}, expected the recorded ${short(recorded.sha256)}`;
		yield {
			message: cause === void 0 ? message : `${message}, ${cause}`,
			hint: say`${`/checksums ${plugin.name}`} records the file as it is, if that is meant; else ${`/restore ${plugin.name} contracts`} takes the recorded one.`,
			...repair("/checksums NAME", plugin.name),
			place: recorded.place,
			target: targetId(plugin.name),
			related: [{
				path: contract.path,
				message: "The contract"
			}]
		};
	}
};
const short = (sha256 = "") => `sha256:${sha256.slice(0, 12)}…`;

// src/protocols/plugin/rules/contracts/null.ts
const without = (key, files = sample) => inHandoff(change(files, { [contractPath(key)]: null }), [checksumOf(sample[contractPath(key)] ?? ""), "null"]);
const contractNull = {
	code: "CONTRACT_NULL",
	strict: "warning",
	soft: "warning",
	summary: "A contract other than the plan does not exist, neither as a file nor as a checksum, though stage 0 is complete.",
	why: "Brief, parameters and architecture are what the stages are built against. Only the plan of a simple plugin may be left out.",
	repair: "Write the contract and record it with `/checksums NAME`.",
	examples: {
		bad: [{
			about: "no architecture",
			head: without("architecture")
		}, {
			about: "no brief",
			head: without("creative_brief")
		}],
		good: [{
			about: "no plan",
			head: without("plan")
		}, {
			about: "no architecture yet, in stage 0",
			head: withStatus(inHandoff(without("architecture", inProgressSample), ["stage: 3", "stage: 0"]), "🚧 Stage 3", "🚧 Stage 0")
		}]
	},
	*check({ handoff, plugin, model, contract, recorded }) {
		if (contract.key === "plan" || recorded.state !== "null" || contract.file !== "absent" || !isPlanned(handoff, model.stages)) return;
		yield {
			message: say`Unexpected ${contract.key} ${null} after stage 0, expected a contract`,
			hint: say`Write ${contract.path}, then record it with ${`/checksums ${plugin.name}`}.`,
			place: recorded.place,
			target: targetId(plugin.name),
			related: [{
				path: contract.path,
				message: "The contract, which is not there"
			}]
		};
	}
};

// src/protocols/plugin/rules/contracts/unrecorded.ts
const plan$1 = checksumOf(sample[contractPath("plan")] ?? "");
const unrecorded = {
	code: "CONTRACT_UNRECORDED",
	strict: "error",
	soft: "warning",
	summary: "A contract is there, stage 0 is complete, and its checksum is `null`.",
	why: "The plugin is built against a text that can change without anybody noticing.",
	repair: "`/checksums NAME` records it.",
	examples: {
		bad: [{
			about: "a plan that nobody recorded",
			head: inHandoff(sample, [plan$1, "null"])
		}, {
			about: "the word null",
			head: inHandoff(sample, [plan$1, "\"null\""])
		}],
		good: [{
			about: "a plan that is being written in stage 0",
			head: withStatus(inHandoff(inProgressSample, [plan$1, "null"], ["stage: 3", "stage: 0"]), "🚧 Stage 3", "🚧 Stage 0")
		}]
	},
	*check({ handoff, plugin, model, contract, recorded }) {
		if (recorded.state !== "null" || contract.file !== "there" || !isPlanned(handoff, model.stages)) return;
		yield {
			message: say`Unexpected ${contract.key} ${null}, expected the checksum of ${contract.path}`,
			hint: say`${`/checksums ${plugin.name}`} records it.`,
			...repair("/checksums NAME", plugin.name),
			place: recorded.place,
			target: targetId(plugin.name),
			related: [{
				path: contract.path,
				message: "The contract"
			}]
		};
	}
};

// src/protocols/plugin/rules/contracts.ts
const contractRules = [
	...each(contracts$1, [mismatch]),
	...each(handoffs, [malformed]),
	...each(contracts$1, [fileMissing]),
	...each(handoffs, [keyMissing]),
	...each(contracts$1, [unrecorded, contractNull])
];

// src/protocols/plugin/rules/handoff/wrong-value.ts
function wrongValue(key, rule) {
	const { runs = () => true, allowed = () => true, expected, hint, command, ...facts } = rule;
	return {
		...facts,
		*check(subject) {
			const { handoff, plugin } = subject;
			const field = handoff.fields[key];
			if (!(field.state === "wrong" || field.value !== void 0 && !allowed(field.value, subject)) || !runs(subject)) return;
			yield {
				message: `${say`Unexpected ${key} ${field.written}`}, expected ${expected(subject)}`,
				hint: hint(subject),
				...command !== void 0 && repair(command, plugin.name),
				place: field.place,
				target: targetId(plugin.name)
			};
		}
	};
}

// src/protocols/plugin/rules/handoff/complexity-invalid.ts
const scored$1 = (written) => inHandoff(sample, ["complexity_score: 1.2", `complexity_score: ${written}`]);
const complexityInvalid = wrongValue("complexity_score", {
	code: "PLUGIN_COMPLEXITY_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`complexity_score` is no number from 1 to 5.",
	why: "The score decides whether a plugin is built in one pass or in phases.",
	repair: "Write the number that the plan gives, without quotes; `null` only until stage 0 is complete.",
	expected: () => say`a number from ${1} to ${5}`,
	hint: () => say`Write the plan's score as a number, such as ${"complexity_score: 3.5"}.`,
	examples: {
		bad: [
			{
				about: "a word",
				head: scored$1("high")
			},
			{
				about: "a number in quotes",
				head: scored$1("\"1.2\"")
			},
			{
				about: "below the scale",
				head: scored$1("0.9")
			},
			{
				about: "above the scale",
				head: scored$1("5.1")
			}
		],
		good: [{
			about: "a whole number",
			head: withContract(scored$1("2"), "plan", "# Plan\n\nComplexity: 2.0\n")
		}]
	}
});

// src/protocols/plugin/rules/handoff/date-future.ts
const dayLength = 864e5;
const dayAfter = (day) => new Date(Date.parse(day) + dayLength).toISOString().slice(0, 10);
const dated$2 = (day) => inHandoff(sample, ["last_updated: 2026-02-02", `last_updated: ${day}`]);
const dateFuture = {
	code: "PLUGIN_DATE_FUTURE",
	strict: "warning",
	soft: "warning",
	summary: "`last_updated` is more than one day after the day of the check.",
	why: "A day that is still to come hides for how long nothing has happened. One day is allowed: it is tomorrow somewhere already.",
	repair: "Write the day on which the handoff was last changed.",
	examples: {
		bad: [{
			about: "two days ahead",
			head: dated$2("2026-02-06"),
			at: "2026-02-04T10:00:00Z"
		}, {
			about: "a slip in the year",
			head: dated$2("2062-02-02")
		}],
		good: [{
			about: "tomorrow",
			head: dated$2("2026-02-05"),
			at: "2026-02-04T10:00:00Z"
		}, {
			about: "tomorrow, at the end of a year",
			head: dated$2("2026-01-01"),
			at: "2025-12-31T23:00:00Z"
		}]
	},
	*check({ handoff: { fields }, plugin, model: { context } }) {
		const { value: day, place } = fields.last_updated;
		const latest = dayAfter(context.day);
		if (day === void 0 || day <= latest) return;
		yield {
			message: say`Unexpected ${"last_updated"} ${day} in the future, expected ${latest} at the latest`,
			hint: say`Write the day on which the handoff was last changed.`,
			place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/date-invalid.ts
const dated$1 = (written) => inHandoff(sample, ["last_updated: 2026-02-02", `last_updated: ${written}`]);
const dateInvalid$1 = wrongValue("last_updated", {
	code: "PLUGIN_DATE_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`last_updated` is no plain day, `YYYY-MM-DD`, or one that does not exist.",
	why: "The day tells which of two states is the newer one, and how long an agent has been silent. Times in several spellings cannot be compared.",
	repair: "Write the day alone, such as `2026-02-03`. `/migrate NAME` cuts the time off in a handoff of the old form.",
	expected: () => say`a day such as ${"2026-02-03"}, without a time`,
	hint: ({ plugin }) => say`Write the day alone; in a handoff of the old form ${`/migrate ${plugin.name}`} cuts off the time.`,
	command: "/migrate NAME",
	examples: {
		bad: [
			{
				about: "a time",
				head: dated$1("2026-02-02T13:00:00Z")
			},
			{
				about: "a time behind a blank",
				head: dated$1("2026-02-02 15:30:00")
			},
			{
				about: "a day that does not exist",
				head: dated$1("2026-02-30")
			},
			{
				about: "another order",
				head: dated$1("02.02.2026")
			},
			{
				about: "digits left out",
				head: dated$1("2026-2-2")
			}
		],
		good: [{
			about: "a day in quotes",
			head: dated$1("\"2026-02-02\"")
		}]
	}
});

// src/protocols/plugin/rules/handoff/duplicate-handoff.ts
const duplicateHandoff = {
	code: "PLUGIN_DUPLICATE_HANDOFF",
	strict: "warning",
	soft: "warning",
	summary: "There is a handoff beside the plugin and another one in `.ideas`; the latter is not read.",
	why: "Whoever opens the old one resumes from a state that is long past.",
	repair: "Move what is still worth having into the one beside the plugin, and delete the one in `.ideas`.",
	examples: {
		bad: [{
			about: "one at each place",
			head: change(sample, { [oldHandoffPath]: sample["plugins/TinyGain/.continue-here.md"] ?? "" })
		}, {
			about: "one that contradicts, which nobody reads",
			head: change(sample, { [oldHandoffPath]: "---\nplugin: Amber\nstage: 9\n---\n" })
		}],
		good: [{
			about: "one that was put away",
			head: change(sample, { "plugins/TinyGain/.ideas/.continue-here.archived.md": sample["plugins/TinyGain/.continue-here.md"] ?? "" })
		}]
	},
	*check({ plugin: { name, duplicate, handoffPath } }) {
		if (duplicate === void 0) return;
		yield {
			message: say`Unexpected second handoff, expected only ${handoffPath}`,
			hint: say`Delete it, once everything worth having stands in ${handoffPath}.`,
			place: {
				path: duplicate,
				line: 1
			},
			target: targetId(name),
			concerns: [handoffPath]
		};
	}
};

// src/protocols/plugin/rules/handoff/field-missing.ts
const required = Object.entries(requiredKeys);
const unplanned = withStatus(inHandoff(inProgressSample, ["stage: 3", "stage: 0"], ["complexity_score: 1.2\nphased_implementation: false", "complexity_score: null\nphased_implementation: null"]), "🚧 Stage 3", "🚧 Stage 0");
const fieldMissing$1 = {
	code: "PLUGIN_FIELD_MISSING",
	strict: "error",
	soft: "warning",
	summary: "A required key of the handoff is absent, or `null` where it may not be.",
	why: "Whoever resumes the plugin has to guess what is not written.",
	repair: "Write the key. `complexity_score` and `phased_implementation` may be `null` until stage 0 is complete, `phase` always. Every transition adds those that have a default.",
	examples: {
		bad: [
			{
				about: "no key `phase`",
				head: inHandoff(sample, ["phase: null\n", ""])
			},
			{
				about: "no day",
				head: inHandoff(sample, ["last_updated: 2026-02-02\n", ""])
			},
			{
				about: "the mode is null",
				head: inHandoff(sample, ["orchestration_mode: true", "orchestration_mode: null"])
			},
			{
				about: "nothing behind the key",
				head: inHandoff(sample, ["stage: 2", "stage:"])
			},
			{
				about: "no complexity after stage 0",
				head: inHandoff(sample, ["complexity_score: 1.2", "complexity_score: null"])
			},
			{
				about: "no word about phases after stage 0",
				head: inHandoff(sample, ["phased_implementation: false", "phased_implementation: ~"])
			}
		],
		good: [{
			about: "no complexity while stage 0 is in progress",
			head: unplanned
		}, {
			about: "no next action, which nobody must name",
			head: inHandoff(sample, ["next_action: invoke_dsp_agent\nnext_phase: null\n", ""])
		}]
	},
	*check({ handoff, plugin, model }) {
		if (handoff.legacy) return;
		const planned = isPlanned(handoff, model.stages);
		for (const [key, needed] of required) {
			const { state } = handoff.fields[key];
			if (state !== "absent" && !(state === "null" && !(needed === "null" || needed === "null-until-planned" && !planned))) continue;
			yield {
				message: state === "absent" ? say`Missing key ${key}` : say`Unexpected ${key} ${null}, expected a value`,
				hint: say`Write ${key} with its value; ${`/migrate ${plugin.name}`} does it in a handoff of the old form, and any transition where there is a default.`,
				...repair("/migrate NAME", plugin.name),
				place: handoff.top,
				target: targetId(plugin.name)
			};
		}
	}
};

// src/protocols/plugin/rules/handoff/unreadable-file.ts
function unreadableFile(why, { message, hint, command, ...facts }) {
	return {
		...facts,
		*check(subject) {
			const { path, plugin, what } = subject.file;
			if (subject.file.why !== why) return;
			yield {
				message: message(subject),
				hint: hint(subject),
				...command !== void 0 && plugin !== void 0 && what === "handoff" && repair(command, plugin),
				place: {
					path,
					line: 1
				},
				...plugin !== void 0 && { target: targetId(plugin) }
			};
		}
	};
}

// src/protocols/plugin/rules/handoff/file-encoding.ts
const fileEncoding = unreadableFile("encoding", {
	code: "PLUGIN_FILE_ENCODING",
	strict: "error",
	soft: "error",
	summary: "A handoff, the registry or notes are no UTF-8 text: other bytes stand in them, or a NUL.",
	why: "It is no text that two programs would read alike, so nothing in it is looked at.",
	repair: "Save it as UTF-8. `/restore NAME state` takes the newest earlier version of a handoff that can be read.",
	message: ({ file: { what } }) => say`Unexpected bytes in the ${what}, expected UTF-8 text without NUL`,
	hint: ({ file: { what, plugin } }) => what === "handoff" && plugin !== void 0 ? say`Save it as UTF-8, or let ${`/restore ${plugin} state`} take its newest earlier version that can be read.` : say`Save it as UTF-8.`,
	command: "/restore NAME state",
	examples: {
		bad: [{
			about: "a NUL in the handoff",
			head: change(sample, { [handoffPath]: [["Stage 2 Complete", "Stage 2\0Complete"]] })
		}, {
			about: "a NUL in the notes",
			head: change(notesSample, { [notesPath]: [["# TinyGain", "# Tiny\0Gain"]] })
		}],
		good: [{
			about: "letters of any script, and a byte-order mark",
			head: change(sample, { [registryPath]: [["# Plugins", "﻿# Плагины 🎛"]] })
		}]
	}
});

// src/protocols/plugin/rules/handoff/file-symlink.ts
const fileSymlink = unreadableFile("link", {
	code: "PLUGIN_FILE_SYMLINK",
	strict: "error",
	soft: "error",
	summary: "A handoff, a contract, the registry or notes are a symbolic link or a submodule; it is not followed.",
	why: "What a link leads to may lie outside the repository or change without a commit: it is no state of this repository.",
	repair: "Put the file itself in place of the link.",
	message: ({ file: { what } }) => say`Unexpected link in place of the ${what}, expected a file`,
	hint: () => say`Put the file itself in place of the link: links are not followed.`,
	examples: {
		bad: [
			{
				about: "a handoff that leads to another one",
				head: change(sample, { [handoffPath]: "../Amber/.continue-here.md" }),
				links: [handoffPath]
			},
			{
				about: "a contract that leads out of the repository",
				head: change(sample, { [contractPath("plan")]: "/etc/passwd" }),
				links: [contractPath("plan")]
			},
			{
				about: "notes that are a link",
				head: change(notesSample, { [notesPath]: "README.md" }),
				links: [notesPath]
			},
			{
				about: "a link at the old place of the handoff",
				head: change(sample, { [oldHandoffPath]: "../.continue-here.md" }),
				links: [oldHandoffPath]
			}
		],
		good: [{
			about: "a link that is no state",
			head: change(sample, { "plugins/TinyGain/README.md": "../../README.md" }),
			links: ["plugins/TinyGain/README.md"]
		}, {
			about: "notes, where they are not the second place",
			head: change(sample, { [notesPath]: "README.md" }),
			links: [notesPath]
		}]
	}
});

// src/protocols/plugin/rules/handoff/file-too-large.ts
const limit = 4096;
const long = `\n${"far too much text ".repeat(300)}\n`;
const fileTooLarge = unreadableFile("large", {
	code: "PLUGIN_FILE_TOO_LARGE",
	strict: "error",
	soft: "error",
	summary: "A handoff, the registry or notes are larger than `limits.file`; they are not read.",
	why: "State that nobody can read in one go is not read at all, neither by Baton nor by an agent.",
	repair: "Move what is no state into another file, or raise `limits.file` in the configuration.",
	message: ({ file: { what }, model: { context } }) => say`Unexpected size of the ${what}, expected at most ${context.limit} bytes`,
	hint: () => say`Move what is no state into another file, or raise ${"limits.file"} in the configuration.`,
	examples: {
		bad: [{
			about: "an endless handoff",
			limit,
			head: change(sample, { [handoffPath]: [["- Keep the knob linear", long]] })
		}, {
			about: "endless notes",
			limit,
			head: change(notesSample, { [notesPath]: [["# TinyGain", `# TinyGain\n${long}`]] })
		}],
		good: [{
			about: "an endless contract, which is only hashed",
			limit,
			head: withContract(sample, "creative_brief", long)
		}]
	}
});

// src/protocols/plugin/rules/handoff/handback-invalid.ts
const returned$1 = (files, ...lines) => inHandoff(files, ["contract_checksums:", `handback:${lines.map((line) => `\n  ${line}`).join("")}\ncontract_checksums:`]);
const reason = "reason: error";
const code = "code: BUILD_FAILED";
const description = "description: \"The linker finds no symbol\"";
const at$1 = "at: 2026-02-03T10:00:00Z";
const handbackInvalid = {
	code: "PLUGIN_HANDBACK_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`handback` is not `{ reason, code?, description, at }`, or stands there while nothing is in progress.",
	why: "It gives control back to the orchestrator with an error or a question. One that cannot be read is answered by nobody; one that was left over keeps the next agent out.",
	repair: "Correct the key, or take it out when the work has been handed back complete. `/handback NAME error TEXT` writes it.",
	examples: {
		bad: [
			{
				about: "a text in place of keys",
				head: inHandoff(inProgressSample, ["contract_checksums:", "handback: build failed\ncontract_checksums:"])
			},
			{
				about: "a reason that there is not",
				head: returned$1(inProgressSample, "reason: success", description, at$1)
			},
			{
				about: "no description",
				head: returned$1(inProgressSample, reason, at$1)
			},
			{
				about: "a day without a time",
				head: returned$1(inProgressSample, reason, description, "at: 2026-02-03")
			},
			{
				about: "left over beside a complete stage",
				head: returned$1(sample, reason, description, at$1)
			}
		],
		good: [
			{
				about: "an error with a code",
				head: returned$1(inProgressSample, reason, code, description, at$1)
			},
			{
				about: "a question",
				head: returned$1(inProgressSample, "reason: question", "description: Which sample rate?", at$1)
			},
			{
				about: "null",
				head: inHandoff(sample, ["contract_checksums:", "handback: null\ncontract_checksums:"])
			}
		]
	},
	*check({ handoff: { fields, handback }, plugin }) {
		const { status } = fields;
		const leftOver = handback.state === "good" && status.value !== void 0 && status.value !== "in_progress";
		if (handback.state !== "wrong" && !leftOver) return;
		yield {
			message: leftOver ? say`Unexpected ${"handback"} beside ${"status"} ${status.written}, expected it only beside ${"in_progress"}` : say`Unexpected ${"handback"}, expected ${"reason"} (${"error"} or ${"question"}), ${"description"}, ${"at"} and perhaps ${"code"}`,
			hint: leftOver ? say`Take the key out: the work is complete.` : say`Take the key out and let ${`/handback ${plugin.name} error TEXT`} write it, with the word ${"question"} for a question.`,
			place: handback.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/handoff-missing.ts
const handoffMissing = {
	code: "PLUGIN_HANDOFF_MISSING",
	strict: "error",
	soft: "warning",
	summary: "The registry says that the plugin is in development, and there is no handoff.",
	why: "Stage, phase, contracts and what the next agent must know are lost: the work cannot be resumed.",
	repair: "`/regenerate NAME` makes one from registry, plan and contracts.",
	examples: {
		bad: [{
			about: "no handoff",
			head: change(sample, { [handoffPath]: null })
		}, {
			about: "notes that say so",
			head: change(notesSample, { [handoffPath]: null })
		}],
		good: [{
			about: "nothing begun yet",
			head: withStatus(change(sample, { [handoffPath]: null }), "🚧 Stage 2", "💡 Ideated")
		}, {
			about: "everything done",
			head: withStatus(change(sample, { [handoffPath]: null }), "🚧 Stage 2", "✅ Working")
		}]
	},
	*check({ plugin, model }) {
		const { name, registered, hasHandoff, handoffPath, row, second } = plugin;
		const place = row?.place ?? second?.place;
		if (registered?.kind !== "stage" || hasHandoff || !place) return;
		yield {
			message: say`Missing handoff, expected ${handoffPath} for a plugin that is ${stageStatus(registered.unit)}`,
			hint: say`${`/regenerate ${name}`} makes one from the registry, the plan and the contracts.`,
			...repair("/regenerate NAME", name),
			place,
			target: targetId(name),
			concerns: [handoffPath, second?.path ?? model.registryPath]
		};
	}
};

// src/protocols/plugin/rules/handoff/legacy-format.ts
function unexpected$2({ where, front, path }) {
	if (where === "ideas") return say`Unexpected place ${path}, expected the handoff beside the plugin`;
	if (front.kind === "none") return say`Missing front matter, expected ${"---"} in the first line`;
	return say`Missing key ${"contract_checksums"}`;
}
const legacyFormat = {
	code: "PLUGIN_LEGACY_FORMAT",
	strict: "warning",
	soft: "warning",
	summary: "The handoff is of the old form: in `.ideas`, without front matter, or without `contract_checksums`.",
	why: "Nothing tells whether its contracts are still the ones that were built against. It is read nevertheless; what such files never had is not asked of them.",
	repair: "`/migrate NAME` moves it beside the plugin, adds the keys and sections that it lacks and records the contracts as they are.",
	safe: true,
	examples: {
		bad: [
			{
				about: "no checksums",
				head: legacySample
			},
			{
				about: "checksums that are null",
				head: inHandoff(legacySample, ["\n---\n\n#", "\ncontract_checksums: null\n---\n\n#"])
			},
			{
				about: "no front matter",
				head: change(sample, { [handoffPath]: "# Resume here\n\nThe foundation is done.\n\n---\n\nplugin: TinyGain\n---\n" })
			},
			{
				about: "the old place",
				head: change(sample, {
					[handoffPath]: null,
					[oldHandoffPath]: sample["plugins/TinyGain/.continue-here.md"] ?? ""
				})
			},
			{
				about: "keys and sections missing too, which is no finding of its own",
				head: inHandoff(legacySample, ["orchestration_mode: true\n", ""], ["## Next Steps", "## Next"])
			}
		],
		good: [{
			about: "checksums in a handoff beside the plugin",
			head: sample
		}]
	},
	*check({ handoff, plugin }) {
		if (!handoff.legacy) return;
		yield {
			message: unexpected$2(handoff),
			hint: say`${`/migrate ${plugin.name}`} gives it the present form.`,
			...repair("/migrate NAME", plugin.name),
			place: handoff.top,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/name-invalid.ts
const renamed = (name) => Object.fromEntries(Object.entries(sample).map(([path, text]) => [path.replace("TinyGain", name), path.includes("/.ideas/") ? text : text.replaceAll("TinyGain", name)]));
const ideated = (name) => {
	const { [handoffPath.replace("TinyGain", name)]: _, [registryPath]: registry = "", ...contracts } = renamed(name);
	return {
		...contracts,
		[registryPath]: registry.replaceAll("🚧 Stage 2", "💡 Ideated")
	};
};
const nameInvalid = {
	code: "PLUGIN_NAME_INVALID",
	strict: "error",
	soft: "warning",
	summary: "The directory of a handoff, or a row or entry of the registry, has a name that is none: it must begin with a letter, followed by letters, digits, `_` and `-`.",
	why: "Commands name plugins. One that cannot be named can be checked, but never accepted, handed back or repaired.",
	repair: "Rename the directory, its row and its entry.",
	examples: {
		bad: [
			{
				about: "a blank in the name",
				head: renamed("Tiny Gain")
			},
			{
				about: "a digit at its beginning",
				head: renamed("2Gain")
			},
			{
				about: "a letter that only looks right",
				head: renamed("Tіny")
			},
			{
				about: "a row and an entry, without a handoff",
				head: ideated("Tiny Gain")
			}
		],
		good: [
			{
				about: "a digit, a dash and an underscore",
				head: renamed("Tiny-Gain_2")
			},
			{
				about: "a name that means something to programs",
				head: renamed("constructor")
			},
			{
				about: "a directory without any state",
				head: {
					...sample,
					"plugins/My Templates/README.md": "# Templates\n"
				}
			}
		]
	},
	*check({ plugin, model }) {
		const { name, hasHandoff, handoffPath, row, second } = plugin;
		const place = hasHandoff ? {
			path: handoffPath,
			line: 1
		} : row?.place ?? second?.place;
		if (pluginName.test(name) || !place) return;
		yield {
			message: say`Unexpected name ${name}, expected a letter followed by letters, digits, ${"_"} and ${"-"}`,
			hint: say`Rename the directory, its row and its entry: no command can name it.`,
			place,
			target: targetId(name),
			concerns: [model.registryPath]
		};
	}
};

// src/protocols/plugin/rules/handoff/name-mismatch.ts
const nameMismatch = wrongValue("plugin", {
	code: "PLUGIN_NAME_MISMATCH",
	strict: "error",
	soft: "error",
	summary: "The handoff names another plugin than the directory that it lies in.",
	why: "A handoff that was copied from another plugin says nothing about this one: whoever trusts it resumes the wrong work.",
	repair: "Write the name of the directory, letter by letter, or put the handoff where it belongs.",
	allowed: (name, { plugin }) => name === plugin.name,
	expected: ({ plugin }) => say`${plugin.name}, the name of its directory`,
	hint: ({ plugin }) => say`Write ${`plugin: ${plugin.name}`}, or put the handoff into the directory of the plugin that it is about.`,
	examples: {
		bad: [
			{
				about: "the name of another plugin",
				head: inHandoff(sample, ["plugin: TinyGain", "plugin: Amber"])
			},
			{
				about: "other capitals",
				head: inHandoff(sample, ["plugin: TinyGain", "plugin: tinygain"])
			},
			{
				about: "a list in place of the name",
				head: inHandoff(sample, ["plugin: TinyGain", "plugin: [TinyGain]"])
			}
		],
		good: [{
			about: "the name of the directory, in quotes",
			head: inHandoff(sample, ["plugin: TinyGain", "plugin: \"TinyGain\""])
		}]
	}
});

// src/protocols/plugin/rules/handoff/following.ts
function followingActions({ plugin, handoff, model: { stages } }) {
	const { state, phases } = plugin;
	if (state.kind === "working") return finalActions;
	if (state.kind !== "unit" || state.status !== "complete") return void 0;
	const said = handoff.fields.next_phase;
	return (said.value === void 0 && said.state !== "null" && isOpen(state.unit, phases.decided) ? [null, phaseAfter(state.unit)] : [said.value ?? null]).flatMap((next) => {
		const { action } = determined(state.unit, next, phases, stages);
		if (action === null) return [];
		return finalActions.includes(action) ? finalActions : sameAction(action);
	});
}
function followingPhases({ plugin, model: { stages } }) {
	const { state, phases } = plugin;
	if (state.kind === "working") return [null];
	if (state.kind !== "unit" || state.status !== "complete") return void 0;
	const { unit } = state;
	const { phase } = determined(unit, null, phases, stages);
	if (phase !== null && stageOf(phase) === stageOf(unit)) return [phase];
	return [.../* @__PURE__ */ new Set([
		null,
		...isOpen(unit, phases.decided) ? [phaseAfter(unit)] : [],
		phase
	])];
}
const isOpen = (unit, decided) => !decided && phaseNumber(unit) > 0;
const phaseAfter = (unit) => `${stageOf(unit)}.${phaseNumber(unit) + 1}`;

// src/protocols/plugin/rules/handoff/next-action-mismatch.ts
const silent$2 = withContract(phasedSample, "plan", "# Plan\n\nComplexity: 4.0\n");
const beforeValidation = (action) => withStatus(inHandoff(sample, ["stage: 2", "stage: 4"], ["invoke_dsp_agent", action]), "🚧 Stage 2", "🚧 Stage 4");
const nextActionMismatch = {
	code: "PLUGIN_NEXT_ACTION_MISMATCH",
	strict: "error",
	soft: "warning",
	summary: "Work is complete, and `next_action` names another action than the one that follows.",
	why: "The orchestrator dispatches by this name: a stage would be done twice or left out.",
	repair: "Write the action that follows, or `null`.",
	examples: {
		bad: [
			{
				about: "a stage left out",
				head: inHandoff(sample, ["invoke_dsp_agent", "invoke_gui_agent"])
			},
			{
				about: "the phase that is complete",
				head: inHandoff(phasedSample, ["continue_dsp_phase_3.2", "continue_dsp_phase_3.1"])
			},
			{
				about: "the next stage, though the plan names another phase",
				head: inHandoff(phasedSample, ["continue_dsp_phase_3.2", "invoke_gui_agent"])
			},
			{
				about: "the next stage, though the next phase is named",
				head: inHandoff(silent$2, ["continue_dsp_phase_3.2", "invoke_gui_agent"])
			},
			{
				about: "a stage, though everything is done",
				head: inHandoff(workingSample, ["next_action: install", "next_action: begin_stage_5"])
			}
		],
		good: [
			{
				about: "null",
				head: inHandoff(sample, ["invoke_dsp_agent", "null"])
			},
			{
				about: "the other name of the validation",
				head: beforeValidation("invoke_validation")
			},
			{
				about: "an action while work is in progress",
				head: inHandoff(inProgressSample, ["next_action: null", "next_action: invoke_dsp_agent"])
			},
			{
				about: "improvement at the end",
				head: inHandoff(workingSample, ["next_action: install", "next_action: improve"])
			},
			{
				about: "another phase, where neither plan nor next phase says anything",
				head: inHandoff(silent$2, ["next_phase: \"3.2\"\n", ""])
			}
		]
	},
	*check(subject) {
		const { handoff, plugin, model } = subject;
		const { value: action, place } = handoff.fields.next_action;
		const expected = followingActions(subject);
		if (action === void 0 || !expected || !model.stages.knowsAction(action) || expected.includes(action)) return;
		const [first = null] = expected;
		yield {
			message: say`Unexpected ${"next_action"} ${action}, expected ${first}`,
			hint: say`Write ${`next_action: ${first}`}, or correct what is said to be complete.`,
			place,
			target: targetId(plugin.name),
			...plugin.phases.decided && { concerns: [plugin.plan.path] }
		};
	}
};

// src/protocols/plugin/rules/handoff/next-action-unknown.ts
const next$1 = (action) => inHandoff(sample, ["next_action: invoke_dsp_agent", `next_action: ${action}`]);
const nextActionUnknown = wrongValue("next_action", {
	code: "PLUGIN_NEXT_ACTION_UNKNOWN",
	strict: "warning",
	soft: "warning",
	summary: "`next_action` is a name that no stage knows.",
	why: "The orchestrator dispatches by this name. One that it does not know stops the way without a word.",
	repair: "Write the action of the stage that follows, or `null`.",
	runs: ({ plugin }) => plugin.state.kind !== "unknown",
	allowed: (action, { model }) => model.stages.knowsAction(action),
	expected: () => say`${null} or an action that some stage knows`,
	hint({ handoff, model }) {
		const meant = suggestion(handoff.fields.next_action.written, model.stages.actions);
		return meant === void 0 ? say`Write ${"next_action: null"}, or one of ${model.stages.actions}.` : say`Did you mean ${meant}?`;
	},
	examples: {
		bad: [
			{
				about: "a name of its own",
				head: next$1("invoke_validation_agent")
			},
			{
				about: "a phase of a stage that has none",
				head: next$1("continue_dsp_phase_4.1")
			},
			{
				about: "no name at all",
				head: next$1("true")
			}
		],
		good: [{
			about: "null",
			head: next$1("null")
		}, {
			about: "a name in quotes",
			head: next$1("\"invoke_dsp_agent\"")
		}]
	}
});

// src/protocols/plugin/rules/handoff/next-phase-invalid.ts
const silent$1 = withContract(phasedSample, "plan", "# Plan\n\nComplexity: 4.0\n");
const lastPhase = (next) => withStatus(inHandoff(phasedSample, ["phase: \"3.1\"", "phase: \"3.2\""], ["continue_dsp_phase_3.2\nnext_phase: \"3.2\"", `invoke_gui_agent\nnext_phase: ${next}`]), "🚧 Stage 3.1", "🚧 Stage 3.2");
const next = (written) => inHandoff(phasedSample, ["next_phase: \"3.2\"", `next_phase: ${written}`]);
const nextPhaseInvalid = {
	code: "PLUGIN_NEXT_PHASE_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`next_phase` is no phase, or work is complete and it is not the phase that follows.",
	why: "Where the plan names no phases this key alone says whether a stage goes on: a wrong one closes it too early, or leaves a phase out.",
	repair: "Write the phase that follows, such as `\"3.2\"`, or `null` where none does.",
	examples: {
		bad: [
			{
				about: "a number without a stage",
				head: next("2")
			},
			{
				about: "no phase while work is in progress",
				head: inHandoff(inProgressSample, ["next_phase: null", "next_phase: soon"])
			},
			{
				about: "not the next one of the plan",
				head: next("\"3.3\"")
			},
			{
				about: "null, though the plan names another phase",
				head: next("null")
			},
			{
				about: "a number left out, where the plan is silent",
				head: inHandoff(silent$1, ["_3.2\nnext_phase: \"3.2\"", "_3.3\nnext_phase: \"3.3\""])
			},
			{
				about: "the second phase of the next stage",
				head: lastPhase("\"4.2\"")
			},
			{
				about: "a phase of a plugin that has none",
				head: inHandoff(sample, ["next_phase: null", "next_phase: \"3.1\""])
			},
			{
				about: "a phase, though everything is done",
				head: inHandoff(workingSample, ["next_phase: null", "next_phase: \"5.1\""])
			}
		],
		good: [
			{
				about: "the next one, without quotes",
				head: next("3.2")
			},
			{
				about: "null behind the last phase",
				head: lastPhase("null")
			},
			{
				about: "the first phase of the next stage",
				head: lastPhase("\"4.1\"")
			},
			{
				about: "the stage ends here, as far as a silent plan goes",
				head: inHandoff(silent$1, ["continue_dsp_phase_3.2\nnext_phase: \"3.2\"", "invoke_gui_agent\nnext_phase: null"])
			},
			{
				about: "no such key",
				head: inHandoff(phasedSample, ["next_phase: \"3.2\"\n", ""])
			}
		]
	},
	*check(subject) {
		const { handoff, plugin } = subject;
		const { state, value = null, written, place } = handoff.fields.next_phase;
		if (state === "absent" || plugin.state.kind === "unknown") return;
		const expected = followingPhases(subject);
		if (state !== "wrong" && (expected?.includes(value) ?? true)) return;
		yield {
			message: `${say`Unexpected ${"next_phase"} ${written}`}, expected ${expected ? say`${expected.map(String)}` : say`${null} or a phase such as ${"\"3.2\""}`}`,
			hint: say`Write the phase that follows, or ${"next_phase: null"} where none does.`,
			place,
			target: targetId(plugin.name),
			...plugin.phases.decided && { concerns: [plugin.plan.path] }
		};
	}
};

// src/protocols/plugin/rules/handoff/orchestration-mode.ts
const mode = (written) => inHandoff(sample, ["orchestration_mode: true", `orchestration_mode: ${written}`]);
const orchestrationMode = wrongValue("orchestration_mode", {
	code: "PLUGIN_ORCHESTRATION_MODE",
	strict: "error",
	soft: "warning",
	summary: "`orchestration_mode` is present and not `true`.",
	why: "It tells agents that an orchestrator dispatches the stages. Anything else makes an agent go on by itself.",
	repair: "Write `orchestration_mode: true`.",
	expected: () => say`${"true"}`,
	hint: () => say`Write ${"orchestration_mode: true"}.`,
	examples: {
		bad: [{
			about: "false",
			head: mode("false")
		}, {
			about: "a text",
			head: mode("\"true\"")
		}],
		good: [{
			about: "true",
			head: mode("True")
		}]
	}
});

// src/protocols/plugin/rules/handoff/phase-invalid.ts
const phased = (written) => inHandoff(phasedSample, ["phase: \"3.1\"", `phase: ${written}`]);
const phaseInvalid = wrongValue("phase", {
	code: "PLUGIN_PHASE_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`phase` is neither `null` nor of the form `N.M`.",
	why: "The phase says which part of a stage is meant. What cannot be read as one cannot be continued.",
	repair: "Write stage and number, such as `\"3.1\"`, or `null` where the whole stage is meant.",
	expected: () => say`${"null"} or stage and number such as ${"\"3.1\""}`,
	hint: () => say`Write ${"phase: \"3.1\""} for the first phase of stage 3, ${"phase: null"} for the whole stage.`,
	examples: {
		bad: [
			{
				about: "a number without a stage",
				head: phased("1")
			},
			{
				about: "a phase zero",
				head: phased("3.0")
			},
			{
				about: "a leading zero",
				head: phased("\"3.01\"")
			},
			{
				about: "three numbers",
				head: phased("3.1.2")
			},
			{
				about: "a word",
				head: phased("gain")
			},
			{
				about: "null in quotes",
				head: phased("\"null\"")
			}
		],
		good: [{
			about: "a phase without quotes",
			head: phased("3.1")
		}, {
			about: "another way to write null",
			head: inHandoff(sample, ["phase: null", "phase: ~"])
		}]
	}
});

// src/protocols/plugin/rules/handoff/phase-missing.ts
const begun = withStatus(inHandoff(phasedSample, ["phase: \"3.1\"\nstatus: complete", "phase: null\nstatus: in_progress"], ["next_action: continue_dsp_phase_3.2\nnext_phase: \"3.2\"", "next_action: null\nnext_phase: null"]), "🚧 Stage 3.1", "🚧 Stage 3");
const phaseMissing = {
	code: "PLUGIN_PHASE_MISSING",
	strict: "error",
	soft: "warning",
	summary: "A stage that has phases is in progress, and `phase` is `null`.",
	why: "The agent at work cannot be told from one that does everything at once, and nobody knows which phase comes back.",
	repair: "Write the phase that is being worked on.",
	examples: {
		bad: [{
			about: "the plan names phases",
			head: begun
		}, {
			about: "the plan is silent, so the stage begins at 3.1",
			head: withContract(begun, "plan", "# Plan\n\nComplexity: 4.0\n")
		}],
		good: [{
			about: "a plugin without phases",
			head: inProgressSample
		}, {
			about: "the plan names phases of another stage only",
			head: withContract(begun, "plan", "# Plan\n\nComplexity: 4.0\n\n## Phase 4.1: Knob\n")
		}]
	},
	*check({ handoff: { fields }, plugin, model: { stages } }) {
		const { stage, phase, status } = fields;
		if (status.value !== "in_progress" || stage.value === void 0 || phase.state !== "null") return;
		const first = firstPhase(stage.value, plugin.phases, stages);
		if (first === null) return;
		const possible = plugin.phases.decided ? plugin.phases.of(stage.value) : [first];
		yield {
			message: plugin.phases.decided ? say`Unexpected ${"phase"} ${null}, expected one of ${possible}: stage ${stage.value} is done in phases` : say`Unexpected ${"phase"} ${null}, expected a phase such as ${first}: stage ${stage.value} is done in phases`,
			hint: say`Write the phase that is being worked on, such as ${`phase: "${first}"`}.`,
			place: phase.place,
			target: targetId(plugin.name),
			...plugin.phases.decided && { concerns: [plugin.plan.path] }
		};
	}
};

// src/protocols/plugin/rules/handoff/phase-not-in-plan.ts
const at = (phase) => withStatus(inHandoff(phasedSample, ["phase: \"3.1\"", `phase: "${phase}"`], ["next_action: continue_dsp_phase_3.2\nnext_phase: \"3.2\"", "next_action: invoke_gui_agent\nnext_phase: null"]), "🚧 Stage 3.1", `🚧 Stage ${phase}`);
const phaseNotInPlan = {
	code: "PLUGIN_PHASE_NOT_IN_PLAN",
	strict: "error",
	soft: "warning",
	summary: "The plan names phases, and `phase` is none of them.",
	why: "Work goes on that nobody planned, or the plan was renumbered and the handoff means something else by the same number.",
	repair: "Write a phase of the plan, or add the phase to the plan and record its new checksum with `/checksums NAME`.",
	examples: {
		bad: [{
			about: "a phase behind the last one",
			head: at("3.3")
		}, {
			about: "headings name other phases than the list of estimates",
			head: withContract(at("3.3"), "plan", "# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n## Phase 3.2: Smoothing\n\n- Phase 3.3: two days\n")
		}],
		good: [
			{
				about: "a phase of the plan",
				head: at("3.2")
			},
			{
				about: "a plan that names no phase",
				head: withContract(at("3.3"), "plan", "# Plan\n\nComplexity: 4.0\n")
			},
			{
				about: "phases in a list where no heading has any",
				head: withContract(at("3.2"), "plan", "# Plan\n\nComplexity: 4.0\n\n1. **Phase 3.1** - Gain\n2. [x] Phase 3.2: Smoothing ✅\n")
			}
		]
	},
	*check({ handoff: { fields }, plugin }) {
		const { phases, plan } = plugin;
		const phase = fields.phase.value;
		if (phase === void 0 || !phases.decided || plan.phases.some((each) => each.phase === phase)) return;
		const ofStage = plan.phases.filter((each) => stageOf(each.phase) === stageOf(phase));
		const named = ofStage.length > 0 ? ofStage : plan.phases;
		const [first] = named;
		yield {
			message: say`Unexpected ${"phase"} ${phase}, expected one of the plan: ${named.map((each) => each.phase)}`,
			hint: say`Write a phase of the plan, or add ${`Phase ${phase}`} to it and record its new checksum with ${`/checksums ${plugin.name} plan`}.`,
			place: fields.phase.place,
			target: targetId(plugin.name),
			related: [{
				path: plan.path,
				...first && { line: first.line },
				message: "The plan names its phases here"
			}]
		};
	}
};

// src/protocols/plugin/rules/handoff/phase-stage.ts
const silent = withContract(phasedSample, "plan", "# Plan\n\nComplexity: 4.0\n");
const phaseStage = {
	code: "PLUGIN_PHASE_STAGE",
	strict: "error",
	soft: "warning",
	summary: "`phase` belongs to another stage than `stage`, or to one that is never done in phases.",
	why: "Two keys name two places on the way. Whichever an agent believes, the other one believes it has been elsewhere.",
	repair: "Write the stage of the phase, or the phase of the stage; `phase: null` where the stage has no phases.",
	examples: {
		bad: [{
			about: "a phase of stage 4 at stage 3",
			head: inHandoff(phasedSample, ["phase: \"3.1\"", "phase: \"4.1\""])
		}, {
			about: "a phase of the foundation",
			head: inHandoff(silent, ["stage: 3\nphase: \"3.1\"", "stage: 2\nphase: \"2.1\""])
		}],
		good: [{
			about: "a phase of its stage",
			head: phasedSample
		}]
	},
	*check({ handoff: { fields }, plugin, model: { stages } }) {
		const stage = fields.stage.value === void 0 ? void 0 : stages.get(fields.stage.value);
		const phase = fields.phase.value;
		if (!stage || phase === void 0) return;
		const allowsNone = stage.phases === void 0;
		if (!allowsNone && stageOf(phase) === stage.stage) return;
		yield {
			message: allowsNone ? say`Unexpected ${"phase"} ${phase}, expected ${null}: stage ${stage.stage} has no phases` : say`Unexpected ${"phase"} ${phase}, expected one of stage ${stage.stage}`,
			hint: allowsNone ? say`Write ${"phase: null"}, or the stage that the phase belongs to.` : say`Write ${`stage: ${stageOf(phase)}`} if the phase is right, else a phase of stage ${stage.stage}.`,
			place: fields.phase.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/phased-contradiction.ts
const complex = 3;
const simple = 2;
function contradiction({ complexity_score, phased_implementation, phase }) {
	const score = complexity_score.value;
	if (phased_implementation.value === false) {
		if (phase.value !== void 0) return {
			expected: true,
			since: say`${"phase"} is ${phase.value}`
		};
		if (score !== void 0 && score >= complex) return {
			expected: true,
			since: say`${"complexity_score"} is ${score}`
		};
	}
	if (phased_implementation.value === true && score !== void 0 && score <= simple) return {
		expected: false,
		since: say`${"complexity_score"} is ${score}`
	};
}
const plan = (score) => `# Plan\n\nComplexity: ${score}\n`;
const scored = (score, phased) => withContract(inHandoff(sample, ["complexity_score: 1.2\nphased_implementation: false", `complexity_score: ${score}\nphased_implementation: ${phased}`]), "plan", plan(score));
const phasedContradiction = {
	code: "PLUGIN_PHASED_CONTRADICTION",
	strict: "error",
	soft: "warning",
	summary: "`phased_implementation` is `false` with a `complexity_score` of 3 or more or with a `phase`, or `true` with a score of 2 or less.",
	why: "The score decides about phases. Where the two disagree, one agent builds a stage in one go while the next one waits for its first phase.",
	repair: "Correct the one that is wrong; between 2 and 3 both are fine.",
	examples: {
		bad: [
			{
				about: "complex, and not in phases",
				head: scored(3, false)
			},
			{
				about: "simple, and in phases",
				head: scored(2, true)
			},
			{
				about: "a phase, and not in phases",
				head: withContract(inHandoff(phasedSample, ["complexity_score: 4.0\nphased_implementation: true", "complexity_score: 2.5\nphased_implementation: false"]), "plan", plan(2.5))
			}
		],
		good: [
			{
				about: "in between, and not in phases",
				head: scored(2.9, false)
			},
			{
				about: "in between, and in phases",
				head: scored(2.1, true)
			},
			{
				about: "simple, and not in phases",
				head: scored(2, false)
			},
			{
				about: "complex, and in phases",
				head: scored(3, true)
			}
		]
	},
	*check({ handoff: { fields }, plugin }) {
		const found = contradiction(fields);
		if (!found) return;
		yield {
			message: `${say`Unexpected ${"phased_implementation"} ${fields.phased_implementation.written}, expected ${found.expected}`}, since ${found.since}`,
			hint: say`Write ${`phased_implementation: ${found.expected}`}, or correct the other value.`,
			place: fields.phased_implementation.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/phased-invalid.ts
const phasedInvalid = wrongValue("phased_implementation", {
	code: "PLUGIN_PHASED_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`phased_implementation` is neither `true`, `false` nor `null`.",
	why: "Whether a stage is one piece of work or several hangs on it. In YAML 1.2 `yes` is a text like any other.",
	repair: "Write `true` or `false` without quotes; `null` only until stage 0 is complete.",
	expected: () => say`${"true"}, ${"false"} or ${"null"}`,
	hint: () => say`Write ${"true"} or ${"false"} without quotes.`,
	examples: {
		bad: [
			{
				about: "yes",
				head: inHandoff(phasedSample, ["phased_implementation: true", "phased_implementation: yes"])
			},
			{
				about: "false in quotes",
				head: inHandoff(sample, ["phased_implementation: false", "phased_implementation: \"false\""])
			},
			{
				about: "a number",
				head: inHandoff(sample, ["phased_implementation: false", "phased_implementation: 0"])
			}
		],
		good: [{
			about: "TRUE, as YAML has it too",
			head: inHandoff(phasedSample, ["phased_implementation: true", "phased_implementation: TRUE"])
		}]
	}
});

// src/protocols/plugin/rules/handoff/plan-complexity.ts
const planned$2 = (line) => withContract(sample, "plan", `# Plan\n\n${line}\n`);
const planComplexity = {
	code: "PLUGIN_PLAN_COMPLEXITY",
	strict: "warning",
	soft: "warning",
	summary: "`complexity_score` is not the number in the complexity line of the plan.",
	why: "The score was taken from the plan. Where they differ, one of the two was changed without the other, and phases hang on it.",
	repair: "Write the score of the plan into the handoff, or correct the plan and record it with `/checksums NAME`.",
	examples: {
		bad: [{
			about: "another score",
			head: inHandoff(sample, ["complexity_score: 1.2", "complexity_score: 1.3"])
		}, {
			about: "a plan with its score in bold",
			head: planned$2("- **Complexity:** 1.5 of 5")
		}],
		good: [
			{
				about: "the same score, written otherwise",
				head: inHandoff(planned$2("Complexity Score: 2"), ["complexity_score: 1.2", "complexity_score: 2.0"])
			},
			{
				about: "a plan without a score",
				head: planned$2("Its complexity is low (1).")
			},
			{
				about: "a score in a fence",
				head: planned$2("```\nComplexity: 5.0\n```")
			}
		]
	},
	*check({ handoff: { fields }, plugin: { name, plan } }) {
		const { value: score, place } = fields.complexity_score;
		if (score === void 0 || !plan.complexity || score === plan.complexity.value) return;
		yield {
			message: say`Unexpected ${"complexity_score"} ${score}, expected ${plan.complexity.value} as in the plan`,
			hint: say`Write ${`complexity_score: ${plan.complexity.value}`}, or correct the plan and record it with ${`/checksums ${name} plan`}.`,
			place,
			target: targetId(name),
			related: [{
				path: plan.path,
				line: plan.complexity.line,
				message: "The plan gives its score here"
			}]
		};
	}
};

// src/protocols/plugin/rules/handoff/plan-phases.ts
function fault(stage, phases, stages) {
	const [first] = phases;
	if (!first) return void 0;
	if (stages.get(stage)?.phases === void 0) return {
		line: first.line,
		message: say`Unexpected ${`Phase ${first.phase}`}, expected phases only of stages that have some: stage ${stage} has none`,
		hint: say`Number the phase after the stage that it belongs to, or plan stage ${stage} as a whole.`
	};
	const index = phases.findIndex(({ phase }, index) => phaseNumber(phase) !== index + 1);
	const gap = phases[index];
	if (!gap) return void 0;
	return {
		line: gap.line,
		message: say`Unexpected ${`Phase ${gap.phase}`}, expected ${`Phase ${stage}.${index + 1}`}`,
		hint: say`Number the phases of stage ${stage} one after the other, beginning at ${`${stage}.1`}.`
	};
}
const planned$1 = (headings) => withContract(phasedSample, "plan", `# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n${headings}`);
const planPhases = {
	code: "PLUGIN_PLAN_PHASES",
	strict: "warning",
	soft: "warning",
	summary: "The phases of the plan of a phased plugin have a gap, or belong to a stage that is never done in phases.",
	why: "What the plan names is what gets built: a phase that was left out or misnumbered is left out for good.",
	repair: "Number the phases of each stage from 1 without gaps, and only those of stages that have phases. Then record the plan with `/checksums NAME`.",
	examples: {
		bad: [
			{
				about: "a number left out",
				head: planned$1("## Phase 3.2: Smoothing\n## Phase 3.4: Meter\n")
			},
			{
				about: "phases that do not begin at 1",
				head: planned$1("## Phase 3.2: Smoothing\n## Phase 4.2: Knob\n")
			},
			{
				about: "a phase of the validation",
				head: planned$1("## Phase 3.2: Smoothing\n## Phase 5.1: Presets\n")
			}
		],
		good: [{
			about: "more than nine phases, in any order",
			head: planned$1([
				10,
				2,
				3,
				4,
				5,
				6,
				7,
				8,
				9
			].map((number) => `## Phase 3.${number}\n`).join(""))
		}, {
			about: "a plugin that is not built in phases",
			head: withContract(sample, "plan", "# Plan\n\nComplexity: 1.2\n\n## Phase 3.2: Smoothing\n## Phase 5.1: Presets\n")
		}]
	},
	*check({ handoff, plugin, model: { stages } }) {
		if (handoff.legacy || handoff.fields.phased_implementation.value !== true) return;
		const { phases, path } = plugin.plan;
		for (const stage of new Set(phases.map(({ phase }) => stageOf(phase)))) {
			const found = fault(stage, phases.filter(({ phase }) => stageOf(phase) === stage), stages);
			if (!found) continue;
			const { line, message, hint } = found;
			yield {
				message,
				hint,
				place: {
					path,
					line
				},
				target: targetId(plugin.name),
				concerns: [handoff.path]
			};
		}
	}
};

// src/protocols/plugin/rules/handoff/section-missing.ts
const sectionMissing = {
	code: "PLUGIN_SECTION_MISSING",
	strict: "error",
	soft: "warning",
	summary: "The handoff lacks one or more of its six sections.",
	why: "The next agent has nothing but this file: what was done, what comes next and what must not be forgotten stand in the sections.",
	repair: "Add the headings, with `_None yet._` below where there is nothing to say. Every transition adds those that are missing.",
	examples: {
		bad: [
			{
				about: "no section for build artifacts",
				head: inHandoff(sample, ["## Build Artifacts\n\n_None yet._\n\n", ""])
			},
			{
				about: "a heading of another level",
				head: inHandoff(sample, ["## Next Steps", "### Next Steps"])
			},
			{
				about: "a heading in a fence",
				head: inHandoff(sample, ["## Testing Checklist", "```\n## Testing Checklist\n```"])
			},
			{
				about: "a heading that only begins alike",
				head: inHandoff(sample, ["## Next Steps", "## Next Steps and more"])
			}
		],
		good: [{
			about: "other capitals, and more behind a colon, a parenthesis or a dash",
			head: inHandoff(sample, ["## Completed So Far", "## COMPLETED SO FAR (stage 2)"], ["## Next Steps", "## Next steps: stage 3 ##"], ["## Build Artifacts", "## Build Artifacts - none"], ["## Context to Preserve", "## Context to Preserve – decisions"])
		}, {
			about: "a heading that is underlined",
			head: inHandoff(sample, ["## Next Steps", "Next Steps\n----------"])
		}]
	},
	*check({ handoff, plugin }) {
		const missing = sectionNames.filter((name) => !handoff.section(name));
		if (handoff.legacy || handoff.front.kind !== "mapping" || missing.length === 0) return;
		yield {
			message: say`Missing sections: ${missing}`,
			hint: say`Add the headings, such as ${`## ${missing[0] ?? ""}`}; ${`/migrate ${plugin.name}`} does it in a handoff of the old form, and so does any transition.`,
			...repair("/migrate NAME", plugin.name),
			place: handoff.document.place(handoff.front.closing),
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/stage-invalid.ts
const staged = (written) => inHandoff(sample, ["stage: 2", `stage: ${written}`]);
const stageInvalid = wrongValue("stage", {
	code: "PLUGIN_STAGE_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`stage` is no plain whole number, or no stage that there is.",
	why: "Every command begins with the stage: without it nobody can tell what is done and who works next.",
	repair: "Write the number of the stage alone, without quotes, a point or a leading zero.",
	allowed: (stage, { model }) => model.stages.get(stage) !== void 0,
	expected: ({ model }) => say`one of ${model.stages.all.map(({ stage }) => stage)}`,
	hint: () => say`Write the number alone, such as ${"stage: 2"}; a part of a stage belongs into ${"phase"}.`,
	examples: {
		bad: [
			{
				about: "a word",
				head: staged("foundation")
			},
			{
				about: "a number in quotes",
				head: staged("\"2\"")
			},
			{
				about: "a decimal number",
				head: staged("2.0")
			},
			{
				about: "a leading zero",
				head: staged("02")
			},
			{
				about: "a negative number",
				head: staged("-2")
			},
			{
				about: "a phase",
				head: staged("3.1")
			},
			{
				about: "a stage that there is not",
				head: staged("7")
			},
			{
				about: "a stage that the configuration does not have",
				head: staged("3"),
				configuration: { stages: [{
					stage: 0,
					title: "Plan"
				}, {
					stage: 2,
					title: "Build"
				}] }
			}
		],
		good: [{
			about: "a number with a comment behind it",
			head: staged("2 # of five")
		}, {
			about: "a stage that is merely tolerated",
			head: withStatus(inHandoff(staged("1"), ["invoke_dsp_agent", "invoke_foundation_shell_agent"]), "🚧 Stage 2", "🚧 Stage 1")
		}]
	}
});

// src/protocols/plugin/rules/handoff/stale-handoff.ts
const installed = withStatus(workingSample, "✅ Working", "📦 Installed");
const staleHandoff = {
	code: "PLUGIN_STALE_HANDOFF",
	strict: "warning",
	soft: "warning",
	summary: "The registry says `📦 Installed`, and the handoff is still there.",
	why: "Nothing is left to hand over. A handoff that stays behind is taken for work that waits.",
	repair: "`/install NAME` deletes it.",
	examples: {
		bad: [{
			about: "a handoff that was left behind",
			head: installed
		}, {
			about: "the same in bold",
			head: inHandoff(withStatus(workingSample, "✅ Working", "📦 **Installed**"), ["next_action: install", "next_action: null"])
		}],
		good: [{
			about: "working, and not installed yet",
			head: workingSample
		}, {
			about: "installed, and the handoff gone",
			head: change(installed, { [handoffPath]: null })
		}]
	},
	*check({ handoff, plugin, model }) {
		if (plugin.registered?.kind !== "installed") return;
		yield {
			message: say`Unexpected handoff of a plugin that is ${installedStatus}, expected none`,
			hint: say`${`/install ${plugin.name}`} deletes it.`,
			...repair("/install NAME", plugin.name),
			place: handoff.top,
			target: targetId(plugin.name),
			concerns: [plugin.second?.path ?? model.registryPath]
		};
	}
};

// src/protocols/plugin/rules/handoff/status-contradiction.ts
const uptoTheKnob = [
	{
		stage: 0,
		title: "Research"
	},
	{
		stage: 3,
		title: "Sound",
		phases: "continue_dsp_phase"
	},
	{
		stage: 4,
		title: "Looks",
		phases: "continue_gui_phase"
	}
];
const statusContradiction = {
	code: "PLUGIN_STATUS_CONTRADICTION",
	strict: "error",
	soft: "warning",
	summary: "`status` is `workflow_complete` before the last stage, or in a phase.",
	why: "It claims that everything is done while stage or phase say that something is not: the stages in between might be skipped for good.",
	repair: "Write `complete` if only the stage or phase is done; if all is done, the last stage and `phase: null`.",
	examples: {
		bad: [{
			about: "all done at stage 2",
			head: inHandoff(sample, ["status: complete", "status: workflow_complete"])
		}, {
			about: "all done in a phase of the last stage",
			head: inHandoff(phasedSample, ["stage: 3\nphase: \"3.1\"\nstatus: complete", "stage: 4\nphase: \"4.1\"\nstatus: workflow_complete"]),
			configuration: { stages: uptoTheKnob }
		}],
		good: [{
			about: "all done at stage 5",
			head: workingSample
		}, {
			about: "all done at stage 6, as older files say",
			head: inHandoff(workingSample, ["stage: 5", "stage: 6"])
		}]
	},
	*check({ handoff: { fields }, plugin, model: { stages } }) {
		const { stage, phase, status } = fields;
		const known = stage.value === void 0 ? void 0 : stages.get(stage.value);
		if (status.value !== "workflow_complete" || !known || !contradictsWorkflow(known.stage, phase.value, stages)) return;
		const unit = phase.value ?? known.stage;
		yield {
			message: say`Unexpected ${"status"} ${status.value} at ${unit}, expected it at stage ${stages.last.stage} without a phase`,
			hint: say`Write ${"complete"} if ${unit} is done; if everything is, ${`stage: ${stages.last.stage}`} and ${"phase: null"}.`,
			place: status.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/status-invalid.ts
const statusInvalid = wrongValue("status", {
	code: "PLUGIN_STATUS_INVALID",
	strict: "error",
	soft: "warning",
	summary: "`status` is none of `in_progress`, `complete`, `workflow_complete`.",
	why: "The status says whose turn it is. A word that nobody knows leaves everybody waiting, or starts two agents at once.",
	repair: "Write `in_progress` while an agent works, `complete` when the stage or phase is done, `workflow_complete` when all of them are.",
	expected: () => say`one of ${statuses}`,
	hint({ handoff }) {
		const meant = suggestion(handoff.fields.status.written, statuses);
		return meant === void 0 ? say`Write ${"in_progress"} while work goes on and ${"complete"} when it is done.` : say`Did you mean ${meant}?`;
	},
	examples: {
		bad: [
			{
				about: "a word of its own",
				head: inHandoff(sample, ["status: complete", "status: paused"])
			},
			{
				about: "other capitals",
				head: inHandoff(sample, ["status: complete", "status: Complete"])
			},
			{
				about: "a number",
				head: inHandoff(sample, ["status: complete", "status: 2"])
			}
		],
		good: [{
			about: "a status in quotes",
			head: inHandoff(sample, ["status: complete", "status: 'complete'"])
		}]
	}
});

// src/protocols/plugin/rules/handoff/work-stale.ts
const hour = 36e5;
const day$1 = 24 * hour;
function lastSign({ handoff, model: { context } }) {
	const commit = context.staleness?.lastCommit(handoff.path);
	if (commit !== void 0) return Date.parse(commit);
	const updated = handoff.fields.last_updated.value;
	return updated === void 0 ? void 0 : Date.parse(updated) + day$1;
}
const handback$1 = "handback: { reason: question, description: Which colour?, at: 2026-02-02T10:00:00Z }\n";
const workStale = {
	code: "PLUGIN_WORK_STALE",
	strict: "off",
	soft: "warning",
	summary: "In an audit: an agent has held the plugin for longer than `stale-after` without a commit to the handoff.",
	why: "The agent has most likely stopped without handing back, and nobody else may go on meanwhile.",
	repair: "Look what became of it. `/handback NAME success` if the work is done, `/handback NAME error TEXT` if it is not.",
	examples: {
		bad: [{
			about: "a day and more after the day that the handoff names",
			head: inProgressSample,
			at: "2026-02-04T10:00:00Z",
			staleAfter: day$1
		}],
		good: [
			{
				about: "not longer than that",
				head: inProgressSample,
				at: "2026-02-04T00:00:00Z",
				staleAfter: day$1
			},
			{
				about: "no audit",
				head: inProgressSample,
				at: "2026-12-24T00:00:00Z"
			},
			{
				about: "a complete stage, which the orchestrator holds",
				head: sample,
				staleAfter: hour
			},
			{
				about: "a question, which the orchestrator has to answer",
				head: inHandoff(inProgressSample, ["contract_checksums:", `${handback$1}contract_checksums:`]),
				staleAfter: hour
			}
		]
	},
	*check(subject) {
		const { handoff, plugin, model: { context } } = subject;
		const since = lastSign(subject);
		if (!context.staleness || holderOf(plugin) !== "agent" || since === void 0) return;
		const age = Date.parse(context.at) - since;
		if (!(age > context.staleness.milliseconds)) return;
		yield {
			message: say`Unexpected silence of ${Math.floor(age / hour)} hours while ${"in_progress"}, expected a handback within ${Math.floor(context.staleness.milliseconds / hour)}`,
			hint: say`Look what became of the work, then ${`/handback ${plugin.name} success`} or ${`/handback ${plugin.name} error TEXT`}.`,
			place: handoff.fields.status.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/handoff/yaml-invalid.ts
const deep = `${"[".repeat(17)}${"]".repeat(17)}`;
const yamlInvalid = {
	code: "PLUGIN_YAML_INVALID",
	strict: "error",
	soft: "error",
	summary: "The front matter of the handoff cannot be read: a syntax error, no closing line, no mapping, a key twice, an alias, a merge key, a tag, a tab as indentation, nesting deeper than 16, or a language named behind `---`.",
	why: "Without its front matter the handoff says nothing, and every tool that guesses at it guesses something else.",
	repair: "`/restore NAME state` takes its newest earlier version that can be read; `/regenerate NAME` makes a front matter from the registry.",
	examples: {
		bad: [
			{
				about: "a quote that is not closed",
				head: inHandoff(sample, ["plugin: TinyGain", "plugin: \"TinyGain"])
			},
			{
				about: "no closing line",
				head: inHandoff(sample, ["---\n\n# Stage 2", "\n# Stage 2"])
			},
			{
				about: "a list in place of keys",
				head: inHandoff(sample, ["---\nplugin: TinyGain\n", "---\n- TinyGain\n---\n\n"])
			},
			{
				about: "a key twice",
				head: inHandoff(sample, ["phase: null", "phase: null\nstage: 3"])
			},
			{
				about: "an alias",
				head: inHandoff(sample, ["plugin: TinyGain", "plugin: &name TinyGain\ntitle: *name"])
			},
			{
				about: "a merge key",
				head: inHandoff(sample, ["plugin: TinyGain", "plugin: TinyGain\n<<: { stage: 3 }"])
			},
			{
				about: "a tag",
				head: inHandoff(sample, ["stage: 2", "stage: !!int 2"])
			},
			{
				about: "a tab as indentation",
				head: inHandoff(sample, ["\n  plan: ", "\n	plan: "])
			},
			{
				about: "far too deep",
				head: inHandoff(sample, ["next_action: invoke_dsp_agent", `next_action: ${deep}`])
			},
			{
				about: "a language to evaluate it in",
				head: inHandoff(sample, ["---\nplugin", "---js\nplugin"])
			}
		],
		good: [
			{
				about: "comments, quotes and keys of its own",
				head: inHandoff(sample, ["phase: null", "phase: null # none\n'mockup': { version: 2 }"])
			},
			{
				about: "Windows line endings",
				head: change(sample, { [handoffPath]: (sample["plugins/TinyGain/.continue-here.md"] ?? "").replaceAll("\n", "\r\n") })
			},
			{
				about: "a rule in the body",
				head: inHandoff(sample, ["## Next Steps", "---\n\n## Next Steps"])
			}
		]
	},
	*check({ plugin }) {
		const { name, handoff } = plugin;
		if (handoff?.front.kind !== "invalid") return;
		const { fault, start, end } = handoff.front;
		yield {
			message: fault,
			hint: say`${`/restore ${name} state`} takes its newest earlier version that can be read; ${`/regenerate ${name}`} makes a front matter from the registry.`,
			...repair("/restore NAME state", name),
			place: handoff.document.span(start, end),
			target: targetId(name)
		};
	}
};

// src/protocols/plugin/rules/handoff.ts
const handoffRules = [
	...each(unreadable, [
		fileEncoding,
		fileTooLarge,
		fileSymlink
	]),
	...each(plugins, [yamlInvalid]),
	...each(handoffs, [legacyFormat]),
	...each(plugins, [nameInvalid]),
	...each(handoffs, [
		nameMismatch,
		fieldMissing$1,
		stageInvalid,
		statusInvalid,
		statusContradiction,
		dateInvalid$1,
		dateFuture,
		complexityInvalid,
		phasedInvalid,
		phasedContradiction,
		orchestrationMode,
		phaseInvalid,
		phaseStage,
		phaseMissing,
		phaseNotInPlan,
		planPhases,
		planComplexity,
		nextActionUnknown,
		nextActionMismatch,
		nextPhaseInvalid,
		handbackInvalid,
		sectionMissing
	]),
	...each(plugins, [duplicateHandoff]),
	...each(handoffs, [staleHandoff]),
	...each(plugins, [handoffMissing]),
	...each(handoffs, [workStale])
];

// src/protocols/plugin/rules/registry/drift.ts
function drift({ field, label, says, ...facts }) {
	const valueOf = (place) => {
		const value = place?.[field];
		const said = value ? says(value.text) : "";
		return value && said !== "" ? {
			said,
			place: value.place
		} : void 0;
	};
	return {
		...facts,
		*check({ plugin, model }) {
			const here = valueOf(plugin.row);
			const there = valueOf(plugin.second);
			if (!here || !there || here.said === there.said) return;
			const second = model.layout === "notes" ? "notes" : "entry";
			yield {
				message: `${say`Unexpected ${label} ${here.said} in the row, expected ${there.said}`} as in the ${second}`,
				hint: say`${`/sync ${plugin.name}`} writes that into the row; with ${"--from table"} what the row says is written there.`,
				...repair("/sync NAME", plugin.name),
				place: here.place,
				target: targetId(plugin.name),
				related: [{
					...there.place,
					message: say`says ${there.said}`
				}]
			};
		}
	};
}

// src/protocols/plugin/rules/registry/date-drift.ts
const dateDrift = drift({
	field: "updated",
	label: "Last Updated",
	says: (text) => text,
	code: "REGISTRY_DATE_DRIFT",
	strict: "error",
	soft: "warning",
	summary: "Row and entry of a plugin say different days under `Last Updated`.",
	why: "One of the two was forgotten when the plugin moved on; what else was forgotten then, nobody can tell.",
	repair: "`/sync NAME` takes over what the entry says, `/sync NAME --from table` what the row says.",
	safe: true,
	examples: {
		bad: [{
			about: "the row is behind",
			head: inRegistry(sample, ["| 2026-02-02 |", "| 2026-02-01 |"])
		}],
		good: [{
			about: "notes, which have no day",
			head: notesSample
		}, {
			about: "a table without a column for the day",
			head: inRegistry(sample, ["| Last Updated |", "| Since |"], ["| 2026-02-02 |", "| 2026-02-01 |"])
		}]
	}
});

// src/protocols/plugin/rules/registry/date-invalid.ts
const dated = (written) => inRegistry(sample, ["| 2026-02-02 |", `| ${written} |`], ["**Last Updated:** 2026-02-02", `**Last Updated:** ${written}`]);
const dateInvalid = {
	code: "REGISTRY_DATE_INVALID",
	strict: "error",
	soft: "warning",
	summary: "A `Last Updated` of the registry is no day that exists, written `YYYY-MM-DD`.",
	why: "Days in other forms cannot be compared or sorted, and what looks like a day in one country is another day elsewhere.",
	repair: "Write the day as in `2026-02-03`.",
	examples: {
		bad: [
			{
				about: "a day that does not exist",
				head: dated("2026-02-30")
			},
			{
				about: "a time behind it",
				head: dated("2026-02-02 10:00")
			},
			{
				about: "another form",
				head: dated("02/02/2026")
			},
			{
				about: "a dash",
				head: dated("-")
			}
		],
		good: [{
			about: "a leap day",
			head: dated("2024-02-29")
		}, {
			about: "another date of the entry in words",
			head: inRegistry(sample, ["**Type:**", "**Created:** last week\n**Type:**"])
		}]
	},
	*check({ plugin, place: { updated } }) {
		if (!updated || updated.text === "" || day$2.safeParse(updated.text).success) return;
		yield {
			message: say`Unexpected day ${updated.text}, expected one that exists, as ${"YYYY-MM-DD"}`,
			hint: say`Write it as in ${"2026-02-03"}, without a time.`,
			place: updated.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/registry/directory-missing.ts
const both = inRegistry(sample, [sampleRow, sampleRow + "| Amber | 💡 Ideated | - | 2026-01-30 |\n"], [sampleEntry, sampleEntry + "\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n"]);
const directoryMissing = {
	code: "REGISTRY_DIRECTORY_MISSING",
	strict: "warning",
	soft: "warning",
	summary: "The registry lists a plugin that has no directory.",
	why: "It was renamed, deleted or never begun. Until that is known, no command works on it.",
	repair: "Delete row and entry, or correct the name: it must be that of the directory, letter by letter.",
	examples: {
		bad: [
			{
				about: "a plugin that is only listed",
				head: both
			},
			{
				about: "a directory that is a link",
				head: {
					...both,
					"plugins/Amber": "../elsewhere/Amber"
				},
				links: ["plugins/Amber"]
			},
			{
				about: "the directory in other capitals",
				head: {
					...both,
					"plugins/amber/README.md": "# Amber\n"
				}
			}
		],
		good: [{
			about: "a directory that holds only notes",
			head: {
				...both,
				"plugins/Amber/NOTES.md": "# Amber\n"
			}
		}, {
			about: "a directory that holds no state yet",
			head: {
				...both,
				"plugins/Amber/README.md": "# Amber\n"
			}
		}]
	},
	*check({ plugin, model }) {
		const { name, directory, row, second } = plugin;
		const place = row?.place ?? second?.place;
		if (directory || !place) return;
		yield {
			message: say`Missing directory of ${name}, expected ${pathsOf(model.configuration, name).folder}`,
			hint: "Delete row and entry, or write the name as the directory has it.",
			place,
			target: targetId(name)
		};
	}
};

// src/protocols/plugin/rules/registry/duplicate.ts
function doublesOf({ rows, seconds }) {
	const behindFirst = (what, [first, ...others]) => first ? others.map(({ place }) => ({
		what,
		first: first.place,
		again: place
	})) : [];
	const fields = seconds.flatMap(({ repeated }) => repeated.map(({ label, first, again }) => ({
		what: label,
		first: first.place,
		again: again.place
	})));
	return [
		...behindFirst("row", rows),
		...behindFirst("entry", seconds),
		...fields
	];
}
const duplicate = {
	code: "REGISTRY_DUPLICATE",
	strict: "error",
	soft: "error",
	summary: "A plugin has two rows, two entries, or a field of its entry twice.",
	why: "Nobody can tell which of the two holds, and every command writes only one of them.",
	repair: "Delete the one that is wrong. No command that writes the registry runs for this plugin meanwhile.",
	examples: {
		bad: [
			{
				about: "two rows",
				head: inRegistry(sample, [sampleRow, sampleRow + sampleRow])
			},
			{
				about: "two rows in two tables",
				head: inRegistry(sample, [sampleEntry, `\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n${sampleEntry}`])
			},
			{
				about: "two entries",
				head: inRegistry(sample, [sampleEntry, sampleEntry + sampleEntry])
			},
			{
				about: "two statuses",
				head: inRegistry(sample, ["**Version:**", "**Status:** 🚧 Stage 2\n**Version:**"])
			},
			{
				about: "two days",
				head: inRegistry(sample, ["**Version:**", "**Last Updated:** 2026-02-02\n**Version:**"])
			},
			{
				about: "two statuses in the notes",
				head: change(notesSample, { [notesPath]: [["- **Version:**", "**Current Status:** 🚧 Stage 2\n- **Version:**"]] })
			}
		],
		good: [
			{
				about: "another field twice",
				head: inRegistry(sample, ["**Type:** Audio Effect\n", "**Type:** Audio Effect\n**Type:** Utility\n"])
			},
			{
				about: "a template in a code block",
				head: inRegistry(sample, [sampleEntry, `${sampleEntry}\n\`\`\`\n${sampleRow}${sampleEntry}\`\`\`\n`])
			},
			{
				about: "templates in brackets",
				head: inRegistry(sample, [sampleRow, `${sampleRow}| [PluginName] | [Status] | - | - |\n`], [sampleEntry, `${sampleEntry}\n### [PluginName]\n\n**Status:** [Emoji]\n**Status:** [Emoji]\n`])
			}
		]
	},
	*check({ plugin }) {
		for (const { what, first, again } of doublesOf(plugin)) yield {
			message: say`Unexpected second ${what} of ${plugin.name}, expected one`,
			hint: "Keep the one that is right and delete the other.",
			place: again,
			target: targetId(plugin.name),
			related: [{
				...first,
				message: "the first one"
			}]
		};
	}
};

// src/protocols/plugin/rules/registry/entry-missing.ts
const other = "\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n";
const otherRow = "| Amber | 💡 Ideated | - | 2026-01-30 |\n";
const otherBrief = { "plugins/Amber/.ideas/creative-brief.md": "# Amber\n" };
const withoutStatus = change(notesSample, { [notesPath]: [["- **Current Status:** 🚧 Stage 2\n", ""]] });
const entryMissing = {
	code: "REGISTRY_ENTRY_MISSING",
	strict: "error",
	soft: "warning",
	summary: "A plugin with a row has no second place of its status, though others have one.",
	why: "Status and timeline stand in two places so that a slip of the pen shows. With one of them gone, nothing shows it.",
	repair: "`/sync NAME` adds the entry, or the status line in `NOTES.md`.",
	examples: {
		bad: [
			{
				about: "a row without an entry, where another plugin has one",
				head: {
					...inRegistry(sample, [sampleRow, sampleRow + otherRow], [sampleEntry, other]),
					...otherBrief
				}
			},
			{
				about: "a row without an entry, where entries are configured",
				head: inRegistry(sample, [sampleEntry, ""]),
				configuration: { "second-place": "entries" }
			},
			{
				about: "notes without a status line, where another plugin has one",
				head: {
					...change(withoutStatus, { [registryPath]: [[sampleRow, sampleRow + otherRow]] }),
					...otherBrief,
					"plugins/Amber/NOTES.md": "**Current Status:** 💡 Ideated\n"
				}
			},
			{
				about: "no notes, where notes are configured",
				head: change(notesSample, { [notesPath]: null }),
				configuration: { "second-place": "notes" }
			},
			{
				about: "a status line in a code block",
				head: change(notesSample, { [notesPath]: [["- **Current Status:** 🚧 Stage 2\n", "```\n- **Current Status:** 🚧 Stage 2\n```\n"]] }),
				configuration: { "second-place": "notes" }
			}
		],
		good: [
			{
				about: "no second place anywhere",
				head: inRegistry(sample, [sampleEntry, ""])
			},
			{
				about: "notes that carry no status anywhere",
				head: withoutStatus
			},
			{
				about: "no second place, as configured",
				head: sample,
				configuration: { "second-place": "none" }
			}
		]
	},
	*check({ plugin, model }) {
		const { name, row, second, directory } = plugin;
		const { layout, configuration, unreadable } = model;
		if (!row || second || layout === "none") return;
		const { notes } = pathsOf(configuration, name);
		if (layout === "notes" && (!directory || unreadable.some(({ path }) => path === notes))) return;
		yield {
			message: layout === "notes" ? say`Missing status of ${name} in its notes, expected a line ${"- **Current Status:** …"} in ${notes}` : say`Missing entry of ${name}, expected a heading ${`### ${name}`} with its status`,
			hint: say`${`/sync ${name}`} adds what is missing.`,
			...repair("/sync NAME", name),
			place: row.place,
			target: targetId(name),
			concerns: [layout === "notes" ? notes : model.registryPath]
		};
	}
};

// src/protocols/plugin/rules/registry/field-missing.ts
const isEmpty = (value) => value === void 0 || value.text === "";
const missingInRow = ({ status, updated, table: { columns } }) => [...status?.text === "" ? ["Status"] : [], ...columns.updated !== void 0 && isEmpty(updated) ? ["Last Updated"] : []];
const missingIn = (subject) => {
	if (subject.what === "row") return missingInRow(subject.place);
	const { status, updated } = subject.place;
	return [...isEmpty(status) ? ["Status"] : [], ...subject.what === "entry" && isEmpty(updated) ? ["Last Updated"] : []];
};
const fieldMissing = {
	code: "REGISTRY_FIELD_MISSING",
	strict: "error",
	soft: "warning",
	summary: "An entry lacks its `Status` or `Last Updated`, or a row has an empty one.",
	why: "Where one of the two places says nothing, nobody can tell whether they agree.",
	repair: "`/sync NAME` writes what the other place says.",
	examples: {
		bad: [
			{
				about: "an entry without a status",
				head: inRegistry(sample, ["**Status:** 🚧 Stage 2\n", ""])
			},
			{
				about: "an entry with nothing behind its label",
				head: inRegistry(sample, ["**Status:** 🚧 Stage 2\n", "**Status:**\n"])
			},
			{
				about: "an entry without a day",
				head: inRegistry(sample, ["**Last Updated:** 2026-02-02\n", ""])
			},
			{
				about: "a status in a code block",
				head: inRegistry(sample, ["**Status:** 🚧 Stage 2\n", "```\n**Status:** 🚧 Stage 2\n```\n"])
			},
			{
				about: "a row without a status",
				head: inRegistry(sample, ["| 🚧 Stage 2 |", "|  |"])
			},
			{
				about: "a row without a day",
				head: inRegistry(sample, ["| 2026-02-02 |", "| |"])
			},
			{
				about: "a row that ends before the day",
				head: inRegistry(sample, ["| 0.1.0 | 2026-02-02 |", "| 0.1.0 |"])
			},
			{
				about: "notes with nothing behind their label",
				head: change(notesSample, { [notesPath]: [["- **Current Status:** 🚧 Stage 2", "- **Current Status:**"]] })
			}
		],
		good: [
			{
				about: "a table without a column for the day",
				head: inRegistry(sample, [" Version | Last Updated |", " Version |"], ["|--------------|", "|"], [" 0.1.0 | 2026-02-02 |", " 0.1.0 |"])
			},
			{
				about: "fields in another order, with blank lines between",
				head: inRegistry(sample, ["**Status:** 🚧 Stage 2\n", ""], ["**Last Updated:**", "**Status**: 🚧 Stage 2\n\n**Last Updated:**"])
			},
			{
				about: "notes, which have no day",
				head: notesSample
			}
		]
	},
	*check(subject) {
		const { plugin, what, place } = subject;
		const missing = missingIn(subject);
		if (missing.length === 0) return;
		yield {
			message: say`Missing ${missing} in the ${what} of ${plugin.name}, expected a value`,
			hint: say`${`/sync ${plugin.name}`} writes what the other place says.`,
			...repair("/sync NAME", plugin.name),
			place: place.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/registry/missing.ts
const registryMissing = {
	code: "REGISTRY_MISSING",
	strict: "warning",
	soft: "warning",
	summary: "There are handoffs, and no registry.",
	why: "The registry is where people see at a glance how far each plugin is: without it every handoff must be opened.",
	repair: "Write a registry with a table whose header has `Plugin Name` and `Status`; `/sync` then adds the rows.",
	examples: {
		bad: [{
			about: "a plugin in development, and nothing that lists it",
			head: change(sample, { [registryPath]: null })
		}],
		good: [{
			about: "a registry at another place that is configured",
			head: {
				...change(sample, { [registryPath]: null }),
				"docs/PLUGINS.md": sample["PLUGINS.md"] ?? ""
			},
			configuration: { registry: "docs/PLUGINS.md" }
		}]
	},
	*check({ registryThere, registryPath, plugins }) {
		const listed = registryThere ? void 0 : plugins.find(({ handoff }) => handoff && handoff.front.kind !== "invalid")?.handoff;
		if (!listed) return;
		yield {
			message: say`Missing registry, expected ${registryPath} to list every plugin that has a handoff`,
			hint: say`Write a table whose header has ${"Plugin Name"} and ${"Status"}; ${"/sync"} then adds the rows.`,
			place: listed.top,
			concerns: [registryPath]
		};
	}
};

// src/protocols/plugin/rules/registry/row-malformed.ts
const sampleHeader = "| Plugin Name | Status | Version | Last Updated |\n|-------------|--------|---------|--------------|\n";
const rowMalformed = {
	code: "REGISTRY_ROW_MALFORMED",
	strict: "error",
	soft: "warning",
	summary: "A row has no cell for the status, or more cells than the header.",
	why: "A pipe too many or too few moves every value behind it into the wrong column, and what does not fit is not shown.",
	repair: "Give the row one cell for each column. A pipe inside a cell is written `\\|`.",
	examples: {
		bad: [{
			about: "more cells than columns",
			head: inRegistry(sample, ["| 0.1.0 | 2026-02-02 |", "| 0.1.0 | 2026-02-02 | soon |"])
		}, {
			about: "a row that ends before the status",
			head: inRegistry(sample, [sampleHeader + sampleRow, "| Last Updated | Plugin | Status |\n|---|---|---|\n| 2026-02-02 | TinyGain\n"])
		}],
		good: [{
			about: "no pipes at the ends",
			head: inRegistry(sample, [sampleRow, "TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02\n"])
		}, {
			about: "a pipe inside a cell",
			head: inRegistry(sample, [sampleHeader + sampleRow, "| Plugin | Status | Type |\n|---|---|---|\n| TinyGain | 🚧 Stage 2 | Gain \\| Utility |\n"])
		}]
	},
	*check({ plugin: { name, rows } }) {
		for (const { status, cells, table, place } of rows) {
			const columns = table.titles.length;
			if (status && cells <= columns) continue;
			yield {
				message: status ? say`Unexpected row of ${cells} cells, expected at most ${columns} as in the header` : say`Unexpected row of ${cells} cells, expected one for the status too`,
				hint: say`Give the row one cell for each of the ${columns} columns; a pipe inside a cell is written ${"\\|"}.`,
				place,
				target: targetId(name)
			};
		}
	}
};

// src/protocols/plugin/rules/registry/row-missing.ts
function placeOf({ second, hasHandoff, handoffPath, contracts }, registryPath) {
	if (second?.path === registryPath) return second.place;
	const contract = Object.values(contracts).find(({ file }) => file !== "absent");
	return {
		path: hasHandoff || !contract ? handoffPath : contract.path,
		line: 1
	};
}
const rowMissing = {
	code: "REGISTRY_ROW_MISSING",
	strict: "error",
	soft: "warning",
	summary: "A plugin has no row in the registry.",
	why: "Who looks at the table does not know that the plugin exists.",
	repair: "`/sync NAME` adds the row.",
	examples: {
		bad: [
			{
				about: "an entry without a row",
				head: inRegistry(sample, [sampleRow, ""])
			},
			{
				about: "a handoff without a row",
				head: inRegistry(sample, [sampleRow, ""], [sampleEntry, ""])
			},
			{
				about: "contracts without a row",
				head: inRegistry(change(sample, { [handoffPath]: null }), [sampleRow, ""], [sampleEntry, ""])
			},
			{
				about: "notes without a row",
				head: change(notesSample, { [registryPath]: [[sampleRow, ""]] })
			}
		],
		good: [
			{
				about: "a name in bold, in code, as a link",
				head: inRegistry(sample, ["| TinyGain |", "| [**`TinyGain`**](plugins/TinyGain) |"])
			},
			{
				about: "a directory that holds no plugin",
				head: {
					...sample,
					"plugins/shared/README.md": "# Shared code\n"
				}
			},
			{
				about: "a row in a second table",
				head: inRegistry(sample, [sampleRow, `\n## Effects\n\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n`])
			}
		]
	},
	*check({ plugin, model: { registry } }) {
		if (!registry?.hasTable || plugin.row) return;
		yield {
			message: say`Missing row of ${plugin.name}, expected one in the table of ${registry.path}`,
			hint: say`${`/sync ${plugin.name}`} adds it.`,
			...repair("/sync NAME", plugin.name),
			place: placeOf(plugin, registry.path),
			target: targetId(plugin.name),
			concerns: [registry.path]
		};
	}
};

// src/protocols/plugin/agreement.ts
function statusOf(state) {
	if (state.kind === "unit") return stageStatus(state.unit);
	return {
		ideated: ideatedStatus,
		working: workingStatus,
		installed: installedStatus,
		unknown: void 0
	}[state.kind];
}
const isOf = (status, unit) => status.kind === "stage" && status.unit === unit;
const isEnd = (status) => status.kind === "working" || status.kind === "installed";
function saysComplete(status, unit, plugin, stages) {
	const stage = stageOf(unit);
	if (isOf(status, unit) || isEnd(status) && stage >= stages.last.stage) return true;
	return plugin.handoff?.fields.next_phase.value === void 0 && lastPhase$1(stage, wayThrough(plugin, stages)) === unit && isOf(status, String(stage));
}
function saysInProgress(status, unit, plugin, stages) {
	if (isOf(status, unit)) return true;
	const way = wayThrough(plugin, stages, status.kind === "stage" ? [status.unit] : []);
	if (status.kind === "stage" && isPhase(status.unit) && !way.units.includes(status.unit)) return false;
	const begins = moveOf({
		from: stateOfStatus(status),
		to: plugin.state,
		way
	});
	return begins !== void 0 && !begins.traced;
}
function agrees(status, plugin, stages) {
	const { state } = plugin;
	if (state.kind === "unit") return (state.status === "complete" ? saysComplete : saysInProgress)(status, state.unit, plugin, stages);
	return state.kind === "working" ? isEnd(status) : true;
}

// src/protocols/plugin/rules/registry/stage-drift.ts
const lastPhaseSample = withStatus(inHandoff(phasedSample, ["phase: \"3.1\"", "phase: \"3.2\""], ["next_action: continue_dsp_phase_3.2\nnext_phase: \"3.2\"", "next_action: invoke_gui_agent\nnext_phase: null"]), "🚧 Stage 3.1", "🚧 Stage 3.2");
const driftsApart = ({ row, second }) => {
	const [here, there] = [row, second].map((place) => normalised(place?.status?.text ?? ""));
	return here !== "" && there !== "" && here !== there;
};
const stageDrift = {
	code: "REGISTRY_STAGE_DRIFT",
	strict: "error",
	soft: "warning",
	summary: "The registry does not say what the handoff implies.",
	why: "The registry is what people look at and the handoff what agents go by: they would do different things.",
	repair: "`/sync NAME --from handoff` writes what the handoff implies into the registry.",
	examples: {
		bad: [
			{
				about: "the registry is behind",
				head: withStatus(sample, "🚧 Stage 2", "🚧 Stage 0")
			},
			{
				about: "the registry is ahead",
				head: withStatus(sample, "🚧 Stage 2", "🚧 Stage 3")
			},
			{
				about: "working, though a stage is left",
				head: withStatus(sample, "🚧 Stage 2", "✅ Working")
			},
			{
				about: "work in progress, and the registry is further behind",
				head: withStatus(inProgressSample, "🚧 Stage 3", "🚧 Stage 0")
			},
			{
				about: "the end of the work not said",
				head: withStatus(workingSample, "✅ Working", "🚧 Stage 5")
			},
			{
				about: "a phase, and the registry says that its stage is closed",
				head: withStatus(phasedSample, "🚧 Stage 3.1", "🚧 Stage 3")
			},
			{
				about: "no second place",
				head: inRegistry(withStatus(sample, "🚧 Stage 2", "🚧 Stage 0"), [sampleEntry.replace("🚧 Stage 2", "🚧 Stage 0"), ""])
			},
			{
				about: "notes that are behind",
				head: change(notesSample, {
					[registryPath]: [["🚧 Stage 2", "🚧 Stage 0"]],
					[notesPath]: [["🚧 Stage 2", "🚧 Stage 0"]]
				})
			}
		],
		good: [
			{
				about: "work that has begun, and the registry still says the stage before",
				head: withStatus(inProgressSample, "🚧 Stage 3", "🚧 Stage 2")
			},
			{
				about: "the last phase, and its own status",
				head: lastPhaseSample
			},
			{
				about: "the last phase, and the status of its stage",
				head: withStatus(lastPhaseSample, "🚧 Stage 3.2", "🚧 Stage 3")
			},
			{
				about: "the last stage complete, and working",
				head: inHandoff(workingSample, ["status: workflow_complete", "status: complete"])
			}
		]
	},
	*check({ plugin, model: { stages } }) {
		const { name, row, second, handoff, registered, state } = plugin;
		const written = [second, row].map((each) => each?.status).find((status) => status && normalised(status.text) !== "");
		const implied = statusOf(state);
		if (!handoff || !registered || !written || implied === void 0 || driftsApart(plugin) || agrees(registered, plugin, stages)) return;
		yield {
			message: say`Unexpected status ${normalised(written.text)} in the registry, expected ${implied} as the handoff implies`,
			hint: say`${`/sync ${name} --from handoff`} writes it there; if the registry is right, mend the handoff.`,
			...repair("/sync NAME --from handoff", name),
			place: row?.status?.place ?? row?.place ?? written.place,
			target: targetId(name),
			related: [{
				...handoff.fields.status.place,
				message: say`implies ${implied}`
			}],
			...second && { concerns: [second.path] }
		};
	}
};

// src/protocols/plugin/rules/registry/status-drift.ts
const written$1 = (from, to) => inRegistry(sample, [`**Status:** ${from}`, `**Status:** ${to}`]);
const statusDrift = drift({
	field: "status",
	label: "Status",
	says: normalised,
	code: "REGISTRY_STATUS_DRIFT",
	strict: "error",
	soft: "error",
	summary: "Row and second place of a plugin say different statuses.",
	why: "One of the two is wrong, and whoever reads only the other one acts on it.",
	repair: "`/sync NAME` takes over what the entry says, `/sync NAME --from table` what the row says.",
	safe: true,
	examples: {
		bad: [
			{
				about: "the row is behind",
				head: inRegistry(sample, ["| 🚧 Stage 2 |", "| 🚧 Stage 0 |"])
			},
			{
				about: "a note in one place only",
				head: inRegistry(sample, ["| TinyGain | 🚧 Stage 2 |", "| TinyGain | 💡 Ideated |"], ["**Status:** 🚧 Stage 2", "**Status:** 💡 Ideated (Draft Params)"])
			},
			{
				about: "the row is ahead of the notes",
				head: change(notesSample, { [notesPath]: [["🚧 Stage 2\n", "🚧 Stage 0\n"]] })
			}
		],
		good: [
			{
				about: "bold in one place, wholly",
				head: written$1("🚧 Stage 2", "**🚧 Stage 2**")
			},
			{
				about: "bold in one place, in part",
				head: written$1("🚧 Stage 2", "🚧 __Stage 2__")
			},
			{
				about: "other white space",
				head: written$1("🚧 Stage 2", "🚧\xA0 Stage	2")
			},
			{
				about: "a variation selector behind the emoji",
				head: written$1("🚧 Stage 2", "🚧️ Stage 2")
			}
		]
	}
});

// src/protocols/plugin/rules/registry/status-note.ts
const statusNote = {
	code: "REGISTRY_STATUS_NOTE",
	strict: "warning",
	soft: "warning",
	summary: "A status of the registry has a note in parentheses behind it.",
	why: "The next command that writes the status writes it without the note, and the note is lost.",
	repair: "Move the note into the text of the entry.",
	examples: {
		bad: [{
			about: "a note",
			head: withStatus(sample, "🚧 Stage 2", "🚧 Stage 2 (waiting for a build machine)")
		}, {
			about: "a note of an idea",
			head: withStatus(change(sample, { [handoffPath]: null }), "🚧 Stage 2", "💡 **Ideated** (UI mockup complete)")
		}],
		good: [{
			about: "the one note that is part of a status",
			head: withStatus(change(sample, { [handoffPath]: null }), "🚧 Stage 2", "💡 Ideated (Draft Params)")
		}]
	},
	*check({ plugin, model, place: { status } }) {
		const written = normalised(status?.text ?? "");
		if (!status || !readStatus(written, model.stages)?.noted) return;
		yield {
			message: say`Unexpected note in the status ${written}, expected ${withoutNote(written)} alone`,
			hint: "Move the note into the text of the entry: a command that writes the status does not keep it.",
			place: status.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/registry/status-unknown.ts
const says$1 = (status) => withStatus(sample, "🚧 Stage 2", status);
function hintFor(written, { all }) {
	const meant = suggestion(written, [...statusForms.filter((form) => !form.includes("N")), ...all.map(({ stage }) => stageStatus(String(stage)))]);
	return meant === void 0 ? "Write one of them; what else there is to say belongs into the text of the entry." : say`Did you mean ${meant}?`;
}
const statusUnknown = {
	code: "REGISTRY_STATUS_UNKNOWN",
	strict: "error",
	soft: "warning",
	summary: "A status of the registry is none that there is.",
	why: "What state the plugin is in can then be guessed by people and not be told by tools. Letters that merely look alike are other letters.",
	repair: "Write one of the statuses: `💡 Ideated`, `💡 Ideated (Draft Params)`, `🚧 Stage N`, `🚧 Stage N.M`, `✅ Working`, `📦 Installed`.",
	examples: {
		bad: [
			{
				about: "a word of one’s own",
				head: says$1("🐛 Has Issues")
			},
			{
				about: "no emoji",
				head: says$1("Stage 2")
			},
			{
				about: "another emoji",
				head: says$1("🔨 Stage 2")
			},
			{
				about: "small letters",
				head: says$1("🚧 stage 2")
			},
			{
				about: "a stage that there is not",
				head: says$1("🚧 Stage 9")
			},
			{
				about: "a leading zero",
				head: says$1("🚧 Stage 02")
			},
			{
				about: "a phase of a stage that has none",
				head: says$1("🚧 Stage 2.1")
			},
			{
				about: "words behind it without parentheses",
				head: says$1("🚧 Stage 2 nearly done")
			},
			{
				about: "a letter that looks like another",
				head: says$1("🚧 Stаge 2")
			},
			{
				about: "notes that say so",
				head: change(notesSample, {
					[registryPath]: [["🚧 Stage 2", "🚧 Building"]],
					[notesPath]: [["🚧 Stage 2", "🚧 Building"]]
				})
			}
		],
		good: [{
			about: "parameters that are a draft",
			head: withStatus(change(sample, { [handoffPath]: null }), "🚧 Stage 2", "💡 Ideated (Draft Params)")
		}, {
			about: "bold, and with more white space",
			head: says$1("🚧  **Stage 2**")
		}]
	},
	*check({ plugin, model, place: { status } }) {
		const written = normalised(status?.text ?? "");
		if (!status || written === "" || readStatus(written, model.stages)) return;
		yield {
			message: say`Unexpected status ${written}, expected one of ${statusForms}`,
			hint: hintFor(written, model.stages),
			place: status.place,
			target: targetId(plugin.name)
		};
	}
};

// src/protocols/plugin/rules/registry/table-missing.ts
const header = "| Plugin Name | Status | Version | Last Updated |";
const delimiters = "|-------------|--------|---------|--------------|";
const table = (sample["PLUGINS.md"] ?? "").slice((sample["PLUGINS.md"] ?? "").indexOf(header), (sample["PLUGINS.md"] ?? "").indexOf("\n### "));
const tableMissing = {
	code: "REGISTRY_TABLE_MISSING",
	strict: "error",
	soft: "warning",
	summary: "The registry has no table with a column `Plugin Name` (or `Plugin`) and a column `Status`.",
	why: "The table is what people and tools look a status up in. One in a code block or a comment is a template, and shows nothing.",
	repair: "Write the header and the line of dashes below it; `/sync` then adds the rows.",
	examples: {
		bad: [
			{
				about: "no table",
				head: inRegistry(sample, [table, ""])
			},
			{
				about: "no line of dashes below the header",
				head: inRegistry(sample, [`${delimiters}\n`, ""])
			},
			{
				about: "no column for the status",
				head: inRegistry(sample, ["| Status |", "| State |"])
			},
			{
				about: "no column for the name",
				head: inRegistry(sample, ["| Plugin Name |", "| Title |"])
			},
			{
				about: "a table in a code block",
				head: inRegistry(sample, [table, `\`\`\`\n${table}\`\`\`\n`])
			},
			{
				about: "a table in a comment",
				head: inRegistry(sample, [table, `<!--\n${table}-->\n`])
			},
			{
				about: "a table in a quote",
				head: inRegistry(sample, [table, `${table.trimEnd().split("\n").map((line) => `> ${line}`).join("\n")}\n`])
			}
		],
		good: [{
			about: "short names of the columns, in other capitals",
			head: inRegistry(sample, ["| Plugin Name | Status |", "| plugin | STATUS |"])
		}, {
			about: "another order, and a column more",
			head: inRegistry(sample, [table, "| Type | Status | Plugin |\n|---|---|---|\n| Effect | 🚧 Stage 2 | TinyGain |\n"])
		}]
	},
	*check({ registry }) {
		if (!registry || registry.hasTable) return;
		yield {
			message: say`Missing table, expected one with the columns ${"Plugin Name"} and ${"Status"}`,
			hint: say`Write ${header} and below it ${delimiters}; ${"/sync"} then adds the rows.`,
			place: {
				path: registry.path,
				line: 1
			}
		};
	}
};

// src/protocols/plugin/rules/registry/timeline-format.ts
const line = "- **2026-01-30:** Creative brief created";
const written = (text) => inRegistry(sample, [line, text]);
const timelineFormat = {
	code: "REGISTRY_TIMELINE_FORMAT",
	strict: "warning",
	soft: "warning",
	summary: "A line of a timeline is not written `- **YYYY-MM-DD:** text` or `- **YYYY-MM-DD (Stage N):** text`.",
	why: "Lines in other forms are not found when somebody looks whether a stage was ever done.",
	repair: "Write it like the others: the day and, in parentheses, the stage, in bold; then the text.",
	examples: {
		bad: [
			{
				about: "no day",
				head: written("- Creative brief created")
			},
			{
				about: "no bold",
				head: written("- 2026-01-30: Creative brief created")
			},
			{
				about: "the colon behind the bold",
				head: written("- **2026-01-30**: Creative brief created")
			},
			{
				about: "another bullet",
				head: written("* **2026-01-30:** Creative brief created")
			},
			{
				about: "no text",
				head: written("- **2026-01-30:**")
			},
			{
				about: "a day that does not exist",
				head: written("- **2026-01-32:** Creative brief created")
			},
			{
				about: "words behind the day without parentheses",
				head: written("- **2026-01-30 Stage 0:** Creative brief created")
			},
			{
				about: "a line of the notes",
				head: change(notesSample, { [notesPath]: [[line, "- Creative brief created"]] })
			}
		],
		good: [
			{
				about: "a phase",
				head: written("- **2026-01-30 (Stage 3.1):** Tried out")
			},
			{
				about: "stage and phase",
				head: written("- **2026-01-30 (Stage 4 Phase 4.1):** Tried out")
			},
			{
				about: "a version",
				head: written("- **2026-01-30 (v1.0.0):** Released")
			},
			{
				about: "a line that goes on below, with a list of its own",
				head: written(`${line}\n  and talked over\n  - with two people`)
			}
		]
	},
	*check({ plugin, timeline }) {
		for (const { formed, text, place } of timeline) {
			if (formed) continue;
			yield {
				message: say`Unexpected line ${text} in a timeline, expected ${"- **YYYY-MM-DD (Stage N):** text"}`,
				hint: "The parentheses may be left out; what stands in them is free.",
				place,
				target: targetId(plugin.name)
			};
		}
	}
};

// src/protocols/plugin/rules/registry/timeline-order.ts
const more = "**Last Updated:** 2026-02-02";
const timelineOrder = {
	code: "REGISTRY_TIMELINE_ORDER",
	strict: "error",
	soft: "warning",
	summary: "A line of a timeline has an earlier day than the one before it.",
	why: "The last line of a timeline is taken for the latest news.",
	repair: "Put the lines in the order of their days, or correct the day.",
	examples: {
		bad: [{
			about: "a line that goes back",
			head: inRegistry(sample, ["**2026-02-02 (Stage 2):**", "**2026-01-31 (Stage 2):**"])
		}, {
			about: "notes that go back",
			head: change(notesSample, { [notesPath]: [["**2026-02-01 (Stage 0):**", "**2026-01-29 (Stage 0):**"]] })
		}],
		good: [
			{
				about: "two lines of one day",
				head: inRegistry(sample, ["**2026-02-02 (Stage 2):**", "**2026-02-01 (Stage 2):**"])
			},
			{
				about: "a second timeline that begins anew",
				head: inRegistry(sample, [more, `**Lifecycle Timeline:**\n- **2026-01-20:** First idea\n\n${more}`])
			},
			{
				about: "another list behind the timeline",
				head: inRegistry(sample, [more, `**Releases:**\n- **2026-01-20:** A sketch\n\n${more}`])
			}
		]
	},
	*check({ plugin, timeline }) {
		const dated = timeline.filter(({ day }) => day !== void 0);
		for (const [index, { day = "", place }] of dated.entries()) {
			const before = dated[index - 1];
			if (before?.day === void 0 || day >= before.day) continue;
			yield {
				message: say`Unexpected day ${day} behind ${before.day}, expected the lines of a timeline in order`,
				hint: "Put the line where its day belongs, or correct the day.",
				place,
				target: targetId(plugin.name),
				related: [{
					...before.place,
					message: say`the line before it, of ${before.day}`
				}]
			};
			return;
		}
	}
};

// src/protocols/plugin/rules/registry/version-drift.ts
const none$1 = /* @__PURE__ */ new Set(["-", "N/A"]);
const versionDrift = drift({
	field: "version",
	label: "Version",
	says(text) {
		const version = normalised(text);
		return none$1.has(version) ? "" : version;
	},
	code: "REGISTRY_VERSION_DRIFT",
	strict: "warning",
	soft: "warning",
	summary: "Row and second place of a plugin say different versions.",
	why: "Who looks up which version is out finds two.",
	repair: "`/sync NAME` takes over what the entry says, `/sync NAME --from table` what the row says.",
	safe: true,
	examples: {
		bad: [{
			about: "the row is behind",
			head: inRegistry(sample, ["| 0.1.0 |", "| 0.0.9 |"])
		}, {
			about: "the row is ahead of the notes",
			head: change(notesSample, { [notesPath]: [["0.1.0", "0.0.9"]] })
		}],
		good: [
			{
				about: "no version, said in two ways",
				head: inRegistry(sample, ["| 0.1.0 |", "| - |"], ["**Version:** 0.1.0", "**Version:** N/A"])
			},
			{
				about: "no version in the row",
				head: inRegistry(sample, ["| 0.1.0 |", "| - |"])
			},
			{
				about: "an empty cell",
				head: inRegistry(sample, ["| 0.1.0 |", "| |"])
			},
			{
				about: "no version in the entry",
				head: inRegistry(sample, ["**Version:** 0.1.0\n", ""])
			},
			{
				about: "bold in one place",
				head: inRegistry(sample, ["**Version:** 0.1.0", "**Version:** **0.1.0**"])
			}
		]
	}
});

// src/protocols/plugin/rules/registry.ts
const registryRules = [
	...each(models, [registryMissing, tableMissing]),
	...each(plugins, [
		rowMissing,
		entryMissing,
		rowMalformed
	]),
	...each(registered, [fieldMissing]),
	...each(plugins, [
		duplicate,
		directoryMissing,
		statusDrift,
		dateDrift,
		versionDrift
	]),
	...each(registered, [
		statusUnknown,
		statusNote,
		dateInvalid
	]),
	...each(plugins, [stageDrift]),
	...each(timelines, [timelineOrder, timelineFormat])
];

// src/protocols/plugin/rules/index.ts
const rules = [
	...handoffRules,
	...contractRules,
	...registryRules,
	...comparisonRules
];

// src/protocols/plugin/commands/findings.ts
function alone(model, plugin) {
	return {
		...model,
		plugins: [plugin],
		get: (name) => name === plugin.name ? plugin : void 0,
		unreadable: model.unreadable.filter((file) => file.plugin === void 0 || file.plugin === plugin.name)
	};
}
function found(model, codes, severity) {
	const comparison = {
		now: model,
		before: void 0,
		context: model.context
	};
	return rules.filter(({ code }) => codes.includes(code)).flatMap((rule) => [...rule.check(comparison)].map((finding) => ({
		...finding,
		code: rule.code,
		severity
	})));
}
const findings = (model, plugin, codes, severity = "error") => found(alone(model, plugin), codes, severity);
const errorCodes = (mode) => rules.filter((rule) => rule[mode] === "error").map(({ code }) => code);
const errorsOf = (model, plugin, mode) => findings(model, plugin, errorCodes(mode));
const contractCodes = [
	"CONTRACT_MISMATCH",
	"CONTRACT_MALFORMED",
	"CONTRACT_FILE_MISSING"
];
const notText = [
	"PLUGIN_FILE_ENCODING",
	"PLUGIN_FILE_TOO_LARGE",
	"PLUGIN_FILE_SYMLINK"
];
function unreadableFiles(model, plugin, files, severity) {
	return findings({
		...model,
		unreadable: model.unreadable.filter(({ what }) => files.includes(what))
	}, plugin, notText, severity);
}
function registryObstacles(model) {
	const unreadable = model.unreadable.filter(({ what }) => what === "registry");
	return found({
		...model,
		plugins: [],
		unreadable
	}, [...notText, "REGISTRY_TABLE_MISSING"], "error");
}
const unknown$1 = [
	notText,
	[
		"PLUGIN_YAML_INVALID",
		"PLUGIN_NAME_MISMATCH",
		"PLUGIN_STAGE_INVALID",
		"PLUGIN_STATUS_INVALID",
		"PLUGIN_STATUS_CONTRADICTION",
		"PLUGIN_PHASE_INVALID",
		"PLUGIN_PHASE_STAGE"
	],
	["PLUGIN_FIELD_MISSING"],
	["PLUGIN_LEGACY_FORMAT"]
];
function unknownState(model, plugin, severity) {
	if (plugin.state.kind !== "unknown") return [];
	return unknown$1.map((codes) => findings(model, plugin, codes, severity)).find((found) => found.length > 0) ?? [];
}

// src/protocols/plugin/named.ts
function namedBy({ stage, phase }) {
	if (stage !== void 0 && !/^(0|[1-9]\d{0,8})$/.test(stage)) return { fault: say`Unexpected stage ${stage}, expected a whole number` };
	if (phase !== void 0 && !isPhase(phase)) return { fault: say`Unexpected phase ${phase}, expected ${"N.M"}` };
	if (stage !== void 0 && phase !== void 0 && stageOf(phase) !== Number(stage)) return { fault: say`Unexpected phase ${phase}, expected one of stage ${stage}` };
	const number = phase === void 0 ? stage : stageOf(phase);
	return number === void 0 ? void 0 : {
		stage: Number(number),
		phase
	};
}
const isNamed = (unit, { stage, phase }) => phase === void 0 ? stageOf(unit) === stage : unit === phase;
const nameOf$1 = ({ stage, phase }) => phase ?? String(stage);

// src/protocols/plugin/writing/values.ts
function inManner(old, status) {
	const [emoji, ...words] = status.split(" ");
	return old.includes("**") ? `${emoji} **${words.join(" ")}**` : status;
}
function replacement(column, old, said) {
	if (said === void 0 || old === said) return void 0;
	if (column !== "status") return said;
	return normalised(old) === normalised(said) ? void 0 : inManner(old, normalised(said));
}
const columns = [
	"status",
	"version",
	"updated"
];
const inCell = (text) => text.replaceAll("|", "\\|").replace(/\\$/, "\\ ");
function cellEdits(document, row, said) {
	const line = document.line(row.line);
	const start = document.offsetOf(row.line);
	const cells = cellsOf(line);
	const edits = [];
	const behind = [];
	for (const column of columns) {
		const index = row.table.columns[column];
		const cell = index === void 0 ? void 0 : cells[index];
		const text = replacement(column, cell?.text ?? "", said[column]);
		if (index === void 0 || text === void 0) continue;
		if (cell) edits.push({
			start: start + cell.start,
			end: start + cell.end,
			text: inCell(text)
		});
		else behind[index - cells.length] = inCell(text);
	}
	if (behind.length > 0) edits.push(cellsBehind(line, start, behind));
	return edits;
}
function cellsBehind(line, start, added) {
	const end = start + line.trimEnd().length;
	const closed = line.trimEnd().endsWith("|");
	return {
		start: end,
		end,
		text: Array.from(added, (text) => closed ? ` ${text ?? ""} |` : ` | ${text ?? ""}`).join("")
	};
}
function stretchOf(document, { place, text }) {
	const start = document.offsetOf(place.line ?? 1) + (place.column ?? 1) - 1;
	return {
		start,
		end: start + text.length
	};
}
function fieldEdits(second, said) {
	return columns.flatMap((column) => {
		const field = second[column];
		const text = field && replacement(column, field.text, said[column]);
		if (text === void 0) return [];
		const stretch = stretchOf(second.document, field);
		const glued = stretch.start === stretch.end && !/\s/.test(second.document.text.charAt(stretch.start - 1));
		return [{
			...stretch,
			text: glued ? ` ${text}` : text
		}];
	});
}

// src/protocols/plugin/writing/new-places.ts
const none = "-";
const isNoVersion = (text) => [
	"",
	none,
	"N/A"
].includes((text ?? "").trim().toUpperCase());
function newRow(table, name, said) {
	const known = {
		name,
		...said
	};
	const cells = table.titles.map(() => none);
	for (const column of [
		"name",
		"status",
		"version",
		"updated"
	]) {
		const index = table.columns[column];
		if (index !== void 0) cells[index] = inCell(known[column] ?? none);
	}
	return `| ${cells.join(" | ")} |`;
}
function typeOf(row, document) {
	const text = cellsOf(document.line(row.line))[row.table.titles.indexOf("type")]?.text;
	return text === void 0 || text === "" || text === none ? void 0 : text;
}
const field = (label, text) => text === void 0 ? [] : [`**${label}:** ${text}`];
function newEntry({ name, status, version, type, updated }, timeline) {
	return [
		`### ${name}`,
		"",
		...field("Status", status),
		...field("Version", isNoVersion(version) ? void 0 : version),
		...field("Type", type),
		"",
		"**Lifecycle Timeline:**",
		...timeline,
		"",
		...field("Last Updated", updated)
	];
}
function newNotes({ name, status, version, type }) {
	const fields = [
		...field("Current Status", status),
		...field("Version", isNoVersion(version) ? "N/A" : version),
		...field("Type", type)
	];
	return [
		`# ${name}`,
		"",
		...fields.map((line) => `- ${line}`),
		"",
		"## Lifecycle Timeline",
		""
	].join("\n");
}
function newStatusLine(document, status) {
	const line = `- **Current Status:** ${status}`;
	const outlined = outline(document);
	for (let each = 1; each <= document.lineCount; each++) if (outlined.kindOf(each) === "text" && fieldOf(document, each, true)) return insertBefore(document, each, [line]);
	const title = outlined.headings.find(({ level }) => level === 1);
	if (!title) return insertBefore(document, 1, isBlank(document, 1) ? [line] : [line, ""]);
	return insertBehind(document, title.line, isBlank(document, title.line + 1) ? ["", line] : [
		"",
		line,
		""
	]);
}
function newFields(entry, said) {
	const { kind, document, line, end, firstField, status, updated } = entry;
	if (kind === "notes") return [];
	const edits = [];
	if (!status && said.status !== void 0) {
		const text = `**Status:** ${said.status}`;
		const parting = isBlank(document, line + 1) ? [] : [""];
		edits.push(firstField === void 0 ? insertBehind(document, line, [
			"",
			text,
			...parting
		]) : insertBefore(document, firstField, [text]));
	}
	if (!updated && said.updated !== void 0) edits.push(insertBehind(document, lastOfEntry(document, line, end), ["", ...field("Last Updated", said.updated)]));
	return edits;
}

// src/protocols/plugin/writing/timeline.ts
function timelineEdits(second, day, lines) {
	const there = new Set(second.timelines.flat().map(({ text }) => text));
	const added = lines.filter((line) => !there.has(line));
	if (added.length === 0) return [];
	const { document, timelineLabel } = second;
	if (timelineLabel === void 0) return [newBlock(second, added)];
	const last = second.timelines.at(-1) ?? [];
	const earlier = last.findLast((line) => line.day !== void 0 && line.day <= day);
	if (earlier) return [insertBehind(document, lastOf(document, earlier.line, earlier.end), added)];
	const [first] = last;
	if (first) return [insertBefore(document, first.line, added)];
	const gap = second.kind === "notes" ? [""] : [];
	const parting = isBlank(document, timelineLabel + 1) ? [] : [""];
	return [insertBehind(document, timelineLabel, [
		...gap,
		...added,
		...parting
	])];
}
function newBlock(second, added) {
	const { document, updated, line, end } = second;
	const label = second.kind === "notes" ? ["## Lifecycle Timeline", ""] : ["**Lifecycle Timeline:**"];
	const before = updated?.place.line;
	if (before === void 0) return insertBehind(document, lastOfEntry(document, line, end), [
		"",
		...label,
		...added
	]);
	const gap = isBlank(document, before - 1) ? [] : [""];
	return insertBefore(document, before, [
		...gap,
		...label,
		...added,
		""
	]);
}

// src/protocols/plugin/writing/registry.ts
function cellsOfRows({ registry }, registrations) {
	if (!registry) return [];
	const { document } = registry;
	return registrations.flatMap(({ plugin, row }) => plugin.row ? [[document, cellEdits(document, plugin.row, row)]] : []);
}
function missingRows({ registry }, registrations) {
	if (!registry?.table) return [];
	const { document, table } = registry;
	const lines = registrations.flatMap(({ plugin, row }) => plugin.row ? [] : [newRow(table, plugin.name, {
		...row,
		version: row.version ?? plugin.second?.version?.text
	})]);
	return lines.length === 0 ? [] : [[document, [insertBehind(document, table.last, lines)]]];
}
function fieldsOfSeconds({ context }, registrations) {
	return registrations.flatMap(({ plugin: { second: place }, second, timeline }) => place ? [[place.document, [
		...fieldEdits(place, second),
		...timelineEdits(place, context.day, timeline),
		...newFields(place, second)
	]]] : []);
}
function particularsOf({ registry }, plugin, said) {
	const type = registry && plugin.row && typeOf(plugin.row, registry.document);
	return {
		...said,
		version: said.version ?? plugin.row?.version?.text,
		name: plugin.name,
		type
	};
}
function missingEntries(model, registrations) {
	const { layout, registry } = model;
	const missing = layout === "entries" && registry ? registrations.filter(({ plugin }) => !plugin.second) : [];
	if (!registry || missing.length === 0) return [];
	const { document, entries } = registry;
	const last = entries.at(-1);
	const before = lastReadable(document, last?.line ?? 1, last?.end ?? document.lineCount + 1);
	const lines = missing.flatMap(({ plugin, second, timeline }) => ["", ...newEntry(particularsOf(model, plugin, second), timeline)]);
	return [[document, [insertBehind(document, before, lines)]]];
}
const parts$1 = [
	cellsOfRows,
	missingRows,
	fieldsOfSeconds,
	missingEntries
];
function withNotes(plugin, model, view, said) {
	if (model.layout !== "notes" || !model.registry || plugin.second || !plugin.directory || said.status === void 0) return plugin;
	const { notes: path } = pathsOf(model.configuration, plugin.name);
	const there = readText(view, path, model.context.limit);
	if (typeof there === "string" && there !== "absent") return plugin;
	const text = there === "absent" ? newNotes(particularsOf(model, plugin, said)) : splice(there.text, [newStatusLine(there, said.status)]);
	const second = readNotes(textDocument(path, text), plugin.name);
	return second ? {
		...plugin,
		second,
		seconds: [second]
	} : plugin;
}
function register(model, view, registrations) {
	const placed = registrations.map((each) => ({
		...each,
		plugin: withNotes(each.plugin, model, view, each.second)
	}));
	const edits = /* @__PURE__ */ new Map();
	for (const [document, splices] of parts$1.flatMap((part) => part(model, placed))) {
		const known = edits.get(document);
		if (known) known.push(...splices);
		else edits.set(document, [...splices]);
	}
	const texts = /* @__PURE__ */ new Map();
	for (const [document, splices] of edits) {
		const text = splice(document.text, splices);
		const there = readText(view, document.path, model.context.limit);
		if (typeof there === "string" || there.text !== text) texts.set(document.path, text);
	}
	return texts;
}

// src/protocols/plugin/commands/migration.ts
function registeredPosition({ registered, second, row }, { stages, context }) {
	if (registered?.kind !== "stage" && registered?.kind !== "working") return void 0;
	const updated = [second?.updated?.text, row?.updated?.text].find((text) => day$2.safeParse(text).success) ?? context.day;
	if (registered.kind === "stage") return {
		unit: registered.unit,
		status: "complete",
		updated
	};
	return {
		unit: String(stages.last.stage),
		status: "workflow_complete",
		updated
	};
}
const withoutTime = (handoff) => {
	const { state, written } = handoff.fields.last_updated;
	const [, day] = /^["']?(\d{4}-\d{2}-\d{2})(?!\d)/.exec(written) ?? [];
	return state === "wrong" && day$2.safeParse(day).success ? withKeys(handoff, { last_updated: day }) : handoff.document.text;
};
function readable$1(plugin, handoff, model) {
	if (handoff.front.kind === "mapping") return withText(plugin, pathsOf(model.configuration, plugin.name).handoff, handoff.document.text, model);
	const position = registeredPosition(plugin, model);
	return position && begun$1(plugin, model, position, wholeBody(handoff.document));
}
function lost(before, after, model) {
	const { handoff } = after;
	if (handoff && isPlanned(handoff, model.stages) && handoff.fields.complexity_score.state === "null") {
		const message = say`Unknown complexity of ${after.name}, which is needed once it is planned`;
		const hint = say`Write ${"complexity_score"} into the handoff, or a line ${"Complexity: N"} into the plan.`;
		return [remark({
			model,
			plugin: before
		}, "PLUGIN_COMPLEXITY_REQUIRED", {
			message,
			hint
		})];
	}
	const known = new Set(errorsOf(model, before, "strict").map(({ code }) => code));
	return errorsOf(model, after, "strict").filter(({ code }) => !known.has(code));
}
function migrated(plugin, model) {
	const { handoff, name } = plugin;
	const hindering = [...unreadableFiles(model, plugin, ["handoff", "contract"]), ...findings(model, plugin, ["PLUGIN_YAML_INVALID", "PLUGIN_STAGE_INVALID"])];
	if (hindering.length > 0 || !handoff) return hindering;
	const now = readable$1(plugin, handoff, model);
	if (!now) {
		const message = say`Unknown state of ${name}: its handoff says none, and the registry not that it is in development`;
		return [remark({
			model,
			plugin
		}, "PLUGIN_NOT_IN_DEVELOPMENT", { message })];
	}
	const after = rewritten(now, model, [withoutTime, ...completing(now, model)]);
	const worse = lost(plugin, after, model);
	return worse.length > 0 ? worse : after;
}

// src/protocols/plugin/commands/target.ts
function unknownName(name, { plugins }) {
	const meant = suggestion(name, plugins.filter(({ directory }) => directory).map((plugin) => plugin.name));
	return meant === void 0 ? void 0 : say`Perhaps ${meant} is meant.`;
}
function targetOf(model, { name }, registered = false) {
	if (name === void 0) return refused(remark({ model }, "PLUGIN_OPTION_INVALID", { message: "Missing name, expected that of a plugin" }));
	if (!pluginName.test(name)) return refused(remark({ model }, "PLUGIN_NAME_INVALID", { message: say`Unexpected name ${name}, expected letters, digits, ${"-"} and ${"_"} behind a letter` }));
	const plugin = model.get(name);
	if (!plugin) return refused(remark({ model }, "PLUGIN_UNKNOWN", {
		message: say`Unknown plugin ${name}`,
		hint: unknownName(name, model)
	}));
	if (plugin.directory || registered) return plugin;
	return refused(remark({
		model,
		plugin
	}, "PLUGIN_UNKNOWN", { message: say`Missing directory of ${name}: only the registry knows it` }));
}

// src/protocols/plugin/commands/transition.ts
function inPresentForm(before, model) {
	if (!before.handoff?.legacy) return {
		model,
		before,
		plugin: before,
		warnings: []
	};
	const plugin = migrated(before, model);
	if (!("name" in plugin)) return refused(...plugin);
	return {
		model,
		before,
		plugin,
		warnings: [remark({
			model,
			plugin: before
		}, "PLUGIN_MIGRATED", { message: "The handoff was of the old form and is brought into the present one" }, "warning")]
	};
}
function unknownNext({ model, before, plugin }) {
	const phase = openPhase(plugin);
	if (phase === void 0) return [];
	const next = `next_phase: "${stageOf(phase)}.${phaseNumber(phase) + 1}"`;
	const message = say`Unknown next phase behind ${phase}: the plan names none, and the handoff neither`;
	const hint = say`Write ${next} into the handoff if another follows, ${"next_phase: null"} if that was the last.`;
	return [remark({
		model,
		plugin: before
	}, "PLUGIN_NEXT_PHASE_UNKNOWN", {
		message,
		hint
	})];
}
function sceneOf(model, request) {
	const plugin = targetOf(model, request);
	if ("outcome" in plugin) return plugin;
	const hindering = [...unreadableFiles(model, plugin, [
		"handoff",
		"contract",
		"registry",
		"notes"
	]), ...findings(model, plugin, ["REGISTRY_DUPLICATE", "PLUGIN_HANDOFF_MISSING"])];
	if (hindering.length > 0) return refused(...hindering);
	const scene = inPresentForm(plugin, model);
	if ("outcome" in scene) return scene;
	const unknown = [...unknownState(model, scene.plugin), ...unknownNext(scene)];
	return unknown.length > 0 ? refused(...unknown) : scene;
}
const acceptImplied = (scene) => remark(scene, "PLUGIN_ACCEPT_IMPLIED", { message: say`Control of ${scene.plugin.name} was not granted before: the accept is implied` }, "warning");
function changedTo({ model, before, warnings }, view, { after, registration, reply, warnings: more = [] }) {
	const changes = new Map(handoffChanges(before, after));
	for (const [path, text] of registration ? register(model, view, [{
		...registration,
		plugin: after
	}]) : []) changes.set(path, text);
	const unregistered = registration ? findings(model, after, ["REGISTRY_MISSING", "REGISTRY_TABLE_MISSING"], "warning") : [];
	return {
		outcome: "changed",
		changes,
		reply,
		remarks: [
			...warnings,
			...more,
			...unregistered
		]
	};
}

// src/core/options.ts
const form = /^--([a-z][a-z-]*)(?:=(.*))?$/is;
function unknown(name, kinds) {
	const meant = suggestion(name, Object.keys(kinds));
	if (meant !== void 0) return say`Unexpected option ${`--${name}`}, expected ${`--${meant}`}`;
	const known = Object.keys(kinds).map((each) => `--${each}`);
	return known.length === 0 ? say`Unexpected option ${`--${name}`}, expected none` : say`Unexpected option ${`--${name}`}, expected one of ${known}`;
}
function takeOptions(words, kinds) {
	const options = {};
	const rest = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at];
		const [, written, attached] = form.exec(word) ?? [];
		if (written === void 0) {
			rest.push(word);
			continue;
		}
		const name = written.toLowerCase();
		const kind = Object.hasOwn(kinds, name) ? kinds[name] : void 0;
		if (kind === void 0) return { fault: unknown(name, kinds) };
		const value = attached ?? words[++at];
		if (value === void 0 || value.trim() === "" || attached === void 0 && form.test(value)) return { fault: say`Missing value of ${`--${name}`}` };
		const known = options[name];
		if (typeof known === "string") return { fault: say`Unexpected second ${`--${name}`}, expected one` };
		if (kind === "once") options[name] = value;
		else if (known) known.push(value);
		else options[name] = [value];
	}
	return {
		options,
		rest
	};
}

// src/protocols/plugin/commands/words.ts
const invalid = (model, message) => refused(remark({ model }, "PLUGIN_OPTION_INVALID", { message }));
function takeWords(model, { words }, kinds, most = Infinity) {
	const taken = takeOptions(words, kinds);
	if ("fault" in taken) return invalid(model, taken.fault);
	const over = taken.rest[most];
	return over === void 0 ? taken : invalid(model, say`Unexpected ${over} behind the command`);
}
function complexityOf(said) {
	if (said === void 0 || /^(?:[1-4](?:\.\d)?|5(?:\.0)?)$/.test(said)) return said === void 0 ? void 0 : Number(said);
	return { fault: say`Unexpected complexity ${said}, expected a number from 1 to 5 with at most one decimal` };
}

// src/protocols/plugin/commands/accept.ts
function workflowComplete({ model, plugin }) {
	const { name, state, handoff } = plugin;
	const fix = state.kind === "unit" ? `/handback ${name} success` : state.kind === "working" ? `/install ${name}` : void 0;
	const message = say`Unexpected state ${describe(state, handoff?.fields.stage.value)} of ${name}: no stage is left to begin`;
	return refused(remark({
		model,
		plugin
	}, "PLUGIN_WORKFLOW_COMPLETE", {
		message,
		hint: fix && say`${fix} comes next.`,
		fix
	}));
}
function unexpected$1({ model, plugin }, unit, named) {
	if (!named || isNamed(unit, named)) return [];
	return [remark({
		model,
		plugin
	}, "PLUGIN_STAGE_UNEXPECTED", { message: say`Unexpected unit ${nameOf$1(named)}, expected ${unit}, which comes next for ${plugin.name}` })];
}
function hindering({ model, plugin }, unit) {
	const isFirst = unit === String(model.stages.way[0]?.stage);
	return findings(model, plugin, [
		"REGISTRY_STATUS_DRIFT",
		"PLUGIN_PHASE_NOT_IN_PLAN",
		...isFirst ? [] : contractCodes
	]);
}
function begin(scene, unit) {
	const said = {
		status: stageStatus(unit),
		updated: scene.model.context.day
	};
	return {
		after: granted(scene.plugin, scene.model, unit),
		registration: {
			row: said,
			second: said,
			timeline: []
		}
	};
}
function takeUp(scene, unit, view, edit = (plugin) => plugin) {
	const hindered = hindering(scene, unit);
	if (hindered.length > 0) return refused(...hindered);
	return changedTo(scene, view, {
		after: edit(resumed(scene.plugin, scene.model, unit)),
		reply: say`The agent holds ${scene.plugin.name} again: ${unit} is in progress.`
	});
}
const accept = {
	name: "accept",
	usage: "NAME [--stage N] [--phase N.M]",
	summary: "Grants control to the agent: the next stage or phase is in progress, in handoff and registry. A stage or phase that is named must be the one that comes next.",
	examples: ["/accept TinyGain", "/accept TinyGain --phase 3.1"],
	run(model, request, { view }) {
		const taken = takeWords(model, request, {
			stage: "once",
			phase: "once"
		}, 0);
		if ("outcome" in taken) return taken;
		const named = namedBy(taken.options);
		if (named && "fault" in named) return invalid(model, named.fault);
		const scene = sceneOf(model, request);
		if ("outcome" in scene) return scene;
		const { plugin } = scene;
		const unit = unitToBegin(plugin, model.stages);
		if (unit === void 0) return workflowComplete(scene);
		const surprise = unexpected$1(scene, unit, named);
		if (plugin.state.kind === "unit" && plugin.state.status === "in_progress") {
			if (surprise.length > 0) return refused(...surprise);
			if (holderOf(plugin) === "agent") return unchanged(say`The agent holds ${plugin.name} already: ${unit} is in progress.`);
			return takeUp(scene, unit, view);
		}
		const hindered = [...surprise, ...hindering(scene, unit)];
		if (hindered.length > 0) return refused(...hindered);
		return changedTo(scene, view, {
			...begin(scene, unit),
			reply: say`The agent holds ${plugin.name}: ${unit} is in progress.`,
			warnings: findings(model, plugin, ["REGISTRY_STAGE_DRIFT"], "warning")
		});
	}
};

// src/protocols/plugin/writing/text.ts
const longest = 200;
const invisible = /[\p{Cf}\p{Cs}\u034f\u115f\u1160\u3164\uffa0]+/gu;
const control = /(?!\s)\p{Cc}/gu;
function oneLine(text) {
	const line = text.replace(invisible, "").replace(control, "").replace(/\s+/gu, " ").trim();
	const characters = Array.from(line.slice(0, 402));
	return (characters.length > longest ? `${characters.slice(0, 199).join("")}…` : line).replaceAll("<", "&lt;");
}

// src/protocols/plugin/commands/answer.ts
const place = "Context to Preserve";
function isAnswered({ handoff }, line) {
	const section = handoff?.section(place);
	return handoff !== void 0 && section !== void 0 && linesOf(handoff, section).includes(line);
}
const answer = {
	name: "answer",
	usage: "NAME TEXT",
	summary: "Answers the question that the agent handed back with and grants control again; the answer is kept in the handoff.",
	examples: ["/answer TinyGain The dark one"],
	run(model, request, { view }) {
		const taken = takeWords(model, request, {});
		if ("outcome" in taken) return taken;
		const text = oneLine(taken.rest.join(" "));
		if (text === "") return invalid(model, "Missing text, expected the answer");
		const scene = sceneOf(model, request);
		if ("outcome" in scene) return scene;
		const { plugin } = scene;
		const { state, handoff, name } = plugin;
		const line = `- **Answer (${model.context.day}):** ${text}`;
		if (handoff?.handback.value?.reason === "question" && state.kind === "unit" && state.status === "in_progress") return takeUp(scene, state.unit, view, (after) => rewritten(after, model, [(now) => appendTo(now, place, line)]));
		if (holderOf(plugin) === "agent" && isAnswered(plugin, line)) return unchanged(say`${name} has this answer already: the agent holds it.`);
		return refused(remark(scene, "PLUGIN_NOT_ASKED", { message: say`Unexpected answer: ${name} was not handed back with a question` }));
	}
};

// src/protocols/plugin/commands/checksums.ts
const isKey = (word) => contractKeys.includes(word);
function stale({ checksums }, wanted, keys) {
	return keys.filter((key) => {
		const { state, sha256 } = checksums.recorded[key];
		return (state === "good" ? `sha256:${sha256}` : state === "null" ? null : void 0) !== wanted[key];
	});
}
const checksums$1 = {
	name: "checksums",
	usage: `NAME [${contractKeys.join("|")}]…`,
	summary: "Records the checksums of the contracts, or of those that are named, as the files are now.",
	examples: ["/checksums TinyGain", "/checksums TinyGain parameter_spec"],
	run(model, request) {
		const taken = takeWords(model, request, {});
		if ("outcome" in taken) return taken;
		const wrong = taken.rest.find((word) => !isKey(word));
		if (wrong !== void 0) return invalid(model, say`Unexpected contract ${wrong}, expected ${contractKeys}`);
		const plugin = targetOf(model, request);
		if ("outcome" in plugin) return plugin;
		const { name, handoff } = plugin;
		const hindering = [...unreadableFiles(model, plugin, ["handoff", "contract"]), ...findings(model, plugin, ["PLUGIN_YAML_INVALID", "PLUGIN_LEGACY_FORMAT"])];
		if (hindering.length > 0) return refused(...hindering);
		if (!handoff) return refused(remark({
			model,
			plugin
		}, "PLUGIN_HANDOFF_MISSING", { message: say`Missing handoff of ${name}: there is nothing to record in` }));
		const wanted = checksumsOf(plugin);
		const named = taken.rest.filter(isKey);
		const changed = stale(handoff, wanted, named.length > 0 ? named : contractKeys);
		const patch = Object.fromEntries(changed.map((key) => [key, wanted[key]]));
		const keys = {
			last_updated: model.context.day,
			contract_checksums: patch
		};
		const after = changed.length === 0 ? plugin : rewritten(plugin, model, [(each) => withKeys(each, keys)]);
		return changing(handoffChanges(plugin, after), {
			done: say`The handoff of ${name} records ${changed} as they are now.`,
			nothing: say`The handoff of ${name} records the contracts as they are already.`
		});
	}
};

// src/protocols/plugin/report.ts
const perhapsText = string().optional().catch(void 0);
const paths = (error) => array(string({ error }), { error });
const outputs = object({
	stage_completed: int({ error: "a whole number" }).optional(),
	phase_completed: string({ error: "N.M or null" }).refine(isPhase, { error: "N.M or null" }).nullish(),
	files_modified: paths("a list of paths").optional(),
	state_files_updated: union([boolean(), array(string())], { error: "true, false or a list of paths" }).optional(),
	error_type: perhapsText,
	error_message: perhapsText,
	implementation_status: perhapsText
}, { error: "keys and values" });
const schema = object({
	agent: string({ error: "the name of an agent" }),
	status: _enum(["success", "failure"], { error: "success or failure" }),
	outputs,
	issues: array(unknown$3(), { error: "a list" }).optional(),
	ready_for_next_stage: boolean({ error: "true or false" })
}, { error: "keys and values" });
const largest = 65536;
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function readReport(text) {
	const size = new TextEncoder().encode(text).length;
	if (size > largest) return { fault: say`Unexpected size of the report, ${size} bytes, expected at most ${largest}` };
	const read = schema.safeParse(parsed(text));
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	const path = issue?.path.join(".") ?? "";
	return { fault: path === "" ? "Unexpected report, expected a JSON object" : `${say`Unexpected ${path} in the report`}, expected ${issue?.message}` };
}
function namedByReport({ outputs: { stage_completed: stage, phase_completed: phase } }) {
	if (phase) return {
		stage: stage ?? stageOf(phase),
		phase
	};
	return stage === void 0 ? void 0 : {
		stage,
		phase: void 0
	};
}
const isDoneButForState = ({ status, outputs }) => status === "failure" && outputs.error_type === "state_update_failure" && outputs.implementation_status === "complete";
const saysDone = (report) => report.status === "success" || isDoneButForState(report);
const claimsState = ({ outputs: { state_files_updated: claimed } }) => Array.isArray(claimed) ? claimed.length > 0 : claimed === true;
const pathsIn = ({ outputs }) => [...outputs.files_modified ?? [], ...Array.isArray(outputs.state_files_updated) ? outputs.state_files_updated : []];
const isInside = (path) => path !== "" && !/^(?:\/|[A-Za-z]:)/.test(path) && !path.includes("\\") && !/\p{Cc}/u.test(path) && !path.split("/").includes("..");

// src/protocols/plugin/writing/checklist.ts
function replacedIn(handoff, name, fits, text) {
	const { document, outline } = handoff;
	const section = handoff.section(name);
	for (let line = section ? section.heading.line + 1 : Infinity; line < (section?.end ?? 0); line++) {
		const [bullet = ""] = /^\s*[-*+] /.exec(document.line(line)) ?? [];
		if (bullet === "" || outline.kindOf(line) !== "text" || !fits(document.line(line).slice(bullet.length))) continue;
		const start = document.offsetOf(line) + bullet.length;
		return splice(document.text, [{
			start,
			end: document.offsetOf(line) + document.line(line).length,
			text
		}]);
	}
	return appendTo(handoff, name, `- ${text}`);
}
const labels = /* @__PURE__ */ new Map([
	["vst3", "VST3"],
	["component", "AU"],
	["app", "Standalone"],
	["exe", "Standalone"],
	["clap", "CLAP"]
]);
function withArtifact(handoff, path) {
	const label = labels.get(/\.([a-z0-9]+)\/?$/i.exec(path)?.[1]?.toLowerCase() ?? "");
	if (label === void 0) return appendTo(handoff, "Build Artifacts", `- ${path}`);
	return replacedIn(handoff, "Build Artifacts", (line) => line.startsWith(`${label}: `), `${label}: ${path}`);
}
function withTested(handoff, tested) {
	const fits = (line) => /^\[[ xX]\] /.test(line) && oneLine(line.slice(4)) === tested;
	return replacedIn(handoff, "Testing Checklist", fits, `[x] ${tested}`);
}

// src/protocols/plugin/writing/ending.ts
function planned(plugin, model, complexity) {
	const keys = {
		phased_implementation: isPhased(complexity, plugin),
		contract_checksums: checksumsOf(plugin)
	};
	return rewritten(plugin, model, [...recording$1(complexity), (handoff) => withKeys(handoff, keys)]);
}
function endingLines(plugin, model, unit, text) {
	const title = oneLine(plugin.plan.phases.find(({ phase }) => phase === unit)?.title ?? "");
	const closed = isWhole(unit, plugin, model.stages) ? "" : "all phases done";
	const otherwise = phaseNumber(unit) > 0 ? title : closed;
	const complexity = plugin.handoff?.fields.complexity_score.value;
	return linesFor({
		unit,
		text,
		otherwise: otherwise === "" ? void 0 : otherwise,
		complexity
	}, model);
}
function keepsakesOf({ handoff, contracts }) {
	const pathOf = (key) => contracts[key].file === "there" ? contracts[key].path : void 0;
	return [
		["Complexity", handoff?.fields.complexity_score.value?.toFixed(1)],
		["Phased", handoff?.fields.phased_implementation.value?.toString()],
		["Architecture", pathOf("architecture")],
		["Plan", pathOf("plan")]
	];
}
function withKept(handoff, label, value) {
	const section = handoff.section("Context to Preserve");
	return section !== void 0 && linesOf(handoff, section).some((line) => line.startsWith(`- ${label}:`)) ? handoff.document.text : appendTo(handoff, "Context to Preserve", `- ${label}: ${value}`);
}
const keeping = (plugin) => keepsakesOf(plugin).flatMap(([label, value]) => value === void 0 ? [] : [(handoff) => withKept(handoff, label, value)]);
function stepAfter({ unit, closed, next }, model) {
	const { stages } = model;
	const stage = stages.way.find((each) => each.stage > stageOf(unit))?.stage;
	const isContinued = phaseNumber(unit) > 0 && closed === void 0;
	return nextStep(next.phase ?? (stage === void 0 ? void 0 : String(stage)), !isContinued, model);
}
function ended(plugin, model, ending) {
	const { unit, closed, next, text, artifacts, tested } = ending;
	const { stages, context } = model;
	const last = closed ?? unit;
	const isAtEnd = stageOf(last) === stages.last.stage;
	const keys = {
		...unitKeys(last),
		status: isAtEnd ? "workflow_complete" : "complete",
		last_updated: context.day,
		next_action: next.action,
		next_phase: next.phase,
		handback: void 0
	};
	const lines = [endingLines(plugin, model, unit, text), ...closed === void 0 ? [] : [endingLines(plugin, model, closed, void 0)]];
	const back = plugin.handoff?.handback.value;
	const goes = (item) => isFinished(item, last, stages) || back !== void 0 && item === resolveStep(back);
	return {
		after: rewritten(plugin, model, [
			(handoff) => withKeys(handoff, keys),
			...completing(plugin, model),
			...lines.map(({ completed }) => (handoff) => appendTo(handoff, "Completed So Far", completed)),
			(handoff) => withSteps(handoff, {
				goes,
				added: stepAfter(ending, model)
			}),
			...artifacts.map((path) => (handoff) => withArtifact(handoff, path)),
			...tested.map((what) => (handoff) => withTested(handoff, what)),
			...stageOf(unit) === stages.way[0]?.stage ? keeping(plugin) : [],
			(handoff) => withTitles(handoff, completeTitles(last, model))
		]),
		timeline: lines.map(({ timeline }) => timeline)
	};
}

// src/protocols/plugin/commands/handback/claims.ts
function contradictions({ model, plugin }, report, { unit, reason, view }) {
	const about = {
		model,
		plugin
	};
	const remarks = [];
	const agent = model.stages.get(stageOf(unit))?.agent;
	if (agent !== void 0 && report.agent !== agent) remarks.push(remark(about, "REPORT_AGENT_MISMATCH", { message: say`Unexpected agent ${report.agent} in the report, expected ${agent}, which works on ${unit}` }));
	const saidDone = saysDone(report);
	if (reason === "success" && !saidDone || reason === "error" && report.status === "success") remarks.push(remark(about, "REPORT_STATUS_MISMATCH", { message: say`Unexpected ${report.status} in the report of a handback that says ${reason}` }));
	const named = namedByReport(report);
	if (named && (!isNamed(unit, named) || stageOf(named.phase ?? unit) !== named.stage)) remarks.push(remark(about, "REPORT_STAGE_MISMATCH", { message: say`Unexpected unit ${nameOf$1(named)} in the report, expected ${unit}` }));
	const outside = pathsIn(report).filter((path) => !isInside(path));
	if (outside.length > 0) remarks.push(remark(about, "REPORT_PATH_INVALID", { message: say`Unexpected paths ${few(outside)} in the report, expected ones relative to the repository's root` }));
	const missing = (report.outputs.files_modified ?? []).filter((path) => isInside(path) && !view.entry(path));
	if (reason === "success" && missing.length > 0) remarks.push(remark(about, "REPORT_FILE_MISSING", { message: say`Missing files ${few(missing)}, which the report says were modified` }));
	return remarks;
}
const most = 5;
const few = (paths) => paths.length > most ? [...paths.slice(0, most), "…"] : paths;
function readiness(scene, report) {
	if (report.ready_for_next_stage || isDoneButForState(report)) return [];
	return [remark(scene, "REPORT_NOT_READY", { message: "The report says that the next stage is not ready to begin" }, "warning")];
}
const falseClaim = (scene) => remark(scene, "REPORT_STATE_CLAIM_FALSE", { message: "The report says that the state was written, and it was not: it is written now" }, "warning");
function claims(scene, report) {
	const written = isDoneButForState(report) ? remark(scene, "REPORT_STATE_CORRECTED", { message: "The agent could not write the state: it is written now" }, "warning") : claimsState(report) ? falseClaim(scene) : remark(scene, "REPORT_STATE_NOT_UPDATED", { message: "The agent did not write the state: it is written now" }, "notice");
	return [...readiness(scene, report), written];
}

// src/protocols/plugin/commands/handback/follows.ts
const orNone$1 = (phase) => phase ?? "none";
function nextPhaseOf(plugin, model, unit, wanted) {
	const { phases, handoff, name } = plugin;
	const stage = stageOf(unit);
	const said = wanted === determined(String(stage), null, phases, model.stages).phase ? null : wanted;
	const planned = phases.of(stage).find((phase) => phaseNumber(phase) > phaseNumber(unit)) ?? null;
	if (phases.decided) {
		if (said === void 0 || said === planned) return { phase: planned };
		const message = say`Unexpected next phase ${orNone$1(said)}, expected ${orNone$1(planned)} as the plan has it`;
		return { refusal: remark({
			model,
			plugin
		}, "PLUGIN_PHASE_NOT_IN_PLAN", { message }) };
	}
	const next = `${stage}.${phaseNumber(unit) + 1}`;
	if (said !== void 0) {
		if (said === null || said === next) return { phase: said };
		return { refusal: remark({
			model,
			plugin
		}, "PLUGIN_OPTION_INVALID", { message: say`Unexpected next phase ${said}, expected ${next} or ${"none"}` }) };
	}
	const recorded = handoff?.fields.next_phase.value;
	if (recorded !== void 0 && stageOf(recorded) === stage && phaseNumber(recorded) > phaseNumber(unit)) return { phase: recorded };
	const [one, other] = [`/handback ${name} success --next-phase ${next}`, `/handback ${name} success --next-phase none`];
	const message = say`Unknown next phase behind ${unit}: the plan names none, and the handoff neither`;
	return { refusal: remark({
		model,
		plugin
	}, "PLUGIN_NEXT_PHASE_UNKNOWN", {
		message,
		hint: say`${one} if another follows, ${other} if that was the last.`,
		fix: one
	}) };
}
function actionOf(plugin, model, next, isAtEnd, wanted) {
	if (wanted === void 0) return next;
	const good = isAtEnd ? [...finalActions, null] : next.action === null ? [null] : sameAction(next.action);
	if (good.includes(wanted)) return {
		...next,
		action: wanted
	};
	const message = say`Unexpected next action ${wanted ?? "none"}, expected one of ${good.map((action) => action ?? "none")}`;
	return { refusal: remark({
		model,
		plugin
	}, "PLUGIN_OPTION_INVALID", { message }) };
}
function nextOf(plugin, model, unit, wanted) {
	const { phases } = plugin;
	const stage = String(stageOf(unit));
	const closing = determined(stage, null, phases, model.stages);
	if (phaseNumber(unit) > 0) {
		const following = nextPhaseOf(plugin, model, unit, wanted);
		if ("refusal" in following) return following;
		const { phase } = following;
		if (phase !== null) return {
			closed: void 0,
			next: {
				action: `${model.stages.get(stageOf(unit))?.phases}_${phase}`,
				phase
			}
		};
		return {
			closed: stage,
			next: closing
		};
	}
	if (wanted === void 0 || wanted === closing.phase) return {
		closed: void 0,
		next: closing
	};
	const message = say`Unexpected next phase ${orNone$1(wanted)}, expected ${orNone$1(closing.phase)}`;
	return { refusal: remark({
		model,
		plugin
	}, phases.decided ? "PLUGIN_PHASE_NOT_IN_PLAN" : "PLUGIN_OPTION_INVALID", { message }) };
}
function following(plugin, model, unit, { phase, action }) {
	const found = nextOf(plugin, model, unit, phase);
	if ("refusal" in found) return found;
	const next = actionOf(plugin, model, found.next, stageOf(unit) === model.stages.last.stage, action);
	return "refusal" in next ? next : {
		...found,
		next
	};
}

// src/protocols/plugin/commands/verification.ts
function unitOf$1({ plugin: { state, handoff }, model }) {
	if (!handoff) return void 0;
	return state.kind === "working" ? String(model.stages.last.stage) : state.kind === "unit" ? state.unit : void 0;
}
const closingPhase = (unit, { plugin, model }) => phaseNumber(unit) > 0 ? void 0 : lastPhase$1(stageOf(unit), wayThrough(plugin, model.stages, [...tracesOf(plugin)]));
const namesOf = (unit, subject) => [unit, closingPhase(unit, subject)];
const names = (text, units) => unitsIn(text).some((unit) => units.includes(unit));
function disagreement(subject, place, what) {
	const { model, plugin } = subject;
	const text = normalised(place?.status?.text ?? "");
	const status = readStatus(text, model.stages);
	if (!place || status && agrees(status, plugin, model.stages)) return [];
	const message = say`Unexpected status ${text} in the ${what} of ${plugin.name}, expected ${statusOf(plugin.state) ?? ""} as the handoff implies`;
	return [remark(subject, "REGISTRY_STAGE_DRIFT", {
		message,
		fix: `/sync ${plugin.name} --from handoff`
	})];
}
const ifReadable = (check) => (subject) => {
	const unit = unitOf$1(subject);
	return unit === void 0 ? [] : check(subject, unit);
};
const rule = (...codes) => ({ model, plugin }) => findings(model, plugin, codes);
const handoffThere = (subject) => subject.plugin.hasHandoff ? [] : [remark(subject, "PLUGIN_HANDOFF_MISSING", { message: say`Missing handoff of ${subject.plugin.name}` })];
const readable = ({ model, plugin }) => [...unreadableFiles(model, plugin, ["handoff"]), ...findings(model, plugin, ["PLUGIN_YAML_INVALID"])];
const fields = rule("PLUGIN_NAME_MISMATCH", "PLUGIN_FIELD_MISSING", "PLUGIN_STAGE_INVALID", "PLUGIN_STATUS_INVALID", "PLUGIN_STATUS_CONTRADICTION", "PLUGIN_DATE_INVALID", "PLUGIN_COMPLEXITY_INVALID", "PLUGIN_PHASED_INVALID", "PLUGIN_PHASED_CONTRADICTION", "PLUGIN_ORCHESTRATION_MODE", "PLUGIN_PHASE_INVALID", "PLUGIN_PHASE_STAGE", "PLUGIN_PHASE_MISSING", "PLUGIN_PHASE_NOT_IN_PLAN", "PLUGIN_NEXT_ACTION_MISMATCH", "PLUGIN_NEXT_PHASE_INVALID", "PLUGIN_HANDBACK_INVALID");
const position = ifReadable((subject, unit) => {
	const { named, plugin } = subject;
	if (!named || isNamed(unit, named) || named.phase !== void 0 && named.phase === closingPhase(unit, subject)) return [];
	return [remark(subject, "PLUGIN_STAGE_UNEXPECTED", { message: say`Unexpected unit ${unit} of ${plugin.name}, expected ${nameOf$1(named)}` })];
});
const status = ifReadable((subject) => {
	const { state, name } = subject.plugin;
	if (state.kind !== "unit" || state.status === "complete") return [];
	return [remark(subject, "PLUGIN_STATUS_UNEXPECTED", { message: say`Unexpected status ${state.status} of ${name}, expected ${"complete"} or ${"workflow_complete"}` })];
});
const day = ifReadable((subject) => {
	const { plugin, model } = subject;
	const written = plugin.handoff?.fields.last_updated.value;
	if (written === void 0 || written === model.context.day) return [];
	return [remark(subject, "PLUGIN_DATE_NOT_CURRENT", { message: say`Unexpected day ${written} in the handoff of ${plugin.name}, expected ${model.context.day}` })];
});
const checksums = rule("PLUGIN_LEGACY_FORMAT", "CONTRACT_MALFORMED", "CONTRACT_KEY_MISSING", "CONTRACT_UNRECORDED", "CONTRACT_FILE_MISSING", "CONTRACT_MISMATCH");
const row = ifReadable((subject) => {
	const { plugin, model } = subject;
	if (!model.registry?.table) return [];
	return plugin.row ? disagreement(subject, plugin.row, "row") : [remark(subject, "REGISTRY_ROW_MISSING", {
		message: say`Missing row of ${plugin.name}`,
		fix: `/sync ${plugin.name}`
	})];
});
const second = ifReadable((subject) => {
	const { plugin, model } = subject;
	if (!model.registry || model.layout === "none") return [];
	return plugin.second ? disagreement(subject, plugin.second, plugin.second.kind) : [remark(subject, "REGISTRY_ENTRY_MISSING", {
		message: say`Missing second place of ${plugin.name}`,
		fix: `/sync ${plugin.name}`
	})];
});
function isTold(subject, unit, day) {
	const about = namesOf(unit, subject);
	return subject.model.layout === "none" || timelineOf(subject.plugin).some((line) => (day === void 0 || line.day === day) && names(line.about, about));
}
const timeline = ifReadable((subject, unit) => {
	const { plugin, model } = subject;
	if (!plugin.second || isTold(subject, unit, model.context.day)) return [];
	return [remark(subject, "REGISTRY_TIMELINE_MISSING", { message: say`Missing line of ${model.context.day} in the timeline of ${plugin.name}, expected one for ${unit}` })];
});
const completed = ifReadable((subject, unit) => {
	const { plugin } = subject;
	const about = namesOf(unit, subject);
	if (!plugin.handoff || completedOf(plugin.handoff).some((line) => names(line, about))) return [];
	return [remark(subject, "PLUGIN_COMPLETED_MISSING", { message: say`Missing line in ${"Completed So Far"} of ${plugin.name}, expected one for ${unit}` })];
});
const checks = {
	handoffThere,
	readable,
	fields,
	position,
	status,
	day,
	checksums,
	sections: rule("PLUGIN_SECTION_MISSING"),
	row,
	second,
	drift: rule("REGISTRY_STATUS_DRIFT", "REGISTRY_DATE_DRIFT"),
	timeline,
	completed
};
function failedChecks(subject, without = []) {
	const failed = /* @__PURE__ */ new Map();
	for (const [name, check] of Object.entries(checks)) {
		const [error] = without.includes(name) ? [] : check(subject);
		if (error) failed.set(name, error);
	}
	return failed;
}

// src/protocols/plugin/commands/handback/recorded.ts
const registryChecks = [
	"row",
	"second",
	"drift",
	"timeline"
];
function recordedAlready(scene, report, text, view) {
	const { model, plugin } = scene;
	const subject = {
		model,
		plugin,
		named: void 0
	};
	const unit = unitOf$1(subject);
	const failed = failedChecks(subject, ["day"]);
	const said = registryChecks.some((check) => check !== "timeline" && failed.has(check)) ? {
		status: statusOf(plugin.state),
		updated: model.context.day
	} : {};
	const timeline = unit === void 0 || isTold(subject, unit) ? [] : [endingLines(plugin, model, unit, text).timeline];
	const others = [...failed].filter(([check]) => !registryChecks.includes(check)).map(([, remark]) => ({
		...remark,
		severity: "warning"
	}));
	const warnings = [...readiness(scene, report), ...others];
	if (timeline.length === 0 && !("status" in said)) return unchanged(say`${unit ?? ""} of ${plugin.name} is recorded as complete already.`, warnings);
	return changedTo(scene, view, {
		after: plugin,
		registration: {
			row: said,
			second: said,
			timeline
		},
		reply: say`The registry says now too that ${unit ?? ""} of ${plugin.name} is complete.`,
		warnings: [falseClaim(scene), ...warnings]
	});
}

// src/protocols/plugin/commands/handback/which.ts
function lastDone({ state }, { last }) {
	if (state.kind === "working") return String(last.stage);
	return state.kind === "unit" && state.status === "complete" && stageOf(state.unit) < last.stage ? state.unit : void 0;
}
function lastPhaseOf(plugin, stage) {
	if (plugin.phases.decided) return plugin.phases.of(stage).at(-1);
	return [...tracesOf(plugin)].filter((unit) => stageOf(unit) === stage && phaseNumber(unit) > 0).toSorted(byPhase).at(-1);
}
function areThere(plugin, { layout, context: { day } }, { completed, timeline }) {
	const { handoff } = plugin;
	if (!handoff || !completedOf(handoff).includes(completed)) return false;
	return layout === "none" ? handoff.fields.last_updated.value === day : timelineOf(plugin).some(({ text }) => text === timeline);
}
function isRepeated(plugin, model, unit, text) {
	const said = areThere(plugin, model, endingLines(plugin, model, unit, text));
	if (said || text === void 0 || isWhole(unit, plugin, model.stages)) return said;
	const phase = lastPhaseOf(plugin, stageOf(unit));
	return areThere(plugin, model, endingLines(plugin, model, unit, void 0)) && phase !== void 0 && areThere(plugin, model, endingLines(plugin, model, phase, text));
}
function isLast(plugin, last, unit) {
	return unit === last || phaseNumber(last) === 0 && lastPhaseOf(plugin, stageOf(last)) === unit;
}
function whichEnds(plugin, model, named, text) {
	const { stages } = model;
	const { state } = plugin;
	const last = lastDone(plugin, stages);
	const full = named && (named.phase ?? (isWhole(String(named.stage), plugin, stages) ? String(named.stage) : void 0));
	if (last !== void 0) {
		if (full === void 0 ? (!named || named.stage === stageOf(last)) && isRepeated(plugin, model, last, text) : isLast(plugin, last, full)) return {
			kind: "recorded",
			unit: last
		};
	}
	const unit = state.kind === "unit" || state.kind === "ideated" ? unitToEnd(plugin, stages) : void 0;
	if (unit === void 0) return { kind: "over" };
	if (named && !isNamed(unit, named)) return {
		kind: "unexpected",
		unit
	};
	const isAtEnd = state.kind === "unit" && state.status === "complete" && stageOf(state.unit) >= stages.last.stage;
	return {
		kind: "ends",
		unit,
		implied: holderOf(plugin) !== "agent" && !isAtEnd && !closesNext(plugin, stages)
	};
}

// src/protocols/plugin/commands/handback/success.ts
const isFirst = (unit, { stages }) => unit === String(stages.way[0]?.stage);
function unexpected(scene, named, unit, code) {
	return refused(remark(scene, code, { message: say`Unexpected unit ${nameOf$1(named)}, expected ${unit}, which would end for ${scene.plugin.name}` }));
}
function otherComplexity(scene, said) {
	const recorded = scene.plugin.handoff?.fields.complexity_score.value;
	if (said === void 0 || said === recorded) return [];
	return [remark(scene, "PLUGIN_STAGE_UNEXPECTED", { message: say`Unexpected complexity ${said}, expected the recorded ${recorded ?? null}: it is part of the first stage` })];
}
function complexityRequired(scene) {
	const fix = `/handback ${scene.plugin.name} success --complexity 2.0`;
	const message = say`Unknown complexity of ${scene.plugin.name}: no line ${"Complexity: N"} in the plan, no option`;
	return refused(remark(scene, "PLUGIN_COMPLEXITY_REQUIRED", {
		message,
		hint: say`Say it, from 1 to 5: ${fix}`
	}));
}
function end(scene, success, unit, view, warnings) {
	const { model, plugin } = scene;
	const { text, wanted, artifacts, tested } = success;
	const begun = plugin.handoff ? plugin : granted(plugin, model, unit);
	const complexity = success.complexity ?? plugin.plan.complexity?.value;
	if (isFirst(unit, model) && complexity === void 0) return complexityRequired(scene);
	const now = isFirst(unit, model) && complexity !== void 0 ? planned(begun, model, complexity) : begun;
	const follows = following(now, model, unit, wanted);
	if ("refusal" in follows) return refused(follows.refusal);
	const last = follows.closed ?? unit;
	const { after, timeline } = ended(now, model, {
		unit,
		...follows,
		text,
		artifacts,
		tested
	});
	const said = {
		status: stageOf(last) === model.stages.last.stage ? workingStatus : stageStatus(last),
		updated: model.context.day
	};
	return changedTo(scene, view, {
		after,
		registration: {
			row: said,
			second: said,
			timeline
		},
		reply: say`${last} of ${plugin.name} is complete: the orchestrator holds it. Next action: ${follows.next.action}.`,
		warnings: [
			...warnings,
			...findings(model, plugin, ["REGISTRY_STATUS_DRIFT"], "warning"),
			...isFirst(unit, model) ? findings(model, after, ["CONTRACT_NULL"], "warning") : []
		]
	});
}
function succeed(scene, success, view) {
	const { model, plugin } = scene;
	const { report, text, complexity } = success;
	const named = success.named ?? (report && namedByReport(report));
	const which = whichEnds(plugin, model, named, text);
	if (which.kind === "over") return workflowComplete(scene);
	if (which.kind === "unexpected") return named ? unexpected(scene, named, which.unit, success.named ? "PLUGIN_STAGE_UNEXPECTED" : "REPORT_STAGE_MISMATCH") : workflowComplete(scene);
	const { unit } = which;
	const wrong = [
		...report ? contradictions(scene, report, {
			unit,
			reason: "success",
			view
		}) : [],
		...which.kind === "ends" && isFirst(unit, model) ? [] : otherComplexity(scene, complexity),
		...(which.kind === "ends" || report) && !isFirst(unit, model) ? findings(model, plugin, contractCodes) : []
	];
	if (wrong.length > 0) return refused(...wrong);
	if (which.kind === "recorded") return report ? recordedAlready(scene, report, text, view) : unchanged(say`${unit} of ${plugin.name} is recorded as complete already.`);
	return end(scene, success, unit, view, [...which.implied ? [acceptImplied(scene)] : [], ...report ? claims(scene, report) : []]);
}

// src/protocols/plugin/writing/return.ts
const withoutMalformed = (handoff) => handoff.handback.state === "wrong" ? withKeys(handoff, { handback: void 0 }) : handoff.document.text;
function returned(plugin, model, unit, back) {
	const { reason, code, description, at } = back;
	const old = plugin.handoff?.handback.value;
	return rewritten(plugin, model, [
		withoutMalformed,
		(handoff) => withKeys(handoff, {
			last_updated: model.context.day,
			handback: {
				reason,
				code,
				description,
				at
			}
		}),
		(handoff) => withSpelling(handoff, ["handback", "description"], JSON.stringify(description)),
		...completing(plugin, model),
		(handoff) => withSteps(handoff, {
			goes: (item) => old !== void 0 && item === resolveStep(old),
			added: resolveStep(back)
		}),
		(handoff) => withTitles(handoff, returnedTitles(unit, reason))
	]);
}

// src/protocols/plugin/commands/handback/unfinished.ts
const isSame = (a, b) => b !== void 0 && a.reason === b.reason && a.code === b.code && a.description === b.description;
function giveBack(scene, { reason, code, description, report }, view) {
	const { model, plugin } = scene;
	const { state, name } = plugin;
	const unit = state.kind === "unit" || state.kind === "ideated" ? unitToBegin(plugin, model.stages) : void 0;
	if (unit === void 0) return workflowComplete(scene);
	const wrong = report ? contradictions(scene, report, {
		unit,
		reason,
		view
	}) : [];
	if (wrong.length > 0) return refused(...wrong);
	const isBegun = state.kind === "unit" && state.status === "in_progress";
	if (isBegun && isSame({
		reason,
		code,
		description
	}, plugin.handoff?.handback.value)) return unchanged(say`${name} is back with this ${reason} already.`);
	const { after: begun, registration } = isBegun ? {
		after: plugin,
		registration: void 0
	} : begin(scene, unit);
	return changedTo(scene, view, {
		after: returned(begun, model, unit, {
			reason,
			code,
			description,
			at: model.context.at
		}),
		...registration && { registration },
		reply: say`${name} is back with an open ${reason}: ${unit} stays in progress.`,
		warnings: isBegun ? [] : [acceptImplied(scene)]
	});
}

// src/protocols/plugin/commands/handback.ts
const kinds = {
	stage: "once",
	phase: "once",
	complexity: "once",
	"next-phase": "once",
	"next-action": "once",
	artifact: "many",
	tested: "many",
	code: "once"
};
const reasons = [
	"success",
	"error",
	"question"
];
function reasonOf([first, ...others], report) {
	const said = reasons.find((reason) => reason === first);
	if (said) return {
		reason: said,
		words: others
	};
	return {
		reason: report && (saysDone(report) ? "success" : "error"),
		words: first === void 0 ? [] : [first, ...others]
	};
}
const textOf = (text) => oneLine(text ?? "") || void 0;
function misplaced(options, reason) {
	return Object.keys(options).find((name) => name === "code" ? reason !== "error" : reason !== "success");
}
const orNone = (text) => text === "none" ? null : text;
function successOf(options, model, words, report) {
	const { artifact = [], tested = [] } = options;
	const first = model.stages.way[0]?.stage;
	const named = namedBy(options);
	if (named && "fault" in named) return named;
	const complexity = complexityOf(options.complexity);
	if (typeof complexity === "object") return complexity;
	const phase = orNone(options["next-phase"]);
	if (typeof phase === "string" && !isPhase(phase)) return { fault: say`Unexpected next phase ${phase}, expected ${"N.M"} or ${"none"}` };
	const outside = artifact.find((path) => !isInside(path) || path.includes("<"));
	if (outside !== void 0) return { fault: say`Unexpected path ${outside}, expected one relative to the repository's root` };
	return {
		text: textOf(words.join(" ")),
		named: named ?? (complexity === void 0 || first === void 0 ? void 0 : {
			stage: first,
			phase: void 0
		}),
		complexity,
		wanted: {
			phase,
			action: orNone(options["next-action"])
		},
		artifacts: artifact,
		tested: tested.flatMap((what) => textOf(what) ?? []),
		report
	};
}
const codeForm = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const wordForm = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;
function saidOf(reason, code, words, report) {
	const [first = "", ...others] = words;
	const leads = reason === "error" && code === void 0 && codeForm.test(first);
	const { error_type: type = "", error_message: message } = report?.outputs ?? {};
	const reported = reason === "error" && wordForm.test(type) ? type : void 0;
	return {
		code: code ?? (leads ? first : reported),
		description: textOf((leads ? others : words).join(" ")) ?? textOf(message)
	};
}
const handback = {
	name: "handback",
	usage: "NAME success [TEXT] [--stage N] [--phase N.M] [--complexity X] [--next-phase N.M|none] [--next-action NAME|none] [--artifact PATH]… [--tested TEXT]… | NAME error [CODE] TEXT | NAME question TEXT",
	summary: "Returns control to the orchestrator: the stage or phase is complete, or it stays in progress with an error or a question.",
	examples: [
		"/handback TinyGain success Gain is smooth",
		"/handback TinyGain error BUILD_FAILED No compiler",
		"/handback TinyGain question Which skin?"
	],
	selectors({ report }) {
		const read = report === void 0 ? void 0 : readReport(report);
		return (read && !("fault" in read) ? (read.outputs.files_modified ?? []).filter(isInside) : []).map((path) => ({
			glob: literally(path),
			need: "name"
		}));
	},
	run(model, request, { view }) {
		const taken = takeWords(model, request, kinds);
		if ("outcome" in taken) return taken;
		const report = request.report === void 0 ? void 0 : readReport(request.report);
		if (report && "fault" in report) return refused(remark({ model }, "REPORT_MALFORMED", { message: report.fault }));
		const { reason, words } = reasonOf(taken.rest, report);
		if (!reason) return invalid(model, say`Missing reason, expected one of ${reasons}`);
		const other = misplaced(taken.options, reason);
		if (other !== void 0) return invalid(model, say`Unexpected option ${`--${other}`} with ${reason}`);
		if (reason === "success") {
			const success = successOf(taken.options, model, words, report);
			if ("fault" in success) return invalid(model, success.fault);
			const scene = sceneOf(model, request);
			return "outcome" in scene ? scene : succeed(scene, success, view);
		}
		const { code } = taken.options;
		if (code !== void 0 && !wordForm.test(code)) return invalid(model, say`Unexpected code ${code}, expected one word`);
		const said = saidOf(reason, code, words, report);
		if (said.description === void 0) return invalid(model, say`Missing text, expected what the ${reason} is`);
		const scene = sceneOf(model, request);
		return "outcome" in scene ? scene : giveBack(scene, {
			reason,
			code: said.code,
			description: said.description,
			report
		}, view);
	}
};

// src/protocols/plugin/commands/install.ts
const handoffsOf = ({ hasHandoff, handoffPath, duplicate }) => [...hasHandoff ? [handoffPath] : [], ...duplicate === void 0 ? [] : [duplicate]].map((path) => [path, null]);
const notWorking = (model, plugin, message) => remark({
	model,
	plugin
}, "PLUGIN_NOT_WORKING", { message });
function cleanUp(model, plugin) {
	const { name, handoff } = plugin;
	const unreadable = findings(model, plugin, ["PLUGIN_YAML_INVALID"]);
	if (unreadable.length > 0) return refused(...unreadable);
	if (handoff?.fields.status.value === "in_progress") return refused(notWorking(model, plugin, say`Unexpected handoff of ${name}, which is installed: work on it is in progress`));
	return changing(new Map(handoffsOf(plugin)), {
		done: say`${name} is installed: its handoff is not needed any more.`,
		nothing: say`${name} is installed already.`
	});
}
function markInstalled(model, plugin, view) {
	const { name, hasHandoff, state, handoff } = plugin;
	const hindering = [...hasHandoff ? findings(model, plugin, contractCodes) : [], ...state.kind === "working" ? [] : [notWorking(model, plugin, say`Unexpected state ${describe(state, handoff?.fields.stage.value)} of ${name}, expected ${"workflow_complete"}`)]];
	if (hindering.length > 0) return refused(...hindering);
	const { day } = model.context;
	const said = {
		status: installedStatus,
		updated: day
	};
	const texts = register(model, view, [{
		plugin,
		row: said,
		second: said,
		timeline: [`- **${day}:** Installed to system folders`]
	}]);
	return {
		outcome: "changed",
		changes: new Map([...texts, ...handoffsOf(plugin)]),
		reply: say`${name} is installed.`,
		remarks: []
	};
}
const install = {
	name: "install",
	usage: "NAME",
	summary: "Marks a plugin that works as installed in the system folders, and deletes its handoff.",
	examples: ["/install TinyGain"],
	run(model, request, { view }) {
		const taken = takeWords(model, request, {}, 0);
		if ("outcome" in taken) return taken;
		const plugin = targetOf(model, request);
		if ("outcome" in plugin) return plugin;
		const { name, registered } = plugin;
		const hindering = [...unreadableFiles(model, plugin, [
			"handoff",
			"contract",
			"registry",
			"notes"
		]), ...findings(model, plugin, ["REGISTRY_DUPLICATE", "REGISTRY_STATUS_DRIFT"])];
		if (hindering.length > 0) return refused(...hindering);
		if (registered?.kind === "installed") return cleanUp(model, plugin);
		if (registered?.kind === "working") return markInstalled(model, plugin, view);
		const status = plugin.second?.status?.text ?? plugin.row?.status?.text ?? null;
		return refused(notWorking(model, plugin, say`Unexpected status ${status} of ${name} in the registry, expected ${workingStatus}`));
	}
};

// src/protocols/plugin/commands/migrate.ts
function one(plugin, model) {
	const { name } = plugin;
	if (!plugin.hasHandoff) return refused(remark({
		model,
		plugin
	}, "PLUGIN_HANDOFF_MISSING", { message: say`Missing handoff of ${name}: there is nothing to migrate` }));
	const after = migrated(plugin, model);
	if (!("name" in after)) return refused(...after);
	return changing(handoffChanges(plugin, after), {
		done: say`The handoff of ${name} is in the present form.`,
		nothing: say`The handoff of ${name} is in the present form already.`
	});
}
function all(model) {
	const changes = [];
	const warnings = [];
	for (const plugin of model.plugins.filter(({ handoff }) => handoff?.legacy)) {
		const invalid = findings(model, plugin, ["PLUGIN_NAME_INVALID"]);
		const after = invalid.length > 0 ? invalid : migrated(plugin, model);
		if ("name" in after) changes.push(...handoffChanges(plugin, after));
		else warnings.push(...after.map((each) => ({
			...each,
			severity: "warning"
		})));
	}
	return changing(new Map(changes), {
		done: "Every handoff that can be is in the present form.",
		nothing: "There is no handoff that can be brought into the present form."
	}, warnings);
}
const migrate = {
	name: "migrate",
	usage: "[NAME]",
	summary: "Gives a handoff of the old form, or every one, its proper place and the keys and sections that it lacks; the contracts are recorded as they are.",
	examples: ["/migrate TinyGain", "/migrate"],
	run(model, request) {
		const taken = takeWords(model, request, {}, 0);
		if ("outcome" in taken) return taken;
		if (request.name === void 0) return all(model);
		const plugin = targetOf(model, request);
		return "outcome" in plugin ? plugin : one(plugin, model);
	}
};

// src/protocols/plugin/commands/regenerate.ts
function bodyLine({ front, document }) {
	if (front.kind === "none") return 1;
	if (front.kind === "mapping") return front.body;
	const lines = Array.from({ length: document.lineCount }, (_, index) => document.line(index + 1));
	const closing = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line));
	if (closing !== -1) return closing + 2;
	const heading = lines.findIndex((line) => /^#{1,6}(?:[ \t]|$)/.test(line));
	return heading === -1 ? document.lineCount + 1 : heading + 1;
}
function bodyOf(handoff) {
	const { text, start, eol } = handoff.document;
	return {
		mark: text.slice(0, start),
		eol,
		text: text.slice(handoff.document.offsetOf(bodyLine(handoff)))
	};
}
function completedBy(plugin) {
	return timelineOf(plugin).flatMap(({ about, text }) => {
		const units = unitsIn(about);
		const unit = units.find((each) => phaseNumber(each) > 0) ?? units[0];
		const end = text.indexOf(":** ");
		return unit === void 0 || end === -1 ? [] : [`- **Stage ${unit}:** ${text.slice(end + 4).trim()}`];
	});
}
function regenerated(plugin, model, position, complexity) {
	const titles = completeTitles(position.unit, model);
	const body = plugin.handoff ? bodyOf(plugin.handoff) : noBody(titles.heading);
	const phased = (handoff) => withKeys(handoff, { phased_implementation: isPhased(complexity, plugin) });
	const head = begun$1(plugin, model, position, body, [...recording$1(complexity), phased]);
	const whole = rewritten(head, model, completing(head, model));
	const lines = whole.handoff && completedOf(whole.handoff).length > 0 ? [] : completedBy(plugin);
	return rewritten(whole, model, [...lines.map((line) => (handoff) => appendTo(handoff, "Completed So Far", line)), ...plugin.handoff ? [] : [(handoff) => withTitles(handoff, titles)]]);
}
const regenerate = {
	name: "regenerate",
	usage: "NAME [--complexity X]",
	summary: "Makes a handoff that is missing or cannot be read from the registry, the plan and the contracts; the text behind its front matter stays.",
	examples: ["/regenerate TinyGain", "/regenerate TinyGain --complexity 2.5"],
	run(model, request) {
		const taken = takeWords(model, request, { complexity: "once" }, 0);
		if ("outcome" in taken) return taken;
		const said = complexityOf(taken.options.complexity);
		if (typeof said === "object") return invalid(model, said.fault);
		const plugin = targetOf(model, request);
		if ("outcome" in plugin) return plugin;
		const about = {
			model,
			plugin
		};
		const { name, hasHandoff, state } = plugin;
		const hindering = [...unreadableFiles(model, plugin, [
			"handoff",
			"contract",
			"registry",
			"notes"
		]), ...findings(model, plugin, ["REGISTRY_DUPLICATE", "REGISTRY_STATUS_DRIFT"])];
		if (hindering.length > 0) return refused(...hindering);
		const position = registeredPosition(plugin, model);
		const complexity = said ?? plugin.plan.complexity?.value;
		const after = position && complexity !== void 0 ? regenerated(plugin, model, position, complexity) : void 0;
		const changes = after && handoffChanges(plugin, after);
		if (changes?.size === 0) return unchanged(say`The handoff of ${name} is what would be made.`);
		if (hasHandoff && state.kind !== "unknown") return refused(remark(about, "PLUGIN_HANDOFF_EXISTS", { message: say`Unexpected handoff of ${name}: it can be read, nothing is made in its place` }));
		if (!position) return refused(remark(about, "PLUGIN_NOT_IN_DEVELOPMENT", { message: say`Unknown state of ${name}: the registry does not say that it is in development` }));
		if (!changes) {
			const message = say`Unknown complexity of ${name}: no line ${"Complexity: N"} in the plan, no option`;
			return refused(remark(about, "PLUGIN_COMPLEXITY_REQUIRED", {
				message,
				hint: say`Say it, from 1 to 5: ${`/regenerate ${name} --complexity 2.0`}`
			}));
		}
		const anew = remark(about, "CONTRACT_CHANGED", { message: say`The contracts of ${name} are recorded as they are now: whether they are those that were built against, nobody knows` }, "warning");
		return {
			outcome: "changed",
			changes,
			reply: say`The handoff of ${name} is made anew.`,
			remarks: [anew]
		};
	}
};

// src/protocols/plugin/commands/restore.ts
function* versions({ history, from }, path) {
	if (from === void 0) yield* history?.versions(path) ?? [];
	const version = from === void 0 ? void 0 : history?.at(from, path);
	if (version) yield version;
}
function newest(past, path, read) {
	for (const { bytes } of versions(past, path)) {
		const found = bytes && read(bytes);
		if (found !== void 0) return found;
	}
}
function notFound(model, plugin, path, { from }) {
	return remark({
		model,
		plugin
	}, "PLUGIN_VERSION_NOT_FOUND", { message: say`Missing version of ${path} that would do in ${from === void 0 ? "the history of this branch" : from}` });
}
function restoreContracts(model, plugin, past) {
	const { name, handoff, contracts } = plugin;
	const hindering = [...unreadableFiles(model, plugin, ["handoff", "contract"]), ...findings(model, plugin, ["PLUGIN_YAML_INVALID", "PLUGIN_LEGACY_FORMAT"])];
	if (hindering.length > 0) return refused(...hindering);
	if (!handoff) return refused(remark({
		model,
		plugin
	}, "PLUGIN_HANDOFF_MISSING", { message: say`Missing handoff of ${name}: no contract is recorded` }));
	const broken = contractKeys.filter((key) => ["mismatch", "missing"].includes(contractStatus(plugin, key)));
	const recorded = (key) => handoff.checksums.recorded[key].sha256;
	const found = broken.map((key) => [contracts[key].path, newest(past, contracts[key].path, (bytes) => digestOf(bytes).sha256 === recorded(key) ? bytes : void 0)]);
	const lost = found.filter(([, bytes]) => bytes === void 0);
	if (lost.length > 0) return refused(...lost.map(([path]) => notFound(model, plugin, path, past)));
	if (found.length === 0) return unchanged(say`Every contract of ${name} is the one that was recorded.`);
	return {
		outcome: "changed",
		changes: new Map(found.flatMap(([path, bytes]) => bytes ? [[path, bytes]] : [])),
		reply: say`${broken} of ${name} are what was recorded again.`,
		remarks: []
	};
}
function isSound(model, plugin) {
	const replaced = {
		...model,
		unreadable: model.unreadable.filter(({ path }) => path !== plugin.handoffPath)
	};
	return plugin.handoff !== void 0 && errorsOf(replaced, plugin, "soft").every(({ place }) => place.path !== plugin.handoffPath);
}
function restoreState(model, plugin, past) {
	const { name, hasHandoff, handoffPath } = plugin;
	const links = findings(model, plugin, ["PLUGIN_FILE_SYMLINK"]).filter(({ place }) => place.path === handoffPath);
	if (links.length > 0) return refused(...links);
	if (isSound(model, plugin)) return unchanged(say`The handoff of ${name} has no error.`);
	const { handoff, oldHandoff } = pathsOf(model.configuration, name);
	for (const path of hasHandoff ? [handoffPath] : [handoff, oldHandoff]) {
		const after = newest(past, path, (bytes) => {
			const text = bytes.length > model.context.limit ? void 0 : decoded(bytes);
			const earlier = text === void 0 ? void 0 : withText(plugin, path, text, model);
			return earlier && isSound(model, earlier) ? earlier : void 0;
		});
		if (after) return {
			outcome: "changed",
			changes: handoffChanges(plugin, after),
			reply: say`The handoff of ${name} is an earlier version again.`,
			remarks: []
		};
	}
	return refused(notFound(model, plugin, handoffPath, past));
}
const parts = {
	contracts: restoreContracts,
	state: restoreState
};
const restore = {
	name: "restore",
	usage: "NAME contracts|state [--from SHA]",
	summary: "Brings back every contract that is not the recorded one, or the newest earlier handoff without an error, from the history of the branch or one commit of it.",
	examples: ["/restore TinyGain contracts", "/restore TinyGain state --from 1a2b3c4"],
	run(model, request, { history }) {
		const taken = takeWords(model, request, { from: "once" }, 1);
		if ("outcome" in taken) return taken;
		const [part] = taken.rest;
		const { from } = taken.options;
		if (part !== "contracts" && part !== "state") return invalid(model, say`Unexpected ${part ?? ""}, expected one of ${Object.keys(parts)}`);
		if (from !== void 0 && !/^[0-9a-f]{7,64}$/i.test(from)) return invalid(model, say`Unexpected commit ${from}, expected 7 hex digits or more`);
		const plugin = targetOf(model, request);
		if ("outcome" in plugin) return plugin;
		return parts[part](model, plugin, {
			history,
			from: from?.toLowerCase()
		});
	}
};

// src/protocols/plugin/commands/sync.ts
const sources = [
	"entry",
	"table",
	"handoff"
];
const orNothing = (text) => text === "" ? void 0 : text;
const saidBy = (place) => ({
	status: orNothing(place?.status?.text),
	version: isNoVersion(place?.version?.text) ? void 0 : place?.version?.text,
	updated: orNothing(place?.updated?.text)
});
function impliedBy({ state, registered }) {
	return state.kind === "working" && registered?.kind === "installed" ? installedStatus : statusOf(state);
}
const says = (status, { status: said }) => said !== void 0 && status !== void 0 && normalised(said) === normalised(status);
function agreed(plugin, source, day) {
	const { row, second, handoff } = plugin;
	const [entry, table] = [saidBy(second), saidBy(row)];
	const [first, other] = source === "table" ? [table, entry] : [entry, table];
	const implied = impliedBy(plugin);
	const places = [...row ? [table] : [], ...second ? [entry] : []];
	const moved = source === "handoff" && !(places.length > 0 && places.every((place) => says(implied, place)));
	const updated = first.updated ?? other.updated ?? handoff?.fields.last_updated.value ?? day;
	return {
		status: moved ? implied : first.status ?? other.status ?? implied ?? ideatedStatus,
		version: first.version,
		updated: moved ? day : updated
	};
}
function obstacles(model, plugin, source) {
	const { row, second, hasHandoff } = plugin;
	const isSaid = saidBy(second).status !== void 0 || saidBy(row).status !== void 0;
	return [
		...unreadableFiles(model, plugin, ["notes"]),
		...findings(model, plugin, ["PLUGIN_NAME_INVALID", "REGISTRY_DUPLICATE"]),
		...source === "handoff" || !isSaid ? unknownState(model, plugin) : [],
		...source === "handoff" && !hasHandoff ? [remark({
			model,
			plugin
		}, "PLUGIN_HANDOFF_MISSING", { message: say`Missing handoff of ${plugin.name}, expected one to go by` })] : []
	];
}
function registration(plugin, model, view, source) {
	const { day } = model.context;
	const placed = withNotes(plugin, model, view, agreed(plugin, source, day));
	const said = agreed(placed, source, day);
	const [row, second] = source === "table" ? [{
		...said,
		version: void 0
	}, said] : [said, {
		...said,
		version: void 0
	}];
	return {
		plugin: placed,
		row,
		second,
		timeline: []
	};
}
const sync = {
	name: "sync",
	usage: "[NAME] [--from entry|table|handoff]",
	summary: "Makes the row and the entry (or notes) of a plugin, or of all, say the same: by default what the entry says. What is missing is added.",
	examples: [
		"/sync TinyGain",
		"/sync TinyGain --from handoff",
		"/sync"
	],
	run(model, request, { view }) {
		const taken = takeWords(model, request, { from: "once" }, 0);
		if ("outcome" in taken) return taken;
		const source = sources.find((each) => each === (taken.options.from ?? "entry"));
		if (!source) return invalid(model, say`Unexpected source ${taken.options.from ?? ""}, expected one of ${sources}`);
		const { name } = request;
		const plugin = name === void 0 ? void 0 : targetOf(model, request, true);
		if (plugin && "outcome" in plugin) return plugin;
		if (!model.registryThere) return refused(remark({ model }, "REGISTRY_MISSING", { message: say`Missing registry, expected ${model.registryPath}` }));
		const broken = registryObstacles(model);
		if (broken.length > 0) return refused(...broken);
		const skipped = new Map((plugin ? [plugin] : model.plugins).map((each) => [each, obstacles(model, each, source)]));
		const hindering = plugin && skipped.get(plugin);
		if (hindering && hindering.length > 0) return refused(...hindering);
		const free = [...skipped].filter(([, remarks]) => remarks.length === 0).map(([each]) => each);
		const warnings = plugin ? [] : [...skipped.values()].flat().filter(({ code }) => code !== "PLUGIN_HANDOFF_MISSING");
		const reply = name === void 0 ? {
			done: "Row and second place of every plugin say the same.",
			nothing: "Row and second place of every plugin say the same already."
		} : {
			done: say`The registry says the same of ${name} everywhere.`,
			nothing: say`The registry says the same of ${name} everywhere already.`
		};
		const texts = register(model, view, free.map((each) => registration(each, model, view, source)));
		return changing(texts, reply, warnings.map((each) => ({
			...each,
			severity: "warning"
		})));
	}
};

// src/protocols/plugin/commands/verify.ts
const verify = {
	name: "verify",
	usage: "NAME [--stage N] [--phase N.M]",
	summary: "Changes nothing: says whether the stage or phase that was last completed is recorded everywhere, today.",
	examples: ["/verify TinyGain", "/verify TinyGain --stage 3"],
	run(model, request) {
		const taken = takeWords(model, request, {
			stage: "once",
			phase: "once"
		}, 0);
		if ("outcome" in taken) return taken;
		const named = namedBy(taken.options);
		if (named && "fault" in named) return invalid(model, named.fault);
		const plugin = targetOf(model, request);
		if ("outcome" in plugin) return plugin;
		const failed = failedChecks({
			model,
			plugin,
			named
		});
		return failed.size > 0 ? refused(...failed.values()) : unchanged(say`Everything is recorded of ${plugin.name}.`);
	}
};

// src/protocols/plugin/commands/index.ts
const commands = [
	accept,
	handback,
	answer,
	checksums$1,
	sync,
	migrate,
	regenerate,
	restore,
	install,
	verify
];

// src/protocols/plugin/protocol.ts
const unitOf = (registryPath, name) => `${registryPath}#${name}`;
function units({ plugins, registry, registryPath, layout }) {
	if (!registry) return /* @__PURE__ */ new Map();
	const { document } = registry;
	return new Map(plugins.map(({ name, rows, seconds }) => {
		const entries = layout === "entries" ? seconds : [];
		const text = [...rows.map(({ line }) => document.line(line)), ...entries.map(({ line, end }) => document.text.slice(document.offsetOf(line), document.offsetOf(end)).trimEnd())];
		return [unitOf(registryPath, name), text.join("\n")];
	}));
}
const nameOf = (target) => target.slice(7);
function ownerOf({ configuration: { root } }, path) {
	const prefix = root === "." ? "" : `${root}/`;
	return path.startsWith(prefix) ? path.slice(prefix.length).split("/", 1)[0] : void 0;
}
function isStateOf({ name, drafts }, { configuration }, path) {
	const paths = pathsOf(configuration, name);
	return [
		paths.handoff,
		paths.oldHandoff,
		paths.notes,
		...contractKeys.map(paths.contract)
	].includes(path) || drafts.has(path);
}
const plugin = protocol({
	name: "plugin",
	title: "Plugins",
	kinds: ["plugin"],
	about: "A plugin is built in stages by agents. Its state is written twice: in a handoff beside the plugin (`.continue-here.md`: stage, phase, status, contract checksums) and in a registry (`PLUGINS.md`: a table row, and a second place with the same status).",
	configuration,
	selectors(section) {
		const paths = pathsOf(section, "*");
		return [
			{
				glob: section.registry,
				need: "text"
			},
			{
				glob: paths.handoff,
				need: "text"
			},
			{
				glob: paths.oldHandoff,
				need: "text"
			},
			{
				glob: paths.notes,
				need: "text"
			},
			...Object.entries(contractFiles).map(([key, file]) => ({
				glob: `${paths.ideas}/${file}`,
				need: key === "plan" ? "text" : "digest"
			})),
			{
				glob: `${paths.ideas}/*-draft.md`,
				need: "digest"
			},
			{
				glob: `${paths.folder}/{*,.ideas/*}`,
				need: "name"
			}
		];
	},
	found: (view, section) => view.entry(section.registry) !== void 0 || hasPlugins(view, section),
	read: readModel,
	targets: (model) => model.plugins.map((each) => targetOf$1(each, model)),
	owners(model, path) {
		if (path === model.registryPath) return model.plugins.filter(({ rows, seconds }) => rows.length + seconds.length > 0).map(({ name }) => targetId(name));
		const plugin = model.get(ownerOf(model, path) ?? "");
		return plugin && isStateOf(plugin, model, path) ? [targetId(plugin.name)] : [];
	},
	parsed(model, path) {
		if (path === model.registryPath) return model.registry && parsedRegistry(model.registry);
		const handoff = model.get(ownerOf(model, path) ?? "")?.handoff;
		return handoff?.path === path ? parsedHandoff(handoff) : void 0;
	},
	rules,
	commands,
	units,
	unit: (model, path, target) => path === model.registryPath ? unitOf(model.registryPath, nameOf(target)) : void 0
});

// src/entry/protocols.ts
const protocols = [plugin, control$1];

export { relativePath as a, glob as i, configuration as n, stateGlob as o, configuration$1 as r, statePath as s, protocols as t };