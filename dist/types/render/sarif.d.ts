import type { Report } from '../core/report.js';
type Facts = Report['rules'][number];
interface SarifOptions {
    /** Of Baton. */
    readonly version: string;
}
/**
 * The report as SARIF 2.1.0, for code scanning. It describes the rules that found something: the others would be most
 * of the file.
 *
 * `batonFinding/v1` is code, target, path and an ordinal among equals: it stays when lines move. GitHub's own
 * fingerprint is left to its upload action, which makes it from the source and warns at every other.
 */
export declare function sarif(givenReport: Report, options: SarifOptions): string;
/** The description of a rule as SARIF, without a finding. */
export declare const sarifRule: (rule: Facts, options: SarifOptions) => string;
export {};
