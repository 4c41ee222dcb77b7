import type { Report } from '../core/report.js';
import { json } from './json.js';
import { sarif } from './sarif.js';
import { text } from './text.js';
/** What some formats need to know besides the report. */
export interface RenderOptions {
    readonly color: boolean;
    /** Of Baton. */
    readonly version: string;
}
/** Every way to print a report: name → renderer. */
export declare const formats: {
    readonly text: typeof text;
    readonly json: typeof json;
    readonly github: (report: Report) => string;
    readonly markdown: (report: Report) => string;
    readonly sarif: typeof sarif;
};
export type Format = keyof typeof formats;
