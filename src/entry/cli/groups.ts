/** The commands in the order of help, by what one wants to do; the first are those that everybody needs. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Every day': ['next', 'accept', 'handback', 'status', 'validate'],
  Look: ['board', 'history', 'continue', 'explain', 'schema', 'detect'],
  Check: ['preflight', 'verify', 'audit', 'workflow'],
  Change: ['new', 'answer', 'review', 'fix', 'undo', 'run'],
  'Change what one protocol has': [
    'install',
    'sync',
    'checksums',
    'restore',
    'regenerate',
    'migrate',
    'revise',
    'cleanup',
    'anchor',
    'turn',
    'compact',
    'stall',
  ],
  'Set up': ['init', 'doctor', 'completion'],
  'Serve, started by other programs': ['mcp', 'hook', 'merge-registry', 'bot'],
}
