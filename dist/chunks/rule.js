import { c as int, h as string, m as strictObject, o as boolean, y as toJSONSchema } from "./zod.action.transition.explain.status.validate.repair.js";
import { t as say } from "./say.js";
import { a as Schema, i as Composer, l as isScalar$1, n as Lexer, r as isCollection, s as isMap, t as Parser, u as isSeq } from "./yaml.action.transition.explain.status.validate.repair.js";
import { n as suggestion } from "./suggestion.js";

// src/core/configuration.ts
const camel = (key) => key.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
function section(shape) {
	return strictObject(shape).transform((keys) => Object.fromEntries(Object.entries(keys).map(([key, value]) => [camel(key), value])));
}
const isScalar = (value) => value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
const unexpected = (value) => {
	if (value === void 0) return ["Missing value"];
	if (Array.isArray(value)) return ["Unexpected list"];
	if (value === null || typeof value === "string" && value.trim() === "") return ["Unexpected empty value"];
	return isScalar(value) ? ["Unexpected ", value] : ["Unexpected keys and values"];
};
function expected(sentence, ...values) {
	return ({ input }) => {
		const [begin, ...there] = unexpected(input);
		const whole = [...there.length > 0 ? [begin, `, expected ${sentence[0]}`] : [`${begin}, expected ${sentence[0]}`], ...sentence.slice(1)];
		return say(Object.assign(whole, { raw: whole }), ...there, ...values);
	};
}
function text(title, form, error) {
	return string({ error }).regex(form, { error }).meta({ title });
}
const longestLine = 500;
const isLine = (value) => value.length <= longestLine && value.trim() !== "" && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
const notLine = expected`one line of text, at most ${longestLine} characters`;
const line = string({ error: notLine }).refine(isLine, { error: notLine }).meta({ title: "text" });
const word = text("name", /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, expected`a name of letters, digits, ${"-"}, ${"_"} and ${"."}`);
function count(least) {
	const error = expected`a whole number, ${least} or more`;
	return int({ error }).min(least, { error }).meta({ title: "number" });
}
const flag = boolean({ error: expected`${"true"} or ${"false"}` });

// src/documents/text.ts
const BOM = "﻿";
function lineStarts(text) {
	const starts = [0];
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
	return starts;
}
function textDocument(path, text) {
	const starts = lineStarts(text);
	const start = text.startsWith(BOM) ? 1 : 0;
	const firstEnd = text.indexOf("\n");
	const lineCount = text.endsWith("\n") || text.length === start ? starts.length - 1 : starts.length;
	const offsetOf = (line) => line === 1 ? start : starts[line - 1] ?? text.length;
	const lineOf = (offset) => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = low + high + 1 >> 1;
			if (starts[middle] <= offset) low = middle;
			else high = middle - 1;
		}
		return low + 1;
	};
	const line = (number) => {
		const from = offsetOf(number);
		const next = starts[number];
		const to = next === void 0 ? text.length : text[next - 2] === "\r" ? next - 2 : next - 1;
		return text.slice(from, to);
	};
	const position = (offset) => {
		const number = lineOf(offset);
		return {
			line: number,
			column: Math.max(0, offset - offsetOf(number)) + 1
		};
	};
	const span = (from, to) => {
		const begin = position(from);
		const end = position(to);
		return {
			path,
			line: begin.line,
			column: begin.column,
			endLine: end.line,
			endColumn: end.column
		};
	};
	return {
		path,
		text,
		start,
		eol: firstEnd > 0 && text[firstEnd - 1] === "\r" ? "\r\n" : "\n",
		lineCount,
		line,
		offsetOf,
		lineOf,
		span,
		place(number) {
			const text = line(number);
			const from = offsetOf(number) + text.length - text.trimStart().length;
			return span(from, from + text.trim().length);
		}
	};
}
const decoder = new TextDecoder("utf-8", {
	fatal: true,
	ignoreBOM: true
});
function decoded(bytes) {
	if (bytes.includes(0)) return void 0;
	try {
		return decoder.decode(bytes);
	} catch {
		return;
	}
}
function readText(view, path, limit) {
	const entry = view.entry(path);
	if (!entry) return "absent";
	if (entry.kind !== "file") return "link";
	if (entry.size > limit) return "large";
	const bytes = view.bytes(path);
	const text = bytes && decoded(bytes);
	return text === void 0 ? "encoding" : textDocument(path, text);
}

// src/documents/yaml-tags.ts
const prefix = "tag:yaml.org,2002:";
const names = [
	"null",
	"bool",
	"int",
	"float",
	"binary",
	"timestamp",
	"str",
	"omap",
	"pairs",
	"set",
	"seq",
	"map"
];
const standardTags = /* @__PURE__ */ new Set(["!", ...names.map((name) => `!!${name}`)]);
const scalar = (name, test, resolve) => ({
	tag: prefix + name,
	default: true,
	test,
	resolve
});
const own = [
	scalar("bool", /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, () => true),
	scalar("bool", /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, () => false),
	scalar("float", /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$/, (text) => Number.parseFloat(text.replaceAll("_", "")))
];
const replaced = [
	"y",
	"n",
	"1.5",
	"1e5"
];
function pythonic(tags) {
	const isOurs = (test) => replaced.some((word) => test?.test(word));
	return [...tags.filter((tag) => typeof tag !== "object" || !(tag.tag === `${prefix}merge` || "test" in tag && isOurs(tag.test))), ...own];
}

// src/documents/yaml-composition.ts
var Refused = class extends Error {
	at;
	constructor(fault, start, end) {
		super(fault);
		this.at = {
			fault,
			start,
			end
		};
	}
};
function tooDeep({ depth }, start, end) {
	return new Refused(say`Unexpected nesting, expected at most ${depth} collections in each other`, start, end);
}
const unprintable = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufeff]|\r(?!\n)/;
function checkCharacters({ text, offset }) {
	const at = text.search(unprintable);
	if (at === -1) return;
	const character = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")}`;
	throw new Refused(say`Unexpected character ${character}, expected printable text`, offset + at, offset + at + 1);
}
const mostTokens = 1e5;
function* tokensOf(source) {
	const { text, offset, depth, version } = source;
	const parser = new Parser();
	let tokens = 0;
	let content = false;
	for (const lexeme of new Lexer().lex(text)) {
		const start = offset + parser.offset;
		const end = start + lexeme.length;
		if (++tokens > 1e5) throw new Refused(say`Unexpected length, expected at most ${mostTokens} words and marks`, start, end);
		if (!content && version === "1.2" && lexeme.startsWith("*")) throw new Refused(say`Unexpected alias ${lexeme}: aliases are not read`, start, end);
		if (!content && lexeme.startsWith("!") && !(version === "1.1" && standardTags.has(lexeme))) throw new Refused(version === "1.2" ? say`Unexpected tag ${lexeme}: tags are not read` : say`Unexpected tag ${lexeme}, expected one of YAML's own`, start, end);
		content = lexeme === "";
		yield* parser.next(lexeme);
		if (parser.stack.length > depth && parser.stack.filter(isCollection).length > depth) throw tooDeep(source, start, end);
	}
	yield* parser.end();
}
function* oneDocument(source) {
	let documents = 0;
	for (const token of tokensOf(source)) {
		const start = source.offset + token.offset;
		if (token.type === "document" && ++documents > 1) throw new Refused("Unexpected second document, expected one", start, start);
		yield token;
	}
}
const schemas = {
	"1.1": new Schema({
		schema: "yaml-1.1",
		merge: false,
		resolveKnownTags: false,
		customTags: pythonic
	}),
	"1.2": new Schema({
		schema: "core",
		merge: false,
		resolveKnownTags: false
	})
};
function compose(source) {
	checkCharacters(source);
	const composer = new Composer({
		version: source.version,
		schema: schemas[source.version],
		uniqueKeys: false,
		keepSourceTokens: true
	});
	let first;
	const at = (position) => source.offset + Math.min(position, source.text.length);
	const refuse = (error) => {
		if (error) first ??= new Refused(say`Unexpected YAML: ${error.message}`, at(error.pos[0]), at(Math.max(...error.pos)));
		if (first) throw first;
		return 0;
	};
	const { errors, warnings } = composer.streamInfo();
	errors.push = refuse;
	warnings.push = refuse;
	const [document] = composer.compose(oneDocument(source), true, source.text.length);
	return document?.contents ?? null;
}

// src/documents/data.ts
function mappingOf(entries, { start, end }) {
	let byKey;
	const get = (key) => {
		byKey ??= new Map(entries.map((entry) => [entry.key.source, entry]));
		return byKey.get(key);
	};
	return {
		kind: "mapping",
		entries,
		get,
		start,
		end
	};
}
function plain(node) {
	if (node.kind === "scalar") return node.value;
	if (node.kind === "sequence") return node.items.map(plain);
	return Object.fromEntries(node.entries.map(({ key, value }) => [key.source, plain(value)]));
}
function at(node, path) {
	return path.reduce((there, step) => {
		if (there?.kind === "mapping") return there.get(String(step))?.value;
		return there?.kind === "sequence" ? there.items[Number(step)] : void 0;
	}, node);
}
function duplicates(root) {
	const found = [];
	const seen = /* @__PURE__ */ new Set();
	const visit = (node) => {
		if (node.kind === "scalar" || seen.has(node)) return;
		seen.add(node);
		if (node.kind === "sequence") {
			for (const item of node.items) visit(item);
			return;
		}
		const keys = /* @__PURE__ */ new Map();
		for (const { key, value } of node.entries) {
			const first = keys.get(key.source);
			if (first) found.push({
				key,
				first
			});
			else keys.set(key.source, key);
			visit(value);
		}
	};
	visit(root);
	return found;
}

// src/documents/yaml.ts
const separators = /* @__PURE__ */ new Set([
	"space",
	"newline",
	"comment",
	"comma"
]);
const absent = (at) => ({
	kind: "scalar",
	source: "",
	quoted: false,
	value: null,
	start: at,
	end: at
});
function entryOf({ key: node, value, srcToken }, source, level) {
	const { offset } = source;
	const mark = srcToken?.start.find(({ type }) => !separators.has(type)) ?? srcToken?.sep?.[0];
	const key = node ? convert(node, source, level) : absent(offset + (mark?.offset ?? 0));
	if (key.kind !== "scalar") throw new Refused("Unexpected key, expected a word", key.start, key.end);
	if (key.source === "<<" && !key.quoted) throw new Refused(say`Unexpected merge key ${"<<"}: merge keys are not read`, key.start, key.end);
	const start = Math.min(key.start, offset + (mark?.offset ?? Infinity));
	const lead = srcToken?.sep?.findLast(({ type }) => !separators.has(type));
	const slot = lead ? offset + lead.offset + lead.source.length : key.end;
	const read = value ? convert(value, source, level) : absent(slot);
	return {
		start,
		key,
		slot,
		value: read.end > read.start ? read : absent(slot)
	};
}
function byKey(entries) {
	const found = /* @__PURE__ */ new Map();
	for (const entry of entries) {
		const { source, start, end } = entry.key;
		if (found.has(source)) throw new Refused(say`Unexpected second key ${source}, expected each once`, start, end);
		found.set(source, entry);
	}
	return found;
}
function convert(node, source, level) {
	const { text, offset, depth } = source;
	const [from, to] = node.range;
	const start = from + offset;
	if (isScalar$1(node)) {
		const block = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
		const quoted = block || node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
		const over = !block || text[to - 1] !== "\n" ? 0 : text[to - 2] === "\r" ? 2 : 1;
		return {
			kind: "scalar",
			source: node.source,
			quoted,
			value: node.value,
			start,
			end: offset + to - over
		};
	}
	if (level === depth) throw tooDeep(source, start, offset + to);
	if (isSeq(node)) {
		const flow = node.flow === true;
		const items = node.items.map((item) => convert(item, source, level + 1));
		return {
			kind: "sequence",
			flow,
			items,
			start,
			end: (flow ? void 0 : items.at(-1)?.end) ?? offset + to
		};
	}
	if (!isMap(node)) throw new Refused("Unexpected YAML", start, offset + to);
	const flow = node.flow === true;
	const entries = node.items.map((pair) => entryOf(pair, source, level + 1));
	const found = byKey(entries);
	const [first, last] = flow ? [] : [entries[0]?.start, entries.at(-1)?.value.end];
	return {
		kind: "mapping",
		flow,
		entries,
		get: (key) => found.get(key),
		start: first ?? start,
		end: last ?? offset + to
	};
}
function parseYaml(text, offset = 0, depth = 16) {
	try {
		const source = {
			text,
			offset,
			depth,
			version: "1.2"
		};
		const node = compose(source);
		return node ? convert(node, source, 0) : absent(offset);
	} catch (error) {
		if (error instanceof Refused) return error.at;
		throw error;
	}
}

// src/engine/configuration/json-schema.ts
function configurationShape(schema) {
	return toJSONSchema(schema, {
		io: "input",
		target: "draft-7"
	});
}
const isSchema = (schema) => typeof schema === "object" && schema !== null && !Array.isArray(schema);
const shapes = (schema) => [schema, ...(schema.anyOf ?? []).filter(isSchema)];
const inside = ({ items, additionalProperties }) => [items, additionalProperties].find(isSchema);
function keysAt(schema, path) {
	let level = shapes(schema);
	for (const step of path) level = level.map((shape) => shape.properties?.[String(step)] ?? inside(shape)).filter(isSchema).flatMap(shapes);
	return level.flatMap((shape) => Object.keys(shape.properties ?? {}));
}

// src/engine/configuration/problems.ts
const kinds = {
	object: expected`keys and values`,
	record: expected`keys and values`,
	array: expected`a list`,
	string: expected`text`
};
const words = (issue) => {
	if (issue.code === "invalid_value") return expected`one of ${issue.values.map(String)}`(issue);
	return issue.code === "invalid_type" ? kinds[issue.expected]?.(issue) : void 0;
};
const written = (path) => path.map((step, index) => typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`).join("");
function find(root, path) {
	let found = { node: root };
	for (const step of path) {
		const node = found?.node;
		const entry = node?.kind === "mapping" ? node.get(String(step)) : void 0;
		const below = node?.kind === "sequence" ? node.items[Number(step)] : entry?.value;
		found = below && {
			node: below,
			entry
		};
	}
	return found;
}
const span = ({ document }, { start, end }) => document.span(start, end);
function placeOf(source, { node, entry }) {
	const { document } = source;
	if (node.end > node.start && document.lineOf(node.start) === document.lineOf(node.end)) return span(source, node);
	const key = entry?.key ?? (node.kind === "mapping" ? node.entries[0]?.key : void 0);
	return key ? span(source, key) : document.place(document.lineOf(node.start));
}
function nearest(source, path) {
	const found = find(source.root, path);
	return found ? placeOf(source, found) : nearest(source, path.slice(0, -1));
}
function keyPlace(source, path) {
	const entry = find(source.root, path)?.entry;
	return entry ? span(source, entry.key) : nearest(source, path);
}
const mostNamed = 12;
function meant(word, candidates) {
	const suggested = suggestion(String(word), candidates);
	return suggested === void 0 ? {} : { hint: say`Did you mean ${suggested}?` };
}
function unknownKey(source, path, key) {
	const known = source.known(path);
	const few = known.length > 0 && known.length <= mostNamed ? { hint: say`Expected one of ${known}.` } : {};
	return {
		message: path.length === 0 ? say`Unexpected key ${key}` : say`Unexpected key ${key} in ${written(path)}`,
		place: keyPlace(source, [...path, key]),
		...few,
		...meant(key, known)
	};
}
const resembled = (issue) => issue.errors.find((issues) => issues.some(({ code, path }) => path.length > 0 || code === "custom"));
function problemsOf(source, issue) {
	const { path, message } = issue;
	const inner = issue.code === "invalid_union" ? resembled(issue) : void 0;
	if (inner) return inner.flatMap((each) => problemsOf(source, {
		...each,
		path: [...path, ...each.path]
	}));
	if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(source, path, key));
	if (issue.code === "invalid_key") return [{
		message: issue.issues[0]?.message ?? message,
		place: keyPlace(source, path)
	}];
	const found = find(source.root, path);
	if (!found) return [{
		message: say`Missing key ${written(path)}`,
		place: nearest(source, path)
	}];
	const value = found.node.kind === "scalar" ? found.node.source : "";
	const hint = issue.code === "invalid_value" ? meant(value, issue.values.map(String)) : {};
	return [{
		message,
		place: placeOf(source, found),
		...hint
	}];
}

// src/engine/configuration/read.ts
const configurationPath = ".github/baton.yml";
const configurationLimit = 1048576;
const invalid = (finding) => ({ problems: [finding] });
function unreadableAt(view, path) {
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(view.bytes(path));
	const at = text.search(/[\0\ufffd]/);
	return at === -1 ? { path } : textDocument(path, text).span(at, at + 1);
}
function unreadable(view, path, why) {
	switch (why) {
		case "link": return {
			message: say`Unexpected link in place of ${path}, expected a file`,
			place: { path }
		};
		case "large": return {
			message: say`Unexpected size of ${path}, expected at most ${configurationLimit} bytes`,
			place: { path }
		};
		case "encoding": return {
			message: say`Unexpected bytes in ${path}, expected text in UTF-8`,
			place: unreadableAt(view, path)
		};
	}
}
function prototypeKeys(node) {
	if (node.kind === "scalar") return [];
	if (node.kind === "sequence") return node.items.flatMap(prototypeKeys);
	return node.entries.flatMap(({ key, value }) => [...key.source === "__proto__" ? [key] : [], ...prototypeKeys(value)]);
}
const inOrder = ({ place: a }, { place: b }) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
function checked(document, root, schema) {
	const [forbidden] = prototypeKeys(root);
	if (forbidden) return invalid({
		message: say`Unexpected key ${forbidden.source}`,
		place: document.span(forbidden.start, forbidden.end)
	});
	const data = root.kind === "scalar" && root.source === "" ? {} : plain(root);
	const { success, data: read, error } = schema.safeParse(data, { error: words });
	if (success) return { configuration: withSections(read, data) };
	const shape = configurationShape(schema);
	const source = {
		document,
		root,
		known: (path) => keysAt(shape, path)
	};
	return { problems: error.issues.flatMap((issue) => problemsOf(source, issue)).sort(inOrder) };
}
function withSections(read, data) {
	const { protocols = {} } = data;
	return {
		...read,
		protocols
	};
}
function readConfiguration(view, schema, path = configurationPath) {
	const document = readText(view, path, configurationLimit);
	if (document === "absent") return { configuration: withSections(schema.parse({}), {}) };
	if (typeof document === "string") return invalid(unreadable(view, path, document));
	const root = parseYaml(document.text.slice(document.start), document.start);
	if ("fault" in root) return invalid({
		message: root.fault,
		place: document.span(root.start, root.end)
	});
	return checked(document, root, schema);
}

// src/core/links.ts
const repository = "https://github.com/example-org/baton";
function codeUrl(code, protocol) {
	const page = protocol === void 0 ? "README.md" : `src/protocols/${protocol}/README.md`;
	return `${repository}/blob/main/${page}#${code.toLowerCase()}`;
}

// src/engine/configuration/rule.ts
const configurationRule = {
	code: "CONFIG_INVALID",
	strict: "error",
	soft: "error",
	summary: `\`${configurationPath}\` is not one YAML document of known keys with values that they may have.`,
	why: "Defaults never stand in for a configuration that cannot be read: once merged, it would fail every later check and have every command refused.",
	repair: "Correct the key or value that is pointed at; the hint names the one that was probably meant.",
	examples: {
		bad: [
			{
				about: "a slip of the pen in a key",
				head: { [configurationPath]: "protocols:\n  plugin:\n    secondplace: notes\n" }
			},
			{
				about: "the code of no rule",
				head: { [configurationPath]: "severity: { REGISTRY_STATUS_DRIFTS: off }\n" }
			},
			{
				about: "state in a folder that no command writes to",
				head: { [configurationPath]: "protocols:\n  plugin: { root: .github/plugins }\n" }
			},
			{
				about: "a key twice",
				head: { [configurationPath]: "mode: auto\nmode: strict\n" }
			}
		],
		good: [{
			about: "everything is optional",
			head: { [configurationPath]: "protocols:\n  plugin:\n    second-place: notes\nseverity: { REGISTRY_STATUS_DRIFT: warning }\n" }
		}]
	}
};

export { text as C, section as S, textDocument as _, readConfiguration as a, flag as b, duplicates as c, Refused as d, compose as f, readText as g, decoded as h, configurationPath as i, mappingOf as l, tooDeep as m, codeUrl as n, parseYaml as o, mostTokens as p, configurationLimit as r, at as s, configurationRule as t, plain as u, count as v, word as w, line as x, expected as y };