import { t as git } from "./program.js";

// src/gateways/git/user.ts
async function userOf(root, environment = process.env) {
	try {
		return await git(root, environment).ask([
			"config",
			"--get",
			"user.name"
		], [1]) || "nobody";
	} catch {
		return "nobody";
	}
}

export { userOf };