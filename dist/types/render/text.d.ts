import type { Report } from '../core/report.js';
/**
 * The report for a terminal: grouped by file; new errors before all else; the verdict last, unless it is only a look.
 * No line depends on the terminal's width.
 */
export declare function text(report: Report, { color, isLook }: {
    readonly color: boolean;
    readonly isLook?: boolean;
}): string;
