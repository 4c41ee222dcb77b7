import { _ as union, a as array, c as int, h as string, l as literal, m as strictObject, p as record, r as _enum } from "./zod.action.transition.explain.status.validate.repair.js";
import { t as date } from "./zod.action.transition.explain.status.validate.js";
import { C as text, S as section, b as flag, t as configurationRule, v as count, x as line, y as expected } from "./rule.js";
import { i as severities, o as protocolNames } from "./json.js";
import { n as modes, t as failOns } from "./report.js";
import { a as relativePath, i as glob, n as configuration$3, o as stateGlob, r as configuration$4, s as statePath, t as protocols } from "./protocols.js";
import { t as say } from "./say.js";
import { n as commandRoles, r as roles, t as commandNames } from "./command-names.js";

// src/engine/configuration/audit.ts
const target = text("target", /^[a-z]+:[^\p{C}\p{Zl}\p{Zp}]{1,499}$/u, expected`a target with its prefix, such as ${"plugin:MinimalKick"}`);
const known = (code) => section({
	code: code.describe("Its code"),
	target: target.optional().describe("What it concerns"),
	path: relativePath.optional().describe("Where it is, in place of `target`"),
	owner: line.describe("Who answers for it"),
	reason: line.describe("Why it is left as it is"),
	until: date({ error: expected`a day such as ${"2026-12-31"}` }).describe("The last day on which it is silent").meta({ title: "date" })
}).superRefine(({ target, path }, context) => {
	if (target === void 0 && path === void 0) context.addIssue({
		code: "custom",
		message: say`Missing key ${"target"}, or ${"path"} in its place`
	});
	else if (target !== void 0 && path !== void 0) context.addIssue({
		code: "custom",
		path: ["path"],
		message: say`Unexpected key ${"path"} beside ${"target"}, expected one of them`
	});
}).meta({ oneOf: [{ required: ["target"] }, { required: ["path"] }] });
const audit = (code) => section({
	"pull-requests": flag.prefault(false).describe("Look at open pull requests too"),
	known: array(known(code), { error: expected`a list of known findings` }).prefault([]).describe("Findings that are known, and silent up to and including the day `until`")
});

// src/engine/configuration/commands.ts
const login = "@[A-Za-z0-9][A-Za-z0-9_-]{0,99}";
const team = `${login}/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}`;
const app = "app/[A-Za-z0-9][A-Za-z0-9-]{0,99}";
const permitted = text("who", new RegExp(`^(?:${[
	...roles,
	login,
	team,
	app
].join("|")})$`), expected`a role (${roles}), ${"@user"}, ${"@org/team"} or ${"app/name"}`);
const command = section({ allow: array(permitted, { error: expected`a list of who may give the command` }).optional().describe("Who may give it: roles, `@user`, `@org/team`, `app/name`; by default `write`, `maintain` or `read`, as the command is grave") }).optional().describe("A command, by its name").meta({ $comment: "command" });
const byName = (value) => Object.fromEntries(commandNames.map((name) => [name, value(name)]));
const customRole = string().refine((name) => !roles.includes(name), { error: expected`a custom role: GitHub's own count as themselves` }).meta({ title: "custom role" });
const otherCommand = text("command", /^[A-Za-z][A-Za-z-]{0,99}$/, expected`the name of a command without its ${"/"}`);
const commands = section({
	...byName(() => command),
	roles: record(customRole, _enum(roles)).prefault({}).describe("The role that a custom role counts as"),
	prefix: _enum(["optional", "required"]).prefault("optional").describe("`required`: only `/baton accept` is a command, `/accept` is none"),
	"require-sha": _enum([
		"never",
		"forks",
		"always"
	]).prefault("never").describe("Where a command must name the commit that it is meant for; `forks`: on pull requests from forks"),
	"separate-duties": flag.prefault(false).describe("Whoever worked on a change may not accept or review it"),
	"on-issue": _enum(["pull-request", "commit"]).prefault("pull-request").describe("Where a command on an issue writes: a branch with a pull request, or the default branch"),
	"not-ours": array(otherCommand, { error: expected`a list of commands` }).prefault([]).describe("Further commands of other bots, which are never taken for slips of the pen")
}).transform(({ roles, prefix, requireSha, separateDuties, onIssue, notOurs, ...named }) => ({
	allow: byName((name) => named[name]?.allow ?? [commandRoles[name]]),
	roles,
	prefix,
	requireSha,
	separateDuties,
	onIssue,
	notOurs
}));

// src/engine/configuration/values.ts
const milliseconds = {
	m: 6e4,
	h: 36e5,
	d: 864e5
};
const notDuration = expected`a whole number and ${"m"}, ${"h"} or ${"d"}, such as ${"48h"}`;
const duration = string({ error: notDuration }).regex(/^\d{1,6}[mhd]$/, { error: notDuration }).meta({ title: "duration" }).transform((text) => Number.parseInt(text, 10) * milliseconds[text.at(-1)]);
const bytes = {
	"": 1,
	KiB: 1024,
	MiB: 1048576
};
const notSize = expected`a size such as ${"1MiB"}, ${"512KiB"} or ${100} (bytes)`;
const size = union([int({ error: notSize }).min(1, { error: notSize }), string().regex(/^[1-9]\d{0,8}(?:KiB|MiB)?$/, { error: notSize })], { error: notSize }).meta({ title: "size" }).transform((size) => Number.parseInt(String(size), 10) * bytes[String(size).replace(/^\d+/, "")]);
function isTimeZone(name) {
	if (name === "UTC") return true;
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}
const notTimeZone = expected`a time zone such as ${"Europe/Berlin"}`;
const timeZone = string({ error: notTimeZone }).refine(isTimeZone, { error: notTimeZone }).meta({ title: "time zone" });

// src/engine/configuration/schema.ts
const byProtocol = (sections) => strictObject(Object.fromEntries(protocolNames.map((name) => [name, union([literal(false), sections[name]], { error: expected`keys and values, or ${"false"} to switch the protocol off` }).optional().describe(`The protocol \`${name}\`; \`false\` switches it off. By default it is used where its files are found`)])));
const severityOf = _enum([...severities, "off"]).optional().meta({ $comment: "code" });
const byCode = (rules) => strictObject(Object.fromEntries(rules.map(({ code }) => [code, severityOf]))).transform((levels) => levels);
const codes = (rules) => _enum(rules.map(({ code }) => code), { error: expected`the code of a rule` }).meta({ title: "code" });
const configurationSchema = ({ sections, rules }) => section({
	protocols: byProtocol(sections).prefault({}).describe("The protocols"),
	severity: byCode(rules).prefault({}).describe("How grave a finding of a rule is, wherever it is found; `off`: the rule is not run"),
	"fail-on": _enum(failOns).optional().describe("What makes a check fail; by default `new-error` for pull requests and merge groups on GitHub, elsewhere `error`"),
	mode: _enum(modes).prefault("auto").describe("How strictly is checked; `auto`: strictly what the change touches, softly the rest"),
	"allow-empty": flag.prefault(false).describe("Whether it is fine that nothing is found to check"),
	"stale-after": duration.prefault("48h").describe("The age at which work in progress is stale"),
	commands: commands.prefault({}).describe("Comment commands"),
	audit: audit(codes(rules)).prefault({}).describe("The scheduled audit"),
	sync: _enum([
		"commit",
		"pull-request",
		"off"
	]).prefault("commit").describe("How the registry is made to agree after a push: on the branch, by a pull request, not at all"),
	"time-zone": timeZone.prefault("UTC").describe("The time zone of the day of a request"),
	limits: section({
		file: size.prefault("1MiB").describe("The size above which a file is not read"),
		commands: count(1).prefault(20).describe("The commands in one comment above which none is run")
	}).prefault({}).describe("Bounds")
});

// src/protocols/governance/configuration.ts
const globs = array(glob, { error: expected`a list of patterns` });
const presets = _enum([
	"spec-2.1.0",
	"agents-frontmatter",
	"none"
]);
const agentName = text("agent", /^[a-z0-9][a-z0-9._-]{0,63}$/, expected`an agent's name: small letters, digits, ${"."}, ${"_"} and ${"-"}, at most 64`);
const account = text("account", /^(?:@[A-Za-z0-9][A-Za-z0-9_-]{0,99}|app\/[A-Za-z0-9][A-Za-z0-9-]{0,99})$/, expected`${"@user"} or ${"app/name"}`);
const agent = section({
	category: _enum(["meta", "project"]).prefault("project").describe("Whether it works on the framework or on the project"),
	write: globs.prefault([]).describe("What it may touch; nothing: it only reads"),
	deny: globs.prefault([]).describe("What it may not touch all the same"),
	accounts: array(account, { error: expected`a list of accounts` }).prefault([]).describe("The accounts whose commits are its work: `@user` or `app/name`")
});
const agents = section({
	preset: presets.prefault("spec-2.1.0").describe("The table to begin with"),
	define: record(agentName, agent).prefault({}).describe("Agents that are added to it, or replace those of the same name")
});
const extraEdges = _enum([
	"beginning->compacted",
	"beginning->interrupted",
	"compacted->interrupted",
	"interrupted->between_turn"
]);
const trailer = text("trailer", /^[A-Za-z][A-Za-z0-9-]{0,99}$/, expected`the name of a trailer: letters, digits and ${"-"}`);
const branch = glob.refine((pattern) => pattern.split("{agent}").length === 2, { error: expected`a pattern that has ${"{agent}"} once` }).meta({ title: "glob" });
const edgeOf = expected`a list of edges such as ${"beginning->compacted"}`;
const written = section({
	root: statePath.prefault(".idumb").describe("Where the state of the sessions lives"),
	"allow-edges": array(extraEdges, { error: edgeOf }).prefault([]).describe("Steps between states that are legal besides those of the table"),
	agents: union([presets, agents], { error: expected`${"spec-2.1.0"}, ${"agents-frontmatter"}, ${"none"} or ${"{ preset, define }"}` }).prefault("spec-2.1.0").describe("Who may write where"),
	guarded: globs.optional().describe("Paths that only a named agent may touch; by default all below `root` and `.opencode`"),
	exempt: globs.prefault([]).describe("Paths that anybody may touch, besides those that are written during every session"),
	trailers: array(trailer, { error: expected`a list of trailers` }).prefault(["Agent", "Idumb-Agent"]).describe("The trailers that name the agent of a commit"),
	branches: array(branch, { error: expected`a list of patterns` }).prefault(["ai/{agent}/**"]).describe("The branches that name the agent of their commits"),
	unattributed: _enum([
		"ignore",
		"notice",
		"error"
	]).prefault("notice").describe("How grave it is when nobody knows whose a guarded change is"),
	"unknown-agent": _enum([
		"ignore",
		"notice",
		"warning",
		"error"
	]).prefault("warning").describe("How grave a name is that the table does not have")
});
const configuration$2 = written.transform((keys) => ({
	...keys,
	agents: typeof keys.agents === "string" ? {
		preset: keys.agents,
		define: {}
	} : keys.agents,
	guarded: keys.guarded ?? [`${keys.root}/**`, ".opencode/**"]
}));

// src/protocols/handover/configuration.ts
const configuration$1 = section({ projects: array(stateGlob, { error: expected`a list of patterns` }).prefault([".claude/projects/*"]).describe("The folders of projects") });

// src/protocols/subagent/configuration.ts
const configuration = section({
	sessions: array(stateGlob, { error: expected`a list of patterns` }).prefault([".ralph-sessions/*"]).describe("The folders of sessions"),
	profile: _enum([
		"contract-1.0.0",
		"v1-3.x",
		"v2"
	]).optional().describe("The generation of all sessions; by default what is detected in each"),
	limits: section({
		attempts: count(0).prefault(3).describe("Attempts at a task; 0: no limit"),
		cycles: count(0).prefault(3).describe("Cycles of questions; 0: no limit"),
		planning: count(0).prefault(2).describe("Times that planning may be blocked in one mode; 0: no limit")
	}).prefault({}).describe("Above which a warning is given")
});

// src/entry/knowledge.ts
const sections = {
	plugin: configuration$3,
	control: configuration$4,
	handover: configuration$1,
	subagent: configuration,
	governance: configuration$2
};
const rules = [configurationRule, ...protocols.flatMap((protocol) => protocol.rules)];
const knowledge = {
	protocols,
	rules,
	sections,
	schema: configurationSchema({
		sections,
		rules
	})
};

export { knowledge as t };