// src/core/say.ts
const longest = 120;
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]+/gu;
function visible(text, length = longest) {
	const line = text.replace(unprintable, " ").replace(/ {2,}/g, " ").trim();
	const points = Array.from(line.slice(0, 2 * length + 2));
	return points.length > length ? `${points.slice(0, length - 1).join("")}…` : line;
}
function code(value) {
	const text = visible(String(value)).replaceAll("`", "'");
	return text === "" ? "(empty)" : `\`${text}\``;
}
function say(sentence, ...values) {
	return sentence.reduce((said, part, index) => {
		const value = values[index - 1];
		return said + (Array.isArray(value) ? value.map(code).join(", ") : code(value)) + part;
	});
}

export { visible as n, say as t };