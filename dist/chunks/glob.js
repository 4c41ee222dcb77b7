import { t as expand } from "./brace-expansion.action.transition.explain.status.validate.clone.js";
import { t as RE2JS } from "./re2js.action.transition.explain.status.validate.clone.js";
import { t as zeptomatch } from "./zeptomatch.action.transition.explain.status.validate.clone.js";

// src/documents/glob.ts
const anyName = Symbol("*");
const anyNames = Symbol("**");
const mostAlternatives = 1e3;
const mostRemembered = 1e4;
const special = /[*?[\]{}()!+@\\]/;
const literally = (path) => path.replaceAll(/[*?[\]{}()!+@,\\]/g, "\\$&");
function pattern(text) {
	const literal = text.replaceAll(/\\.|[{}]|^!/gs, (special) => special.startsWith("\\") ? special : `\\${special}`);
	const source = zeptomatch.compile(literal).source.replaceAll("[^\\\\/]", "[^/]").replace(/\[\\\\\/\]\?\$$/, "$");
	const compiled = RE2JS.compile(source, RE2JS.DOTALL);
	const known = /* @__PURE__ */ new Map();
	return (name) => {
		const before = known.get(name);
		if (before !== void 0) return before;
		const matched = compiled.matches(name);
		if (known.size < mostRemembered) known.set(name, matched);
		return matched;
	};
}
function oneStar(text) {
	const [before = "", after = ""] = text.split("*");
	return (name) => name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
}
function segmentOf(text) {
	if (text === "**") return anyNames;
	if (text === "*") return anyName;
	if (!special.test(text)) return text;
	return special.test(text.replace("*", "")) ? pattern(text) : oneStar(text);
}
function accepts(segment, name) {
	if (typeof segment === "string") return segment === name;
	return typeof segment === "symbol" || segment(name);
}
function enter(step, here) {
	for (let each = step; each; each = each.segment === anyNames ? each.next : void 0) here.add(each);
}
function seenFrom(here) {
	return {
		matching(name) {
			const tags = [];
			for (const { segment, next, tag } of here) if (!next && accepts(segment, name)) tags.push(tag);
			return tags;
		},
		below(name) {
			const there = /* @__PURE__ */ new Set();
			for (const step of here) {
				if (step.except.includes(name)) continue;
				if (step.segment === anyNames) enter(step, there);
				else if (step.next && accepts(step.segment, name)) enter(step.next, there);
			}
			return there.size > 0 ? seenFrom(there) : void 0;
		},
		names() {
			const names = /* @__PURE__ */ new Set();
			for (const { segment } of here) {
				if (typeof segment !== "string") return void 0;
				names.add(segment);
			}
			return [...names];
		}
	};
}
function alternatives(glob) {
	if (!glob.includes("{")) return [glob];
	const expanded = expand(glob, { max: 1001 });
	if (expanded.length > mostAlternatives) throw new RangeError("too many alternatives in a glob");
	return expanded;
}
function globs(tagged) {
	const here = /* @__PURE__ */ new Set();
	for (const [glob, tag, except = []] of tagged) for (const alternative of alternatives(glob)) enter(alternative.split("/").reduceRight((next, text) => ({
		segment: segmentOf(text),
		next,
		tag,
		except
	}), void 0), here);
	return seenFrom(here);
}
function matcher(patterns, except) {
	const root = globs(patterns.map((glob) => [
		glob,
		true,
		except
	]));
	return (path) => {
		const names = path.split("/");
		const last = names.pop() ?? "";
		let here = root;
		for (const name of names) here = here?.below(name);
		return here !== void 0 && here.matching(last).length > 0;
	};
}

export { literally as n, matcher as r, globs as t };