import { i as __toESM } from "./rolldown-runtime.js";
import { t as require_unhomoglyph } from "./unhomoglyph.grammar.js";
import { t as commandNames } from "./command-names.js";
import { t as distance } from "./suggestion.js";
import { t as MarkdownItCallable } from "./markdown-it.action.transition.grammar.explain.status.validate.js";
import { t as footnote_plugin } from "./markdown-it-footnote.grammar.js";

// src/documents/conversation.ts
var import_unhomoglyph = /* @__PURE__ */ __toESM(require_unhomoglyph(), 1);
const markdown = new MarkdownItCallable("commonmark").enable("table").use(footnote_plugin);
markdown.core.ruler.enableOnly(["normalize", "block"]);
const isBegun = (env) => typeof env === "object" && env !== null && "begun" in env;
markdown.inline.ruler.before("newline", "line-begins", (state, silent) => {
	const begun = isBegun(state.env) ? state.env.begun : void 0;
	const end = state.src[state.pos] === "\\" ? state.pos + 1 : state.pos;
	if (!silent && state.linkLevel === 0 && begun?.content === state.src && state.src[end] === "\n") begun.begins.push(end + 1);
	return false;
});
function lineBegins(content) {
	const begun = {
		content,
		begins: [0]
	};
	markdown.inline.parse(content, markdown, { begun }, []);
	return begun.begins;
}
function said(line) {
	let text = line;
	for (let open = text.indexOf("<!--"); open !== -1; open = text.indexOf("<!--", open)) {
		const close = text.indexOf("-->", open);
		text = text.slice(0, open) + (close === -1 ? "" : text.slice(close + 3));
	}
	return text.trim().replace(/\\$/, "").trim();
}
function linesOf(content, first) {
	const begins = new Set(lineBegins(content));
	const lines = [];
	let at = 0;
	for (const [index, line] of content.split("\n").entries()) {
		if (begins.has(at)) lines.push({
			text: said(line),
			number: first + index
		});
		at += line.length + 1;
	}
	return lines;
}
function paragraphs(comment) {
	const tokens = markdown.parse(comment, {});
	return tokens.flatMap((token, index) => {
		const inline = tokens[index + 1];
		if (token.type !== "paragraph_open" || token.level !== 0 || !inline || !token.map) return [];
		const lines = linesOf(inline.content, token.map[0] + 1);
		const next = tokens[index + 3];
		return {
			lines,
			endsPlainly: lines.at(-1)?.number === token.map[0] + inline.content.split("\n").length,
			fence: next?.type === "fence" && next.level === 0 ? {
				info: next.info.trim(),
				content: next.content
			} : void 0
		};
	});
}

// src/engine/commands/other-bots.ts
const otherBots = /* @__PURE__ */ new Set([
	"approve",
	"area",
	"assign",
	"azp",
	"backport",
	"benchmark",
	"build",
	"cc",
	"check",
	"cherry-pick",
	"cherrypick",
	"close",
	"deploy",
	"format",
	"gemini",
	"hold",
	"kind",
	"label",
	"lgtm",
	"lifecycle",
	"lint",
	"lock",
	"merge",
	"milestone",
	"ok-to-test",
	"override",
	"priority",
	"queue",
	"rebase",
	"reopen",
	"rerun",
	"retest",
	"retry",
	"retitle",
	"run",
	"shrug",
	"sig",
	"skip",
	"snapshot",
	"test",
	"triage",
	"unassign",
	"uncc",
	"unhold",
	"unlabel",
	"unlock"
]);

// src/engine/commands/words.ts
const space = /\s/u;
const quotes = /* @__PURE__ */ new Set(["\"", "'"]);
function closing(line, from) {
	const quote = line[from];
	for (let at = line.indexOf(quote, from + 1); at !== -1; at = line.indexOf(quote, at + 1)) if (at + 1 === line.length || space.test(line[at + 1])) return at;
}
function words(line) {
	const found = [];
	let at = 0;
	while (at < line.length) {
		if (space.test(line[at])) {
			at++;
			continue;
		}
		const flag = /^--[a-z-]+=(?=["'])/.exec(line.slice(at, at + 40))?.[0] ?? "";
		const open = at + flag.length;
		const end = quotes.has(line[open] ?? "") ? closing(line, open) : void 0;
		if (end === void 0) {
			let stop = at;
			while (stop < line.length && !space.test(line[stop])) stop++;
			found.push({
				text: line.slice(at, stop),
				quoted: false
			});
			at = stop;
		} else {
			found.push({
				text: flag + line.slice(open + 1, end),
				quoted: flag === ""
			});
			at = end + 1;
		}
	}
	return found;
}

// src/engine/commands/grammar.ts
const isOurs = (name) => commandNames.includes(name);
function called(line, prefix) {
	const [, name = "", rest = ""] = /^\/([A-Za-z-]{1,40})(?:\s+(.*))?$/su.exec(line) ?? [];
	if (name === "") return void 0;
	if (name.toLowerCase() !== "baton") return prefix === "required" ? void 0 : {
		name: name.toLowerCase(),
		rest
	};
	const [, inner = "", innerRest = ""] = /^([A-Za-z-]{1,40})(?:\s+(.*))?$/su.exec(rest) ?? [];
	return inner === "" ? {
		name: "help",
		rest: ""
	} : {
		name: inner.toLowerCase(),
		rest: innerRest
	};
}
const isSha = /^@[0-9a-f]{7,40}$/i;
function ask(name, rest, report) {
	const all = words(rest);
	const plain = all.filter(({ text, quoted }) => quoted || text !== "--dry-run");
	const last = plain.at(-1);
	const sha = last && !last.quoted && isSha.test(last.text) ? last.text.slice(1).toLowerCase() : void 0;
	return {
		name,
		words: sha === void 0 ? plain : plain.slice(0, -1),
		report,
		sha,
		dryRun: plain.length < all.length,
		line: `/${name}${rest === "" ? "" : ` ${rest}`}`
	};
}
function near(written, { notOurs }) {
	if (otherBots.has(written) || notOurs.some((name) => name.toLowerCase() === written)) return void 0;
	const most = Math.min(2, Math.floor(written.length / 3));
	return commandNames.find((name) => distance(name, written) <= most);
}
const skeleton = (word) => (0, import_unhomoglyph.default)(word.normalize("NFKC").replace(/\p{Cf}/gu, "").toLowerCase());
const skeletons = new Map(commandNames.map((name) => [skeleton(`/${name}`), name]));
const firstWord = (line) => line.slice(0, 80).split(/\s/u, 1)[0] ?? "";
const lookAlike = (word) => /^[!-~]*$/.test(word) ? void 0 : skeletons.get(skeleton(word));
const jsonOf = ({ fence }) => fence?.info.toLowerCase() === "json" ? fence.content : void 0;
function readComment(comment, settings) {
	const commands = [];
	const slips = [];
	for (const paragraph of paragraphs(comment.replace(/^\ufeff/, ""))) for (const [index, { text }] of paragraph.lines.entries()) {
		const call = called(text, settings.prefix);
		const isLast = paragraph.endsPlainly && index === paragraph.lines.length - 1;
		if (call && isOurs(call.name)) commands.push(ask(call.name, call.rest, isLast ? jsonOf(paragraph) : void 0));
		else {
			const alike = lookAlike(firstWord(text));
			const meant = alike ?? (call && near(call.name, settings));
			if (meant) slips.push({
				kind: alike ? "look-alike" : "near",
				written: firstWord(text),
				meant
			});
		}
	}
	return {
		commands,
		slips
	};
}

export { readComment };