import { t as Fault } from "./fault.js";
import { t as say } from "./say.js";
import { n as plain } from "./plain.js";
import { t as tell } from "./tell.js";
import { watch as watch$1 } from "node:fs";

// src/entry/cli/watch.ts
const quietMilliseconds = 150;
async function watch(root, run) {
	let code = await run();
	let last = Promise.resolve();
	let timer;
	const again = async (path) => {
		process.stderr.write(`\nChanged: ${plain(path)}\n`);
		code = await run().catch(tell);
	};
	const watcher = watch$1(root, { recursive: true }, (_, path) => {
		if (path?.split(/[\\/]/)[0] === ".git") return;
		clearTimeout(timer);
		timer = setTimeout(() => {
			last = last.then(() => again(path ?? root));
		}, quietMilliseconds);
	});
	process.stderr.write(`Watching ${plain(root)}. Ctrl-C ends it.\n`);
	await new Promise((stop, fail) => {
		watcher.on("error", (cause) => fail(new Fault(say`${root} cannot be watched: ${cause.code ?? cause.message}.`, { cause })));
		process.once("SIGINT", stop).once("SIGTERM", stop);
	}).finally(() => {
		clearTimeout(timer);
		watcher.close();
	});
	return code;
}

export { watch };