import { t as digestOf } from "./digest.js";

// src/engine/overlay.ts
function overlay(view, changes) {
	if (changes.size === 0) return view;
	const written = new Map([...changes].flatMap(([path, content]) => content === null ? [] : [[path, Buffer.from(content)]]));
	return {
		paths: [...view.paths.filter((path) => !changes.has(path)), ...written.keys()].toSorted(),
		entry(path) {
			if (!changes.has(path)) return view.entry(path);
			const bytes = written.get(path);
			return bytes && {
				kind: "file",
				size: bytes.length
			};
		},
		bytes: (path) => changes.has(path) ? written.get(path) : view.bytes(path),
		digest(path) {
			if (!changes.has(path)) return view.digest(path);
			const bytes = written.get(path);
			return bytes && digestOf(bytes);
		}
	};
}

export { overlay as t };