import { createHash } from "node:crypto";

// src/documents/digest.ts
const CR = 13;
const LF = 10;
function withoutCarriageReturns(bytes) {
	const kept = new Uint8Array(bytes.length);
	let length = 0;
	for (let index = 0; index < bytes.length; index++) {
		if (bytes[index] === CR && bytes[index + 1] === LF) continue;
		kept[length++] = bytes[index];
	}
	return kept.subarray(0, length);
}
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
function digestOf(bytes) {
	const digest = sha256(bytes);
	return {
		sha256: digest,
		lf: bytes.includes(CR) ? sha256(withoutCarriageReturns(bytes)) : digest
	};
}

export { digestOf as t };