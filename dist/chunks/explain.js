import { i as __toESM } from "./rolldown-runtime.js";
import { n as codeUrl, t as configurationRule } from "./rule.js";
import { n as suggestion } from "./suggestion.js";
import { t as require_picocolors } from "./picocolors.action.main.explain.status.validate.js";
import { t as inert } from "./plain.js";
import { t as protocols } from "./protocols.js";
import { r as exits, t as UsageError } from "./usage.js";
import { n as renderOptions } from "./output.js";

// src/render/explain.ts
var import_picocolors = /* @__PURE__ */ __toESM(require_picocolors(), 1);
const names = {
	"	": "\\t",
	"\r": "\\r"
};
const spelt = (line) => inert(line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (unit) => names[unit] ?? `\\u{${unit.codePointAt(0)?.toString(16)}}`));
function shower(links, seen, paint) {
	return (path, text, when) => {
		const title = `    ${paint.bold(spelt(path))}${when}`;
		if (text === void 0) return [`${title}: not there`];
		if (links.includes(path)) return [`${title}: a link to ${spelt(text)}`];
		if (seen.get(path) === text) return [`${title}: as above`];
		seen.set(path, text);
		const lines = text.replace(/\n$/, "").split("\n");
		return [`${title}:`, ...lines.map((line) => `      ${paint.dim("│")} ${spelt(line)}`)];
	};
}
function files({ head, base }, show) {
	if (base === void 0) return Object.entries(head).flatMap(([path, text]) => show(path, text, ""));
	return [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head)])].toSorted().flatMap((path) => base[path] === head[path] ? show(path, head[path], ", unchanged") : [...show(path, base[path], " before the change"), ...show(path, head[path], " after it")]);
}
const circumstances = ({ configuration, at, staleAfter, limit }) => Object.entries({
	configuration,
	at,
	staleAfter,
	limit
}).flatMap(([name, value]) => value === void 0 ? [] : `    ${name}: ${spelt(JSON.stringify(value))}`);
function examples({ bad, good }, paint) {
	const seen = /* @__PURE__ */ new Map();
	const shown = (verdict) => (example) => [
		"",
		`  ${verdict}: ${example.about}`,
		...circumstances(example),
		...files(example, shower(example.links ?? [], seen, paint))
	];
	return [...bad.flatMap(shown(paint.red("✖ wrong"))), ...good.flatMap(shown(paint.green("✔ right")))];
}
function severity({ strict, soft }) {
	const level = {
		error: "an error",
		warning: "a warning",
		notice: "a notice",
		off: "not looked for"
	};
	return strict === soft ? level[strict] : `${level[strict]} in what a change touches, ${level[soft]} elsewhere`;
}
const paragraph = (text) => text.split("\n").map((line) => `  ${line}`);
function explain$1(rule, { color }) {
	const paint = import_picocolors.default.createColors(color);
	const section = (title, lines) => lines.length === 0 ? [] : [
		"",
		paint.bold(title),
		...lines
	];
	const safe = rule.safe ? ["  This repair is safe: `--fix` and `/fix` may apply it."] : [];
	return `${[
		`${paint.bold(rule.code)} is ${severity(rule)}`,
		"",
		...paragraph(rule.summary),
		...section("Why", paragraph(rule.why)),
		...section("How to mend it", [...rule.repair === void 0 ? [] : paragraph(rule.repair), ...safe]),
		...section("Examples", examples(rule.examples, paint)),
		"",
		`More: ${rule.url}`
	].join("\n")}\n`;
}

// src/entry/cli/explain.ts
const known = [{
	rule: configurationRule,
	url: codeUrl(configurationRule.code)
}, ...protocols.flatMap(({ name, rules }) => rules.map((rule) => ({
	rule,
	url: codeUrl(rule.code, name)
})))];
function explain(code, { format }) {
	const found = known.find(({ rule }) => rule.code === code.toUpperCase());
	if (!found) {
		const like = suggestion(code.toUpperCase(), known.map(({ rule }) => rule.code));
		throw new UsageError(`Unexpected code ${code}${like === void 0 ? "." : `, did you mean ${like}?`} \`baton validate\` names the codes that it finds.`);
	}
	const facts = {
		...found.rule,
		url: found.url
	};
	process.stdout.write(format === "json" ? `${JSON.stringify(facts, void 0, 2)}\n` : explain$1(facts, renderOptions()));
	return exits.fine;
}

export { explain };