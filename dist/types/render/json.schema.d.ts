import * as z from 'zod';
/** The answer of `baton validate --format json`, version 1. Within a version fields are only ever added. */
declare const jsonReport: z.ZodObject<{
    version: z.ZodLiteral<1>;
    valid: z.ZodBoolean;
    errors: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        line: z.ZodOptional<z.ZodInt>;
        column: z.ZodOptional<z.ZodInt>;
        endLine: z.ZodOptional<z.ZodInt>;
        endColumn: z.ZodOptional<z.ZodInt>;
        code: z.ZodString;
        severity: z.ZodEnum<{
            error: "error";
            notice: "notice";
            warning: "warning";
        }>;
        protocol: z.ZodOptional<z.ZodString>;
        target: z.ZodOptional<z.ZodString>;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
        fix: z.ZodOptional<z.ZodString>;
        url: z.ZodString;
        related: z.ZodOptional<z.ZodArray<z.ZodObject<{
            path: z.ZodString;
            line: z.ZodOptional<z.ZodInt>;
            column: z.ZodOptional<z.ZodInt>;
            endLine: z.ZodOptional<z.ZodInt>;
            endColumn: z.ZodOptional<z.ZodInt>;
            message: z.ZodString;
        }, z.core.$strip>>>;
        commit: z.ZodOptional<z.ZodString>;
        conversation: z.ZodOptional<z.ZodInt>;
    }, z.core.$strip>>;
    warnings: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        line: z.ZodOptional<z.ZodInt>;
        column: z.ZodOptional<z.ZodInt>;
        endLine: z.ZodOptional<z.ZodInt>;
        endColumn: z.ZodOptional<z.ZodInt>;
        code: z.ZodString;
        severity: z.ZodEnum<{
            error: "error";
            notice: "notice";
            warning: "warning";
        }>;
        protocol: z.ZodOptional<z.ZodString>;
        target: z.ZodOptional<z.ZodString>;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
        fix: z.ZodOptional<z.ZodString>;
        url: z.ZodString;
        related: z.ZodOptional<z.ZodArray<z.ZodObject<{
            path: z.ZodString;
            line: z.ZodOptional<z.ZodInt>;
            column: z.ZodOptional<z.ZodInt>;
            endLine: z.ZodOptional<z.ZodInt>;
            endColumn: z.ZodOptional<z.ZodInt>;
            message: z.ZodString;
        }, z.core.$strip>>>;
        commit: z.ZodOptional<z.ZodString>;
        conversation: z.ZodOptional<z.ZodInt>;
    }, z.core.$strip>>;
    notices: z.ZodArray<z.ZodObject<{
        path: z.ZodString;
        line: z.ZodOptional<z.ZodInt>;
        column: z.ZodOptional<z.ZodInt>;
        endLine: z.ZodOptional<z.ZodInt>;
        endColumn: z.ZodOptional<z.ZodInt>;
        code: z.ZodString;
        severity: z.ZodEnum<{
            error: "error";
            notice: "notice";
            warning: "warning";
        }>;
        protocol: z.ZodOptional<z.ZodString>;
        target: z.ZodOptional<z.ZodString>;
        message: z.ZodString;
        hint: z.ZodOptional<z.ZodString>;
        fix: z.ZodOptional<z.ZodString>;
        url: z.ZodString;
        related: z.ZodOptional<z.ZodArray<z.ZodObject<{
            path: z.ZodString;
            line: z.ZodOptional<z.ZodInt>;
            column: z.ZodOptional<z.ZodInt>;
            endLine: z.ZodOptional<z.ZodInt>;
            endColumn: z.ZodOptional<z.ZodInt>;
            message: z.ZodString;
        }, z.core.$strip>>>;
        commit: z.ZodOptional<z.ZodString>;
        conversation: z.ZodOptional<z.ZodInt>;
    }, z.core.$strip>>;
    checked: z.ZodObject<{
        files: z.ZodInt;
        targets: z.ZodInt;
        protocols: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
    targets: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        protocol: z.ZodString;
        path: z.ZodString;
        holder: z.ZodOptional<z.ZodEnum<{
            agent: "agent";
            orchestrator: "orchestrator";
        }>>;
        state: z.ZodString;
        facts: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    }, z.core.$strip>>;
    parsed: z.ZodOptional<z.ZodUnknown>;
    report: z.ZodOptional<z.ZodObject<{
        lines: z.ZodArray<z.ZodString>;
    }, z.core.$loose>>;
}, z.core.$strip>;
export type JsonReport = z.infer<typeof jsonReport>;
/** The JSON Schema (2020-12) of the answer; open to fields that are added later. */
export declare function reportSchema(): object;
export {};
