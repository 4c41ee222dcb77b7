import { n as formats, t as version$1 } from "./package.js";

// src/entry/cli/output.ts
const version = version$1;
function color() {
	const { NO_COLOR, FORCE_COLOR, CI } = process.env;
	if (NO_COLOR !== void 0 && NO_COLOR !== "") return false;
	if (FORCE_COLOR !== void 0 && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
	return process.stdout.isTTY && CI === void 0;
}
const renderOptions = () => ({
	color: color(),
	version
});
function print(report, format) {
	process.stdout.write(formats[format](report, renderOptions()));
}

export { renderOptions as n, version as r, print as t };