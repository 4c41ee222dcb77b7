/** A way to print a report. */
export type Format = 'text' | 'json' | 'github' | 'markdown' | 'sarif';
