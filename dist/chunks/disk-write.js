import { t as Fault } from "./fault.js";
import { t as say } from "./say.js";
import { t as digestOf } from "./digest.js";
import { randomUUID } from "node:crypto";
import { closeSync, constants, copyFileSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

// src/gateways/inside.ts
const refused = (path, why) => new Fault(say`${path} cannot be written: ${why}.`, { hint: "Name a path below the folder, with no link on its way." });
function inside(root, path) {
	const location = resolve(root, path);
	const below = relative(resolve(root), location);
	if (below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) throw refused(path, "it is not below the folder");
	let folder = resolve(root);
	for (const name of below.split(sep).slice(0, -1)) {
		folder = join(folder, name);
		const there = lstatSync(folder, { throwIfNoEntry: false });
		if (there && !there.isDirectory()) throw refused(path, there.isSymbolicLink() ? `${name} is a link` : `${name} is no folder`);
		if (!there) mkdirSync(folder);
	}
	const stats = lstatSync(location, { throwIfNoEntry: false });
	if (stats && !stats.isFile()) throw refused(path, stats.isSymbolicLink() ? "it is a link" : "it is no file");
	return {
		location,
		stats
	};
}

// src/gateways/disk-write.ts
function stepOf(root, path, content) {
	const place = inside(root, path);
	const beside = join(dirname(place.location), `.baton-${randomUUID()}`);
	return {
		...place,
		path,
		content,
		fresh: `${beside}.new`,
		kept: `${beside}.old`
	};
}
const exclusively = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
function writeFresh(location, content, mode = 420) {
	const file = openSync(location, exclusively, mode);
	try {
		writeFileSync(file, content);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
function unchanged({ path, location, stats }, seen) {
	if ((stats ? digestOf(readFileSync(location)).sha256 : void 0) === seen.digest(path)?.sha256) return;
	throw new Fault(say`${path} was changed by somebody else meanwhile: nothing was written.`, { hint: "Run the command again." });
}
function swap({ content, stats, location, fresh, kept }) {
	if (content === null) {
		if (!stats) return () => {};
		renameSync(location, kept);
		return () => renameSync(kept, location);
	}
	if (stats) copyFileSync(location, kept, constants.COPYFILE_EXCL);
	renameSync(fresh, location);
	return () => stats ? renameSync(kept, location) : rmSync(location);
}
function writeAll(root, changes, seen) {
	const steps = [];
	const undo = [];
	try {
		for (const [path, content] of changes) steps.push(stepOf(root, path, content));
		for (const step of steps) {
			unchanged(step, seen);
			if (step.content !== null) writeFresh(step.fresh, step.content, step.stats?.mode);
		}
		for (const step of steps) undo.unshift(swap(step));
		for (const { kept } of steps) rmSync(kept, { force: true });
	} catch (cause) {
		for (const restore of undo) restore();
		if (cause instanceof Fault) throw cause;
		throw new Fault("The files cannot be written: nothing was changed.", { cause });
	} finally {
		for (const { fresh } of steps) rmSync(fresh, { force: true });
	}
}

export { writeFresh as n, inside as r, writeAll as t };