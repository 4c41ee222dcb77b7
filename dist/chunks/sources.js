import { t as Fault } from "./fault.js";
import { t as say } from "./say.js";
import { a as collector, c as snapshot, o as contentOf, r as wanted, s as keepsBytes, t as needOf } from "./wanted.js";
import { t as UsageError } from "./usage.js";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

// src/gateways/regular-file.ts
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const piece = Buffer.allocUnsafeSlow(1 << 20);
function readPiece(descriptor, expected) {
	let length = 0;
	while (length < piece.length) {
		const read = readSync(descriptor, piece, length, piece.length - length, null);
		length += read;
		if (read === 0 || length === expected) break;
	}
	return piece.subarray(0, length);
}
function readInPieces(descriptor, first, need, limit) {
	const collected = collector(need, limit);
	for (let read = first; read.length > 0; read = readPiece(descriptor, -1)) collected.add(read);
	const { size, content } = collected.end();
	return {
		entry: {
			kind: "file",
			size
		},
		need,
		content
	};
}
function readRegularFile(path, need, limit) {
	const descriptor = openSync(path, flags);
	try {
		const facts = fstatSync(descriptor);
		if (!facts.isFile()) return void 0;
		const read = readPiece(descriptor, facts.size);
		if (read.length === piece.length) return readInPieces(descriptor, read, need, limit);
		const bytes = keepsBytes(need, read.length, limit) ? new Uint8Array(read) : read;
		return {
			entry: {
				kind: "file",
				size: read.length
			},
			need,
			content: contentOf(bytes, need, limit)
		};
	} finally {
		closeSync(descriptor);
	}
}

// src/gateways/disk.ts
function within({ path, location }, name) {
	const below = path === "" ? String(name) : `${path}/${String(name)}`;
	if (typeof name === "string" && typeof location === "string") return {
		path: below,
		location: `${location}/${name}`
	};
	return {
		path: below,
		location: Buffer.concat([
			Buffer.from(location),
			Buffer.from("/"),
			Buffer.from(name)
		])
	};
}
function list(location) {
	const entries = readdirSync(location, { withFileTypes: true });
	return entries.every(({ name }) => !name.includes("�")) ? entries : readdirSync(location, {
		withFileTypes: true,
		encoding: "buffer"
	});
}
const gone = /* @__PURE__ */ new Set([
	"ENOENT",
	"ENOTDIR",
	"ELOOP",
	"EMLINK",
	"ENXIO"
]);
function unlessGone({ path, location }, look) {
	try {
		return look();
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
		if (gone.has(code) && path !== "") return void 0;
		throw new Fault(say`${path === "" ? String(location) : path} cannot be read: ${code}.`, {
			hint: path === "" ? "Name a folder that is there and may be read." : "Give the user that runs this the right to read it.",
			cause
		});
	}
}
function entryOf(spot, kind) {
	return unlessGone(spot, () => ({
		entry: {
			kind,
			size: lstatSync(spot.location).size
		},
		need: "name"
	}));
}
function read(root, all, limit) {
	const held = /* @__PURE__ */ new Map();
	const visit = (folder, entries, here) => {
		for (const entry of entries) {
			const spot = within(folder, entry.name);
			const found = look(spot, entry, here);
			if (found) held.set(spot.path, found);
		}
	};
	const look = (spot, entry, here) => {
		const name = String(entry.name);
		if (name === ".git") return void 0;
		if (entry.isDirectory()) return enter(spot, name, here);
		if (entry.isSymbolicLink()) return needOf(here, name, "symlink") && entryOf(spot, "symlink");
		const need = entry.isFile() ? needOf(here, name, "file") : void 0;
		if (!need || need === "name") return need && entryOf(spot, "file");
		return unlessGone(spot, () => readRegularFile(spot.location, need, limit));
	};
	const enter = (spot, name, here) => {
		if (!needOf(here, name, "submodule")) return void 0;
		const entries = unlessGone(spot, () => list(spot.location)) ?? [];
		if (entries.some((entry) => String(entry.name) === ".git")) return {
			entry: {
				kind: "submodule",
				size: 0
			},
			need: "name"
		};
		const below = here.below(name);
		if (below) visit(spot, entries, below);
	};
	const top = {
		path: "",
		location: root
	};
	visit(top, unlessGone(top, () => list(root)) ?? [], all);
	return held;
}
function diskTree(root) {
	return {
		name: "the working tree",
		open: (selection) => Promise.resolve(selection).then(({ selectors, limit }) => snapshot(read(root, wanted(selectors), limit), limit))
	};
}

// src/gateways/named-file.ts
function namedFile(file, path) {
	const bytes = readFileSync(file);
	return {
		name: path,
		open: ({ limit }) => Promise.resolve(snapshot(/* @__PURE__ */ new Map([[path, {
			entry: {
				kind: "file",
				size: bytes.length
			},
			need: "text",
			content: contentOf(bytes, "text", limit)
		}]]), limit))
	};
}

// src/entry/cli/sources.ts
function pathInRoot(root, written) {
	const below = (from) => {
		const path = relative(resolve(root), resolve(from, written));
		return path.startsWith(`..${sep}`) || path === ".." || isAbsolute(path) ? void 0 : path;
	};
	const path = written === "" ? void 0 : below(process.cwd()) ?? below(root);
	if (path === void 0) throw new UsageError(`Unexpected path ${written}, expected one below the root ${root}.`);
	return path === "" ? "." : path.split(sep).join("/");
}
function standsIn(root, path) {
	try {
		return lstatSync(resolve(root, path), { throwIfNoEntry: false }) !== void 0;
	} catch {
		return false;
	}
}
function isFolder(path) {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
function folder(path, option) {
	if (!isFolder(path)) throw new UsageError(`Unexpected ${option} ${path}, expected a folder that is there.`);
	return path;
}
function namedConfiguration(root, file) {
	const path = relative(resolve(root), resolve(file)).split(sep).join("/");
	try {
		return {
			tree: namedFile(file, path),
			path
		};
	} catch {
		throw new UsageError(`Unexpected --config ${file}, expected a file that can be read.`);
	}
}
async function trees({ root, rev, base, baseDir }) {
	if (base !== void 0 && baseDir !== void 0) throw new UsageError("Unexpected --base beside --base-dir, expected one of them.");
	const against = baseDir === void 0 ? void 0 : diskTree(folder(baseDir, "--base-dir"));
	if (rev === void 0 && base === void 0) {
		const head = diskTree(root);
		return {
			head,
			base: against,
			policy: against ?? head
		};
	}
	const { openClone } = await import("./clone2.js");
	const clone = await openClone(root);
	if (!clone) throw new UsageError(`Unexpected ${rev === void 0 ? "--base" : "--rev"}: ${root} is in no git repository.`);
	const commit = async (revision, option) => {
		const sha = await clone.resolve(revision);
		if (sha === void 0) throw new UsageError(`Unexpected ${option} ${revision}, expected a revision that this clone has.`);
		return sha;
	};
	const looked = rev === void 0 ? await clone.resolve("HEAD") : await commit(rev, "--rev");
	if (looked === void 0) throw new UsageError("Unexpected --base: nothing is committed here yet that could be compared.");
	const head = rev === void 0 ? diskTree(root) : clone.commitTree(looked);
	if (base === void 0) return {
		head,
		base: against,
		policy: against ?? head
	};
	const tip = await commit(base, "--base");
	const merge = await clone.mergeBase(tip, looked);
	if (merge === void 0) throw new UsageError(`Unexpected --base ${base}, expected a revision that shares history with ${rev ?? "HEAD"}.`);
	return {
		head,
		base: clone.commitTree(merge),
		policy: clone.commitTree(tip)
	};
}
async function sourcesOf(options) {
	const { root, config } = options;
	folder(root, "--root");
	const sources = await trees(options);
	return config === void 0 ? sources : {
		...sources,
		named: namedConfiguration(root, config)
	};
}

export { sourcesOf as n, standsIn as r, pathInRoot as t };