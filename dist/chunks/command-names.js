// src/core/command-names.ts
const roles = [
	"read",
	"triage",
	"write",
	"maintain",
	"admin"
];
const commandRoles = {
	accept: "write",
	handback: "write",
	answer: "write",
	review: "write",
	install: "maintain",
	checksums: "maintain",
	migrate: "write",
	regenerate: "write",
	restore: "write",
	sync: "write",
	revise: "write",
	compact: "write",
	turn: "write",
	anchor: "write",
	stall: "write",
	fix: "write",
	undo: "write",
	status: "read",
	validate: "read",
	explain: "read",
	help: "read",
	preflight: "read",
	verify: "read",
	continue: "read"
};
const commandNames = Object.keys(commandRoles);

export { commandRoles as n, roles as r, commandNames as t };