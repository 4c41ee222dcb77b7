import type { Diagnostic } from '../core/diagnostic.js';
import type { Report } from '../core/report.js';
import type { JsonReport } from './json.schema.js';
/** A diagnostic as it stands in every JSON answer. */
export declare const jsonDiagnostic: (of: Diagnostic) => JsonReport['errors'][number];
/** The report as `baton validate --format json` answers it, version 1. */
export declare function json(report: Report): string;
