#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// src/entry/cli.ts
const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
module.enableCompileCache?.(join(cache, "baton"));
await import("./chunks/main.js");

export {  };