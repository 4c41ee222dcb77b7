import { a as setFailed, i as notice, n as getInput, o as setOutput, r as info, s as summary, t as debug } from "./chunks/actions-core.action.js";
import { t as Fault } from "./chunks/fault.js";
import { a as array, d as number, f as object, g as tuple, h as string, o as boolean, p as record, r as _enum, v as unknown } from "./chunks/zod.action.transition.explain.status.validate.repair.js";
import { a as relativePath } from "./chunks/protocols.js";
import { i as severities, o as protocolNames } from "./chunks/json.js";
import { n as modes, t as failOns } from "./chunks/report.js";
import { i as configurationPath } from "./chunks/rule.js";
import { t as checkSources } from "./chunks/check.js";
import { t as say } from "./chunks/say.js";
import { t as knowledge } from "./chunks/knowledge.js";
import { n as writeFresh, r as inside } from "./chunks/disk-write.js";
import { c as verdict, n as formats, t as version } from "./chunks/package.js";
import { t as getOctokit } from "./chunks/actions-github.action.js";
import { n as commitName, r as viewer, t as openClone } from "./chunks/clone.js";
import { a as collector, o as contentOf, r as wanted } from "./chunks/wanted.js";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";

// src/entry/action/environment.ts
function readEnvironment(env = process.env) {
	const needed = (name) => {
		const value = env[name];
		if (value === void 0 || value === "") throw new TypeError(`${name} is not set: this program is started by GitHub's runner.`);
		return value;
	};
	const [owner = "", repo = ""] = needed("GITHUB_REPOSITORY").split("/");
	return {
		event: needed("GITHUB_EVENT_NAME"),
		payload: JSON.parse(readFileSync(needed("GITHUB_EVENT_PATH"), "utf8")),
		owner,
		repo,
		sha: env["GITHUB_SHA"] ?? "",
		workspace: env["GITHUB_WORKSPACE"] || process.cwd(),
		temporary: env["RUNNER_TEMP"] || tmpdir(),
		serverUrl: env["GITHUB_SERVER_URL"] || "https://github.com",
		apiUrl: env["GITHUB_API_URL"] || "https://api.github.com"
	};
}

// src/entry/action/inputs.ts
const tasks = ["validate"];
const orUnset = (schema) => string().transform((word) => word === "" ? void 0 : word).pipe(schema.optional());
const flag = _enum(["true", "false"], { error: "expected `true` or `false`" }).transform((word) => word === "true");
const names = string().transform((list) => list.split(/[\s,]+/).filter((name) => name !== ""));
const oneOf = (words) => _enum(words, { error: `expected one of ${words.join(", ")}` });
const isPlainPath = (path) => relativePath.safeParse(path).success && !/[*?[\]{}!]/.test(path);
const inputs = {
	task: orUnset(oneOf(tasks)),
	token: string(),
	config: string().transform((path) => path === "" ? configurationPath : path).refine(isPlainPath, { error: "expected one path relative to the root of the repository" }),
	protocols: names.pipe(array(oneOf(protocolNames))),
	mode: orUnset(oneOf(modes)),
	"fail-on": orUnset(oneOf(failOns)),
	"allow-empty": orUnset(flag),
	annotations: string().transform((word) => word === "" ? "true" : word).pipe(flag),
	"sarif-file": orUnset(string()),
	"report-file": orUnset(string())
};
var InputError = class extends Error {
	name = "InputError";
};
function readInputs() {
	const read = Object.entries(inputs).map(([name, schema]) => {
		const written = getInput(name);
		const { data, error } = schema.safeParse(written);
		if (error) throw new InputError(`Unexpected input ${name}: ${JSON.stringify(written)}, ${error.issues[0]?.message ?? "expected another value"}.`);
		return [name, data];
	});
	return Object.fromEntries(read);
}

// src/app/validate/event.ts
const sha$1 = string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const zeros = /^0+$/;
const branch = string().regex(/^(?![-/])(?!.*(?:\.\.|@\{|\/\/))[^\p{Cc} ~^:?*[\\]+$/u);
const pullRequest = object({ pull_request: object({
	head: object({ sha: sha$1 }),
	base: object({ ref: branch })
}) }).transform(({ pull_request: { head, base } }) => ({
	head: head.sha,
	base: {
		kind: "branch",
		branch: base.ref
	},
	review: true
}));
const events = {
	pull_request: pullRequest,
	pull_request_target: pullRequest,
	merge_group: object({ merge_group: object({
		head_sha: sha$1,
		base_sha: sha$1
	}) }).transform(({ merge_group: group }) => ({
		head: group.head_sha,
		base: {
			kind: "commit",
			sha: group.base_sha,
			mayBeGone: false
		},
		review: true
	})),
	push: object({
		before: sha$1,
		after: sha$1,
		head_commit: object({ id: sha$1 }).nullish()
	}).transform((pushed) => {
		const { before, after, head_commit: commit } = pushed;
		if (zeros.test(after)) return { nothing: "The ref was deleted: there is nothing to check." };
		return {
			head: commit?.id ?? after,
			base: zeros.test(before) ? void 0 : {
				kind: "commit",
				sha: before,
				mayBeGone: true
			},
			review: false
		};
	})
};
const checkedEvents = Object.keys(events);
function subjectOf(event, payload) {
	return Object.hasOwn(events, event) ? events[event]?.safeParse(payload).data : void 0;
}

// src/app/validate/sources.ts
async function first(repositories, ask) {
	for (const repository of repositories) {
		const answer = await ask(repository);
		if (answer !== void 0) return answer;
	}
}
const has = (sha) => async (repository) => await repository.resolve(sha) === sha ? repository : void 0;
async function treeOf(repositories, sha) {
	return (await first(repositories, has(sha)))?.commitTree(sha);
}
async function forked(repositories, head, branch) {
	return first(repositories, async (repository) => {
		const fork = await repository.fork(branch, head);
		return fork && {
			head: repository.commitTree(head),
			base: repository.commitTree(fork.mergeBase),
			policy: repository.commitTree(fork.tip)
		};
	});
}
async function withBase(repositories, { head }, base) {
	if (base.kind === "branch") {
		const sources = await forked(repositories, head, base.branch);
		if (sources) return {
			sources,
			notes: []
		};
		throw new Fault(say`The commit ${head} and the branch ${base.branch} cannot be compared.`, { hint: "Give the job the permission `contents: read`. If the branch shares no history with the change, there is nothing to compare." });
	}
	const [headTree, baseTree] = await Promise.all([treeOf(repositories, head), treeOf(repositories, base.sha)]);
	if (!headTree) throw missing(head);
	if (baseTree) return {
		sources: {
			head: headTree,
			base: baseTree,
			policy: baseTree
		},
		notes: []
	};
	if (!base.mayBeGone) throw missing(base.sha);
	return {
		sources: {
			head: headTree,
			policy: headTree
		},
		notes: [say`The commit ${base.sha} is gone: nothing could be compared, and the policy is that of ${head}.`]
	};
}
const missing = (sha) => new Fault(say`The commit ${sha} cannot be read.`, { hint: "Give the job the permission `contents: read`." });
async function sourcesOf(repositories, subject) {
	if (subject.base) return withBase(repositories, subject, subject.base);
	const head = await treeOf(repositories, subject.head);
	if (!head) throw missing(subject.head);
	return {
		sources: {
			head,
			policy: head
		},
		notes: []
	};
}

// src/gateways/output-file.ts
function writeBelow(root, path, text) {
	const { location } = inside(root, path);
	const fresh = `${location}.${randomUUID()}.tmp`;
	writeFresh(fresh, text);
	renameSync(fresh, location);
	return location;
}

// src/entry/action/present.ts
const options = {
	color: false,
	version
};
async function summarize(report) {
	if (process.env["GITHUB_STEP_SUMMARY"]) await summary.addRaw(formats.markdown(report)).write();
}
function files(report, inputs, { workspace, temporary }) {
	if (inputs["sarif-file"] !== void 0) writeBelow(workspace, inputs["sarif-file"], formats.sarif(report, options));
	const json = formats.json(report);
	return inputs["report-file"] === void 0 ? writeBelow(temporary, "baton-report.json", json) : writeBelow(workspace, inputs["report-file"], json);
}
async function present({ report, misconfigured }, inputs, environment) {
	process.stdout.write(formats.text(report, options));
	if (inputs.annotations) process.stdout.write(formats.github(report));
	await summarize(report);
	const count = (severity) => report.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
	setOutput("valid", count("error") === 0);
	for (const severity of severities) setOutput(`${severity}s`, count(severity));
	setOutput("targets", report.checked.targets);
	setOutput("report", files(report, inputs, environment));
	if (report.verdict !== "passed") setFailed(misconfigured ? "The configuration cannot be read, and so nothing was checked." : verdict(report).title);
}

// src/gateways/github/failure.ts
var Failure = class extends Error {
	name = "Failure";
	status;
	headers;
	constructor(status, message, headers = {}, cause) {
		super(message, { cause });
		this.status = status;
		this.headers = headers;
	}
};
const isRequestError = (error) => error instanceof Error && "status" in error && typeof error.status === "number";
function failureOf(error) {
	if (error instanceof Failure) return error;
	if (!isRequestError(error)) throw error;
	const { data, headers } = error.response ?? {};
	const said = typeof data === "object" && data !== null && "message" in data ? String(data.message) : error.message;
	return new Failure(error.status, said, headers, error);
}
const isLimit = ({ status }) => status === 403 || status === 429;
const isPrimaryLimit = (failure) => isLimit(failure) && failure.headers["retry-after"] === void 0 && String(failure.headers["x-ratelimit-remaining"]) === "0";
const isSecondaryLimit = (failure) => isLimit(failure) && (failure.headers["retry-after"] !== void 0 || /secondary rate limit/i.test(failure.message));
const resetOf = ({ headers }) => (/* @__PURE__ */ new Date(Number(headers["x-ratelimit-reset"] ?? 0) * 1e3)).toISOString();
function permissionsOf({ headers }) {
	return String(headers["x-accepted-github-permissions"] ?? "contents=read").replaceAll("=", ": ");
}
const meanings = [
	{
		when: isPrimaryLimit,
		message: (failure) => say`GitHub's rate limit for this token is used up until ${resetOf(failure)}.`,
		hint: () => "Run it again then."
	},
	{
		when: isSecondaryLimit,
		message: () => "GitHub answers no more for now, since it was asked too much at once.",
		hint: () => "Run it again in some minutes."
	},
	{
		when: ({ status }) => status === 401,
		message: () => "GitHub does not accept the token.",
		hint: () => say`Give a token that is valid; in a workflow, ${"${{ github.token }}"}.`
	},
	{
		when: ({ status }) => status === 403 || status === 404,
		message: ({ status, message }) => say`GitHub does not show what was asked for: ${status}, ${message}.`,
		hint: (failure) => say`See that it exists, and give the token the permission ${permissionsOf(failure)}.`
	},
	{
		when: ({ status }) => status >= 500,
		message: ({ message }) => say`GitHub does not answer: ${message}.`,
		hint: () => "Run it again later."
	}
];
function faultOf(failure) {
	const meaning = meanings.find(({ when }) => when(failure));
	const { status, message } = failure;
	return new Fault(meaning?.message(failure) ?? say`GitHub refuses what was asked: ${status}, ${message}.`, {
		...meaning && { hint: meaning.hint(failure) },
		cause: failure
	});
}

// src/gateways/github/patience.ts
const usualPatience = {
	sleep: setTimeout,
	random: Math.random,
	deadline: () => AbortSignal.timeout(6e4)
};
const attempts = 4;
const longestWait = 12e4;
function waitAfter(failure, attempt) {
	if (attempt === attempts) return void 0;
	const asked = Number(failure.headers["retry-after"]) * 1e3;
	const usual = isSecondaryLimit(failure) ? 6e4 : failure.status >= 500 ? 1e3 : Infinity;
	const wait = Number.isNaN(asked) ? usual * 2 ** (attempt - 1) : asked;
	return wait <= longestWait ? wait : void 0;
}
async function patiently({ sleep, random }, ask) {
	for (let attempt = 1;; attempt++) try {
		return await ask();
	} catch (error) {
		const failure = failureOf(error);
		const wait = waitAfter(failure, attempt);
		if (wait === void 0) throw faultOf(failure);
		await sleep(wait * (1 + random() / 4));
	}
}

// src/gateways/github/api.ts
function formed(form, data) {
	const { success, data: answer, error } = form.safeParse(data);
	if (success) return answer;
	throw new Failure(500, "the answer is broken", {}, error);
}
async function* heard(body) {
	try {
		yield* body;
	} catch (cause) {
		throw new Failure(500, "the answer broke off", {}, cause);
	}
}
const statuses = {
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	RATE_LIMITED: 429
};
const graphqlAnswer = object({
	data: object({ repository: unknown() }).nullish(),
	errors: tuple([object({
		type: string().optional(),
		message: string()
	})], unknown()).optional()
});
function api(request, repository, patience) {
	const url = `${request.endpoint.DEFAULTS.baseUrl.replace(/\/api\/v3$/, "/api")}/graphql`;
	const send = (options, more = {}) => request({
		...options,
		request: {
			signal: patience.deadline(),
			...more
		}
	});
	const get = async (url, parameters, form) => formed(form, (await send({
		method: "GET",
		url,
		...repository,
		...parameters
	})).data);
	return {
		get: (url, parameters, form) => patiently(patience, () => get(url, parameters, form)),
		find: (url, parameters, form, no) => patiently(patience, () => get(url, parameters, form).catch((error) => {
			const failure = failureOf(error);
			if (no.includes(failure.status)) return void 0;
			throw failure;
		})),
		read: (url, parameters, take) => patiently(patience, async () => {
			const { data } = await send({
				method: "GET",
				url,
				...repository,
				...parameters
			}, { parseSuccessResponseBody: false });
			return take(heard(data));
		}),
		query: (fields, form) => patiently(patience, async () => {
			const query = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields} } }`;
			const { data: body, headers } = await send({
				method: "POST",
				url,
				query,
				variables: repository
			});
			const { data, errors } = formed(graphqlAnswer, body);
			if (errors) throw new Failure(errors[0].type === void 0 ? 500 : statuses[errors[0].type] ?? 422, errors[0].message, headers);
			return formed(form, data?.repository);
		})
	};
}

// src/gateways/github/blobs.ts
const most = {
	blobs: 200,
	bytes: 2 << 20,
	each: 262144
};
const largest = 1e8;
function batchesOf(wanted) {
	const batches = [];
	let room = 0;
	for (const [oid, { size = Infinity }] of wanted) {
		if (size > most.each) continue;
		room -= size;
		const batch = batches.at(-1);
		if (batch && room >= 0 && batch.length < most.blobs) batch.push(oid);
		else {
			batches.push([oid]);
			room = most.bytes - size;
		}
	}
	return batches;
}
const objectHash = (size) => createHash("sha1").update(`blob ${size}\0`);
const texts = record(string(), object({ text: string().nullish() }).nullable());
async function readTexts(api, oids) {
	const answer = await api.query(oids.map((oid) => `b${oid}: object(oid: "${oid}") { ... on Blob { text } }`).join(" "), texts);
	const found = /* @__PURE__ */ new Map();
	for (const oid of oids) {
		const bytes = Buffer.from(answer[`b${oid}`]?.text ?? "");
		if (objectHash(bytes.length).update(bytes).digest("hex") === oid) found.set(oid, bytes);
	}
	return found;
}
function readRaw(api, oid, wanted, limit) {
	const { need, size = 0 } = wanted.get(oid) ?? { need: "name" };
	if (size > largest) throw new Fault(say`A file of ${size} bytes is too large to be read through GitHub's API.`, { hint: "In a workflow, check out with `fetch-depth: 0`, so that it is read from git." });
	const parameters = {
		file_sha: oid,
		headers: { accept: "application/vnd.github.raw+json" }
	};
	return api.read("/repos/{owner}/{repo}/git/blobs/{file_sha}", parameters, async (body) => {
		const hash = objectHash(size);
		const collected = collector(need, limit);
		for await (const piece of body) {
			hash.update(piece);
			collected.add(piece);
		}
		if (hash.digest("hex") !== oid) throw new Failure(500, "the answer is not what was asked for");
		return collected.end();
	});
}
async function* readBlobs(api, wanted, limit) {
	const alone = new Set(wanted.keys());
	for (const batch of batchesOf(wanted)) for (const [oid, bytes] of await readTexts(api, batch)) {
		alone.delete(oid);
		yield [oid, {
			size: bytes.length,
			content: contentOf(bytes, wanted.get(oid)?.need ?? "name", limit)
		}];
	}
	for (const oid of alone) yield [oid, await readRaw(api, oid, wanted, limit)];
}

// src/gateways/github/trees.ts
const treeAnswer = object({
	truncated: boolean(),
	tree: array(object({
		path: string(),
		mode: string(),
		type: _enum([
			"blob",
			"tree",
			"commit"
		]),
		sha: string().regex(/^[0-9a-f]{40}$/),
		size: number().optional()
	}))
});
const kinds = {
	"120000": "symlink",
	"160000": "submodule"
};
const listed = (folder, { path, mode, sha, size }) => {
	const kind = kinds[mode] ?? "file";
	return {
		path: folder + path,
		kind,
		oid: sha,
		size: kind === "submodule" ? 0 : size
	};
};
function treeLister(api) {
	const known = /* @__PURE__ */ new Map();
	const ask = async (sha, parameters) => {
		const key = `${sha} ${parameters.recursive ?? ""}`;
		const answer = known.get(key) ?? await api.get("/repos/{owner}/{repo}/git/trees/{tree_sha}", {
			tree_sha: sha,
			...parameters
		}, treeAnswer);
		known.set(key, answer);
		return answer;
	};
	async function* list(sha, folder, here) {
		const whole = await ask(sha, { recursive: "1" });
		if (!whole.truncated) {
			for (const entry of whole.tree) if (entry.type !== "tree") yield listed(folder, entry);
			return;
		}
		const { tree, truncated } = await ask(sha, {});
		if (truncated) throw new Fault(say`The folder ${folder || "."} has too many entries to be listed through GitHub's API.`, { hint: "In a workflow, check out with `fetch-depth: 0`, so that it is read from git." });
		for (const entry of tree) {
			const below = entry.type === "tree" ? here.below(entry.path) : void 0;
			if (below) yield* list(entry.sha, `${folder}${entry.path}/`, below);
			else if (entry.type !== "tree") yield listed(folder, entry);
		}
	}
	return (sha, wanted) => list(sha, "", wanted);
}

// src/gateways/github/repository.ts
const sha = string().regex(/^[0-9a-f]{40}$/);
const comparison = object({
	base_commit: object({ sha }),
	merge_base_commit: object({ sha })
});
const absent = [
	404,
	409,
	422
];
function githubRepository(request, name, patience = usualPatience) {
	const github = api(request, name, patience);
	const list = treeLister(github);
	const view = viewer((blobs, limit) => readBlobs(github, blobs, limit));
	return {
		async resolve(revision) {
			if (revision === "") return void 0;
			const parameters = {
				ref: revision,
				headers: { accept: "application/vnd.github.sha" }
			};
			return github.find("/repos/{owner}/{repo}/commits/{ref}", parameters, sha, absent);
		},
		async fork(branch, head) {
			const parameters = {
				basehead: `${branch}...${head}`,
				per_page: 1,
				page: 2
			};
			const found = await github.find("/repos/{owner}/{repo}/compare/{basehead}", parameters, comparison, absent);
			return found && {
				tip: found.base_commit.sha,
				mergeBase: found.merge_base_commit.sha
			};
		},
		commitTree: (sha) => ({
			name: commitName(sha),
			sha,
			open: (selection) => view(list(sha, wanted(selection.selectors)), selection)
		})
	};
}

// src/entry/action/repositories.ts
function placeOf(address) {
	const [, server, path] = /^(?:[^@/]+@)?([^:/]+):(?!\/)(.+)$/.exec(address) ?? [];
	const written = server === void 0 ? address : `ssh://${server}/${path}`;
	if (!URL.canParse(written)) return void 0;
	const { host, pathname } = new URL(written);
	return `${host}${pathname}`.toLowerCase().replace(/(?:\.git)?\/?$/, "");
}
async function cloneOf({ workspace, serverUrl, owner, repo }) {
	const clone = await openClone(workspace);
	if (!clone || clone.isPartial) return void 0;
	const origin = await clone.origin();
	return origin !== void 0 && placeOf(origin) === placeOf(`${serverUrl}/${owner}/${repo}`) ? clone : void 0;
}
async function repositoriesOf(environment, token) {
	const { owner, repo, apiUrl } = environment;
	const { request } = getOctokit(token, { baseUrl: apiUrl });
	const github = githubRepository(request, {
		owner,
		repo
	});
	const clone = await cloneOf(environment).catch((error) => {
		if (!(error instanceof Fault)) throw error;
		info(`The checkout is not used: ${error.message}`);
	});
	return clone ? [clone, github] : [github];
}

// src/entry/action/validate.ts
function asked({ event, payload, sha }, { task }) {
	const subject = subjectOf(event, payload);
	if (subject) return subject;
	if (checkedEvents.includes(event)) throw new InputError(`The payload of the event ${event} is not of the documented form.`);
	if (task === void 0) throw new InputError(`Unexpected event ${event}, expected one of ${checkedEvents.join(", ")}; or set the input task.`);
	return {
		head: sha,
		review: false
	};
}
async function validate(inputs, environment) {
	const subject = asked(environment, inputs);
	if ("nothing" in subject) {
		notice(subject.nothing);
		return;
	}
	const { sources, notes } = await sourcesOf(await repositoriesOf(environment, inputs.token), subject);
	const checked = await checkSources(sources, knowledge, {
		configuration: inputs.config,
		mode: inputs.mode,
		failOn: inputs["fail-on"],
		failOnDefault: subject.review ? "new-error" : "error",
		allowEmpty: inputs["allow-empty"],
		protocols: inputs.protocols,
		paths: [],
		targets: [],
		at: (/* @__PURE__ */ new Date()).toISOString(),
		notes
	});
	await present(checked, inputs, environment);
}

// src/entry/action.ts
try {
	await validate(readInputs(), readEnvironment());
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	if (error instanceof Fault && error.hint !== void 0) setFailed(`${message} ${error.hint}`);
	else if (error instanceof Fault || error instanceof InputError) setFailed(message);
	else setFailed(`A fault of Baton itself: ${message}`);
	if (error instanceof Error) debug(error.stack ?? "");
}

export {  };