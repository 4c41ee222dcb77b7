/** A way to print a report. */
export type Format = 'text' | 'json' | 'brief' | 'github' | 'markdown' | 'sarif';
