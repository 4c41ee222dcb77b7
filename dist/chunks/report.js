// src/core/report.ts
const modes = [
	"auto",
	"strict",
	"soft"
];
const failOns = [
	"error",
	"new-error",
	"warning",
	"never"
];

export { modes as n, failOns as t };