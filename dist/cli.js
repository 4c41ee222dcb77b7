#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// src/entry/cli.ts
function cache() {
	try {
		return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "baton");
	} catch {
		return;
	}
}
const folder = cache();
if (folder !== void 0) module.enableCompileCache?.(folder);
await import("./chunks/main.js");

export {  };