import type { Report } from '../core/report.js';
/**
 * The report as SARIF 2.1.0, for code scanning.
 *
 * `batonFinding/v1` is code, target, path and an ordinal among equals: it stays when lines move. GitHub's own fingerprint is left to its
 * upload action, which makes it from the source and warns at every other.
 */
export declare function sarif(report: Report, { version }: {
    readonly version: string;
}): string;
