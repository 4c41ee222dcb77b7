/**
 * What the keys of the configuration mean, by their paths as docs/configuration.md has them. Documents and the
 * published schema show it; no check loads it. The keys in the section of a protocol are described in its
 * `documentation.ts`.
 */
export const descriptions: Readonly<Record<string, string>> = {
  protocols: 'The protocols',
  severity: "The severity of a rule's findings, wherever they are found; `off`: the rule is not run",
  'fail-on':
    'What makes a check fail; by default `new-error` for pull requests and merge groups on GitHub, elsewhere `error`',
  mode: 'How strictly to check; `auto`: strictly what the change touches, the rest softly',
  'allow-empty': 'Whether a check passes that finds nothing to check',
  'stale-after': 'The age at which work in progress is stale; in a workflow of your own, its states say that',
  grants: 'Who holds control by name',
  'grants.record': 'Which grants of control are recorded: those that name an agent, all, none',
  'grants.lease': 'For how long a recorded grant is given; `none`: until it is stale',
  commands: 'Comment commands',
  'commands.<command>': 'A command, by its name',
  'commands.<command>.allow':
    'Who may give it: roles, `@user`, `@org/team`, `app/name`; by default the role of the command: `read`, `write` or `maintain`',
  'commands.roles': 'The role that a custom role counts as',
  'commands.prefix': '`required`: only `/baton accept` is a command, `/accept` is not',
  'commands.require-sha':
    'Where a command must name the commit that it is meant for; `forks`: on pull requests from forks',
  'commands.separate-duties':
    'A person who worked on a change may not accept or review it, nor an agent review its own attempt or accept an item that it worked on in a declared workflow; `agents`: agents alone are judged',
  'commands.on-issue': 'Where a command on an issue writes: a branch with a pull request, or the default branch',
  'commands.not-ours': 'Further commands of other bots, which are never taken for misspelt commands',
  audit: 'The scheduled audit',
  'audit.pull-requests': 'Look at open pull requests too',
  'audit.dashboard': 'Keep an issue with the board',
  'audit.known': 'Findings that are known, and silent up to and including the day `until`',
  'audit.known[].code': 'Its code',
  'audit.known[].target': 'What it concerns',
  'audit.known[].path': 'Where it is, in place of `target`',
  'audit.known[].owner': 'Who is responsible for it',
  'audit.known[].reason': 'Why it is left as it is',
  'audit.known[].until': 'The last day on which it is silent',
  sync: 'How Baton brings the registry up to date after a push: by a commit on the branch, by a pull request, or not at all',
  'time-zone': 'The time zone of the day of a request',
  workflows: 'Workflows of your own, and presets for widely used tools',
  limits: 'Bounds',
  'limits.file': 'The size above which a file is not read',
  'limits.commands': 'The number of commands in one comment above which none is run',
}
