import type { Report } from '../core/report.js';
import { sarif } from './sarif.js';
import { text } from './text.js';
/** A way to print a report. */
export type Format = 'text' | 'json' | 'brief' | 'github' | 'markdown' | 'sarif';
/** What some formats need in addition to the report. */
export interface RenderOptions {
    readonly color: boolean;
    /** Of Baton. */
    readonly version: string;
    /** JSON is for programs, and takes one line. */
    readonly onOneLine?: boolean;
}
/** Every way to print a report: name → renderer. */
export declare const formats: {
    readonly text: typeof text;
    readonly json: (report: Report, options?: Partial<RenderOptions>) => string;
    readonly brief: (report: Report) => string;
    readonly github: (report: Report) => string;
    readonly markdown: (report: Report) => string;
    readonly sarif: typeof sarif;
};
