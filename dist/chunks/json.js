// src/core/protocol.ts
const protocolNames = [
	"plugin",
	"handover",
	"subagent",
	"control",
	"governance"
];
function protocol(definition) {
	const own = (section) => definition.configuration.parse(section ?? {});
	return {
		name: definition.name,
		kinds: definition.kinds,
		title: definition.title,
		about: definition.about,
		configuration: definition.configuration,
		rules: definition.rules,
		commands: definition.commands,
		selectors: (section) => definition.selectors(own(section)),
		read({ head, base }, section, context) {
			const configuration = own(section);
			const now = definition.read(head, configuration, context);
			const before = base && definition.read(base, configuration, context);
			const comparison = {
				now,
				before,
				context
			};
			const units = definition.units?.(now);
			const unitsBefore = before && definition.units?.(before);
			const rules = new Map(definition.rules.map((rule) => [rule.code, rule]));
			return {
				found: definition.found(head, configuration) || base !== void 0 && definition.found(base, configuration),
				targets: definition.targets(now),
				targetsBefore: before ? definition.targets(before) : [],
				owners: (path) => [...new Set([now, ...before ? [before] : []].flatMap((model) => definition.owners(model, path)))],
				parsed: (path) => definition.parsed(now, path),
				findings: (rule) => rules.get(rule.code)?.check(comparison) ?? [],
				touched(path, target) {
					const key = target === void 0 ? void 0 : definition.unit?.(now, path, target);
					return key === void 0 || !unitsBefore ? void 0 : units?.get(key) !== unitsBefore.get(key);
				},
				resolve(mention) {
					const own = definition.resolve?.(now, mention);
					if (own) return own;
					const ids = new Set(definition.kinds.map((kind) => `${kind}:${mention.name}`));
					return {
						ids: definition.targets(now).flatMap(({ id }) => ids.has(id) ? [id] : []),
						words: mention.words
					};
				},
				run: (command, request, history) => definition.commands.find(({ name }) => name === command)?.run(now, request, {
					view: head,
					context,
					history
				})
			};
		}
	};
}

// src/core/diagnostic.ts
const severities = [
	"error",
	"warning",
	"notice"
];

// src/render/stringify.ts
const active = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?<=##)\[/gu;
const escaped = (text) => text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const stringify = (value) => `${JSON.stringify(value, null, 2).replace(active, escaped)}\n`;

// src/render/json.ts
const place = ({ path, line, column, endLine, endColumn }) => ({
	path,
	line,
	column,
	endLine,
	endColumn
});
const jsonDiagnostic = (of) => ({
	code: of.code,
	severity: of.severity,
	protocol: of.protocol,
	target: of.target,
	...place(of),
	message: of.message,
	hint: of.hint,
	fix: of.fix,
	url: of.url,
	related: of.related?.length ? of.related.map((related) => ({
		...place(related),
		message: related.message
	})) : void 0,
	commit: of.commit
});
const target = ({ id, protocol, path, holder, state, facts }) => ({
	id,
	protocol,
	path,
	holder,
	state,
	facts
});
function json(report) {
	const of = (severity) => report.diagnostics.filter((each) => each.severity === severity).map(jsonDiagnostic);
	const { files, targets, protocols } = report.checked;
	const errors = of("error");
	return stringify({
		version: 1,
		valid: errors.length === 0,
		errors,
		warnings: of("warning"),
		notices: of("notice"),
		checked: {
			files,
			targets,
			protocols: [...protocols]
		},
		targets: report.targets.map(target),
		parsed: report.parsed
	});
}

export { protocol as a, severities as i, jsonDiagnostic as n, protocolNames as o, stringify as r, json as t };