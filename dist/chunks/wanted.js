import { t as globs } from "./glob.js";
import { t as digestOf } from "./digest.js";
import { createHash } from "node:crypto";

// src/gateways/digester.ts
const cr = "\r";
function digester() {
	const asTheyAre = createHash("sha256");
	const withLf = createHash("sha256");
	let held = "";
	return {
		add(piece) {
			asTheyAre.update(piece);
			const letters = held + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("latin1");
			held = letters.endsWith(cr) ? cr : "";
			withLf.update(letters.slice(0, letters.length - held.length).replaceAll("\r\n", "\n"), "latin1");
		},
		end() {
			withLf.update(held, "latin1");
			return {
				sha256: asTheyAre.digest("hex"),
				lf: withLf.digest("hex")
			};
		}
	};
}

// src/gateways/snapshot.ts
const keepsBytes = (need, size, limit) => need === "text" && size <= limit;
function contentOf(bytes, need, limit) {
	if (need === "name") return void 0;
	return keepsBytes(need, bytes.length, limit) ? { bytes } : { digest: digestOf(bytes) };
}
function snapshot(held, limit) {
	const digests = /* @__PURE__ */ new Map();
	const digestOnce = (bytes) => {
		const digest = digests.get(bytes) ?? digestOf(bytes);
		digests.set(bytes, digest);
		return digest;
	};
	return {
		paths: [...held.keys()].sort(),
		entry: (path) => held.get(path)?.entry,
		bytes(path) {
			const { entry, need, content } = held.get(path) ?? {};
			return entry && need && content && "bytes" in content && keepsBytes(need, entry.size, limit) ? content.bytes : void 0;
		},
		digest(path) {
			const { need, content } = held.get(path) ?? {};
			if (!content || need === "name") return void 0;
			return "bytes" in content ? digestOnce(content.bytes) : content.digest;
		}
	};
}

// src/gateways/collector.ts
const small = 1 << 20;
function collector(need, limit) {
	const most = need === "text" ? limit : small;
	const pieces = [];
	let size = 0;
	let digest;
	return {
		add(piece) {
			size += piece.length;
			if (size <= most) {
				pieces.push(new Uint8Array(piece));
				return;
			}
			digest ??= digester();
			for (const earlier of pieces.splice(0)) digest.add(earlier);
			digest.add(piece);
		},
		end() {
			if (digest) return {
				size,
				content: { digest: digest.end() }
			};
			const [only = /* @__PURE__ */ new Uint8Array(), ...others] = pieces;
			return {
				size,
				content: contentOf(others.length === 0 ? only : Buffer.concat(pieces), need, limit)
			};
		}
	};
}

// src/core/view.ts
const needs = [
	"name",
	"digest",
	"text"
];

// src/gateways/wanted.ts
const wanted = (selectors) => globs(selectors.map(({ glob, need, except }) => [
	glob,
	need,
	except
]));
function needOf(here, name, kind) {
	const found = here.matching(name);
	if (kind !== "file") return found.length > 0 || here.below(name) ? "name" : void 0;
	return needs.findLast((need) => found.includes(need));
}
const noNames = /* @__PURE__ */ new Set([
	"",
	".",
	"..",
	".git"
]);
function sieve(selectors) {
	const root = wanted(selectors);
	const folders = /* @__PURE__ */ new Map();
	const folderAt = (path) => {
		if (!folders.has(path)) {
			let here = root;
			for (const name of path.split("/")) here = noNames.has(name) ? void 0 : here?.below(name);
			folders.set(path, here);
		}
		return folders.get(path);
	};
	return (path, kind) => {
		const end = path.lastIndexOf("/");
		const name = path.slice(end + 1);
		const here = end < 0 ? root : folderAt(path.slice(0, end));
		return here && !noNames.has(name) ? needOf(here, name, kind) : void 0;
	};
}

export { collector as a, snapshot as c, needs as i, sieve as n, contentOf as o, wanted as r, keepsBytes as s, needOf as t };