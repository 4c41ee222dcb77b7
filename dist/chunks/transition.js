import { t as say } from "./say.js";
import { a as selectionOf, c as touching, i as contextOf, l as sign, n as policyOf, o as wanted, r as configurationOf, s as check } from "./check.js";
import { t as overlay } from "./overlay.js";
import { n as suggestion } from "./suggestion.js";
import { t as writeAll } from "./disk-write.js";
import { t as createTwoFilesPatch } from "./diff.transition.js";
import { n as jsonDiagnostic, r as stringify } from "./json.js";
import { n as plain } from "./plain.js";
import { t as knowledge } from "./knowledge.js";
import { r as exits, t as UsageError } from "./usage.js";
import { n as sourcesOf } from "./sources.js";
import { readFileSync } from "node:fs";

// src/engine/commands/resolve.ts
function refusal(code, message, hint) {
	return {
		code,
		severity: "error",
		message,
		place: { path: "." },
		...hint !== void 0 && { hint }
	};
}
const has = (command) => (found) => found.protocol.commands.some(({ name }) => name === command);
const nameOf = (id) => id.slice(id.indexOf(":") + 1);
function lacking(command, found) {
	const those = [...new Set(found.flatMap(({ protocol }) => protocol.commands.map(({ name }) => `/${name}`)))];
	return [refusal("COMMAND_NOT_HERE", say`Unexpected command ${`/${command}`} here, expected one of ${those}`)];
}
function unknown(written, all) {
	const ids = all.flatMap(({ reading }) => reading.targets.map(({ id }) => id));
	const meant = suggestion(written, [...ids, ...ids.map(nameOf)]);
	return [refusal("TARGET_UNKNOWN", say`Unknown target ${written}`, meant === void 0 ? "The command `/status` lists the targets." : say`Perhaps ${meant} is meant.`)];
}
function resolve(command, words, all, touched) {
	const [written, ...rest] = words;
	const named = written !== void 0 && !written.startsWith("--") ? written : void 0;
	const kind = named?.includes(":") === true ? named.slice(0, named.indexOf(":")) : void 0;
	const prefixed = kind === void 0 ? void 0 : all.filter(({ protocol }) => protocol.kinds.includes(kind));
	const asked = prefixed !== void 0 && prefixed.length > 0 ? prefixed : all;
	const able = asked.filter(has(command));
	const [first] = able;
	if (!first) return { refused: asked.length === 0 && named !== void 0 ? unknown(named, all) : lacking(command, asked) };
	if (named === void 0) return {
		...first,
		target: void 0,
		name: void 0,
		words
	};
	const name = asked === all ? named : nameOf(named);
	const answers = able.map((found) => ({
		found,
		answer: found.reading.resolve({
			name,
			words: rest,
			touched
		})
	}));
	const refused = answers.find(({ answer }) => "refused" in answer)?.answer;
	const meant = answers.flatMap(({ found, answer }) => "ids" in answer ? answer.ids.map((id) => ({
		...found,
		target: id,
		name: nameOf(id),
		words: answer.words
	})) : []);
	const [only] = meant;
	if (only && meant.length === 1) return only;
	if (meant.length > 1) return { refused: [refusal("TARGET_AMBIGUOUS", say`Unexpected target ${named}, expected one of ${meant.map(({ target }) => target)}`, "Say which one by its whole name.")] };
	if (refused && "refused" in refused) return refused;
	return able.length === 1 ? {
		...first,
		target: void 0,
		name,
		words: rest
	} : { refused: unknown(named, all) };
}

// src/engine/commands/contradictions.ts
const grants = /* @__PURE__ */ new Set(["accept", "answer"]);
function contradict(a, b) {
	if (a.target !== b.target) return false;
	if (a.name === b.name) return a.reason !== void 0 && b.reason !== void 0 && a.reason !== b.reason;
	const [back, grant] = a.name === "handback" ? [a, b] : [b, a];
	if (back.name !== "handback" || back.reason === void 0 || !grants.has(grant.name)) return false;
	return !(back === a && back.reason === "success" && grant.name === "accept" && a.mayGoOn);
}
function contradiction(earlier, later) {
	const other = earlier.find((each) => contradict(each, later));
	const said = ({ name, reason }) => `/${name}${reason === void 0 ? "" : ` … ${reason}`}`;
	return other && refusal("COMMAND_CONTRADICTORY", say`Unexpected ${said(later)} beside ${said(other)} for ${later.target}, expected one of them`);
}

// src/engine/commands/plan.ts
const none = /* @__PURE__ */ new Map();
const signed = (remark, protocol) => sign(remark, {
	code: remark.code,
	severity: remark.severity,
	protocol,
	touched: true
});
const refusedAs = (command, remarks, protocol) => ({
	command,
	outcome: "refused",
	changes: none,
	reply: remarks.map(({ message, hint }) => hint === void 0 ? message : `${message}. ${hint}`).join("\n"),
	diagnostics: remarks.map((remark) => signed(remark, protocol))
});
function read({ protocols, sections, context }, head) {
	return protocols.map((protocol) => ({
		protocol,
		reading: protocol.read({ head }, sections[protocol.name], context)
	})).filter(({ reading }) => reading.found);
}
function added(request, protocol, target, before, after) {
	const errors = (head) => check({
		...request,
		head,
		base: void 0,
		protocols: [protocol],
		mode: "strict",
		failOn: "error",
		allowEmpty: true,
		paths: [],
		targets: [target],
		given: [],
		notes: []
	}).diagnostics.filter(({ severity }) => severity === "error");
	const identity = ({ code, path }) => `${code} ${path}`;
	const old = new Set(errors(before).map(identity));
	return errors(after).filter((error) => !old.has(identity(error)));
}
const reasons = /* @__PURE__ */ new Set([
	"success",
	"error",
	"question",
	"qualified",
	"failed"
]);
function planOne(request, wanted, view, wishes) {
	const all = read(request, view);
	const command = [`/${wanted.name}`, ...wanted.words.slice(0, 1)].join(" ");
	const touched = request.base ? touching(view, request.base, []) : () => false;
	const resolved = resolve(wanted.name, wanted.words, all, touched);
	if ("refused" in resolved) return refusedAs(command, resolved.refused);
	const { protocol, reading, target, name, words } = resolved;
	const [first] = words;
	const wish = target === void 0 ? void 0 : {
		name: wanted.name,
		target,
		reason: first !== void 0 && reasons.has(first) ? first : void 0,
		mayGoOn: protocol.name === "plugin"
	};
	const contradicted = wish && contradiction(wishes, wish);
	if (contradicted) return refusedAs(command, [contradicted], protocol.name);
	if (wish) wishes.push(wish);
	const outcome = reading.run(wanted.name, {
		name,
		words,
		report: wanted.report,
		actor: request.actor
	}, request.history);
	if (!outcome) throw new RangeError(`The protocol ${protocol.name} lost its command ${wanted.name}`);
	if (outcome.outcome === "refused") return {
		...refusedAs(command, outcome.remarks, protocol.name),
		...target !== void 0 && { target }
	};
	const changes = outcome.outcome === "changed" ? outcome.changes : none;
	const after = overlay(view, changes);
	const worse = changes.size > 0 && target !== void 0 ? added(request, protocol, target, view, after) : [];
	if (worse.length > 0 && target !== void 0) return {
		command,
		target,
		outcome: "refused",
		changes: none,
		reply: worse.map(({ message }) => message).join("\n"),
		diagnostics: worse
	};
	const then = changes.size > 0 ? protocol.read({ head: after }, request.sections[protocol.name], request.context) : reading;
	const was = reading.targets.find(({ id }) => id === target);
	const is = then.targets.find(({ id }) => id === target);
	return {
		command,
		outcome: outcome.outcome,
		...target !== void 0 && { target },
		...was && { from: was.state },
		...is && {
			to: is.state,
			facts: is.facts,
			...is.holder && { holder: is.holder }
		},
		changes,
		reply: outcome.reply,
		diagnostics: outcome.remarks.map((remark) => signed(remark, protocol.name)),
		...outcome.report && { report: outcome.report }
	};
}
function plan(batch, request) {
	if (batch.length > request.most) {
		const remarks = [refusal("COMMAND_LIMIT", say`Unexpected number of commands: ${batch.length}, expected at most ${request.most}`, "None was run. Write several comments, or raise `limits.commands`.")];
		return {
			outcome: "refused",
			results: [refusedAs("", remarks)],
			changes: none
		};
	}
	const results = [];
	const changes = /* @__PURE__ */ new Map();
	const wishes = [];
	for (const wanted of batch) {
		const result = planOne(request, wanted, overlay(request.head, changes), wishes);
		results.push(result);
		if (result.outcome !== "refused") for (const [path, content] of result.changes) changes.set(path, content);
	}
	if (results.some(({ outcome }) => outcome === "refused")) return {
		outcome: "refused",
		results,
		changes: none
	};
	return {
		outcome: changes.size > 0 ? "changed" : "unchanged",
		results,
		changes
	};
}

// src/app/command/run.ts
async function run(batch, sources, knowledge, settings, world) {
	const policy = await configurationOf(policyOf(sources, {}), knowledge.schema);
	if ("problems" in policy) return policy;
	const { configuration } = policy;
	const protocols = wanted(knowledge.protocols, configuration, []);
	const selection = selectionOf(protocols, configuration);
	const own = batch.flatMap(({ name, words, report }) => {
		const request = {
			name: words[0],
			words: words.slice(1),
			report,
			actor: settings.actor
		};
		return protocols.flatMap(({ commands }) => commands.find((command) => command.name === name)?.selectors?.(request) ?? []);
	});
	const [head, base] = await Promise.all([sources.head.open({
		...selection,
		selectors: [...selection.selectors, ...own]
	}), sources.base?.open(selection)]);
	const planned = plan(batch, {
		head,
		base,
		context: contextOf(configuration, settings.at),
		protocols,
		sections: configuration.protocols,
		severity: configuration.severity,
		actor: settings.actor,
		most: configuration.limits.commands,
		history: world.history
	});
	if (planned.outcome === "changed" && !settings.dryRun) world.write(planned.changes, head);
	return {
		plan: planned,
		head
	};
}

// src/render/transition.ts
const decoder = new TextDecoder();
const textOf = (content) => typeof content === "string" ? content : content ? decoder.decode(content) : "";
function diffOf(changes, view) {
	return [...changes].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, content]) => {
		const [from, to] = [view.entry(path) !== void 0 ? `a/${path}` : "/dev/null", content === null ? "/dev/null" : `b/${path}`];
		return createTwoFilesPatch(from, to, textOf(view.bytes(path)), textOf(content), void 0, void 0, { headerOptions: {
			includeIndex: false,
			includeUnderline: false,
			includeFileHeaders: true
		} });
	}).join("");
}
const actions = (changes) => [...changes].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, content]) => ({
	path,
	action: content === null ? "delete" : "write"
}));
function resultJson({ command, outcome, target, from, to, holder, facts, changes, reply, diagnostics, report }) {
	const of = (severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).map(jsonDiagnostic);
	return {
		outcome,
		command,
		...target !== void 0 && { target },
		...from !== void 0 && { from },
		...to !== void 0 && { to },
		...holder !== void 0 && { holder },
		...facts !== void 0 && { facts },
		changes: actions(changes),
		reply,
		...report && { report },
		...of("error").length > 0 && { errors: of("error") },
		warnings: of("warning"),
		notices: of("notice")
	};
}
function transitionJson({ outcome, results, diff }) {
	const dry = diff === void 0 ? {} : {
		dryRun: true,
		diff
	};
	const [only] = results;
	if (only && results.length === 1) return stringify({
		version: 1,
		...resultJson(only),
		...dry
	});
	return stringify({
		version: 1,
		outcome,
		results: results.map(resultJson),
		...dry
	});
}
function resultLines({ command, outcome, target, from, to, holder, changes, reply, diagnostics, report }) {
	const moved = from !== void 0 && to !== void 0 && from !== to ? [`  ${target}: ${from} → ${to}${holder === void 0 ? "" : `, held by the ${holder}`}`] : [];
	return [
		`${{
			changed: "✔",
			unchanged: "=",
			refused: "✖"
		}[outcome]} ${command}: ${outcome}`,
		...moved,
		...(report?.lines ?? reply.split("\n")).map((line) => `  ${line}`),
		...actions(changes).map(({ path, action }) => `  ${action} ${path}`),
		...diagnostics.filter(({ severity }) => outcome === "refused" || severity !== "error").map(({ severity, code, message, hint }) => `  ${severity} ${code} ${message}${hint === void 0 ? "" : ` ${hint}`}`)
	];
}
function transitionText({ results, diff }) {
	return `${results.flatMap(resultLines).map(plainLine).join("\n")}\n${diff === void 0 ? "" : `\n${diff.split("\n").map(plainLine).join("\n")}`}`;
}
function plainLine(line) {
	return " ".repeat(line.length - line.trimStart().length) + plain(line);
}

// src/entry/cli/transition.ts
function textFrom(file) {
	try {
		return readFileSync(file === "-" ? 0 : file, "utf8");
	} catch {
		throw new UsageError(`Unexpected file ${file}, expected one that can be read.`);
	}
}
function momentOf({ at }) {
	if (at === void 0) return (/* @__PURE__ */ new Date()).toISOString();
	const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(at) ? new Date(at) : /* @__PURE__ */ new Date(NaN);
	if (Number.isNaN(moment.getTime())) throw new UsageError(`Unexpected --at ${at}, expected a moment such as 2026-02-04T10:00:00Z.`);
	return moment.toISOString();
}
async function actorOf({ actor, root }) {
	if (actor !== void 0) return actor.replace(/^@/, "");
	const { userOf } = await import("./user.js");
	return userOf(root);
}
const hasFailed = ({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error");
const exitOf = ({ outcome, results }) => outcome === "refused" || results.some(hasFailed) ? exits.findings : exits.fine;
async function transitions(batch, options, dryRun = options.dryRun === true) {
	const [sources, actor] = await Promise.all([sourcesOf(options), actorOf(options)]);
	const settings = {
		at: momentOf(options),
		actor,
		dryRun
	};
	const ran = await run(batch, sources, knowledge, settings, { write: (changes, seen) => writeAll(options.root, changes, seen) });
	if ("problems" in ran) {
		for (const { place, message } of ran.problems) process.stderr.write(`${place.path}:${place.line ?? 1}: ${message}\n`);
		throw new UsageError("The configuration cannot be read, and so every command is refused. `baton validate` says more.");
	}
	const shown = {
		...ran.plan,
		...dryRun && { diff: diffOf(ran.plan.changes, ran.head) }
	};
	process.stdout.write(options.format === "json" ? transitionJson(shown) : transitionText(shown));
	return exitOf(ran.plan);
}
function transition(name, words, options) {
	return transitions([{
		name,
		words,
		report: options.report === void 0 ? void 0 : textFrom(options.report)
	}], options);
}
async function runComment(comment, options) {
	const { readComment } = await import("./grammar.js");
	const { commands, slips } = readComment(comment === "-" ? textFrom("-") : comment, {
		prefix: "optional",
		notOurs: []
	});
	for (const { written, meant } of slips) process.stderr.write(`Unknown command ${written}: perhaps /${meant} is meant.\n`);
	if (commands.length === 0) throw new UsageError("There is no command in this text. A command is a line that begins with / and its name, such as /accept TinyGain.");
	const dryRun = options.dryRun === true || commands.every((command) => command.dryRun);
	return transitions(commands.map(({ name, words, report }) => ({
		name,
		words: words.map(({ text }) => text),
		report
	})), options, dryRun);
}

export { runComment, transition };