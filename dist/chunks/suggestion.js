import { n as leven, t as closestMatch } from "./leven.action.transition.grammar.explain.status.validate.repair.js";

// src/core/suggestion.ts
const longest = 100;
function suggestion(word, candidates) {
	if (word.length > longest) return void 0;
	const bySmall = new Map(Array.from(candidates, (candidate) => [candidate.toLowerCase(), candidate]));
	const nearest = closestMatch(word.toLowerCase(), [...bySmall.keys()], { maxDistance: Math.ceil(word.length / 3) });
	return nearest === void 0 ? void 0 : bySmall.get(nearest);
}
const distance = (a, b) => leven(a, b);

export { suggestion as n, distance as t };