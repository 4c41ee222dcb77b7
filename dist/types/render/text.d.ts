import type { Report } from '../core/report.js';
/**
 * The report for a terminal: grouped by file, the verdict last; new errors before all else. No line depends on the
 * terminal's width.
 */
export declare function text(report: Report, { color }: {
    readonly color: boolean;
}): string;
