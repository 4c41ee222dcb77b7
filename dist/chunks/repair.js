import { t as commandNames } from "./command-names.js";
import { t as overlay } from "./overlay.js";
import { a as selectionOf, i as contextOf, n as policyOf, o as wanted$1, r as configurationOf, t as checkSources } from "./check.js";

// src/engine/repair.ts
function wanted({ report, protocols }) {
	const safe = new Set(report.rules.filter((rule) => rule.safe === true).map(({ code }) => code));
	const repairs = /* @__PURE__ */ new Map();
	for (const { code, fix: command, protocol: owner } of report.diagnostics) {
		const protocol = protocols.find(({ name }) => name === owner);
		if (command === void 0 || !protocol || !safe.has(code)) continue;
		const [word = "", target] = command.slice(1).split(" ");
		const name = commandNames.find((each) => each === word);
		if (name === void 0) throw new RangeError(`The rule ${code} asks for ${command}, which is no command`);
		repairs.set(command, {
			command,
			protocol,
			name,
			target
		});
	}
	return [...repairs.values()];
}
function repair(request) {
	const changes = /* @__PURE__ */ new Map();
	const applied = [];
	const refused = [];
	for (const { command, protocol, name, target } of wanted(request)) {
		const outcome = protocol.read({ head: overlay(request.head, changes) }, request.sections[protocol.name], request.context).run(name, {
			name: target,
			words: [],
			report: void 0,
			actor: ""
		});
		if (outcome?.outcome === "refused") refused.push({
			command,
			remarks: outcome.remarks
		});
		if (outcome?.outcome !== "changed") continue;
		applied.push(command);
		for (const [path, content] of outcome.changes) changes.set(path, content);
	}
	return {
		changes,
		applied,
		refused
	};
}

// src/app/validate/repair.ts
async function repairSources(sources, knowledge, settings, write) {
	const policy = await configurationOf(policyOf(sources, settings), knowledge.schema);
	if ("problems" in policy) return void 0;
	const { configuration } = policy;
	const { report } = await checkSources(sources, knowledge, settings);
	const protocols = wanted$1(knowledge.protocols, configuration, settings.protocols);
	const head = await sources.head.open(selectionOf(protocols, configuration));
	const planned = repair({
		head,
		context: contextOf(configuration, settings.at),
		protocols,
		sections: configuration.protocols,
		report
	});
	if (planned.changes.size > 0) write(planned.changes, head);
	return planned;
}

export { repairSources };