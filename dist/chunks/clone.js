import { t as Fault } from "./fault.js";
import { t as say } from "./say.js";
import { a as collector, c as snapshot, i as needs, n as sieve, r as wanted, s as keepsBytes } from "./wanted.js";
import { t as git } from "./program.js";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

// src/gateways/git/byte-reader.ts
const nothing = Buffer.alloc(0);
function byteReader(pieces) {
	const source = pieces[Symbol.asyncIterator]();
	let piece = nothing;
	let at = 0;
	const more = async () => {
		const next = await source.next();
		at = 0;
		piece = next.done === true ? nothing : Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
		return next.done !== true;
	};
	return {
		async until(mark) {
			let before = nothing;
			for (;;) {
				const end = piece.indexOf(mark, at);
				const found = piece.subarray(at, end < 0 ? piece.length : end);
				if (end >= 0) {
					at = end + 1;
					return before.length > 0 ? Buffer.concat([before, found]) : found;
				}
				before = Buffer.concat([before, found]);
				if (!await more()) return void 0;
			}
		},
		async next(length, take) {
			for (let missing = length; missing > 0;) {
				if (at >= piece.length && !await more()) throw new Fault("An answer ended in its middle.");
				const taken = piece.subarray(at, at + missing);
				at += taken.length;
				missing -= taken.length;
				take(taken);
			}
		},
		async close() {
			await source.return?.();
		}
	};
}

// src/gateways/git/objects.ts
const marks = {
	nul: 0,
	newline: 10
};
const kinds = {
	"120000": "symlink",
	"160000": "submodule"
};
async function* listTree(git, sha, folder, names) {
	const paths = names.map((name) => folder + name).filter((path) => path !== "");
	const reader = byteReader(git.read([
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		"--end-of-options",
		sha,
		...paths
	]));
	try {
		for (let record = await reader.until(marks.nul); record; record = await reader.until(marks.nul)) {
			const [, mode = "", oid = "", path = ""] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(record.toString()) ?? [];
			const kind = kinds[mode] ?? "file";
			yield {
				path: path.slice(folder.length),
				kind,
				oid,
				size: kind === "submodule" ? 0 : void 0
			};
		}
	} finally {
		await reader.close();
	}
}
async function* answers(git, how, wanted, limit) {
	if (wanted.size === 0) return;
	const reader = byteReader(git.read([
		"cat-file",
		how,
		"--buffer"
	], `${[...wanted.keys()].join("\n")}\n`));
	try {
		for (let header = await reader.until(marks.newline); header; header = await reader.until(marks.newline)) {
			const [oid = "", , length] = header.toString("latin1").split(" ");
			if (length === void 0) throw new Fault(say`Object ${oid} is missing from this clone.`, { hint: "See what `git fsck` says, or clone again." });
			const size = Number(length);
			if (how === "--batch-check") yield [oid, { size }];
			else {
				const collected = collector(wanted.get(oid)?.need ?? "name", limit);
				await reader.next(size, (piece) => collected.add(piece));
				await reader.until(marks.newline);
				yield [oid, collected.end()];
			}
		}
	} finally {
		await reader.close();
	}
}
async function* readBlobs(git, wanted, limit) {
	const all = [...wanted];
	yield* answers(git, "--batch-check", new Map(all.filter(([, { need }]) => need === "name")), limit);
	yield* answers(git, "--batch", new Map(all.filter(([, { need }]) => need !== "name")), limit);
}

// src/gateways/listing.ts
function suffices({ size, content }, need, limit) {
	if (need === "name") return true;
	return content !== void 0 && (!keepsBytes(need, size, limit) || "bytes" in content);
}
const greater = (one, other) => needs.indexOf(one) > needs.indexOf(other) ? one : other;
const commitName = (sha) => `commit ${sha.slice(0, 7)}`;
function viewer(read) {
	const known = /* @__PURE__ */ new Map();
	let last = Promise.resolve();
	const view = async (listed, { selectors, limit }) => {
		const needFor = sieve(selectors);
		const found = [];
		const missing = /* @__PURE__ */ new Map();
		for await (const { path, kind, oid, size } of listed) {
			const need = needFor(path, kind);
			if (!need) continue;
			found.push({
				path,
				kind,
				oid,
				size,
				need
			});
			const blob = known.get(oid);
			if (need === "name" && size !== void 0 || blob && suffices(blob, need, limit)) continue;
			missing.set(oid, {
				need: greater(need, missing.get(oid)?.need ?? "name"),
				size
			});
		}
		if (missing.size > 0) for await (const [oid, blob] of read(missing, limit)) known.set(oid, blob);
		const held = /* @__PURE__ */ new Map();
		for (const { path, kind, oid, size, need } of found) {
			const blob = known.get(oid);
			held.set(path, {
				entry: {
					kind,
					size: size ?? blob?.size ?? 0
				},
				need,
				content: blob?.content
			});
		}
		return snapshot(held, limit);
	};
	return (listed, selection) => {
		const turn = last.then(() => view(listed, selection));
		last = turn.catch(() => void 0);
		return turn;
	};
}

// src/gateways/git/clone.ts
function isInRepository(folder) {
	return existsSync(join(folder, ".git")) || dirname(folder) !== folder && isInRepository(dirname(folder));
}
const isRevision = (text) => text !== "" && !text.startsWith("-") && !/[\0\n]/.test(text);
async function openClone(root, environment = process.env) {
	if (!existsSync(root) || !isInRepository(realpathSync(root))) return void 0;
	const program = git(root, environment);
	const [facts = "", promisor] = await Promise.all([program.ask([
		"rev-parse",
		"--is-shallow-repository",
		"--show-prefix"
	]), program.ask([
		"config",
		"--get-regexp",
		String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`
	], [1])]);
	const end = facts.indexOf("\n");
	const isShallow = facts.slice(0, end) === "true";
	const prefix = facts.slice(end + 1);
	const view = viewer((blobs, limit) => readBlobs(program, blobs, limit));
	const resolve = async (revision) => {
		if (!isRevision(revision)) return void 0;
		return program.ask([
			"rev-parse",
			"--verify",
			"--quiet",
			"--end-of-options",
			`${revision}^{commit}`
		], [1, 128]);
	};
	const mergeBase = async (base, head) => {
		const found = await program.ask([
			"merge-base",
			"--end-of-options",
			base,
			head
		], [1]);
		return {
			found,
			certain: !isShallow || found === base || found === head
		};
	};
	return {
		isShallow,
		isPartial: promisor !== void 0,
		origin: () => program.ask([
			"config",
			"--get",
			"remote.origin.url"
		], [1]),
		resolve,
		async mergeBase(base, head) {
			const { found, certain } = await mergeBase(base, head);
			if (certain) return found;
			throw new Fault(say`This clone's history is cut off, so that the fork point of ${base} and ${head} cannot be told.`, { hint: "Run `git fetch --unshallow`; in a workflow, check out with `fetch-depth: 0`." });
		},
		async fork(branch, head) {
			const [tip, known] = await Promise.all([resolve(`refs/remotes/origin/${branch}`), resolve(head)]);
			if (tip === void 0 || known === void 0) return void 0;
			const { found, certain } = await mergeBase(tip, known);
			return certain && found !== void 0 ? {
				tip,
				mergeBase: found
			} : void 0;
		},
		commitTree: (sha) => ({
			name: commitName(sha),
			sha,
			open(selection) {
				const names = wanted(selection.selectors).names() ?? [""];
				return view(listTree(program, sha, prefix, names), selection);
			}
		})
	};
}

export { commitName as n, viewer as r, openClone as t };