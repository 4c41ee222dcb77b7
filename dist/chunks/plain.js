import { n as visible } from "./say.js";

// src/render/plain.ts
const inert = (text) => text.replaceAll("##[", "## [");
const plain = (text) => inert(visible(text.replace(/\p{Cs}/gu, "�"), Number.POSITIVE_INFINITY));

export { plain as n, inert as t };