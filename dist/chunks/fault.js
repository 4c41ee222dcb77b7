// src/core/fault.ts
var Fault = class extends Error {
	name = "Fault";
	hint;
	constructor(message, options = {}) {
		super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
		this.hint = options.hint;
	}
};

export { Fault as t };