import { a as readConfiguration, i as configurationPath, n as codeUrl, r as configurationLimit, t as configurationRule } from "./rule.js";
import { t as say } from "./say.js";

// src/engine/sign.ts
function sign({ place, concerns: _, ...said }, { protocol, ...by }) {
	return {
		...said,
		...place,
		...by,
		url: codeUrl(by.code, protocol),
		...protocol && { protocol }
	};
}

// src/engine/touch.ts
function covers(named, path) {
	return named === "." || path === named || path.startsWith(`${named}/`);
}
function differs(head, base, path) {
	const now = head.entry(path);
	const before = base.entry(path);
	if (!now || !before) return now !== before;
	if (now.kind !== before.kind || now.size !== before.size) return true;
	return head.digest(path)?.sha256 !== base.digest(path)?.sha256;
}
function touching(head, base, named) {
	if (!base) return (path) => named.some((name) => covers(name, path));
	const known = /* @__PURE__ */ new Map();
	return (path) => {
		const before = known.get(path);
		if (before !== void 0) return before;
		const touched = differs(head, base, path);
		known.set(path, touched);
		return touched;
	};
}

// src/engine/check.ts
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
function inOrder(a, b) {
	return compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || compare(a.code, b.code) || compare(a.message, b.message);
}
const pathsOf = (finding) => [
	finding.place.path,
	...(finding.related ?? []).map((related) => related.path),
	...finding.concerns ?? []
];
function isTouched({ reading, touched, touchedTargets }, finding) {
	if (finding.target !== void 0 && touchedTargets.includes(finding.target)) return true;
	return pathsOf(finding).some((path) => reading.touched(path, finding.target) ?? touched(path));
}
function* diagnose(protocol, judge) {
	for (const rule of protocol.rules) {
		const set = judge.severity[rule.code];
		if (set === "off" || judge.mode !== "auto" && rule[judge.mode] === "off") continue;
		for (const finding of judge.reading.findings(rule)) {
			const touched = isTouched(judge, finding);
			const level = judge.mode === "strict" || judge.mode === "auto" && touched ? rule.strict : rule.soft;
			if (level !== "off") yield {
				diagnostic: sign(finding, {
					code: rule.code,
					severity: set ?? level,
					protocol: protocol.name,
					touched
				}),
				about: pathsOf(finding)
			};
		}
	}
}
const identity = ({ code, target, path }) => JSON.stringify([
	code,
	target,
	path
]);
const switchedOn = ({ protocols, sections }) => protocols.filter(({ name }) => sections[name] !== false);
function foundInBase(request) {
	const { base, context, sections, severity, mode } = request;
	if (!base) return /* @__PURE__ */ new Set();
	const all = switchedOn(request).flatMap((protocol) => {
		return [...diagnose(protocol, {
			reading: protocol.read({ head: base }, sections[protocol.name], context),
			mode,
			severity,
			touched: () => false,
			touchedTargets: []
		})];
	});
	return new Set(all.map(({ diagnostic }) => identity(diagnostic)));
}
function fails(request, diagnostics) {
	const errors = diagnostics.filter(({ severity }) => severity === "error");
	switch (request.failOn) {
		case "never": return false;
		case "warning": return diagnostics.some(({ severity }) => severity !== "notice");
		case "error": return errors.length > 0;
		case "new-error": {
			if (errors.some(({ touched }) => touched)) return true;
			const old = errors.length > 0 ? foundInBase(request) : /* @__PURE__ */ new Set();
			return errors.some((error) => !old.has(identity(error)));
		}
	}
}
const ownersOf = (reading, paths) => new Set(paths.flatMap((path) => reading.owners(path)));
const ownOf = (reading, paths) => new Set(paths.map((path) => reading.owners(path)).flatMap((owners) => owners.length === 1 ? owners : []));
const touchedOwnersOf = (reading, paths) => new Set(paths.flatMap((path) => reading.owners(path).filter((id) => reading.touched(path, id) !== false)));
const isRead = (view, path) => view.bytes(path) !== void 0 || view.digest(path) !== void 0;
function check(request) {
	const { head, base, context, sections, severity, mode, paths, targets: ids } = request;
	const touched = touching(head, base, paths);
	const asked = paths.length > 0 || ids.length > 0;
	const named = (path) => paths.some((name) => covers(name, path));
	const everyPath = [.../* @__PURE__ */ new Set([...head.paths, ...base?.paths ?? []])];
	const found = switchedOn(request).map((protocol) => ({
		protocol,
		reading: protocol.read({
			head,
			base
		}, sections[protocol.name], context)
	})).filter(({ reading }) => reading.found);
	const diagnostics = [...request.given];
	const targets = [];
	let known = 0;
	for (const { protocol, reading } of found) {
		const own = ownOf(reading, everyPath.filter(named));
		const isAsked = (target) => target !== void 0 && (ids.includes(target) || own.has(target));
		for (const { diagnostic, about } of diagnose(protocol, {
			reading,
			mode,
			severity,
			touched,
			touchedTargets: base ? [] : ids
		})) if (!asked || about.some(named) || isAsked(diagnostic.target)) diagnostics.push(diagnostic);
		const owners = ownersOf(reading, everyPath.filter(named));
		const wanted = (id) => !asked || ids.includes(id) || owners.has(id);
		const changed = touchedOwnersOf(reading, base ? everyPath.filter(touched) : []);
		const before = new Map(reading.targetsBefore.map((target) => [target.id, target.state]));
		known += reading.targetsBefore.filter(({ id }) => wanted(id)).length;
		for (const target of reading.targets) {
			if (!wanted(target.id)) continue;
			const was = before.get(target.id);
			targets.push({
				...target,
				protocol: protocol.name,
				changed: changed.has(target.id),
				...was !== void 0 && { before: was }
			});
		}
	}
	diagnostics.sort(inOrder);
	const judged = fails(request, diagnostics) ? "failed" : "passed";
	const nothing = known + targets.length === 0 && !request.allowEmpty && judged === "passed";
	const [only] = paths.length === 1 && ids.length === 0 ? paths : [];
	const parsed = only === void 0 ? void 0 : found.map(({ reading }) => reading.parsed(only)).find((data) => data !== void 0);
	return {
		verdict: nothing ? "nothing" : judged,
		failOn: request.failOn,
		diagnostics,
		checked: {
			files: asked ? head.paths.filter((path) => isRead(head, path) && (named(path) || found.some(({ reading }) => reading.owners(path).some((id) => ids.includes(id))))).length : head.paths.filter((path) => isRead(head, path)).length,
			targets: targets.length,
			protocols: found.map(({ protocol }) => protocol.name)
		},
		targets: targets.toSorted((a, b) => compare(a.id, b.id)),
		...parsed !== void 0 && { parsed },
		rules: found.flatMap(({ protocol }) => protocol.rules.map((rule) => ({
			...rule,
			url: codeUrl(rule.code, protocol.name)
		}))),
		notes: request.notes
	};
}

// src/core/day.ts
function dayOf(at, timeZone) {
	if (timeZone === "UTC") return new Date(at).toISOString().slice(0, 10);
	return new Intl.DateTimeFormat("sv-SE", {
		timeZone,
		year: "numeric",
		month: "2-digit",
		day: "2-digit"
	}).format(new Date(at));
}

// src/app/validate/policy.ts
async function configurationOf({ tree, path }, schema) {
	const view = await tree.open({
		selectors: [{
			glob: path,
			need: "text"
		}],
		limit: configurationLimit
	});
	return {
		...readConfiguration(view, schema, path),
		absent: view.entry(path) === void 0
	};
}
function wanted(protocols, { protocols: sections }, only) {
	return protocols.filter(({ name }) => sections[name] !== false && (only.length === 0 || only.includes(name)));
}
function selectionOf(protocols, { protocols: sections, limits }) {
	return {
		selectors: protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name])),
		limit: limits.file
	};
}
function contextOf({ timeZone, limits }, at) {
	return {
		at,
		day: dayOf(at, timeZone),
		limit: limits.file
	};
}

// src/app/validate/check.ts
const invalid = (problem) => sign(problem, {
	code: configurationRule.code,
	severity: "error",
	touched: true
});
const signedRule = {
	...configurationRule,
	url: codeUrl(configurationRule.code)
};
function failedClosed(problems, notes) {
	return {
		verdict: "failed",
		failOn: "error",
		diagnostics: problems.map(invalid),
		checked: {
			files: 0,
			targets: 0,
			protocols: []
		},
		targets: [],
		rules: [signedRule],
		notes
	};
}
const policyOf = ({ named, policy }, { configuration = configurationPath }) => named ?? {
	tree: policy,
	path: configuration
};
async function checkSources(sources, knowledge, settings) {
	const policy = await configurationOf(policyOf(sources, settings), knowledge.schema);
	if ("problems" in policy) return {
		report: failedClosed(policy.problems, settings.notes),
		misconfigured: true
	};
	const { configuration, absent } = policy;
	const { configuration: path = configurationPath } = settings;
	const missing = absent && path !== ".github/baton.yml" ? [say`There is no ${path} in ${sources.policy.name}: everything is as by default.`] : [];
	const protocols = wanted(knowledge.protocols, configuration, settings.protocols);
	const { selectors, limit } = selectionOf(protocols, configuration);
	const selection = {
		selectors: [...selectors, {
			glob: path,
			need: "digest"
		}],
		limit
	};
	const [head, base] = await Promise.all([sources.head.open(selection), sources.base?.open(selection)]);
	const changed = base && touching(head, base, [])(path) ? await configurationOf({
		tree: sources.head,
		path
	}, knowledge.schema) : policy;
	const given = "problems" in changed ? changed.problems.map(invalid) : [];
	const report = check({
		head,
		base,
		context: contextOf(configuration, settings.at),
		protocols,
		sections: configuration.protocols,
		severity: configuration.severity,
		mode: settings.mode ?? configuration.mode,
		failOn: settings.failOn ?? configuration.failOn ?? settings.failOnDefault,
		allowEmpty: settings.allowEmpty ?? configuration.allowEmpty,
		paths: settings.paths,
		targets: settings.targets,
		given,
		notes: [...settings.notes, ...missing]
	});
	return {
		report: given.length > 0 ? {
			...report,
			rules: [...report.rules, signedRule]
		} : report,
		misconfigured: false
	};
}

export { selectionOf as a, touching as c, contextOf as i, sign as l, policyOf as n, wanted as o, configurationOf as r, check as s, checkSources as t };